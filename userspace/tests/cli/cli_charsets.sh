# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Tests of charsets that iconv knows, with LANGUAGES of cli_detect.sh; sourced by cli.sh.

# --- as a source

test_legacy_charsets() {
	local set
	printf '%s\n' 'Съешь ещё этих мягких французских булок' >russian
	for set in windows-1251 KOI8-R CP866 ISO-8859-5 UTF-7 UTF-16 UCS-4 MACCYRILLIC; do
		iconv -f utf-8 -t $set russian >text
		exits 0 u filter --from=$set text
		cmp -s out russian || fail "$set"
	done
	printf '敏捷的棕色狐狸\n' >chinese
	for set in GB18030 BIG5 EUC-CN; do
		iconv -f utf-8 -t $set//TRANSLIT chinese >text
		iconv -f $set -t utf-8 text >expected
		run u filter --from=$set text
		cmp -s out expected || fail "$set"
	done
	printf 'いろはにほへと\n' >japanese
	for set in SHIFT_JIS EUC-JP ISO-2022-JP; do
		iconv -f utf-8 -t $set japanese >text
		run u filter --from=$set text
		cmp -s out japanese || fail "$set"
	done
	run u filter --from=iso-8859-1 --to=utf-16be <<<$'\351'
	out_is '\0\0351\0\n'
}

# Charsets of single bytes are read by tables, of bytes and of pairs; not the last, whose
# letters compose with what follows.  EBCDIC is no ASCII.
test_single_bytes() {
	local set
	python3 -c 'if True:
	import random
	random.seed(8)
	pairs = bytes(c for pair in range(65536) for c in (pair >> 8, pair & 255))
	text = pairs + b"odd" + pairs
	for i in range(300):
	    text += b"plain text, 32 bytes and more of it\n"[:random.randrange(99)] * random.randrange(3)
	    text += random.randbytes(random.randrange(80))
	open("text", "wb").write(text)'
	for set in IBM866 ISO-8859-{1,2,3,4,5,6,7,8,9,10,11,13,14,15,16} KOI8-R KOI8-U KOI8-T \
		MACINTOSH MAC-CYRILLIC WINDOWS-{1250,1251,1252,1253,1254,1256,1257} CP874 CP437 \
		CP864 CP869 TIS-620 HP-ROMAN8 ARMSCII-8 CP037 CP1047 EBCDIC-CP-AR1 WINDOWS-1255; do
		exits 0 u filter --from="$set" --on-error=drop text
		iconv -c -f "$set" -t utf-8 text >expected 2>message || :
		cmp -s out expected || fail "$set: expected what iconv -c writes"
	done
	run python3 "$HERE/single_byte.py" "$UTF8CHECK" "--engine=$ENGINE"
	status_is 0
}

# A damaged shift of UTF-7 ends there: base64 would make Han of any letters after it.
test_utf7_damaged() {
	printf 'x+TgB*abcdefgh' >text
	run u filter --from=utf-7 --on-error=replace text
	out_is 'x一\0357\0277\0275abcdefgh'
	python3 -c 'if True:
	import random
	random.seed(7)
	for i in range(40):
	    text = bytearray(("a日本 語+é-z" * 3).encode("utf-7"))
	    for k in range(4):
	        text[random.randrange(len(text))] = random.choice(b"\xff\x80*~A-+\x00")
	    open("damaged.%d" % i, "wb").write(text)'
	for text in damaged.*; do
		exits 0 u filter --from=utf-7 --on-error=drop "$text"
		# Its status says that something was left out.
		iconv -c -f utf-7 -t utf-8 "$text" >expected 2>message || :
		cmp -s out expected || fail "$text: expected what iconv -c writes"
	done
}

# --- as a target

# As iconv(1) writes it, or an error at the place where iconv(1) stops.
test_target_oracle() {
	local set where
	printf '%s\n' "$LANGUAGES" >all
	split -l 1 all line.
	: >line.empty
	for set in windows-1251 KOI8-R ISO-8859-7 GB18030 BIG5 EUC-JP SHIFT_JIS ISO-2022-JP ISO-2022-KR ISO-2022-CN UTF-7 UTF-16 CP1255 EBCDIC-US ASCII; do
		for text in all line.*; do
			run u filter --to=$set "$text"
			if LC_ALL=C iconv -f utf-8 -t $set "$text" >expected 2>message; then
				status_is 0
				cmp -s out expected || fail "$set $text: expected what iconv writes"
			else
				status_is 1
				where=$(sed -n 's/.*position \([0-9]*\).*/\1/p' message)
				err_has "byte $where: out-of-range: "
				# Before any text, iconv(1) writes no header.
				[ "$where" = 0 ] || head -c "$where" "$text" | iconv -f utf-8 -t $set | cmp -s - out || fail "$set $text: expected the text before"
			fi
		done
	done
}

