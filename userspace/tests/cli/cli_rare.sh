# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash
# The status is read by cli.sh.
# shellcheck disable=SC2034
# Tests of encodings that iconv does not read, and of those that a byte order mark names;
# sourced by cli.sh.

# reads CHARSET BYTES TEXT, both with escapes
reads() {
	printf '%b' "$2" >text
	LC_ALL=C.UTF-8 printf '%b' "$3" >wanted
	exits 0 u filter --from="$1" text
	cmp out wanted || fail "$1: expected $3"
}

# The examples of ISO-IR-178, UTR #16, UTS #6 section 9, and RFC 1843.
# shellcheck disable=SC2088 # the tilde of HZ
test_rare_documents() {
	reads UTF-1 'a\x9f\xa0\xa0\xa0\xff' 'a\u009f\u00a0ÿ'
	reads utf1 '\xa1\x21\xa1\x7e\xa1\xa0\xa2\x21\xf5\xff' '\u0100\u015d\u015e\u01be\u4015'
	reads UTF-1 '\xf6\x21\x21\xf7\x64\x4c\xf7\x65\xaf' '\u4016\ufeff\uffff'
	reads UTF-1 '\xf7\x65\xb0\xfb\xff\xff\xfc\x21\x21\x21\x21\xfc\x21\x39\x6e\x6c' \
		'\U00010000\U00038e2d\U00038e2e\U0010ffff'
	reads UTF-EBCDIC '\xc8\x85\x93\x93\x96\x15\xdd\x73\x66\x73' 'Hello\n\ufeff'
	reads SCSU '\xd6l flie\xdft' 'Öl fließt'
	reads SCSU '\x12\x9c\xbe\xc1\xba\xb2\xb0' 'Москва'
	reads csSCSU 'A\xdf\x12\x81\x03_\x10\xdf\x1b\x03\xdf\x1c\x88\x80\x0b\xbf\xff\xff\r\nA\x10\xdf\x12\x81\x03_\x10\xdf\x13\xdf\x14\x80\x15\xff' \
		'A\u00df\u0401\u015f\u00df\u01df\uf000\U0010ffff\r\nA\u00df\u0401\u015f\u00df\u01df\uf000\U0010ffff'
	reads BOCU-1 '\xfb\xee\x28' '\ufeff'
	reads HZ 'This sentence is in ASCII.\nThe next sentence is in GB.~{<:Ky2;S{#,NpJ)l6HK!#~}Bye.\n' \
		'This sentence is in ASCII.\nThe next sentence is in GB.己所不欲，勿施於人。Bye.\n'
	reads hz-gb-2312 'a~~b~\nc~{~}d' 'a~bcd'
	reads x-user-defined 'a\x80\xff' 'a\uf780\uf7ff'
}

# What other programs make of the code points; each text is one in the order of all.
test_rare_code_points() {
	local name
	command -v python3 >/dev/null || skip 'python3 is not there'
	for name in UTF-1 UTF-EBCDIC SCSU BOCU-1; do
		python3 -B "$HERE/rare.py" encode $name "$(or_fewer 23 1009)"
		exits 0 u filter --from=$name text
		cmp out wanted || fail "$name"
		exits 0 u check --from=$name text
	done
	# Two characters have two readings: Python has U+30FB and U+2015, GB 18030 others.
	python3 -c 'if True:
	all = [bytes([a, b]).decode("gb2312", "ignore") for a in range(0xa1, 0xf8) for b in range(0xa1, 0xff)]
	text = "~a\n".join(c for c in all if c and c not in "\u30fb\u2015")
	open("wanted", "w", encoding="utf-8", newline="").write(text)
	open("text", "wb").write(text.encode("hz"))'
	run u filter --from=HZ text
	cmp out wanted || fail HZ
}

