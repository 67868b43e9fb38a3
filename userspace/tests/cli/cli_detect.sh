# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash
# The quotes in texts are meant, and the status is read by cli.sh.
# shellcheck disable=SC1112,SC2034
# Tests of detect, and of charsets that iconv knows; sourced by cli.sh.

# Texts of several languages, with what stands beside letters in them.
LANGUAGES='Москва. Иван Иванович и Илья Ильич пошли в кино: «Ёлки-палки!» — сказал он… № 5
Le Noël dernier, il a été « très » déçu à l’idée d’un café… L’œuvre coûte 5 €.
Η γρήγορη αλεπού πηδάει πάνω από το τεμπέλικο σκυλί· «ναι»
敏捷的棕色狐狸跳过了懒狗。《红楼梦》
Straße, Übergröße, Äpfel „und“ ›Öl‹ – ÄÖÜß
A IRMÃ… «São João» não é à toa; AVÔ”
שועל חום מהיר קופץ מעל הכלב העצלן
いろはにほへと ちりぬるを 「わかよたれそ」
Швидка бура лисиця стрибає через ледачого пса; її їжак, ґанок
Příliš žluťoučký kůň úpěl ďábelské ódy
😀 naïve ½ °C ±5 ×3 µm ©®™'

# detected FILE TEXT STATUS
detected() {
	run u detect "$1"
	status_is "$3"
	out_is "$1: $2\n"
	err_empty
}

test_detect_signatures() {
	printf '\357\273\277h\303\251' >text; detected text 'UTF-8 (byte order mark)' 0
	printf '\377\376a\0' >text; detected text 'UTF-16LE (byte order mark)' 0
	printf '\376\377\0a' >text; detected text 'UTF-16BE (byte order mark)' 0
	printf '\377\376\0\0a\0\0\0' >text; detected text 'UTF-32LE (byte order mark)' 0
	printf '\0\0\376\377\0\0\0a' >text; detected text 'UTF-32BE (byte order mark)' 0
	printf '+/v8-' >text; detected text 'UTF-7 (byte order mark)' 0
	printf '\016\376\377' >text; detected text 'SCSU (byte order mark)' 0
	printf '\373\356\050' >text; detected text 'BOCU-1 (byte order mark)' 0
	printf '\204\061\225\063' >text; detected text 'GB18030 (byte order mark)' 0
	printf '\377\376' >text; detected text 'UTF-16LE (byte order mark)' 0
}

test_detect_ill_formed() {
	printf '\377\376a\0\0' >text
	detected text 'UTF-16LE (byte order mark), but ill-formed at byte 4: incomplete' 1
	printf '\357\273\277\300\257' >text
	detected text 'UTF-8 (byte order mark), but ill-formed at byte 3: overlong; errors in all: 2' 1
	printf '%s\377' "$LANGUAGES" >text
	run u detect --json text
	status_is 1
	json 'L[0]["encoding"] == "UTF-8" and L[0]["by"] == "mostly-well-formed"'
	json 'L[0]["confidence"] is None and L[0]["errors"] == 1 and L[0]["first_error"] == L[0]["bytes"] - 1'
}

test_detect_utf8() {
	run u detect good empty - <bad
	status_is 1
	detected good UTF-8 0
	detected empty 'US-ASCII (empty)' 0
	echo hello >text; detected text US-ASCII 0
	printf 'a\0b' >text
	detected text 'US-ASCII (NUL bytes: no text, or UTF-16 or UTF-32 without a mark)' 0
	run u detect <good
	out_is '-: UTF-8\n'
}

# A sequence on the border of what is read at once.
test_detect_chunks() {
	head -c 65535 /dev/zero | tr '\0' a >text
	printf '\303\251' >>text
	detected text UTF-8 0
	printf '\303\203\302\251' >>text
	head -c 65533 /dev/zero | tr '\0' a >text
	printf '\303\203\302\251' >>text
	run u detect text
	status_is 1
	run u detect --undo text
	status_is 0
	tail -c 2 out | cmp -s - <(printf '\303\251') || fail 'expected e with an acute'
}

test_detect_guess() {
	command -v iconv >/dev/null || skip 'iconv is not there'
	printf '%s\n' 'Съешь ещё этих мягких французских булок, да выпей чаю. Широкая электрификация южных губерний' >utf8
	iconv -f utf-8 -t koi8-r utf8 >text; detected text 'KOI8-R (guess by uchardet)' 0
	iconv -f utf-8 -t windows-1251 utf8 >text; detected text 'WINDOWS-1251 (guess by uchardet)' 0
	run u detect --json text
	json 'L[0]["confidence"] is None and L[0]["by"] == "uchardet" and L[0]["errors"] is None'
	# What is not UTF-8 comes late.
	head -c 3000000 /dev/zero | tr '\0' '\n' >late
	cat text >>late
	detected late 'WINDOWS-1251 (guess by uchardet)' 0
	detected binary 'unknown (NUL bytes: no text, or UTF-16 or UTF-32 without a mark)' 1
}