# python's codecs know the same charsets.
test_target_actions() {
	local set action expected
	printf 'a日本\\x é Ж 😀 b\n日' >text
	for set in koi8-r cp1252 iso-2022-jp euc-kr cp949 ascii; do
		for action in replace drop escape; do
			exits 0 u filter --to=$set --on-error=$action --count text
			python3 -c 'if True:
			import codecs, sys
			set, action = sys.argv[1:]
			text = open("text", encoding="utf-8").read()
			def escape(e):
			    return "".join("\\x%02x" % b for b in e.object[e.start:e.end].encode()), e.end
			codecs.register_error("escape", escape)
			if action == "escape":
			    text = text.replace("\\", "\\\\")
			sys.stdout.buffer.write(text.encode(set, {"drop": "ignore"}.get(action, action)))' $set $action >expected
			cmp -s out expected || fail "$set $action"
			err_has 'text: out-of-range: '
		done
		# What was escaped comes back.
		run u filter --from=$set expected
		u filter --unescape out | cmp -s - text || fail "$set: expected the text again"
	done
	exits 1 u filter --to=koi8-r text
	out_is a
	err_has 'text:1:2: byte 1: out-of-range: E6 97 A5'
	exits 1 u filter --to=koi8-r --on-error=shortest text
	out_is a
	# A charset that has U+FFFD gets it, with what was ill-formed.
	printf 'a\377b' >text
	run u filter --to=gb18030 --on-error=replace text
	out_is 'a\0204\0061\0244\0067b'
	run u filter --to=koi8-r --on-error=replace text
	out_is 'a?b'
	# Tags, which glibc leaves out without a word.
	printf 'ab\363\240\201\201c' >text
	exits 1 u filter --to=koi8-r text
	err_has 'text:1:3: byte 2: out-of-range: F3 A0 81 81'
	exits 0 u filter --to=gb18030 text
	iconv -f gb18030 -t utf-8 out | cmp -s - text || fail 'expected the tag in a charset that has it'
}

# iconv writes the mark of UTF-16 and UTF-32 without a byte order, and takes it away.
test_charset_mark() {
	local set option text
	iconv -f utf-8 -t utf-16 good >wanted 2>err || skip 'iconv is not there'
	printf '\357\273\277' | cat - good >marked
	for set in utf-16 UTF-32 unicode; do
		iconv -f utf-8 -t $set good >wanted
		for option in keep add strip; do
			for text in good marked; do
				exits 0 u filter --to=$set --bom=$option $text
				cmp -s out wanted || fail "$set, $option, $text: expected one mark"
			done
		done
		exits 2 u filter --to=$set --bom=require marked
		err_has "--to=$set does not go with these options: the mark that is required would be a second one"
		for option in require forbid; do
			exits 2 u check --from=$set --bom=$option wanted
			err_has "--from=$set does not go with these options: the byte order mark of that charset is no part of the text"
		done
		exits 0 u filter --from=$set --bom=add wanted
		cmp -s out marked || fail "$set: expected a mark in UTF-8"
		exits 1 u filter --to=$set --bom=forbid marked
		err_has 'marked:1:1: byte 0: bom: EF BB BF (U+FEFF ZERO WIDTH NO-BREAK SPACE)'
	done
	# What comes first in these is no mark.
	for set in ISO-2022-KR UCS-4 UCS-2 IBM930; do
		printf 'ab' >text
		exits 1 u check --from=$set --bom=require text
	done
}

