# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Tests of detect; sourced by cli.sh.

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
	exits "$3" u detect "$1"
	out_is "$1: $2\n"
	err_empty
}

# Encodings that are ASCII but for escape sequences.
test_detect_escapes() {
	local row
	python3 -c 'if True:
	texts = {"iso2022_jp": "日本語のテキスト\n", "iso2022_kr": "한국어 텍스트\n", "hz": "敏捷的棕色狐狸\n"}
	for name, text in texts.items():
	    open(name, "wb").write(text.encode(name))
	    open(name + ".late", "wb").write(b"a" * 65531 + text.encode(name))'
	for row in iso2022_jp:ISO-2022-JP iso2022_kr:ISO-2022-KR hz:HZ-GB-2312; do
		detected "${row%:*}" "${row#*:} (guess, by how it looks)" 0
		[ "$row" = iso2022_kr:ISO-2022-KR ] || detected "${row%:*}.late" "${row#*:} (guess, by how it looks)" 0
		run u detect --json "${row%:*}" "${row%:*}.late"
		json 'all(o["confidence"] is None for o in L)'
	done
	# No such text, but not certain.
	printf '\033(B\n' >text
	detected text 'US-ASCII (escape sequences: perhaps ISO-2022)' 0
	run u detect --json text
	json 'L[0]["confidence"] is None'
	printf 'x = ~{a; b};\n' >text
	detected text 'US-ASCII (with ~{: perhaps HZ)' 0
	printf '\033[31mred\033[0m ~a ~~{\n' >text
	detected text US-ASCII 0
	run u detect --json text
	json 'L[0]["confidence"] == 1'
}

# Each language in UTF-16 and UTF-32 without a mark: found, or not certain.
test_detect_no_mark() {
	printf '%s\n' "$LANGUAGES" >text
	python3 -c 'if True:
	for i, line in enumerate(open("text", encoding="utf-8")):
	    for name in "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE":
	        open(f"{i}.{name}", "wb").write(line.encode(name))
	        open(f"cut{i}.{name}", "wb").write(line[:7].strip().encode(name))
	for name in "UTF-16LE", "UTF-16BE":
	    open("han." + name, "wb").write("敏捷的棕色狐狸跳过了懒狗。".encode(name))
	    # Each low byte is that of a lead byte of Shift_JIS, but no high byte that of a trail.
	    open("greek." + name, "wb").write("Ξεσκεπάζω".encode(name))'
	exits 0 u detect --json [0-9]*.UTF-* han.* greek.*
	json 'len(L) == 48 and all(o["encoding"] == o["file"].split(".")[1] and o["by"] == "looks" for o in L)'
	json 'all(o["confidence"] is None and o["errors"] is None for o in L)'
	run u detect --json cut*
	json 'len(L) == 44 and all(o["confidence"] is None for o in L)'
	printf 'h\0i\0' >text
	detected text 'UTF-16LE (guess, by how it looks)' 0
	python3 -c 'print("a line of text " * 9, end="\1")' | iconv -t utf-16le >text
	run u detect --json text
	json 'L[0]["encoding"] == "UTF-16LE" and L[0]["confidence"] is None'
	# Names ended by NUL, a string with its NUL, and no text at all.
	for text in 'abc\0def\0' 'hello\0' '\1\0\2\0' '\351\1\0\377'; do
		printf '%b' "${text//\\/\\0}" >text
		run u detect --json text
		json '(L[0]["encoding"] in (None, "US-ASCII")) and L[0]["confidence"] is None'
	done
}

# A sequence on the border of what is read at once.
test_detect_chunks() {
	head -c 65535 /dev/zero | tr '\0' a >text
	printf '\303\251' >>text
	detected text UTF-8 0
	printf '\303\203\302\251' >>text
	head -c 65533 /dev/zero | tr '\0' a >text
	printf '\303\203\302\251' >>text
	exits 1 u detect text
	exits 0 u detect --undo text
	tail -c 2 out | cmp -s - <(printf '\303\251') || fail 'expected e with an acute'
}