test_detect_trouble() {
	run u detect nowhere folder good
	status_is 2
	err_has 'nowhere: No such file'
	err_has 'folder: Is a directory'
	out_is 'good: UTF-8\n'
	run u detect --undo good folder
	status_is 2
	run u detect -o out2 good
	status_is 2
	err_has 'need --undo'
	run u detect --undo --json good
	status_is 2
	run u detect --undo --in-place
	status_is 2
	[ -e /dev/full ] || return 0
	status=0
	u detect good >/dev/full 2>err || status=$?
	status_is 2
	printf 'caf\303\203\302\251' >text
	status=0
	u detect --undo text >/dev/full 2>err || status=$?
	status_is 2
}

test_detect_strange_name() {
	cp good $'b\377\n"'
	run u detect --json $'b\377\n"'
	json 'L[0]["file"] == "b\ufffd\n\"" and L[0]["file_hex"] == "62ff0a22"'
	run u detect $'b\377\n"'
	out_is 'b\\xFF\\x0A": UTF-8\n'
}

# --- mojibake

# misread CHARSET...: standard input as it looks when its UTF-8 is read so
misread() {
	python3 -c 'if True:
	import sys
	def char(byte, charset):
	    try:
	        return bytes([byte]).decode(charset)
	    except UnicodeDecodeError:
	        return chr(byte)
	data = sys.stdin.buffer.read()
	for charset in sys.argv[1:]:
	    table = [char(byte, charset) for byte in range(256)]
	    data = "".join(table[byte] for byte in data).encode()
	sys.stdout.buffer.write(data)' "$@"
}

# undone NAMES CHARSET...: text, misread, is recognized and comes back
undone() {
	local names=$1
	shift
	misread "$@" <text >wrong
	run u detect wrong
	status_is 1
	grep -qF "wrong: UTF-8, but mojibake: UTF-8 read as $names (undo: exact)" out || fail "$names: expected to be recognized"
	run u detect --undo wrong
	status_is 0
	cmp -s out text || fail "$names: expected the text"
	misread "$@" <out | cmp -s - wrong || fail "$names: expected to be exact"
}

test_mojibake_each() {
	command -v python3 >/dev/null || skip 'python3 is not there'
	printf '%s\n' "$LANGUAGES" >text
	undone windows-1252 windows-1252
	undone windows-1251 windows-1251
	undone KOI8-R koi8-r
	undone CP866 cp866
	printf 'caf\303\251 \303\200 Paris, \320\237\321\200\320\270\320\262\320\265\321\202\n' >text
	undone ISO-8859-1 latin-1
}

# Each language alone, which is a line only.
test_mojibake_lines() {
	command -v python3 >/dev/null || skip 'python3 is not there'
	local names='windows-1252 windows-1251 KOI8-R CP866' name
	for name in $names; do
		printf '%s\n' "$LANGUAGES" | misread "$name" | split -l 1 - "$name."
	done
	run u detect --json windows-* KOI8-R.* CP866.*
	status_is 1
	json 'len(L) == 44 and all(o["mojibake"] == {"read_as": [o["file"].split(".")[0]], "exact": True, "bad": 0} for o in L)'
}

test_mojibake_twice() {
	command -v python3 >/dev/null || skip 'python3 is not there'
	printf '%s\n' "$LANGUAGES" >text
	undone 'windows-1252, then as windows-1252' cp1252 cp1252
	undone 'windows-1251, then as windows-1251' cp1251 cp1251
	undone 'windows-1251, then as KOI8-R' cp1251 koi8-r
	undone 'CP866, then as windows-1252' cp866 cp1252
	undone 'ISO-8859-1, then as windows-1251' latin-1 cp1251
	misread cp1251 cp866 <text >wrong
	run u detect --json wrong
	json 'L[0]["mojibake"] == {"read_as": ["windows-1251", "CP866"], "exact": True, "bad": 0}'
	json 'L[0]["encoding"] == "UTF-8" and L[0]["confidence"] == 1'
}

test_mojibake_words() {
	local word
	for word in 'cafÃ©:café' 'NoÃ«l:Noël' 'Ã–sterreich:Österreich' 'itâ€™s:it’s' 'РџСЂРёРІРµС‚:Привет' \
		$'10\303\202\302\240kg:10\302\240kg' 'пїЅ:�'; do
		printf '%s' "${word%%:*}" >text
		run u detect --undo text
		status_is 0
		out_is "${word#*:}"
	done
}