# What iconv writes as another code point is out of range: after the way there and back
# each is the same one, or was left out.
test_target_round_trip() {
	local set
	printf '\302\245' >text
	exits 1 u filter --to=cp932 text
	err_has 'text:1:1: byte 0: out-of-range: C2 A5'
	python3 -c 'import sys
open("all", "w").writelines(chr(c) + "\n"
	for c in (*range(0xa0, 0x500, 2), *range(0x500, 0x10000, int(sys.argv[1]))) if not 0xd800 <= c < 0xe000)' "$(or_fewer 5 35)"
	for set in CP932 EUC-JP EUC-KR IBM930 CP1258 KOI8-R ISO-2022-JP-3 UTF-7; do
		exits 0 u filter --to=$set --on-error=drop all
		iconv -f $set -t utf-8 out >back || fail "$set: iconv cannot read it"
		python3 -c 'from unicodedata import normalize
import sys
there, back = (open(f, encoding="utf-8", newline="\n").read().split("\n") for f in ("all", "back"))
assert len(there) == len(back), "lines"
had = 0
for a, b in zip(there, back):
    assert not b or normalize("NFC", a) == normalize("NFC", b), (a, b)
    had += b != ""
assert had > 20, had' || fail "$set: another code point came back"
	done
	# ASCII stays ASCII, also where iconv reads it as something else.
	printf 'a\\b~' >text
	for set in shift_jis csShiftJIS x-sjis cp932; do
		run u filter --to=$set text
		out_is 'a\\b~'
		run u filter --from=$set text
		out_is 'a\\b~'
	done
}

# A text of which the charset has nothing, or every other character, takes no time.
test_target_has_none() {
	local text
	for text in '▒' '▒a' 'a▒▒'; do
		yes "$text" | tr -d '\n' | head -c 2400000 >none
		exits 0 timeout "$(patience 60)" "$UTF8CHECK" filter --to=cp932 --on-error=drop none
		tr -d '\342\226\222' <none | cmp - out || fail "$text: expected the rest"
	done
}

test_target_ways() {
	local i
	printf 'Привет 日\n' >wrong
	for i in 1 2 3 4; do printf 'Привет %s\n' $i >"right$i"; done
	exits 1 u filter --to=koi8-r --in-place right1 wrong right2
	err_has 'wrong:1:8: byte 13: out-of-range: E6 97 A5'
	iconv -f koi8-r -t utf-8 right1 | cmp -s - <(printf 'Привет 1\n') || fail 'expected it in place'
	iconv -f koi8-r -t utf-8 right2 | cmp -s - <(printf 'Привет 2\n') || fail 'expected it in place'
	printf 'Привет 日\n' | cmp -s - wrong || fail 'expected no change'
	! temporary_left || fail 'expected no temporary file'
	run u filter --to=koi8-r -o written right3
	iconv -f koi8-r -t utf-8 written | cmp -s - right3 || fail 'expected it in the file'
	# Forms and marks come before the charset; the place is that in the UTF-8.
	printf '\357\273\277e\314\201' >text
	run u filter --to=iso-8859-1 --form=nfc --bom=strip text
	out_is '\0351'
	exits 1 u filter --to=iso-8859-1 --form=nfc text
	err_has 'text:1:1: byte 0: out-of-range: EF BB BF'
	# Big: pieces, and places in them.
	for i in $(seq 2000); do printf 'Съешь ещё этих мягких французских булок\n'; done >big
	for i in 1 4; do
		exits 0 env UTF8CHECK_CHUNK=4096 "$UTF8CHECK" --engine="$ENGINE" filter --to=windows-1251 -j $i big
		iconv -f utf-8 -t windows-1251 big | cmp -s - out || fail 'expected what iconv writes'
	done
	printf 日 >>big
	exits 1 u filter --to=windows-1251 big
	err_has "big:2001:1: byte $(($(stat -c %s big) - 3)): out-of-range"
	[ -e /dev/full ] || return 0
	status=0
	u filter --to=koi8-r right3 >/dev/full 2>err || status=$?
	status_is 2
}

# Whatever the split: each packet is what one read gives.
test_legacy_split() {
	run python3 "$HERE/split.py" "$UTF8CHECK" "--engine=$ENGINE"
	status_is 0
}

# --- check of such files

# As many errors and characters as filter makes of it.
test_legacy_check_binary() {
	local set
	for set in SHIFT_JIS windows-1255 GB18030; do
		exits 0 u filter --from=$set --on-error=replace binary
		cp out replaced
		run u check --from=$set --json binary
		json 'L[0]["bytes"] == 100000 and len(L[0]["errors"]) == L[0]["error_count"]'
		json 'L[0]["code_points"] + L[0]["error_count"] == len(open("replaced", encoding="utf-8", newline="").read())'
		json 'all(open("binary", "rb").read()[e["offset"]:].startswith(bytes.fromhex(e["bytes"])) for e in L[0]["errors"][:500])'
	done
}
