# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Tests of mojibake, with LANGUAGES and detected() of cli_detect.sh; sourced by cli.sh.

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
	exits 1 u detect wrong
	grep -qF "wrong: UTF-8, but mojibake: UTF-8 read as $names (undo: exact)" out || fail "$names: expected to be recognized"
	exits 0 u detect --undo wrong
	cmp -s out text || fail "$names: expected the text"
	misread "$@" <out | cmp -s - wrong || fail "$names: expected to be exact"
}

test_mojibake_each() {
	local row
	printf '%s\n' "$LANGUAGES" >text
	undone windows-1252 windows-1252
	undone windows-1251 windows-1251
	undone KOI8-R koi8-r
	undone CP866 cp866
	undone CP437 cp437
	undone CP850 cp850
	undone windows-1250 cp1250
	undone windows-1254 cp1254
	printf 'Le Noël était déçu; Größe, żółw, Привет, мир, να τα πούμε\n' >text
	printf 'người ta\n' | cat text - >both
	mv both text
	undone MACINTOSH mac_roman
	undone windows-1253 cp1253
	# UTF-8 of other alphabets and of Han, read in charsets of two bytes.
	for row in 'GBK:Пошли домой, für Málaga' 'GBK:订阅' 'GBK:сор, año' 'CP932:señor, größer, año'; do
		printf '%s\n' "${row#*:}" >text
		iconv -f "${row%%:*}" -t utf-8 text >wrong
		detected wrong "UTF-8, but mojibake: UTF-8 read as ${row%%:*} (undo: exact)" 1
		u detect --undo wrong | cmp -s - text || fail "$row: expected the text"
	done
	# Right words of Han and kana, which are not taken for misread ones.
	for row in 设备模式 圣詹姆斯 フナフティ マフラク 義安省 影響尺寸 讀取失敗 顯示於圖示的標籤; do
		printf '%s\n' "$row" >text
		detected text UTF-8 0
	done
	printf 'caf\303\251 \303\200 Paris, \320\237\321\200\320\270\320\262\320\265\321\202\n' >text
	undone ISO-8859-1 latin-1
	printf 'Šveices baņķieri gaida konkrētus ieguldījumus, žąsų įdomu\n' >text
	undone windows-1257 cp1257
	printf 'Příliš žluťoučký kůň, Zażółć gęślą jaźń, Kemény győzelem\n' >text
	undone ISO-8859-2 iso8859-2
}

# Each language alone, which is a line only.
test_mojibake_lines() {
	local names='windows-1252 windows-1251 KOI8-R CP866' name
	for name in $names; do
		printf '%s\n' "$LANGUAGES" | misread "$name" | split -l 1 - "$name."
	done
	exits 1 u detect --json windows-* KOI8-R.* CP866.*
	json 'len(L) == 44 and all(o["mojibake"] == {"read_as": [o["file"].split(".")[0]], "exact": True, "bad": 0} for o in L)'
}