# What browsers make of a byte order mark and of bytes without a meaning.
test_mojibake_mark_and_holes() {
	printf '\357\273\277caf\303\203\302\251' >text
	run u detect --undo text
	out_is '\0357\0273\0277caf\0303\0251'
	printf '\303\257\302\273\302\277caf\303\203\302\251' >text
	run u detect --undo text
	out_is '\0357\0273\0277caf\0303\0251'
	printf '\303\220\302\235\303\220\302\260\303\221\302\201' >text
	run u detect --undo text
	out_is '\0320\0235\0320\0260\0321\0201'
}

test_mojibake_inexact() {
	command -v python3 >/dev/null || skip 'python3 is not there'
	printf '%s' 'Иван пошёл в кино и в театр, и там было очень хорошо всем его друзьям' |
		python3 -c 'import sys; sys.stdout.buffer.write(sys.stdin.buffer.read().decode("cp1251", "replace").encode())' >text
	detected text 'UTF-8, but mojibake: UTF-8 read as windows-1251 (undo: not exact, places lost: 1)' 1
	run u detect --undo -o written text
	status_is 1
	silent
	err_has 'cannot be undone exactly'
	[ ! -e written ] || fail 'expected no file'
	run u detect --undo -o written good
	status_is 1
	err_has 'no mojibake'
	[ ! -e written ] || fail 'expected no file'
}

# Real text is none: whole texts, lines, and every word alone.
test_mojibake_not() {
	local word n=0
	printf '%s\n' "$LANGUAGES" >text
	detected text UTF-8 0
	while read -r line; do
		n=$((n + 1))
		printf '%s\n' "$line" >"line$n"
		for word in $line 'шаг хан' ещё её моё NOËL… CAFÉ® 'voilà »' 'GRÖß“' ÇA ПРИВЕТ; do
			n=$((n + 1))
			printf '%s' "$word" >"line$n"
		done
	done <<<"$LANGUAGES"
	run u detect line*
	status_is 0
	! grep mojibake out || fail 'expected no mojibake'
}

test_mojibake_undo_ways() {
	printf 'caf\303\203\302\251\n' >text
	printf 'caf\303\251\n' >right
	# A pipe cannot be read twice, a file may be open past its start.
	head -n 1 text | u detect --undo | cmp -s - right || fail pipe
	cat good text >both
	{ read -r _; read -r _; u detect --undo; } <both | cmp -s - right || fail "the rest of an open file"
	run u detect --undo -o written text
	status_is 0
	cmp -s written right || fail 'expected it in a file'
	run u detect --undo -o text text
	status_is 2
	chmod 640 text
	run u detect --undo --in-place text
	status_is 0
	cmp -s text right || fail 'expected it in place'
	[ "$(stat -c %a text)" = 640 ] || fail 'expected the mode'
	! temporary_left || fail 'expected no temporary file'
	run u detect --undo --in-place text
	status_is 1
	cmp -s text right || fail 'expected no change'
}

test_mojibake_big() {
	command -v python3 >/dev/null || skip 'python3 is not there'
	for _ in 1 2 3 4 5 6 7 8; do printf '%s\n' "$LANGUAGES"; done >some
	cat some some some some some some some some some some some some some some some some >text
	undone 'KOI8-R, then as windows-1252' koi8-r cp1252
}

# --- charsets of iconv as a source

