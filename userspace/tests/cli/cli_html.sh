# SPDX-License-Identifier: GPL-2.0-only OR MIT
# check --html and scan --html; part of cli.sh.  userspace/tests/html/ looks at the page in a browser.

# The cells of the tables of a page, one row a line; fails where a name became markup.
cells_of() { # PAGE
	python3 - "$1" <<-'PY'
		import html.parser, sys
		class Page(html.parser.HTMLParser):
		    table, rows = None, {}
		    def handle_starttag(self, tag, attrs):
		        assert tag not in ("img", "link", "iframe", "b"), tag
		        assert not any(name in ("src", "href") for name, _ in attrs), attrs
		        if tag == "table":
		            self.table = self.rows.setdefault(dict(attrs)["id"], [])
		        if tag == "tr":
		            self.table.append([])
		        if tag in ("td", "th"):
		            self.table[-1].append("")
		    def handle_endtag(self, tag):
		        if tag == "table":
		            self.table = None
		    def handle_data(self, data):
		        if self.table and self.table[-1]:
		            self.table[-1][-1] += data
		page = Page()
		page.feed(open(sys.argv[1], encoding="utf-8").read())
		for name, rows in page.rows.items():
		    for row in rows:
		        print(name, *(cell.strip() for cell in row), sep="|")
	PY
}

test_html() {
	printf 'a\xff\xc0\xaf' >'<b>&"'
	printf '\xd0\x94\xff' >russian
	exits 1 u check --html=page good '<b>&"' russian
	[ "$(wc -l <out)" = 4 ] || fail 'the errors are printed as ever'
	cp out lines
	grep -qx '<title>utf8check: errors in files</title>' page || fail 'another title'
	cells_of page >out || fail 'it is no page'
	cat >expected <<-'END'
		by-reason|reason|errors
		by-reason|invalid-byte|2
		by-reason|overlong|1
		by-reason|unexpected-continuation|1
		findings|where|detail|what|bytes|characters|text
		findings|<b>&"|1:2, byte 1|invalid-byte|FF||a\xff\xC0\xAF
		findings|<b>&"|1:3, byte 2|overlong|C0 AF||a\xFF\xc0\xaf
		findings|<b>&"|1:4, byte 3|unexpected-continuation|AF||a\xFF\xC0\xaf
		findings|russian|1:2, byte 2|invalid-byte|FF||Д\xff
		by-script|script|code points in names and files with findings
		by-script|Cyrillic|1
		by-script|Latin|1
		by-folder|folder|findings
		by-folder|.|4
	END
	cmp -s out expected || fail "expected $(cat expected)"
	exits 1 u check -q --html=quiet '<b>&"' russian
	out_is ''
	grep -q 'by-reason' quiet || fail 'no table'
	exits 0 u check --html=none good
	! grep -q '<table' none || fail 'a table of nothing'
}

# A file in the root folder, of which this is a small one.
test_html_root_folder() {
	local as=()
	mkdir root
	ldd "$UTF8CHECK" 2>/dev/null | grep -o '/[^ ]*' | xargs -I{} cp --parents -L {} root
	cp "$UTF8CHECK" bad root
	[ "$(id -u)" = 0 ] || as=(unshare -r)
	"${as[@]}" chroot root /utf8check --version >out 2>err || skip 'there can be no other root'
	exits 1 "${as[@]}" chroot root /utf8check --engine=library check -q --html=/page /bad
	[ "$(cells_of root/page | tail -n 1)" = 'by-folder|/|5' ] || fail 'expected the folder /'
	# The root of a repository too: names go from there on.
	mkdir root/.git root/d
	cp bad root/d
	exits 1 unshare ${as[@]+-r} --root=root --wd=/d /utf8check --engine=library check \
		--format=github bad ../bad
	[ "$(sed 's/,.*//' out | uniq | tr '\n' ' ')" = '::error file=d/bad ::error file=bad ' ] ||
		fail 'expected the names from the root on'
}