# The places of all errors, in bytes of the source; the slow decoders are in rare.py.
test_rare_errors() {
	local name
	command -v python3 >/dev/null || skip 'python3 is not there'
	for name in UTF-1 UTF-EBCDIC; do
		exits 0 python3 -B "$HERE/rare.py" judge $name "$UTF8CHECK" --engine="$ENGINE"
	done
	printf 'a~{VP\377~}b~x\n~{VP V\nc~{V' >text
	run u check --from=hz text
	out_is 'text:1:3: byte 5: invalid-byte: FF
text:1:5: byte 9: invalid-byte: 7E
text:2:2: byte 16: invalid-byte: 20
text:2:3: byte 17: invalid-byte: 56
text:3:2: byte 22: incomplete: 56
'
	# A lone half of a pair: alone, before a letter, before a change of windows, at the end.
	printf 'a\016\330\075b\016\336\000\016\330\075\020c\016\330\075' >text
	run u check --from=scsu text
	out_is 'text:1:2: byte 1: invalid-byte: 0E D8 3D
text:1:4: byte 5: invalid-byte: 0E DE 00
text:1:5: byte 8: invalid-byte: 0E D8 3D
text:1:7: byte 13: incomplete: 0E D8 3D
'
	run u filter --from=scsu --on-error=replace text
	out_is 'a\0357\0277\0275b\0357\0277\0275\0357\0277\0275c\0357\0277\0275'
	# A line feed breaks off a sequence, and is not lost.
	printf '\261\373\n\261\376\377\377\377\n\261\373' >text
	run u check --from=bocu-1 text
	out_is 'text:1:2: byte 1: invalid-byte: FB
text:2:2: byte 4: invalid-byte: FE FF FF FF
text:3:2: byte 10: incomplete: FB
'
}

# marked NAME: the mark and "aé" of each encoding whose mark the core cannot read
marked() {
	case $1 in
	UTF-7) printf '+/v8-a+AOk-' ;;
	UTF-1) printf '\367\144\114a\240\351' ;;
	UTF-EBCDIC) printf '\335\163\146\163\201\213\112' ;;
	SCSU) printf '\016\376\377a\351' ;;
	BOCU-1) printf '\373\356\050\377\261\320\166' ;;
	GB18030) printf '\204\061\225\063a\250\246' ;;
	esac
}

test_auto_marks() {
	local name
	for name in UTF-7 UTF-1 UTF-EBCDIC SCSU BOCU-1 GB18030; do
		marked $name >text
		exits 0 u filter --from=auto --bom=strip text
		out_is 'aé'
		run u filter --from=auto - < <(marked $name)
		out_is '\0357\0273\0277aé'
		exits 0 u check --from=auto --bom=require text
		exits 0 u detect text
		out_is "text: $name (byte order mark)\n"
		run u filter --from=guess text
		out_is '\0357\0273\0277aé'
		exits 2 u check --part=1/2 --from=auto text
		err_has "--part does not go with --from=$name"
		exits 2 u check --from=auto --profile=wtf8 text
		err_has "text: is $name by its byte order mark"
		exits 0 u filter --from=auto --in-place text
		cp text once
		run u filter --from=auto --in-place text
		cmp text once || fail "$name: expected no change"
		run u filter --from=$name --in-place text
		cmp text once || fail "$name: expected that UTF-8 is left alone"
	done
	mkdir tree
	marked SCSU >tree/a
	marked UTF-1 >tree/b
	cp good tree/c
	exits 0 u filter -r --from=auto --in-place --bom=strip tree
	cat tree/a tree/b >out
	out_is 'aéaé'
	cmp tree/c good || fail 'expected no change'
	# A mark of the next text is none of the first.
	exits 0 u filter --from=auto once good
	run u detect <<<'Hi Mom +Jjo-! caf+AOk- na+AO8-ve'
	out_is '-: UTF-7 (guess, by how it looks)\n'
}

test_rare_refused() {
	local name
	for name in SCSU BOCU-1 UTF-1 UTF-EBCDIC HZ x-user-defined; do
		fails_with "--to=$name: can be read, but not written" u filter --to=$name good
	done
	fails_with 'utf-ebcdic' u filter --from=utf-ebdcic good
	exits 2 u scan --fix --reading=scsu .
	printf 'a\351' >text
	hide libicui18n filter --from=scsu text
	status_is 2
	silent
	err_has '--from=scsu needs ICU: libicui18n.so.'
	marked BOCU-1 >text
	hide libicui18n check --from=auto text
	status_is 2
	err_has 'text: is BOCU-1 by its byte order mark'
}
