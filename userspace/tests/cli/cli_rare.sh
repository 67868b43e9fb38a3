# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Tests of encodings that iconv does not read, and of those that a byte order mark names;
# sourced by cli.sh.

# What other programs make of the code points; each text is one in the order of all.
test_rare_code_points() {
	local name
	for name in UTF-1 UTF-EBCDIC SCSU; do
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
		fails_with "--part does not go with --from=$name" u check --part=1/2 --from=auto text
		fails_with "text: is $name by its byte order mark" u check --from=auto --profile=wtf8 text
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