test_html_of_names() {
	mkdir -p 'tree/<b>&'
	: >'tree/<b>&/плохо'$'\x01'
	: >tree/Abc
	: >tree/abC
	: >$'tree/x\xff'
	exits 1 u scan --policy=safe --html=page tree
	[ "$(wc -l <out)" = 3 ] || fail 'the findings are printed as ever'
	cells_of page >out || fail 'it is no page'
	cat >expected <<-'END'
		by-class|class|names
		by-class|control|1
		by-class|ill-formed|1
		by-class|the same under casefold|2
		findings|where|detail|what|bytes|characters
		findings|tree/x\xFF|refused|ill-formed|78 FF|
		findings|tree/Abc|abC|the same under casefold|61 62 43|U+0041 LATIN CAPITAL LETTER A, U+0062 LATIN SMALL LETTER B, U+0063 LATIN SMALL LETTER C / U+0061 LATIN SMALL LETTER A, U+0062 LATIN SMALL LETTER B, U+0043 LATIN CAPITAL LETTER C
		findings|tree/<b>&/плохо\x01|refused|control|D0 BF D0 BB D0 BE D1 85 D0 BE 01|(U+0001 START OF HEADING)
		by-script|script|code points in names and files with findings
		by-script|Common|1
		by-script|Cyrillic|5
		by-script|Latin|7
		by-folder|folder|findings
		by-folder|tree|3
		by-folder|tree/<b>&|1
	END
	cmp -s out expected || fail "expected $(cat expected)"
	fails_with '--fix and --html exclude each other' u scan --fix --html=page tree
}

# As many errors as there are: the limits are those of what is printed.
test_html_counts_all() {
	{ printf '\0'; printf 'a\xff%.0s' {1..10300}; } >binary
	run u check -m 3 --html=page binary
	! grep -q 'By reason' page || fail 'expected the words once, in the head of the table'
	grep -q '>10,300$' page || fail 'not 10,300 errors'
	grep -q 'errors: 10,300\.' page || fail 'not 10,300 errors at the head'
	grep -q '<h2>The first 10,000 of 10,300</h2>' page || fail 'not the first ten thousand'
	for many in 9999 10000 10001; do
		yes $'\xff' | head -n "$many" >text
		run u check -q --html=page text
		[ "$(grep -c '^<tr><td><bdi>text' page)" = $((many < 10000 ? many : 10000)) ] || fail "$many: other rows"
		[ "$(grep -cx '<h2>Findings</h2>' page)" = $((many <= 10000)) ] || fail "$many: the heading"
	done
}

# A file that is judged does not become its own report.
test_html_of_itself() {
	printf '<title>utf8check: \xff\n' >file
	printf 'x\xff\n' >other
	cp file before
	fails_with 'file: is both input and output' u check -q --html=./file good file
	cmp file before || fail 'the file was replaced'
	# Nor does another file, where --html was meant to be of the file after it.
	fails_with 'other: there is a file of this name, which is no report' u check -q --html other file
	[ "$(wc -c <other)" = 3 ] || fail 'the file was replaced'
	# Nor a page of HTML that somebody wrote.
	printf '<!DOCTYPE html>\n<title>mine</title>\n' >index.html
	fails_with 'index.html: there is a file of this name, which is no report' u check -q --html=index.html file
	[ "$(wc -l <index.html)" = 2 ] || fail 'the page was replaced'
	exits 1 u check -q --html=before file
	grep -q '</html>' before || fail 'expected a page'
	# A report that a folder has, from the run before, is left out and renewed.
	mkdir tree
	printf 'x\377' >tree/file
	for i in 1 2; do
		exits 1 u check -r -l --html=tree/report tree
		out_is 'tree/file\n'
		[ ! -s err ] || fail "run $i: $(cat err)"
	done
}

# Whether it is a report cannot be seen.
test_html_of_unreadable() {
	not_root
	mkdir -m 777 tree
	printf 'x\xff\n' >tree/file
	printf 'mine' >tree/other
	chmod 200 tree/other
	[ "$(id -u)" != 0 ] || chown 65534:65534 tree/other
	fails_with 'tree/other: Permission denied' nobody check -q --html=tree/other tree/file
	[ "$(stat -c %s tree/other)" = 4 ] || fail 'the file was replaced'
}