test_legacy_charsets() {
	local set
	command -v iconv >/dev/null || skip 'iconv is not there'
	printf '%s\n' 'Съешь ещё этих мягких французских булок' >russian
	for set in windows-1251 KOI8-R CP866 ISO-8859-5 UTF-7 UTF-16 UCS-4 MACCYRILLIC; do
		iconv -f utf-8 -t $set russian >text
		run u filter --from=$set text
		status_is 0
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

test_legacy_actions() {
	printf 'a\\\230b\n\230\317' >text
	run u filter --from=windows-1251 text
	status_is 1
	out_is 'a\0134'
	err_has 'text:1:3: byte 2: invalid-byte: 98'
	run u filter --from=windows-1251 --on-error=replace --summary text
	status_is 0
	out_is 'a\\\0357\0277\0275b\n\0357\0277\0275П'
	err_has 'text: invalid-byte: 2'
	run u filter --from=windows-1251 --on-error=drop text
	out_is 'a\\b\nП'
	run u filter --from=windows-1251 --on-error=escape text
	out_is 'a\\\\\\x98b\n\\x98П'
	cp text kept
	run u filter --from=windows-1251 --in-place text
	status_is 1
	cmp -s text kept || fail 'expected no change'
	printf 'ab\244' >text
	run u filter --from=euc-jp text
	status_is 1
	out_is 'ab'
	err_has 'text:1:3: byte 2: incomplete: A4'
}

test_legacy_refused() {
	local option
	run u filter --from=nonsense good
	status_is 2
	err_has "unknown value 'nonsense'; known: utf-8, utf-16le, utf-16be, utf-32le, utf-32be, auto, and what 'iconv -l' lists"
	run u filter --from=KOI8-R//IGNORE good
	status_is 2
	run u filter --from= good
	status_is 2
	for option in --on-error=pass --on-error=shortest --unescape --profile=wtf8; do
		run u filter --from=koi8-r $option good
		status_is 2
		silent
		[ -s err ] || fail "$option: expected a reason"
	done
	# The core's own encodings, as others write them.
	run u filter --from=UTF8 good
	status_is 0
	cmp -s out good || fail 'expected the same bytes'
	run u filter --from=UTF_8 bad
	err_has 'bad:2:2: byte 5: overlong: C0 AF'
}

# Whatever the split: each packet is what one read gives.
test_legacy_split() {
	command -v python3 >/dev/null || skip 'python3 is not there'
	run python3 - "$UTF8CHECK" "--engine=$ENGINE" <<-'END'
	import random, socket, subprocess, sys, threading
	def feed(to, data, size):
	    try:
	        while data:
	            n = size()
	            to.send(data[:n])
	            data = data[n:]
	    except OSError:
	        pass  # a rejected text is not read to its end
	    to.close()
	def run(data, arguments, size):
	    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
	    child = subprocess.Popen(sys.argv[1:] + ["filter"] + arguments, stdin=theirs,
	                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
	    theirs.close()
	    feeder = threading.Thread(target=feed, args=(ours, data, size))
	    feeder.start()
	    answer = child.communicate()
	    feeder.join()
	    return answer, child.returncode
	random.seed(1)
	letters = b"ab\\\x1b$B(J+-~{}\x0e\x0f\x81\x82\xa4\xa2\xe0\xc1\xec\xd4\xcc\n"
	for charset in ("windows-1251", "SHIFT_JIS", "GB18030", "CP1255", "ISO-2022-JP", "UTF-7", "UCS-2LE"):
	    for action in ("reject", "replace", "drop", "escape"):
	        data = bytes(random.choice(letters) for _ in range(80))
	        arguments = ["--from=" + charset, "--on-error=" + action, "--summary"]
	        whole = run(data, arguments, lambda: 1000)
	        for size in (lambda: 1, lambda: random.randrange(1, 6)):
	            if run(data, arguments, size) != whole:
	                sys.exit(f"{charset} {action} {data.hex()}")
	END
	status_is 0
}

# --- check of such files

test_legacy_check() {
	printf 'ab\n\317\360\230\350\230\n\033' >text
	run u check --from=windows-1251 text
	status_is 1
	out_is 'text:2:3: byte 5: invalid-byte: 98\ntext:2:5: byte 7: invalid-byte: 98\n'
	run u check --from=windows-1251 --json --forbid=control text
	status_is 1
	json 'L[0]["bytes"] == 10 and L[0]["code_points"] == 7 and L[0]["error_count"] == 3'
	json '[(e["offset"], e["line"], e["column"]) for e in L[0]["errors"][:2]] == [(5, 2, 3), (7, 2, 5)]'
	json 'L[0]["errors"][2]["reason"] == "control" and (L[0]["errors"][2]["line"], L[0]["errors"][2]["column"]) == (3, 1)'
	run u check --from=windows-1251 --max-errors=1 text
	err_has 'text: 2 errors, 1 shown'
	run u check --from=windows-1251 --list text good
	out_is 'text\n'
	run u check --from=koi8-r text good
	status_is 0
	silent
	printf '\202\240\202' >text
	run u check --from=SHIFT_JIS text
	out_is 'text:1:2: byte 2: incomplete: 82\n'
}

# As many errors and characters as filter makes of it.
test_legacy_check_binary() {
	local set
	for set in SHIFT_JIS windows-1255 GB18030; do
		run u filter --from=$set --on-error=replace binary
		status_is 0
		cp out replaced
		run u check --from=$set --json binary
		json 'L[0]["bytes"] == 100000 and len(L[0]["errors"]) == L[0]["error_count"]'
		json 'L[0]["code_points"] + L[0]["error_count"] == len(open("replaced", encoding="utf-8", newline="").read())'
		json 'all(open("binary", "rb").read()[e["offset"]:].startswith(bytes.fromhex(e["bytes"])) for e in L[0]["errors"][:500])'
	done
}

test_legacy_check_refused() {
	run u check --from=nonsense good
	status_is 2
	err_has "and what 'iconv -l' lists"
	run u check --from=koi8-r --profile=wtf8 --json good good
	status_is 2
	silent
	err_has '--profile is about UTF-8'
	[ "$(wc -l <err)" = 1 ] || fail 'expected one line'
}