# A label is tried before it is said, it is the one that readers use, and filter takes it.
test_detect_labels() {
	local row label
	for row in 'CP932:cp932:①番目の項目です。これは日本語の文章です。' 'CP932:cp932:株式会社テスト ㈱の表記を含みます。' \
		'CP932:cp932:C:\\temp~ ソフトウェア表示能力の一覧表です' 'windows-1254:cp1254:Çalışma saatleri: 09:00–18:00, öğle arası…' \
		'windows-1254:cp1254:Türkiye’nin başkenti Ankara’dır.' 'KOI8-U:koi8-u:Привіт, як справи? Дякую, все гаразд.' \
		'KOI8-R:koi8-r:Привет, как дела? Спасибо, всё хорошо.' 'windows-874:cp874:ราคา 5 € …ครับผม สวัสดี' \
		'windows-1252:latin-1:Antôni Carlos' 'windows-1257:iso8859-13:Įveskite žodį, kurį rašote šiąnakt čia' \
		'ISO-8859-2:iso8859-2:wyciąg žluťoučký kůň příšerně úpěl ďábelské ódy' 'CP737:cp737:Το μάθημα και η άσκηση' \
		'EUC-JISX0213:euc_jis_2004:子どもが𠮟られた。①番目の本。' \
		'JOHAB:johab:똠방각하는 펲시콜라를 마신다. 다음 줄' \
		'GB18030:gb18030:这是一个测试，我们看看它说什么。' \
		'UHC:cp949:한국어 텍스트입니다. 펲시 똠방각하를 봅니다.'; do
		label=${row%%:*}
		row=${row#*:}
		printf '%s\n' "${row#*:}" >right
		python3 -c 'import sys; sys.stdout.buffer.write(open("right", encoding="utf-8").read().encode(sys.argv[1]))' "${row%%:*}" >text
		run u detect --json text
		json "L[0]['encoding'] == '$label'"
		run u filter --from="$label" text
		cmp -s out right || fail "$label: expected the text"
	done
}

# Whatever the encoding of a file is, it becomes UTF-8; what is UTF-8 stays; doubt is left alone.
test_detect_from_guess() {
	mkdir tree
	python3 -c 'if True:
	texts = {"cp932": "株式会社テスト ㈱の表記を含みます。", "cp1254": "Çalışma saatleri: 09:00–18:00, öğle arası…",
	         "utf-8": "Größe, naïve", "utf-16": "Größe", "koi8-u": "Привіт, як справи? Дякую, все гаразд.", "ascii": "plain"}
	for name, text in texts.items():
	    open("tree/" + name, "wb").write((text + "\n").encode(name))
	    open(name + ".right", "w", encoding="utf-8").write(text + "\n")
	open("tree/gb18030", "wb").write(bytes.fromhex("84319533c4e30a"))
	open("gb18030.right", "w", encoding="utf-8").write("\ufeff你\n")
	open("tree/short", "wb").write(b"\xe9")
	open("tree/binary", "wb").write(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xfe")
	open("utf-16.right", "w", encoding="utf-8").write("\ufeffGröße\n")'
	cp tree/cp1254 .
	exits 0 u filter --from=guess cp1254
	cmp -s out cp1254.right || fail 'expected the text'
	err_has 'cp1254: read as windows-1254'
	u filter --from=guess <cp1254 2>err | cmp -s - cp1254.right || fail 'expected the text of a pipe'
	exits 1 u filter -r --from=guess --in-place tree
	err_has 'short: its encoding is not sure (unknown): left as it is'
	for name in *.right; do
		cmp -s "tree/${name%.right}" "$name" || fail "$name: expected the text"
	done
	[ "$(wc -c <tree/short)" = 1 ] || fail 'expected it as it was'
	rm tree/short
	exits 0 u filter -r --from=guess --in-place tree
	[ "$(sed '$d' err)" = 'utf8check: filter: tree/binary: binary: left as it is; --text takes binary files as text' ] ||
		fail 'expected a line of the binary file alone, and the sum'
	run u filter --from=gues cp1254
	err_has "did you mean 'guess'?"
	run u filter -r --from=guess --in-place tree
	for name in *.right; do
		cmp -s "tree/${name%.right}" "$name" || fail "$name: expected no change"
	done
}

# What was reported of other tools: the bytes, the answer, and what --undo makes of them.
test_detect_reports() {
	python3 -c 'if True:
	import os, sys
	os.mkdir("reports")
	rows = [line.rstrip("\n").split("\t") for line in open(sys.argv[1], encoding="utf-8") if line[0] != "#"]
	with open("answers", "w", encoding="utf-8") as answers:
	    for i, (text, answer, undone) in enumerate(rows):
	        name = f"reports/{i:02}"
	        open(name, "wb").write(bytes.fromhex(text))
	        answers.write(f"{name}: {answer}\n")
	        if undone:
	            undone = undone.replace("\\n", "\n").replace("\\ufeff", "\ufeff") + "\n"
	            open(name + ".right", "w", encoding="utf-8").write(undone)' "$HERE/../truth/reports.tsv"
	run u detect reports/[0-9][0-9]
	diff answers out || fail 'expected these answers'
	local right
	for right in reports/*.right; do
		u detect --undo "${right%.right}" 2>err | cmp -s - "$right" || fail "$right: expected it mended"
	done
}

# Regression: UTF-8 was read in another encoding for one line in it.  Where one of four
# lines is in another encoding the text is left; where all four are, it is read.
test_detect_one_legacy_line() {
	mkdir one tree all
	python3 -c 'if True:
	texts = {
	    "cp1252": "Größe und Übergänge\nStraße, süß\nfür alle Bücher\nschöne Grüße aus Köln",
	    "iso8859-15": "déjà vu à la fenêtre\nle garçon élève\nun bœuf, 5 €\ntrès bientôt, naïve",
	    "latin-1": "el niño comió piña\n¿Cómo estás, señor?\nmañana será otro día\ncorazón y canción",
	    "iso8859-2": "žluťoučký kůň\npříliš úpěl ďábelské\nčeská řeč\nsvětlo měsíce",
	    "cp1250": "zażółć gęślą jaźń\npchnąć w tę łódź\njeża lub ośm\nskrzyń fig — źródło",
	    "cp1257": "ąžuolas ir šermukšnis\nčiužinys, ėjo\nįdomūs žmonės\nūkas virš ežero",
	    "cp1254": "çalışma saatleri\nöğle arası gün ışığı\nşişe ve ağaç\nİstanbul’da güneş",
	    "cp1251": "Съешь же ещё этих\nмягких французских булок\nда выпей чаю\nПривет, как дела",
	    "koi8-u": "Привіт, як справи\nДякую, усе гаразд\nїжак і ґава\nЩасливої дороги",
	    "cp866": "широкая электрификация\nюжных губерний даст\nмощный толчок подъёму\nсельского хозяйства",
	    "iso8859-7": "Καλημέρα κόσμε\nη γλώσσα μου\nπού είναι η θάλασσα\nκαλή νύχτα",
	    "cp1255": "שלום עולם\nמה שלומך היום\nבוקר טוב לכולם\nתודה רבה",
	    "cp874": "สวัสดีชาวโลก\nภาษาไทยง่ายนิดเดียว\nขอบคุณมากครับ\nกรุงเทพมหานคร",
	    "cp932": "株式会社テスト\nこんにちは世界\nありがとうございます\n日本語の文章です",
	    "euc-jp": "春はあけぼの\nやうやう白くなりゆく\n山ぎは少し明かりて\n紫だちたる雲",
	    "gb18030": "你好，世界\n今天天气很好\n我们去公园吧\n谢谢大家的帮助",
	}
	for name, text in texts.items():
	    lines = text.split("\n")
	    open("all/" + name, "wb").write((text + "\n").encode(name))
	    open(name + ".right", "w", encoding="utf-8").write(text + "\n")
	    for i in range(4):
	        open(f"one/{name}.{i}", "wb").write(b"".join(
	            (line + "\n").encode(name if k == i else "utf-8") for k, line in enumerate(lines)))'
	for name in one/*; do
		exits 1 u detect "$name"
		grep -q '^one/[^ ]* UTF-8, with [0-9]* errors*, the first at byte' out || fail "$(cat out)"
		exits 1 u filter --from=guess "$name"
		out_is ''
		err_has ': UTF-8, with '
		err_has ' left as it is; --on-error=CHARSET, without --from, reads what is ill-formed'
		exits 1 u filter --from=guess -o new "$name"
		[ ! -e new ] || fail "$name: expected no output"
		exits 1 u filter --from=guess - <"$name"
		out_is ''
	done
	cp one/* tree
	exits 1 u filter -r --from=guess --in-place=.old tree
	diff -r one tree || fail 'expected no change'
	exits 1 u filter --from=guess one/cp1252.1
	err_has 'ill-formed; perhaps windows-1252'
	exits 0 u filter --on-error=windows-1252 one/cp1252.1
	cmp -s out cp1252.right || fail 'expected the text'
	exits 0 u filter -r --from=guess --in-place all
	for name in all/*; do
		cmp -s "$name" "${name#all/}.right" || fail "$name: expected the text: $(cat "$name")"
	done
}