# A page is whole, or the file stays as it was.
test_html_whole() {
	local command before
	mkdir tree
	printf '\377' >tree/$'\376'
	for command in 'check -q -r' 'scan -q'; do
		rm -f page other link fifo
		echo '<title>utf8check: ' >page
		chmod 604 page
		ln page other
		before=$(stat -c '%i %a' page)
		exits 2 sh -c 'trap "" XFSZ; ulimit -f 1; exec "$@"' - "$UTF8CHECK" --engine="$ENGINE" $command --html=page tree
		err_has 'page: File too large'
		[ "$(cat page) $(stat -c '%i %a' page)" = "<title>utf8check:  $before" ] || fail 'expected it as it was'
		ln -s page link
		exits 1 u $command --html=link tree
		err_empty
		[ -L link ] || fail 'expected the link to stay'
		tail -n 1 page | grep -qx '</html>' || fail 'expected a page'
		[ "$(stat -c %a page)" = 604 ] || fail 'expected its mode'
		[ "$(cat other)" = '<title>utf8check: ' ] || fail 'expected the other name to keep the old one'
		mkfifo fifo
		cat fifo >got &
		exits 1 u $command --html=fifo tree
		wait $!
		# Its own words are in each.
		sed -i '/^<p id="made"/d' got page
		cmp got page || fail 'expected the page in the pipe'
		run u $command --html=/dev/stdout tree
		grep -q '<table' page || fail 'expected the page on standard output'
		! temporary_left || fail 'a temporary file is left'
	done
	# Before an hour of work, not after it.
	mkfifo never
	exits 2 timeout "$(patience 20)" "$UTF8CHECK" --engine="$ENGINE" check --html=no/such/folder never
	err_has 'no/such/folder: No such file or directory'
}

test_html_killed() {
	can_kill
	mkdir tree
	: >tree/fine
	# The page says the words of the command, and the time.
	export SOURCE_DATE_EPOCH=86400
	run "$UTF8CHECK" --engine=library scan -q -j1 --html=page tree
	mv page new
	echo '<title>utf8check: ' >old
	kill_everywhere page "$UTF8CHECK" --engine=library scan -q -j1 --html=page tree
	[ "$(cat names)" = 1 ] || fail "expected a name between linkat and rename only, found $(cat names)"
}

# The text around an error is of its line, with no half of a character and no markup.
test_html_text() {
	local half=яяяяяяяяяяяяяяяяяяяя
	printf '\x80\xff<i>\n<b>&\xff"\r\nnext\nlast\n' >a
	printf '%b' "$half$half\u202e$half$half" >b
	printf '%b' "$half${half}x\xffx$half$half" >c
	exits 1 u check -q --html=page --forbid=bidi-control --newline=crlf a b c
	cells_of page | sed -n 's/^findings|.*|//p' >out || fail 'it is no page'
	cmp - out <<-END || fail 'expected other texts'
		text
		\x80\xFF<i>
		\x80\xff<i>
		<b>&\xff"
		\x80\xFF<i>\x0a
		$half\xe2\x80\xae$half
		${half%я}x\xffx${half%я}
	END
	exits 1 u check -q --html=page - <a
	cells_of page | grep -qx 'findings|-|1:1, byte 0|unexpected-continuation|80||\\x80\\xFF<i>' || fail 'expected the text'
	exits 1 u check -q --html=page - < <(cat a)
	cells_of page | grep -qx 'findings|-|1:1, byte 0|unexpected-continuation|80|' || fail 'expected no text'
	{ head -c 5 >/dev/null; exits 1 u check -q --html=page -; } <a
	cells_of page | grep -qx 'findings|-|2:5, byte 5|invalid-byte|FF|' || fail 'expected no text of another place'
	printf 'a\0b\xffc\0d' >a
	exits 1 u check -q -a --html=page a
	cells_of page | grep -qxF 'findings|a|1:4, byte 3|invalid-byte|FF||a\x00b\xffc\x00d' || fail 'expected the NULs'
}

# Two names that look alike: where they differ.
test_html_difference() {
	local status
	mkdir tree
	: >tree/mail
	: >"tree/$(printf 'm\u0430il')"
	: >"tree/$(printf '\u00e9x')"
	: >"tree/$(printf 'e\u0301x')"
	run u scan --same=confusable --html=page tree
	[ "$status" != 2 ] || skip 'no ICU'
	cells_of page | sed -n 's/.*|//p' >found
	grep -qx 'U+0061 LATIN SMALL LETTER A / U+0430 CYRILLIC SMALL LETTER A' found || fail 'the letter'
	grep -q 'U+0065 LATIN SMALL LETTER E, U+0301 COMBINING ACUTE ACCENT / U+00E9 ' found || fail 'the accent'
}