test_mojibake_twice() {
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

# each_undone NUMBER: so many lines WRONG|RIGHT of standard input, each a text
each_undone() {
	local wrong right n=0
	while IFS='|' read -r wrong right; do
		printf '%s\n' "$wrong" >text
		run u detect --undo text
		out_is "$right\n"
		n=$((n + 1))
	done
	[ $n = "$1" ] || fail "expected $1 lines, not $n"
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
	exits 0 u detect line*
	! grep mojibake out || fail 'expected no mojibake'
}

# What people write where bytes of UTF-8 would look alike: each line a file, and all in one.
test_mojibake_not_good() {
	local n
	sed '/^#/d; /^$/d' "$HERE/good_lines.txt" >lines
	n=$(wc -l <lines)
	[ "$n" -ge 280 ] || fail "expected more lines, not $n"
	mkdir each
	split -l 1 -a 3 lines each/
	cp -r each before
	exits 0 u detect lines each/*
	[ "$(grep -cE ': (UTF-8|US-ASCII)$' out)" = $((n + 1)) ] || fail "not $(grep -vE ': (UTF-8|US-ASCII)$' out)"
	run u detect --undo --in-place each/*
	diff -r each before || fail 'expected each line as it was'
	exits 1 u detect --undo lines
	silent
	# The same signs where they are bytes of UTF-8.
	each_undone 7 <<-'LINES'
		OÃ™ ET QUAND|OÙ ET QUAND
		âœ” No problems|✔ No problems
		âš  beware|⚠ beware
		Tip 2 вЂ“ Broadcast|Tip 2 – Broadcast
		signiп¬Ѓcantly lower|signiﬁcantly lower
		Le Schtroumpf conseille g√¢teux|Le Schtroumpf conseille gâteux
		A4Ã—8|A4×8
	LINES
}

# Controls of Latin-1 that are quotes, dashes and the euro of windows-1252.
test_mojibake_controls() {
	local text
	for text in '\x84hin\x93' 'l\x92\xe9t\xe9' '5 \x80' 'a \x96 b' '\x91a\x92, \x8cuvre' 'parl\xe9\x85 Tu sais'; do
		printf '%b' "$text" | iconv -f WINDOWS-1252 -t UTF-8 >wanted
		printf '%b' "$text" | iconv -f ISO-8859-1 -t UTF-8 >text
		detected text 'UTF-8, but mojibake: windows-1252 read as ISO-8859-1 (undo: exact)' 1
		run u detect --undo text
		cmp out wanted || fail "expected quotes and dashes, $text"
	done
	# NEL, what windows-1252 lacks, what Latin-1 lacks.
	for text in 'a\x85b' '\x81\x93' '\x93\xa4'; do
		printf '%b' "$text" | iconv -f ISO-8859-15 -t UTF-8 >text
		run u detect text
		! grep mojibake out || fail "expected no mojibake, $text"
	done
}

# Emoji of several code points come back wholly, or the text is left alone.
test_mojibake_emoji() {
	local charset
	printf 'I ❤️ 👨‍👩‍👧, 👍🏽 🇩🇪 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 Ⓜ️ ⭐' >text
	for charset in windows-1252 windows-1251 KOI8-R CP866; do
		undone $charset $charset
		undone "$charset, then as windows-1252" $charset cp1252
		undone "$charset, then as windows-1251" $charset cp1251
	done
	# Through four capitals, which do not look strange.
	printf '😀' | misread cp866 cp1252 >wrong
	exits 0 u detect --undo wrong
	out_is '😀'
}

# A part of a text is mojibake, beside letters that are right.
test_mojibake_part() {
	local row charset
	printf 'São Paulo â€“ café\n' >text
	detected text 'UTF-8, but partly mojibake: UTF-8 read as windows-1252, places: 1, the first at byte 11' 1
	exits 1 u detect --undo=whole text
	silent
	err_has 'only a part is mojibake, the first at byte 11; nothing is written'
	exits 0 u detect --undo text
	out_is 'São Paulo – café\n'
	err_has 'text: byte 11: â€“ -> –'
	exits 2 u detect --undo=places text
	for row in 'windows-1252:‘né’ — ok 😀 garçon' 'windows-1251:«Привет» — ok 😀' \
		'KOI8-R:Привет “да”' 'CP866:Привет “да”'; do
		charset=${row%%:*}
		{ printf 'Olá, мир, señor; '; printf %s "${row#*:}" | misread "$charset"; printf ' привет, çá\n'; } >text
		exits 1 u detect --json text
		json "L[0]['mojibake'] is None and L[0]['mojibake_part']['read_as'] == '$charset'"
		json 'len("Olá, мир, señor; ".encode()) <= L[0]["mojibake_part"]["first"] <= 26 and L[0]["mojibake_part"]["places"] >= 3'
		json 'L[0]["mojibake_part"]["last"] < L[0]["bytes"] - len(" привет, çá\n".encode())'
	done
	# A letter in German quotes, ribs: real text.
	printf '„ORÄ“ não «Рёбра» РЁВ С° “È”\n' >text
	detected text UTF-8 0
}

# Wherever the border of what is read at once falls.
test_mojibake_part_border() {
	python3 -c 'if True:
	for at in 65440, 65480, 65490, 65496, 65500, 65516, 65520, 65530, 65533, 65535, 65536, 65537:
	    open(f"at.{at}", "w").write("é " + "a" * (at - 3) + "â€“ é é" + " b" * 50000)'
	run u detect at.*
	[ "$(wc -l <out)" = 12 ] || fail 'expected a line for each'
	! grep -vE '^at\.([0-9]+): UTF-8, but partly mojibake: UTF-8 read as windows-1252, places: 1, the first at byte \1$' out ||
		fail 'expected each at its place'
}

# A piece that ends with no line is cut between characters, also those of two bytes.
test_mojibake_no_line() {
	python3 -c 'if True:
	line = "Le cœur déçu mais l’âme plutôt naïve, Louÿs rêva de crapaüter en canoë.".translate({32: None, 44: None, 46: None})
	text = (line * 3000).encode()
	open("good", "wb").write(text)
	open("text", "w").write(text.decode("shift_jis"))'
	exits 0 u detect --undo=whole text
	cmp good out || fail 'expected the text'
}

test_mojibake_undo_ways() {
	printf 'caf\303\203\302\251\n' >text
	printf 'caf\303\251\n' >right
	# A pipe cannot be read twice, a file may be open past its start.
	head -n 1 text | u detect --undo | cmp -s - right || fail pipe
	cat good text >both
	{ read -r _; read -r _; u detect --undo; } <both | cmp -s - right || fail "the rest of an open file"
	exits 0 u detect --undo -o written text
	cmp -s written right || fail 'expected it in a file'
	exits 2 u detect --undo -o text text
	chmod 640 text
	exits 0 u detect --undo --in-place text
	cmp -s text right || fail 'expected it in place'
	[ "$(stat -c %a text)" = 640 ] || fail 'expected the mode'
	! temporary_left || fail 'expected no temporary file'
	exits 1 u detect --undo --in-place text
	cmp -s text right || fail 'expected no change'
}

# Several at a time only in place; files that are right are no trouble.
test_mojibake_undo_several() {
	mkdir -p tree/a
	printf 'caf\303\203\302\251\n' | tee tree/text >tree/a/text
	printf 'caf\303\251\n' | tee right >tree/right
	fails_with 'detect: --undo of several files needs --in-place' u detect --undo -r tree
	exits 0 u detect --undo --in-place -r tree
	[ "$(sort err)" = 'utf8check: detect: files changed: 2, left as they were: 1, failed: 0
utf8check: detect: tree/a/text: undone
utf8check: detect: tree/text: undone' ] || fail 'expected two files and the sum'
	cmp tree/text right || fail 'expected it mended'
	cmp tree/a/text right || fail 'expected it mended below'
	cmp tree/right right || fail 'expected it as it was'
	exits 0 u detect --undo --in-place=.old tree/text tree/right
	err_empty
	[ ! -e tree/text.old ] || fail 'a second run wrote something'
	# What a run has kept is no file of the tree.
	printf 'caf\303\203\302\251\n' | tee tree/text >before
	run u detect --undo --in-place=.old -r tree
	run u detect --undo --in-place=.old -r tree
	cmp tree/text.old before || fail 'expected the backup as it was'
	rm tree/text.old
	printf 'caf\303\203\302\251 \342\202\254\n' >tree/text
	printf 'caf\303\203\302\251\n' >tree/a/text
	exits 1 u detect --undo=whole --in-place tree/text tree/a/text
	cmp tree/a/text right || fail 'expected the other one'
}

test_mojibake_big() {
	for _ in 1 2 3 4 5 6 7 8; do printf '%s\n' "$LANGUAGES"; done >some
	cat some some some some some some some some some some some some some some some some >text
	undone 'KOI8-R, then as windows-1252' koi8-r cp1252
}

# A word is found also where a capital is before the place, and whatever the letter is;
# all else of the text is right.
test_mojibake_words_beside_right() {
	printf '%s i Málaga\n' Köln Müller Übung CAFÉ NÚMERO Îles État Łódź błąd České Rīgā Győr Šiška ELLENŐRZÉS \
		ış şey Mėnuo chạy İzmir Žilina ığdır Åre 4×8 >words
	sed 's/ .*//' words | misread windows-1252 | sed 's/$/ i Málaga/' | split -l 1 - windows-1252.
	printf 'KÃ¶ln und Nürnberg' >windows-1252.köln
	printf '%s\n' Привет Köln '’да’' naïve | misread windows-1251 | sed 's/$/ i Málaga мир/' | split -l 1 - windows-1251.
	run u detect --json windows-*
	json 'len(L) == 28 and all(not o["mojibake"] and o["mojibake_part"]["read_as"] == o["file"].split(".")[0] for o in L)'
	# The last letter that is not of ASCII is right.
	json '[o["mojibake_part"]["places"] + 1 for o in L[4:]] == [sum(c > "\x7f" for c in w) for w in [*open("words"), "Köln und Nürnberg"]]'
}

# Nearly every letter of U+00C0..017F is found amid a word, but those that hardly any language has,
# or with a dash, an apostrophe or a no-break space in it.
test_mojibake_each_letter() {
	python3 -c 'if True:
	import os
	def char(byte):
	    try:
	        return bytes([byte]).decode("cp1252")
	    except UnicodeDecodeError:
	        return chr(byte)
	os.mkdir("letters")
	for cp in range(0xc0, 0x180):
	    wrong = "".join(map(char, chr(cp).encode()))
	    word = "sal?ma" if chr(cp).islower() else "SAL?MA"
	    open(f"letters/{cp:x}", "w").write(word.replace("?", wrong) + " i Málaga")'
	run u detect --json letters/*
	json '{o["file"][8:] for o in L if not o["mojibake_part"]} == {"10a", "114", "120", "f7"}'
}

# Until nothing more comes out; what is more than is tried is said to be left.
test_mojibake_layers() {
	printf 'Größe, café' >text
	undone 'windows-1252, then as windows-1252, then as windows-1252' cp1252 cp1252 cp1252
	undone 'ISO-8859-1, then as windows-1252, then as windows-1251, then as windows-1252' latin-1 cp1252 cp1251 cp1252
	undone "ISO-8859-1$(printf ', then as ISO-8859-1%.0s' 1 2 3 4 5 6 7 8 9)" \
		latin-1 latin-1 latin-1 latin-1 latin-1 latin-1 latin-1 latin-1 latin-1 latin-1
	# More than 16, or too many for the sample: nothing is written that is half undone.
	cp wrong text
	misread latin-1 latin-1 latin-1 latin-1 latin-1 latin-1 latin-1 <text >wrong
	exits 1 u detect wrong
	exits 1 u detect --undo wrong
	silent
	err_has 'wrong: would be mojibake still, and a second run would change it again: nothing is written'
	exits 0 u detect --undo --force wrong
}

# Only the places are mended, also what was misread several times, and each is listed.
test_mojibake_mended() {
	local row
	for row in 'KÃ¶ln und Nürnberg:Köln und Nürnberg' 'AziÃƒÆ’Ã‚Â« één:Azië één' 'Größe Ã¶ ÃƒÂ¤:Größe ö ä' \
		'Olá, РџСЂРёРІРµС‚ мир:Olá, Привет мир' 'Ã¶ff ÃƒÂ¤hn:öff ähn'; do
		printf '%s' "${row%%:*}" >text
		exits 0 u detect --undo text
		out_is "${row#*:}"
		cp text there
		run u detect --undo --in-place there
		printf '%s' "${row#*:}" | cmp -s - there || fail 'expected it in place'
	done
	# Wherever the border of what is read at once falls; all else is kept, byte for byte.
	python3 -c 'if True:
	for at in 65200, 65400, 65490, 65520, 65533, 65536, 65537, 131000, 131072:
	    text = "é " + "a" * (at - 3) + "{} é {} " + " b" * 50000 + "{}"
	    open(f"text.{at}", "w").write(text.format("â€“", "Ã¶ff", "KÃ¶"))
	    open(f"right.{at}", "w").write(text.format("–", "öff", "Kö"))'
	u detect --undo text.131000 2>err | cmp - right.131000 || fail 'expected it mended'
	u detect --undo --in-place text.* 2>err || fail 'expected them to be mended'
	cat text.* | cmp - <(cat right.*) || fail 'expected each to be mended'
}
