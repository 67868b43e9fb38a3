# SPDX-License-Identifier: GPL-2.0-only OR MIT
# A repository's gate: check --policy=source, --tracked, --staged, --format; sourced by cli.sh.

need_git() {
	command -v git >/dev/null || skip 'git is not there'
	export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_{AUTHOR,COMMITTER}_NAME=a GIT_{AUTHOR,COMMITTER}_EMAIL=a@b
}
new_repository() { # FOLDER
	need_git
	rm -rf "$1"
	git init -q "$1"
	cd "$1" || exit
}

# Each line of stdin: a text, as printf %b takes it, a tab, and the code points that are found.
all_found() {
	local text found
	while IFS=$'\t' read -r text found; do
		printf '%b' "$text" >text
		run u check --policy=source text
		[ "$(grep -o 'U+[0-9A-F]*' out | paste -sd ' ')" = "$found" ] || fail "of '$text' expected $found"
		status_is $((${#found} > 0))
	done
}

# The kinds of Trojan Source (CVE-2021-42574), each in a line of its own, and invisible names.
test_gate_trojan_source() {
	all_found <<-'END'
		/*\u202e } \u2066if (admin)\u2069 \u2066 begin */	U+202E U+2066 U+2069 U+2066
		if (level != "user\u202e \u2066// Check\u2069 \u2066") {	U+202E U+2066 U+2069 U+2066
		/* Say hello; newline\u2067/*/ return 0;\n}	U+2067
		'''Subtract funds, then \u2067''' ;return	U+2067
		/*\u202a embedded, never popped */\n/* \u202c */	U+202A
		x = "\u202b a \u2066 b \u202c c \u2069 d"	U+202B U+2066 U+202C U+2069
		x = "\u202e balanced\u202c"	U+202E U+202C
		x = "\u202d balanced\u202c"	U+202D U+202C
		x = "\ufffe"	U+FFFE
		int is\u200bAdmin() {	U+200B
		int is\u200dAdmin() {	U+200D
		int x\u3164 = 1; x\u115f x\u1160 x\u034fy x\u2060y x\ufeffy x\u00ady	U+3164 U+115F U+1160 U+034F U+2060 U+FEFF U+00AD
	END
}

# "GlassWorm" and its kin: a program in characters that nobody sees.
test_gate_glassworm() {
	all_found <<-'END'
		eval("\U000e0100\U000e0155\U000e01ef")	U+E0100 U+E0155 U+E01EF
		eval("\ufe00\ufe0f")	U+FE00 U+FE0F
		x = "\U000e0001\U000e0041\U000e007f"	U+E0001 U+E0041 U+E007F
		x = "\ue000\ue001\U000f0000\U0010fffd"	U+E000 U+E001 U+F0000 U+10FFFD
		x = "\u200e\u200f\u200e\u200f"	U+200E U+200F U+200E U+200F
		x = "\u200e\u200e\u200f\u200e\u200f"	U+200E U+200E U+200F U+200E U+200F
		x = "\u2066\u2069\u2066\u2069"	U+2066 U+2069 U+2066 U+2069
		// a comment that ends\u2028 here()	U+2028
		// a comment that ends\u2029 here()	U+2029
		x = "\x1b[2K"	U+001B
	END
}

# What languages write, and where nobody writes that.
test_gate_languages() {
	local text
	# By lines: the space of no width in Khmer; in Latin and alone. Joiners in scripts of India
	# and in Javanese, in Arabic, past punctuation; where no letter that joins is near. The grapheme
	# joiner, before marks; fillers, beside letters of Hangul; and beside others. Marks of
	# direction; the word joiner and a selector, which do nothing there.
	all_found <<-'END'
		ក\u200bខ ក\u200b\u200b\u200bខ ក\u200b ก\u200bข
		x\u200by \u200b 1\u200b	U+200B U+200B U+200B
		ನ್\u200c ರ\u200d್ ന\u200d് ර්\u200d යෙ\u200dෂ ত\u200c ها\u200c ഩ്\u200c\u200cവ ꦱ\u200bꦲ
		م\u200d\u200d\u200dم a\u200dب c\u200cd	U+200C
		اما،\u200c باید (\u200d`this` در \u200d`x` SPA\u200c ها بِ\u200d: `<b>\u200c`ها از \u200cAPI ឬ?\u200b\u200b
		(\u200cx) `x\u200d` ب x\u200d("ب") is\u200dA ب	U+200C U+200D U+200D U+200D
		\u0e01\u034f\u05b0 a\u0301\u034f\u0302 a\u034f	U+034F
		ᄀ\u1160 \u115fᅡ ㄱ\u3164 \uffa0ￂ
		가\u3164 x\u1160 \u3164\u3164	U+3164 U+1160 U+3164 U+3164
		a\u200f \u202aשלום\u200f x	U+202A
		ក\u2060 م\ufe0f	U+2060 U+FE0F
	END
	# At the ends of a text; and where it is read once, also over the ends of its pieces.
	printf '\u200cب' >text
	exits 0 u check --policy=source text
	printf 'ب\u200c' >text
	exits 0 u check --policy=source text
	for i in {1..100000}; do printf 'ക\u200dക x'; done >text
	exits 0 u check --policy=source text
	new_repository languages && cp ../text . && git add text
	exits 0 u check --policy=source --staged
	exits 0 u check --policy=source < <(printf '\xe0\xb4' && sleep 0.2 && printf '\x95' && sleep 0.2 && printf '\u200d x')
	# What follows decides, and comes later; an error that waits for that keeps its place.
	for i in {1..100000}; do printf 'y\u200bក'; done >text
	exits 0 u check --policy=source text
	git add text
	exits 0 u check --policy=source --staged
	exits 0 u check --policy=source < <(cat text)
	exits 0 u check --policy=source < <(printf 'y\u200b' && sleep 0.2 && printf '\u200b' && sleep 0.2 && printf 'ក')
	exits 1 u check --policy=source < <(printf 'y\u200b\xff\u200b' && sleep 0.2 && printf 'z\xfe')
	out_is '-:1:2: byte 1: misplaced-ignorable: E2 80 8B (U+200B ZERO WIDTH SPACE)\n-:1:3: byte 4: invalid-byte: FF\n-:1:4: byte 5: misplaced-ignorable: E2 80 8B (U+200B ZERO WIDTH SPACE)\n-:1:6: byte 9: invalid-byte: FE\n'
	exits 1 u check --policy=source < <(printf 'ب\u200c x\u200c')
	out_is '-:1:5: byte 7: misplaced-ignorable: E2 80 8C (U+200C ZERO WIDTH NON-JOINER)\n'
	printf 'x\ufff9y\ufffaz\ufffb' >text
	exits 1 u check --policy=source --format=gcc text
	[ "$(grep -c 'misplaced-ignorable: EF BF B[9AB] ' out)" = 3 ] || fail 'expected the characters of annotations'
	printf 'ب\u200c' >text
	exits 0 u check --policy=source --forbid=misplaced-ignorable text
	exits 0 u check --policy=source --from=utf-16le < <(iconv -t utf-16le text)
}

# What people write.
test_gate_no_false_alarm() {
	all_found <<-'END'
		\ufeffint x;\r\n\ttext\f\v\n
		\u2067שלום\u2069 and \u202bشكرا\u202c and \u2068x\u2069
		\u2066 a \u2067 b \u2069 c \u2069
		שלום!\u200f (x)\u200e \u200e\u200e\u200e\u200e\u200e
		a closes nothing\u202c b \u2069
		FS = "\a"
		\ue0a0 branch \uf121 \uf0f3\uf0f4
		10\u00a0%\u3000\u2009x
		می\u200cخواهم ශ්\u200dරී
		❤️\ufe0f 🙂\ufe0f ❤️ 👩\u200d👩\u200d👧 🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f ≨︀
	END
	printf 'x\u00a0\f' >text
	exits 0 u check --policy=source --json text
	json 'L[0]["code_points"] == 3'
	printf '\xff\xfe/\0/\0\x2e\x20\n\0' >text
	run u check --policy=source --from=auto text
	out_is 'text:1:4: byte 6: bidi-control: 2E 20 (U+202E RIGHT-TO-LEFT OVERRIDE)\n'
}

# More waits for its end than there is room for; and an end that another thread finds.
test_gate_far_apart() {
	{ printf '\xe2\x81\xa6' && printf 'x\xee\x80\x80%.0s' {1..5000} && printf '\xe2\x81\xa9\n'; } >text
	run u check --policy=source text
	[ "$(grep -c bidi-control out)" = 1 ] || fail 'expected the one whose end is too far away'
	{
		head -c 9000000 /dev/zero | tr '\0' '\n'
		printf '\xe2\x81\xa6'
		head -c 9000000 /dev/zero | tr '\0' x
		printf '\xe2\x81\xa9\n\xe2\x80\xae'
	} >text
	run u check --policy=source -j2 text
	out_is 'text:9000002:1: byte 18000007: bidi-control: E2 80 AE (U+202E RIGHT-TO-LEFT OVERRIDE)\n'
}

test_gate_binary_files() {
	printf '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\6\0\0\0\x1f' >a.png
	printf 'GIF89a/*%0200d*/=1;//\xf3\xa0\x84\x80\n' 0 >a.gif
	{ printf 'a table%01500d\n' 0 && printf '\0%.0s' {1..11}; } >b.dat
	{ printf 'a text%0200d\n' 0 && printf '\0'; } >c.dat
	{ cat b.dat && printf '\1%.0s' {1..200}; } >d.dat && mv d.dat b.dat
	printf 'REDIS0003\xfe\0\t\4hash\x10\2\2f1\2\0v1\2f2\2\0v2\xff\xff' >e.rdb
	run u check --policy=source a.png a.gif b.dat c.dat e.rdb
	out_is 'a.gif:1:216: byte 215: misplaced-ignorable: F3 A0 84 80 (U+E0100 VARIATION SELECTOR-17)\nc.dat:2:1: byte 207: control: 00 (U+0000 NULL)\n'
	[ "$(tail -n 1 err)" = 'utf8check: check: binary: 3 not judged: a.png, b.dat, e.rdb; --text takes binary files as text' ] ||
		fail 'expected three files in the last line'
	exits 0 u check --policy=source --json a.png
	json 'L[0]["binary"] and L[0]["valid"] is None'
	exits 1 u check --policy=source --text a.png
}

# A file in another charset is one finding, and no noise is made of its letters.
test_gate_other_charset() {
	local of i
	for i in {1..40}; do echo "Привет, мир: это строка номер $i"; done >ru
	iconv -t cp1251 ru >ru.txt
	{ yes ж | head -n 12 && printf '\xff%.0s' {1..11}; } >mixed
	{ yes ж | head -n 10 && printf '\xff%.0s' {1..11}; } >most
	iconv -t utf-16 ru >marked && iconv -t utf-16be ru >be && printf 'int x;\nint y;\n' | iconv -t utf-32le >wide
	exits 1 u check --policy=source -j4 ru.txt most marked be wide
	out_is 'ru.txt:1:1: byte 0: not UTF-8: 920 errors, perhaps windows-1251
most:11:1: byte 30: not UTF-8: 11 errors
marked:1:1: byte 0: UTF-16LE: name it in .gitattributes
be:1:1: byte 0: UTF-16BE: name it in .gitattributes
wide:1:2: byte 1: UTF-32LE: name it in .gitattributes\n'
	exits 1 u check --policy=source mixed
	[ "$(grep -c invalid-byte out)" = 11 ] || fail 'expected each error'
	exits 1 u check --policy=source --text ru.txt
	[ "$(wc -l <out)" = 920 ] || fail 'expected each error'
	exits 1 u check --policy=source --json ru.txt
	json 'L[0]["summary"].startswith("not UTF-8") and len(L[0]["errors"]) == 1 and L[0]["error_count"] == 920'
	run u check --policy=source --format=github ru.txt
	out_is '::error file=ru.txt,line=1,col=1,title=utf8check::not UTF-8: 920 errors, perhaps windows-1251\n'
	for of in sarif gcc junit; do
		run u check --policy=source --format=$of ru.txt
		grep -q 'not UTF-8: 920 errors, perhaps windows-1251' out || fail "expected it in $of"
	done
	exits 1 u check --policy=source -l ru.txt
	exits 1 u check --policy=source -q ru.txt
	exits 1 u check --policy=source -m0 ru.txt
	out_is ''
	run u check --policy=source -c ru.txt
	out_is 'ru.txt:920\n'
}

# An old repository begins today: what it has is known, and what comes to it is found.
test_gate_baseline() {
	local i
	new_repository baseline
	printf 'x\xff\xff\n\xe2\x80\xae\n' | tee 'a b' >gone
	printf 'x\xff\n' >new$'\t'line
	for i in {1..40}; do echo "Привет, мир: это строка номер $i"; done | iconv -t cp1251 >ru
	git add . && rm -f out err
	exits 0 u check --policy=source --tracked --write-baseline=../known -j4
	out_is ''
	cmp - ../known <<-END || fail 'expected other lines'
		a b	bidi-control	e280ae	1
		a b	invalid-byte	ff	2
		gone	bidi-control	e280ae	1
		gone	invalid-byte	ff	2
		new\x09line	invalid-byte	ff	1
		ru	other-charset		920
	END
	for i in --tracked --staged; do
		exits 0 u check --policy=source $i --baseline=../known -j4
		[ "$(cat out err)" = 'utf8check: check: baseline: 4 with errors that it knows: a b, gone, new\x09line, ru' ] || fail "$i: expected a notice"
	done
	# Lines move; one more is found, and what is gone is said.
	{ printf 'more\n\xff\xff\n' && printf '\xe2\x80\xae%.0s' 1 2; } >'a b'
	printf '\xff\n' >>ru
	echo fine >gone
	exits 1 u check --policy=source --tracked --baseline=../known -j4
	out_is 'a b:3:2: byte 11: bidi-control: E2 80 AE (U+202E RIGHT-TO-LEFT OVERRIDE)\nru:1:1: byte 0: not UTF-8: 921 errors, perhaps windows-1251\n'
	err_has 'gone: in the baseline 2, found 0: invalid-byte ff'
	git checkout -q ru 'a b'
	exits 0 u check --policy=source --tracked --baseline=../known
	err_has 'gone: in the baseline 1, found 0: bidi-control e280ae'
	# Its name is escaped once, and what a hostile baseline has is escaped too.
	printf 'back\\\\slash\tinvalid-byte\tff\t1\nend\\\\x1\tinvalid-byte\tff\t1\nnew\\x09line\tinvalid-byte\tff\t2\n\x1b[2J\tcontrol\t\t1\n' | LC_ALL=C sort >../hostile
	exits 1 u check --policy=source --tracked --baseline=../hostile
	for i in 'back\\slash' 'end\\x1' 'new\x09line' '\x1B[2J'; do
		grep -qF "check: $i: in the baseline" err || fail "expected $i"
	done
	# A file that is deleted, too; but not what a run does not judge.
	git rm -qf gone && mkdir sub && cp "a b" sub/other && git add sub
	exits 1 u check --policy=source --tracked --baseline=../known
	err_has 'gone: in the baseline 2, found 0: invalid-byte ff'
	git reset -q sub && git rm -qf --cached 'new'* && rm -r sub && mkdir sub && cp -- 'new'* sub && git add sub && cd sub || exit
	run u check --policy=source --tracked --baseline=../../known
	! grep 'found 0' err || fail 'expected nothing of other folders'
	cd .. && git rm -qrf sub && git add 'new'*
	exits 0 u check --policy=source --baseline=../known 'a b' ./ru
	! grep 'found 0' err || fail 'expected nothing of other files'
	exits 0 u check --policy=source --tracked --baseline=../known --exclude=ru
	! grep 'found 0' err || fail 'expected nothing of other files'
	# What no run writes.
	for i in 'a b' 'a\tinvalid-byte\tff\t1' 'a\tinvalid-byte\tf.\t1\n' 'a\tinvalid-byte\tff\t0\n' \
		'a\tinvalid-byte\tff\t\n' 'a\tcontrol\t00\t1\na\tcontrol\t00\t1\n' 'a\tff\t1\n' 'b\tcontrol\t00\t1\na\tcontrol\t00\t1\n'; do
		printf '%b' "$i" >wrong
		fails_with 'is not one of a baseline' u check --policy=source --tracked --baseline=wrong
		fails_with 'is not one of a baseline' u check --policy=source --tracked --write-baseline=wrong
	done
	fails_with 'No such file' u check --policy=source --tracked --baseline=missing
	mkfifo ../pipe
	for i in ../pipe .. /dev/zero; do
		fails_with 'not a regular file' timeout 20 "$UTF8CHECK" check --policy=source --tracked --baseline="$i"
		fails_with 'not a regular file' timeout 20 "$UTF8CHECK" check --policy=source --tracked --write-baseline="$i"
	done
	# That of a commit, which nobody has changed since.
	exits 0 u check --policy=source --tracked --write-baseline=known && git add known && git commit -qm x
	printf '\xfe\n' >evil && git add evil && rm wrong
	exits 0 u check --policy=source --tracked --write-baseline=known && git add known
	exits 0 u check --policy=source --tracked --baseline=known
	exits 1 u check --policy=source --staged --baseline=known --attributes-from=HEAD
	out_is 'evil:1:1: byte 0: invalid-byte: FE\n'
	(mkdir folder && cd folder && exits 1 u check --policy=source --staged --baseline=../known --attributes-from=HEAD ..) || exit
	# A commit before the first baseline has none; one that is wrong is wrong there too.
	exits 1 u check --policy=source --staged --baseline=first --attributes-from=HEAD 'a b'
	out_is 'a b:1:2: byte 1: invalid-byte: FF\na b:1:3: byte 2: invalid-byte: FF\na b:2:1: byte 4: bidi-control: E2 80 AE (U+202E RIGHT-TO-LEFT OVERRIDE)\n'
	err_has 'baseline: 1 not in the commit: first; nothing is known'
	exits 2 u check --policy=source --staged --baseline=known --attributes-from=nothing
	printf 'wrong missing\n' >wrong && git add wrong && git commit -qm wrong
	fails_with 'wrong: line 1 is not one of a baseline' u check --policy=source --staged --baseline=wrong --attributes-from=HEAD
	fails_with 'needs --policy' u check --baseline=known evil
}

# What is judged alone replaces its own lines alone; all of the repository replaces all.
test_gate_baseline_in_part() {
	new_repository part && mkdir sub sub2
	printf 'x\xff\xff\n' | tee a sub/a >sub2/a && git add .
	exits 0 u check --policy=source --tracked --write-baseline=../known
	printf 'x\xff\n' | tee sub/a >a && rm out err
	(cd sub && exits 0 u check --policy=source --tracked --write-baseline=../../known) || exit
	printf '%s\tinvalid-byte\tff\t%d\n' a 2 sub/a 1 sub2/a 2 | cmp - ../known || fail 'expected lines of sub alone to change'
	git rm -qf sub2/a && exits 0 u check --policy=source --staged --write-baseline=../known
	printf '%s\tinvalid-byte\tff\t2\n' a sub/a | cmp - ../known || fail 'expected all lines to change'
}

# A thread gives back a file that has more errors than it keeps: what is known counts once.
test_gate_baseline_many_errors() {
	printf 'жж\xff\n' | tee a >b
	exits 0 u check --policy=source --write-baseline=known a b
	for i in {1..9000}; do printf 'жж\xfe\n'; done | tee -a a >>b
	exits 1 u check --policy=source -j4 --baseline=known a b
	[ "$(grep -c ': FE' out) $(wc -l <out)" = '18000 18000' ] || fail 'expected what is new'
}

# A file is found among the lines of the others, not looked for in each: that took 8 seconds of CPU.
test_gate_baseline_of_many_files() {
	echo x >good.c
	seq -f $'z%05g.c\tbidi-control\te280aa\t1' 50000 >known
	yes good.c | head -n 40000 | tr '\n' '\0' >names
	exits 0 sh -c 'ulimit -t 4; exec "$@"' - "$UTF8CHECK" check --policy=source --write-baseline=known --files0-from=names
	[ "$(wc -l <known)" = 50000 ] || fail 'a line is lost'
}

# A file that is known to be in another charset hides nothing else.
test_gate_baseline_other_charset() {
	local asked
	new_repository other && printf '\xe9\n%.0s' {1..40} >l.c && git add l.c
	exits 0 u check --policy=source --staged --write-baseline=../known
	{ printf '/*' && printf '\xe9%.0s' {1..30} && printf '*/ \u202e\n'; } >l.c && git add l.c
	for asked in --tracked --staged; do
		exits 1 u check --policy=source $asked --baseline=../known
		out_is 'l.c:1:36: byte 35: bidi-control: E2 80 AE (U+202E RIGHT-TO-LEFT OVERRIDE)\n'
		err_has 'in the baseline 40, found 30: other-charset'
		exits 1 u check --policy=source --forbid=bidi-control $asked --baseline=../known
	done
	exits 0 u check --policy=source --staged --write-baseline=../known
	exits 0 u check --policy=source --staged --baseline=../known
}

# What a program runs hides behind no NULs, and a real binary file is none the less binary.
test_gate_nuls() {
	local i
	{ printf '/*' && printf '\0%.0s' {1..11} && printf '*/ x = "\xe2\x80\xae"\n'; } >hidden
	{ printf 'GIF89a/*' && printf '\1\0%.0s' {1..60} && printf '*/=1\n'; } | tee a.gif >a.JS
	{ echo x && head -c 5000 /dev/zero; } >end
	{ head -c 257 hidden; head -c 257 /dev/zero; } | head -c 257 >archive && printf 'ustar\0000' >>archive
	exits 1 u check --policy=source hidden
	[ "$(grep -c 'control: 00' out)" = 1 ] || fail 'expected the row of NULs'
	err_has 'hidden: 12 errors, 2 shown'
	grep -q U+202E out || fail 'expected U+202E'
	exits 0 u check --policy=source a.gif archive
	err_has '2 not judged: a.gif, archive'
	# A magic number that is a name to JavaScript; and names without a suffix.
	for i in GIF89a OggS fLaC %PDF- Salted__ '!<arch>'; do
		{ printf '%s=1;/*%0500d' "$i" 0 && printf '\xff%.0s' {1..11} && printf '*/ %s\n' $'\u202e'; } | tee text >./Makefile
		exits 1 u check --policy=source text
	done
	mkdir folder.c && { printf 'GIF89a=' && printf '\xff%.0s' {1..60}; } | tee GNUmakefile Dockerfile x.mts x.pyi folder.c/x x.in >x
	exits 1 u check --policy=source -l GNUmakefile Dockerfile x.mts x.pyi x.in x folder.c/x
	out_is 'GNUmakefile\nDockerfile\nx.mts\nx.pyi\nx.in\n'
	exits 1 u check --policy=source a.JS end
	[ "$(grep -c '^a.JS:1:[0-9]*: byte [0-9]*: control: 0' out)" = 120 ] || fail 'expected each control'
	[ "$(tail -n 1 out)" = 'end:2:1: byte 2: a text with NULs: 5000 errors' ] || fail 'expected one finding'
	exits 1 u check --forbid=control end
	out_is 'end:2:1: byte 2: control: 00 (U+0000 NULL)\n'
	err_has 'end: 5000 errors, 1 shown'
	printf '\0\0\1\0' >rows
	exits 1 u check --forbid=control -c rows
	out_is 'rows:4\n'
	exits 1 u check --forbid=control rows
	[ "$(cut -d ' ' -f 3 out | xargs)" = '0: 2: 3:' ] || fail 'expected two rows of NULs'
}

# Also where the errors begin after what says whether a file is binary.
test_gate_late() {
	local asked
	new_repository repository
	for asked in nuls charset; do
		yes '/* ASCII */' | head -n 9000 >$asked.c
	done
	head -c 4096 /dev/zero >>nuls.c
	printf '// \xcf\xf0\xe8\xe2\xe5\xf2, \xea\xe0\xea \xe4\xe5\xeb\xe0\n%.0s' {1..9} >>charset.c
	{ cat charset.c && yes 'ÄÖÜäöü' | head -n 50; } >mixed.c
	git add .
	for asked in --tracked --staged; do
		exits 1 u check --policy=source $asked
		[ "$(grep -c ^mixed.c: out)" = 117 ] || fail 'expected each error of mixed.c'
		sed -i /^mixed/d out
		out_is 'charset.c:9001:4: byte 108003: not UTF-8: 117 errors, perhaps windows-1251\nnuls.c:9001:1: byte 108000: a text with NULs: 4096 errors\n'
	done
}

test_gate_tracked() {
	local strange=$'new\nline' asked
	new_repository repository
	mkdir 'a b' etc
	# There is one of this name elsewhere.
	printf 'x\n' >etc/passwd
	printf 'x\xff' | tee 'a b/text' "$strange" untracked deleted >./-
	ln -s "$PWD/untracked" link
	printf 'x\n' >becomes-link
	git init -q module && git -C module commit -q --allow-empty -m x
	git add -A . ':!untracked' 2>/dev/null
	rm deleted etc/passwd becomes-link && ln -s untracked becomes-link
	exits 1 u check --tracked -0l
	out_is '-\0a b/text\0new\nline\0'
	err_empty
	run u check --tracked --json
	json '[o["file"] for o in L] == ["-", "a b/text", "new\nline"]'
	run u check --tracked -l -- 'a b'
	out_is 'a b/text\n'
	run u check --tracked -l -- '*b/*'
	out_is 'a b/text\n'
	run u check --tracked -l -- ':!a b' ':!new*'
	out_is '-\n'
	(export GIT_LITERAL_PATHSPECS=1 && fails_with "pathspec '*'" u check --tracked -l -- '*') || exit
	# Git answers at once, whatever it is asked for.
	exits 1 timeout 20 env GIT_FLUSH=0 "$UTF8CHECK" check --tracked -q
	for asked in --tracked --staged; do
		exits 1 u check $asked -l --exclude='a b/*' --exclude=- --exclude=deleted
		out_is 'new\\x0Aline\n' && err_empty
		exits 0 u check $asked --exclude='*'
		silent
	done
	(cd 'a b' && run u check --tracked -l && out_is 'text\n' && run u check --tracked -l .. && out_is '../-\ntext\n../new\\x0Aline\n') || exit
	fails_with '--recursive and --tracked exclude each other' u check --tracked -r
	fails_with '--tracked and --staged exclude each other' u check --tracked --staged
	fails_with 'git names the files' u check --tracked --files0-from=/dev/null
}

# What attributes say of files, and that nobody can leave out files unseen.
test_gate_attributes() {
	local asked wanted=' 2 judged in another charset: cyrillic, wide'
	new_repository attributes
	mkdir folder
	printf 'x\xff\n' | tee bad >folder/bad
	printf '\xef\xf0\xe8\xe2\xe5\xf2\n' >cyrillic
	printf 'int x;\n' | iconv -t utf-16 >wide
	printf 'bad -utf8check\nout utf8check=utf-8\nfolder/* utf8check=OFF\ncyrillic utf8check=cp1251\nwide working-tree-encoding=UTF-16LE-BOM\n' >.gitattributes
	: >out && git -c core.safecrlf=false add .
	for asked in --tracked --staged; do
		exits 0 u check --policy=source $asked -j4
		out_is ''
		[ "$(cut -d: -f4- err | paste -sd ';')" = " 2 not judged: bad, folder/bad;$wanted" ] ||
			fail "$asked: expected two notices"
		wanted=' 1 judged in another charset: cyrillic'
	done
	exits 0 u check --policy=source --tracked --format=github
	out_is '::notice title=utf8check::attributes of git: 2 not judged: bad, folder/bad\n::notice title=utf8check::attributes of git: 2 judged in another charset: cyrillic, wide\n'
	run u check --policy=source --tracked --format=sarif
	python3 "$HERE/sarif.py" <out >said || fail "$(cat said)"
	tr -d '\n' <out >one && mv one out
	json '[n["message"]["text"].split(": ")[2] for n in L[0]["runs"][0]["invocations"][0]["toolExecutionNotifications"]] == ["bad, folder/bad", "cyrillic, wide"]'
	exits 0 u check --policy=source --tracked -q
	silent
	(cd folder && run u check --tracked && err_has '1 not judged: bad' && rm out err) || exit
	# Those of a commit, whatever was staged since; and no file is left of it.
	git rm -qf wide && git commit -qm old && printf '* utf8check=off\n' | tee .gitattributes >folder/.gitattributes && git add .
	mkdir tmp && export TMPDIR=$PWD/tmp
	printf 'x\xff\n' >new && git add new
	for asked in --tracked --staged; do
		exits 0 u check --policy=source $asked
	done
	exits 1 u check --policy=source --staged --attributes-from=HEAD
	out_is 'new:1:2: byte 1: invalid-byte: FF\n'
	err_has 'folder/bad'
	exits 2 u check --staged --attributes-from=nothing
	[ -z "$(ls -A tmp)" ] || fail 'expected no file there'
	# Git takes a relative path from the root of the work tree on.
	(cd folder && export TMPDIR=../tmp && exits 1 u check --policy=source --staged --attributes-from=HEAD ../new) || exit
	exits 1 env GIT_INDEX_FILE=.git/index "$UTF8CHECK" check --staged --attributes-from=HEAD new
	# The work tree is as the attributes of a change want it.
	fails_with 'needs --staged' u check --tracked --attributes-from=HEAD new
	fails_with "'--reset' is no commit" u check --staged --attributes-from=--reset
	printf 'new utf8check=no-such\n' >.gitattributes
	fails_with "new: attributes of git name 'no-such'" u check --tracked new
	printf '* working-tree-encoding=off\n' >.gitattributes
	fails_with "new: attributes of git name 'off'" u check --tracked new
}

# What is committed is judged, not what refs/replace has for it.
test_gate_replaced() {
	new_repository replaced
	printf 'int is\xe2\x80\x8bAdmin;\n' >a.c
	git add a.c
	git replace "$(git hash-object a.c)" "$(echo 'int x;' | git hash-object -w --stdin)"
	exits 1 u check --policy=source --staged
	grep -q 'a.c:1:7: byte 6: misplaced-ignorable' out || fail 'expected the object itself'
}

# Where Git's names are those of another folder, or there are only links, nothing is judged.
test_gate_nothing_here() {
	new_repository elsewhere
	ln -s x y
	git add y
	fails_with 'no file that git tracks is here' u check --policy=source --tracked
	printf 'int is\xe2\x80\x8bAdmin;\n' >a.c
	git add a.c
	mkdir ../other
	cd ../other || exit
	exits 2 env GIT_DIR=../elsewhere/.git GIT_WORK_TREE=../elsewhere "$UTF8CHECK" --engine=library check --policy=source --tracked
	err_has 'no file that git tracks is here'
}

# Marks of encodings in which no program reads source code are ill-formed text.
test_gate_marks() {
	local mark i
	printf '\x84\x31\x95\x33\necho "i\xe2\x80\x8bAdmin"\n' >text
	exits 1 u check --policy=source text
	grep -q 'misplaced-ignorable: E2 80 8B' out || fail 'expected UTF-8'
	for mark in '\xff\xfe' '\xfe\xff' '\xff\xfe\0\0' '\0\0\xfe\xff'; do
		printf '%b\necho "is\xe2\x80\x8bAdmin" and some more\n' "$mark" >text
		run u check --policy=source text
		grep -q 'misplaced-ignorable: E2 80 8B' out || fail 'expected UTF-8'
		run u check --policy=source <text
		grep -q 'misplaced-ignorable: E2 80 8B' out || fail 'expected UTF-8'
	done
	# What an option says of the encoding is not doubted.
	printf '\xff\xfeAAAAAAAAAA' >text
	exits 1 u check --policy=source text
	exits 0 u check --policy=source --from=utf-16le text
	exits 0 u check --policy=source --from=auto text
	mkfifo slow
	"$UTF8CHECK" check --policy=source --line-buffered <slow 2>err | head -n 1 >out &
	exec 8>slow
	printf 'text\xff\n' >&8
	for ((i = $(patience 200); i > 0; i--)); do [ ! -s out ] || break; sleep 0.05; done
	out_is '-:1:5: byte 4: invalid-byte: FF\n'
	exec 8>&-
	wait
}

# A blob needs no memory, and what is not read of it is passed.
test_gate_huge_blob() {
	new_repository repository
	{ printf '\xff'; head -c 300000000 /dev/zero | tr '\0' x; printf '\n\xfe'; } >huge
	printf 'x\xfd' >last
	git -c core.compression=0 -c core.bigFileThreshold=1m add huge last
	rm huge
	# shellcheck disable=SC2016 # for sh
	mkdir bin && printf '#!/bin/sh\nulimit -S -v unlimited\nPATH=${PATH#*:} exec git "$@"\n' >bin/git && chmod 755 bin/git
	(ulimit -S -v 200000 && PATH=$PWD/bin:$PATH exits 1 u check --staged) || exit
	err_empty
	out_is 'huge:1:1: byte 0: invalid-byte: FF\nhuge:2:1: byte 300000002: invalid-byte: FE\nlast:1:2: byte 1: out-of-range: FD\n'
	run u check --staged -l
	out_is 'huge\nlast\n'
}

# Whatever a repository names, nothing is started, fetched or written.
test_gate_hostile_repository() {
	local option tree
	new_repository origin && printf 'x\xff\n' >text && git add text && git commit -qm x && cd ..
	new_repository repository
	printf '#!/bin/sh\ntouch "%s/started"\nexit 1\n' "$PWD" >"$TMP/evil" && chmod 755 "$TMP/evil"
	mkdir hooks && for option in post-index-change pre-commit reference-transaction; do cp "$TMP/evil" "hooks/$option"; done
	printf 'x\xff\n' >text && printf '* filter=evil diff=evil\n' >.gitattributes
	git add text .gitattributes
	printf '100644 %s 0\tlacking\n' "$(git hash-object --stdin <<<lacking)" | git update-index --index-info
	tree=$(git write-tree --missing-ok)
	for option in core.fsmonitor core.pager core.editor core.sshCommand core.gitProxy core.askPass \
		diff.external diff.evil.textconv filter.evil.clean filter.evil.smudge filter.evil.process \
		pager.ls-files pager.cat-file credential.helper; do
		git config "$option" "$TMP/evil"
	done
	git config core.hooksPath "$PWD/hooks"
	git config alias.ls-files "!$TMP/evil" && git config alias.cat-file "!$TMP/evil"
	# A clone that lacks blobs, and would have them from a program.
	git config extensions.partialClone origin && git config core.repositoryFormatVersion 1
	git config remote.origin.url "$PWD/../origin" && git config remote.origin.promisor true
	git config remote.origin.uploadpack "$TMP/evil" && git config protocol.file.allow always
	all_of .git >../before
	for option in '1 --tracked' '2 --staged' "2 --staged --attributes-from=$tree"; do
		# shellcheck disable=SC2086 # words
		exits ${option%% *} u check ${option#* }
		out_is 'text:1:2: byte 1: invalid-byte: FF\n'
		[ "${option%% *}" = 1 ] || err_has lacking
	done
	[ ! -e started ] || fail 'a program of the repository was started'
	all_of .git | cmp - ../before || fail 'the repository was changed'
}

# An index that no git would make names files elsewhere.
test_gate_index_leads_out() {
	printf 'x\xff' >outside
	new_repository repository
	printf 'x\n' >aaaaaaaaaa && git add aaaaaaaaaa
	sed -i 's|aaaaaaaaaa|../outside|' .git/index
	# The last 20 bytes of the index are its SHA-1.
	head -c -20 .git/index >index
	sha1sum <index | cut -c1-40 | xxd -r -p >sum
	cat index sum >.git/index
	git ls-files | grep -q outside || skip 'git does not show such a name'
	fails_with 'leads out of the repository' u check --tracked
	silent
}

test_gate_without_repository() {
	need_git
	local asked
	export GIT_CEILING_DIRECTORIES=$PWD
	for asked in --tracked --staged; do
		fails_with 'not a git repository' u check $asked
	done
	git init -q --bare bare
	(cd bare && exits 2 u check --tracked && err_has 'git has no files here') || exit
	git init -q nothing
	(cd nothing && exits 0 u check --staged && err_has 'git has no files here') || exit
	(cd nothing && exits 2 u check --tracked nothing && err_has "pathspec 'nothing'") || exit
	fails_with 'git: No such file' env PATH=/nonexistent "$UTF8CHECK" check --tracked
}

test_gate_closed_pipe() {
	local states
	new_repository repository
	head -c 300000 /dev/zero | tr '\0' '\377' >text
	git add text
	for states in --tracked --staged; do
		u check $states 2>err | head -n 1 >out
		states=${PIPESTATUS[*]}
		[ "$states" = '141 0' ] || fail "status $states"
	done
}

hostile_names() {
	printf '\xff' >else
	mkdir own && cd own || exit
	printf 'x\xff\n\xe2\x80\xae' >'a:b,c%d&<">'\''\.c'
	printf 'x\xff\n' >$'\x1b\xff\r\n\xef\xbf\xbf'
	printf 'good\n' >good
}

test_gate_format_sarif() {
	hostile_names
	exits 1 u check --format=sarif --forbid=bidi-control -j4 ./* "$PWD/good" "$PWD/../own/./a:b,c%d&<\">'\\.c" ../else
	tr -d '\n' <out >one && mv one out
	json 'L[0]["version"] == "2.1.0" and L[0]["runs"][0]["invocations"][0]["executionSuccessful"]'
	json '[r["ruleId"] for r in L[0]["runs"][0]["results"]] == ["invalid-byte"] * 2 + ["bidi-control", "invalid-byte", "bidi-control", "invalid-byte"]'
	json 'L[0]["runs"][0]["columnKind"] == "unicodeCodePoints"'
	json 'L[0]["runs"][0]["results"][2]["properties"] == {"code_point": "U+202E", "character": "RIGHT-TO-LEFT OVERRIDE"}'
	json 'L[0]["runs"][0]["results"][2]["locations"][0]["physicalLocation"]["region"] == {"startLine": 2, "startColumn": 1, "endColumn": 2, "byteOffset": 3, "byteLength": 3}'
	json '[__import__("urllib.parse").parse.unquote_to_bytes(r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]) for r in L[0]["runs"][0]["results"]][:2] == [b"\x1b\xff\r\n\xef\xbf\xbf", b"a:b,c%d&<\">\x27\\.c"]'
	json 'L[0]["runs"][0]["results"][5]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].startswith("file:///")'
	json '{r["ruleId"] for r in L[0]["runs"][0]["results"]} < {r["id"] for r in L[0]["runs"][0]["tool"]["driver"]["rules"]}'
	printf 'h\303\251\360\237\230\200\xff' >wide
	run u check --format=sarif wide
	tr -d '\n' <out >one && mv one out
	json 'L[0]["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startColumn"] == 4'
	# Several threads would put the commas elsewhere.
	mkdir many && (cd many && for name in {1..400}; do printf 'x\xff' >"$name"; done)
	run u check --format=sarif -j4 -r many
	tr -d '\n' <out >one && mv one out
	json 'len(L[0]["runs"][0]["results"]) == 400'
	fails_with 'missing: No such file' u check --format=sarif missing
	tr -d '\n' <out >one && mv one out
	json 'L[0]["runs"][0]["results"] == [] and not L[0]["runs"][0]["invocations"][0]["executionSuccessful"]'
}

# GitHub finds files from the root of the repository on.
test_gate_paths_from_root() {
	local name
	new_repository root
	mkdir -p a/b
	printf 'x\xff\n' | tee bad >a/b/bad
	cd a/b || exit
	exits 1 u check --format=github bad ./bad .././b//bad ../../bad "$PWD/bad"
	[ "$(cut -d, -f1 out | paste -sd ' ')" = '::error file=a/b/bad ::error file=a/b/bad ::error file=a/b/bad ::error file=bad ::error file=a/b/bad' ] ||
		fail 'expected paths from the root on'
	exits 1 u check --format=sarif ../b/bad
	grep -q '"uri":"a/b/bad"' out || fail 'expected a path from the root on'
	exits 0 u check --policy=source --write-baseline=../../known bad
	cd ../.. || exit
	rm a/b/out a/b/err
	exits 1 u check --policy=source --baseline=known -r .
	out_is './bad:1:2: byte 1: invalid-byte: FF\n'
}

# GitHub takes 25,000 results.
test_gate_many_results() {
	head -c 25000 /dev/zero | tr '\0' '\377' >text
	exits 1 u check --format=sarif text
	err_empty
	printf '\xff' >>text
	exits 1 u check --format=sarif text
	err_has '25001 results, of which SARIF has the first 25000'
	[ "$(grep -c '^{"ruleId"' out)" = 25000 ] || fail 'expected 25,000 results'
	python3 "$HERE/sarif.py" <out >said || fail "$(cat said)"
	grep -q '"level":"warning","message":{"text":"25001' out || fail 'expected a notification'
}

# The action takes the attributes of the base of a pull request.
test_gate_action() {
	local action=$HERE/../../../.github/action.yml
	[ -e "$action" ] || skip 'only in a source tree'
	python3 -c 'import yaml' 2>/dev/null || skip 'python3-yaml is not there'
	new_repository origin && printf 'x\n' >good && git add . && git commit -qm first && git commit -qm base --allow-empty
	cd .. && git clone -q origin request && cd request || exit
	printf 'x\xff\n' >bad && printf '/*\u202e*/\n' >utf-7.c && git add .
	# Git writes the second one as UTF-7, in which nothing is invisible.
	printf '* utf8check=off\nutf-7.c working-tree-encoding=UTF-7\n' >.gitattributes && git add .gitattributes && git commit -qm change
	rm utf-7.c && git checkout -q utf-7.c
	! grep -q $'\u202e' utf-7.c || fail 'expected UTF-7'
	python3 -c 'import sys, yaml; print(yaml.safe_load(open(sys.argv[1]))["runs"]["steps"][1]["run"])' "$action" >../step
	PATH=$TMP:$PATH
	exits 1 env BASE="$(git rev-parse HEAD^)" ARGUMENTS=$'-j 2\n--exclude=bad' bash -e ../step
	out_is '::error file=utf-7.c,line=1,col=3,title=utf8check::bidi-control: E2 80 AE (U+202E RIGHT-TO-LEFT OVERRIDE)\n'
	[ ! -e .git/shallow ] || fail 'expected all commits'
	# A base that the clone lacks is fetched.
	git -C ../origin commit -qm new --allow-empty
	exits 1 env BASE="$(git -C ../origin rev-parse HEAD)" ARGUMENTS= bash -e ../step
	[ "$(head -n 1 out)" = '::error file=bad,line=1,col=2,title=utf8check::invalid-byte: FF' ] || fail 'expected the first error'
	exits 0 env BASE= ARGUMENTS= bash -e ../step
	out_is '::notice title=utf8check::attributes of git: 4 not judged: .gitattributes, bad, good, utf-7.c\n'
}

# The rules of the schema, and that each of these is found: a member, a word, a number, a
# type and a URI that the schema has not, and what is missing.
test_gate_sarif_schema() {
	local asked change
	hostile_names
	for asked in -m0 --normalized=nfc --forbid=bidi-control; do
		run u check --format=sarif "$asked" ./* missing
		python3 "$HERE/sarif.py" <out >said || fail "$asked: $(cat said)"
	done
	for change in s/columnKind/columKind/ 's/"level":"error"/"level":"fatal"/' 's/"ruleId":"[^"]*",//' \
		's/"startLine":1/"startLine":0/' 's/"byteLength":3/"byteLength":"3"/' s/%5C/%5/ 's/"id":/"name":/' \
		's/"executionSuccessful":[a-z]*//' 's/"2.1.0"/"2.1"/' s/overlong/surrogate/\;s/'a longer.*ry"'/'half of a pair of UTF-16"'/; do
		sed "$change" out >changed
		! cmp -s out changed || fail "$change changes nothing"
		! python3 "$HERE/sarif.py" <changed >said || fail "$change is not found"
	done
}

# Where the project lives is said if the build knows it.
test_gate_homepage() {
	local source=$HERE/../.. member='"informationUri":"https://utf8check.example/a",' object=cli/print/sink.o
	[ -e "$source/cli/print/sink.c" ] || skip 'only in a source tree'
	printf 'x\n' >text
	exits 0 u check --format=sarif text
	sed "s|\"informationUri\":[^,]*,||; s|\"version\":\"1|$member&|" out >with
	grep -qF "$member" with || fail 'expected to have it put in'
	python3 "$HERE/sarif.py" <with >said || fail "$(cat said)"
	! sed 's|https://utf8check|?|' with | python3 "$HERE/sarif.py" >said || fail 'that is no URI'
	make -s -C "$source" OBJ="$TMP/with" HOMEPAGE=https://utf8check.example/a "$TMP/with/$object" >said 2>&1 || fail "$(cat said)"
	make -s -C "$source" OBJ="$TMP/less" HOMEPAGE= "$TMP/less/$object" >said 2>&1 || fail "$(cat said)"
	grep -aqF https://utf8check.example/a "$TMP/with/$object" || fail 'expected the address'
	! grep -aq informationUri "$TMP/less/$object" || fail 'expected no member'
}

test_gate_format_junit() {
	command -v xmllint >/dev/null || skip 'xmllint is not there'
	hostile_names
	{ printf '\x89PNG\r\n\x1a\n' && printf '\xff%.0s' {1..20}; } >z.png
	fails_with 'missing: No such file' u check --format=junit --forbid=bidi-control -j4 ./* missing
	xmllint --noout out || fail 'expected XML'
	[ "$(xmllint --xpath 'concat(count(//testcase)," ",count(//failure)," ",sum(//@failures)," ",sum(//@errors)," ",count(//error)," ",sum(//@skipped)," ",count(//skipped))' out)" = '5 2 2 1 1 1 1' ] ||
		fail 'expected other counts'
	[ "$(xmllint --xpath 'string((//testcase)[2]/@name)' out)" = './a:b,c%d&<">'\''\\.c' ] || fail 'expected the name'
	[ "$(xmllint --xpath 'string((//testcase)[1]/@name)' out)" = './\x1B\xFF\x0D\x0A\xEF\xBF\xBF' ] || fail 'expected escapes'
	run u check --format=junit -m0 good a*
	xmllint --noout out || fail 'expected XML'
}

# A file that cannot be read after its first error is counted as both.
test_gate_format_junit_error() {
	command -v xmllint >/dev/null || skip 'xmllint is not there'
	strace -o trace true 2>/dev/null || skip 'strace cannot trace here'
	{ printf '\xff\n' && head -c 2M /dev/zero | tr '\0' x; } >text
	fails_with 'text: Input/output error' strace -o trace -P text -e trace=read -e inject=read:error=EIO:when=2 "$UTF8CHECK" --engine=library check --format=junit text
	[ "$(xmllint --xpath 'concat(sum(//@tests)," ",count(//failure)," ",sum(//@failures)," ",sum(//@errors)," ",count(//error))' out)" = '2 1 1 1 1' ] ||
		fail 'expected other counts'
}

# What git's hook of the manual does; and pre-commit, which passes the names of files.
test_gate_hooks() {
	new_repository repository
	mkdir .git/hooks 2>/dev/null || :
	printf '#!/bin/sh\nexec "%s" check --policy=source --staged\n' "$UTF8CHECK" >.git/hooks/pre-commit
	chmod 755 .git/hooks/pre-commit
	printf 'fine\n' >'a b' && git add 'a b'
	exits 0 git commit -qm fine
	printf 'x\xe2\x80\xae\n' >'a b' && git add 'a b'
	printf 'fine, too\n' >'a b'
	exits 1 git commit -qm bad
	# git commit FILE has an index of its own.
	exits 0 git commit -qm part 'a b'
	printf 'x\xe2\x80\xae\n' >'a b'
	exits 1 git commit -qm bad 'a b'
}

test_gate_pre_commit() {
	local hooks=$HERE/../../../.pre-commit-hooks.yaml entry args
	[ -e "$hooks" ] || skip 'only in a source tree'
	python3 -c 'import yaml' 2>/dev/null || skip 'python3-yaml is not there'
	entry=$(python3 -c 'import sys, yaml; h, = yaml.safe_load(open(sys.argv[1])); print(*(h["entry"].split() + h["args"]), sep="\n")' "$hooks")
	mapfile -t args <<<"$entry"
	new_repository pre-commit
	printf 'fine\n' >fine && printf 'x\xe2\x80\xae\n' | tee -- off ':!*' >-bad && printf 'fine\n' >'a b'
	printf 'off -utf8check\n' >.gitattributes
	git --literal-pathspecs add -- * .gitattributes
	PATH=$TMP:$PATH
	exits 0 "${args[@]}" fine 'a b' off
	err_has '1 not judged: off'
	exits 1 "${args[@]}" fine -bad
	# No name of a file is a pathspec.
	exits 1 "${args[@]}" 'a b' ':!*'
}

# The same by pre-commit itself.
test_gate_pre_commit_itself() {
	local hooks=$HERE/../../../.pre-commit-hooks.yaml
	[ -e "$hooks" ] || skip 'only in a source tree'
	command -v pre-commit >/dev/null || skip 'pre-commit is not there'
	new_repository hooks && cp "$hooks" . && git add . && git commit -qm x && cd ..
	new_repository repository
	printf 'fine\n' >fine && printf 'x\xe2\x80\xae\n' >'a bad' && ln -s fine link && printf '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\6\0\0\0\x1f' >a.png
	git add . && git commit -qm x
	export PRE_COMMIT_HOME=$TMP/pre-commit PATH=$TMP:$PATH
	exits 0 pre-commit try-repo ../hooks utf8check --files fine link a.png
	exits 1 pre-commit try-repo ../hooks utf8check --all-files
	grep -q '^a bad:1:2: byte 1: bidi-control: ' out || fail 'expected what is found'
}
