# SPDX-License-Identifier: GPL-2.0-only OR MIT
# What is done in place twice: the second run changes nothing, or refuses and says why;
# sourced by cli.sh.

# twice STATUS TEXT OPTION...: run once, which has status 0, then again, which changes
# nothing and says a line that ends in TEXT.
twice() {
	local expected=$1 said=$2 before
	shift 2
	cp text place
	exits 0 u filter --in-place "$@" place
	err_empty
	before=$(untouched place)
	cp place once
	exits "$expected" u filter --in-place "$@" place
	[ "$said" ] || err_empty
	err_has "$said"
	cmp once place || fail "expected no change by the second run: $*"
	[ "$(untouched place)" = "$before" ] || fail "expected it untouched: $*"
	! temporary_left || fail 'a temporary file is left'
}

# The attacks that were found: koi8-r, and gb18030 over what is UTF-8 already.
test_twice_legacy() {
	local set
	for set in koi8-r gb18030 shift_jis windows-1251; do
		printf 'Привет, мир\n' | iconv -f utf-8 -t "$set" >text
		twice 0 'place: is UTF-8 already: left as it is; --force converts it' --from=$set
		printf 'Привет, мир\n' | cmp - place || fail 'expected UTF-8'
	done
	printf '读取\n' >text
	cp text place
	exits 0 u filter --in-place --from=gb18030 place
	err_has 'place: is UTF-8 already'
	cmp text place || fail 'expected it as it was'
	run u filter --in-place --from=gb18030 --force place
	printf '璇诲彇\n' | cmp - place || fail 'expected it to be forced'
	# A tree where some are done already, as after a run that was ended.
	mkdir tree
	printf '\xf0\xd2\xc9\n' >tree/a
	printf 'При\n' | tee tree/b >tree/c
	printf 'ascii\n' >tree/d
	for _ in 1 2; do
		exits 0 u filter -r --in-place --from=koi8-r tree
		printf 'При\nПри\nПри\nascii\n' | cmp - <(cat tree/*) || fail 'expected UTF-8, once'
	done
	[ "$(wc -l <err)" = 4 ] || fail 'expected each to be named but what needs no change, and the sum'
}

test_twice_to() {
	printf 'h\303\251llo\n' >text
	twice 1 'place:1:2: byte 1: truncated: E9' --to=latin1
	twice 1 'place: is ill-formed: left as it is; --force converts it' --to=latin1 --on-error=replace
	twice 0 'place: binary: left as it is; --text takes binary files as text' --to=utf-16le
	twice 1 'place: UTF-16 or UTF-32 by its byte order mark' --to=utf-16
	twice 1 'place: UTF-16 or UTF-32 by its byte order mark' --to=utf-16le --bom=add --on-error=replace
	twice 0 '' --bom=add
	printf '\360\237\220\247\n' >text
	twice 1 'place: is ill-formed' --to=cesu8 --on-error=drop
	printf '\355\240\275\355\260\247\n' >text
	twice 0 'place: is UTF-8 already' --profile=cesu8 --on-error=replace
}

test_twice_escape() {
	printf 'a\\b\xff\n' >text
	twice 0 'place: is escaped already: left as it is; --force escapes it again' --on-error=escape
	printf 'a\\\\b\\xff\n' | cmp - place || fail 'expected it to be escaped'
	twice 0 'place: is escaped already' --on-error=escape --bom=add
	printf 'a\\\\x41\n' >text
	cp text place
	exits 1 u filter --in-place --unescape place
	err_has 'place: a second run would change it again: left as it is; --force replaces it'
	cmp text place || fail 'expected it as it was'
	run u filter --in-place --unescape --force place
	printf 'a\\x41\n' | cmp - place || fail 'expected it to be forced'
	printf 'C:\\\\files\n' >text
	twice 1 'place:1:3: byte 2: ' --unescape
}

# What a second run would change again is refused before.
test_twice_refused() {
	local options
	printf '1 + 1 = \303\251\n' >text
	for options in --to=utf-7 '--from=koi8-r --to=ibm866'; do
		[[ $options = --to* ]] || printf '\360\322\311\n' >text
		cp text place
		exits 1 u filter --in-place=.old $options place
		err_has 'place: a second run would change it again: left as it is; --force replaces it'
		cmp text place || fail 'expected it as it was'
		[ ! -e place.old ] || fail 'expected no backup'
		exits 0 u filter --in-place=.old --force $options place
		rm place.old
	done
	printf '\357\273\277\357\273\277x\n' >place
	exits 1 u filter --in-place --bom=strip place
	err_has 'place: a second run would change it again'
	printf 'x\xff\n' >place
	exits 1 u filter --in-place --on-error=pass --bom=add place
	err_has 'place: has errors, which would pass: left as it is'
}

# The first backup keeps what the file was before the first run.
test_twice_backup() {
	mkdir tree
	printf 'x\xff\n' >text
	cp text tree/file
	for _ in 1 2 3; do
		exits 0 u filter -r --in-place=.old --on-error=drop tree
		cmp text tree/file.old || fail 'expected the backup as it was'
		[ "$(echo tree/*)" = 'tree/file tree/file.old' ] || fail 'expected no backup of a backup'
	done
	# Changed again: the name is taken.
	printf 'y\xff\n' >tree/file
	fails_with 'tree/file.old: File exists' u filter -r --in-place=.old --on-error=drop tree
	cmp text tree/file.old || fail 'expected the backup as it was'
	# By its name, too, as long as there is the file that it is of.
	printf 'y\n' >tree/file
	exits 0 u filter --in-place=.old --on-error=drop tree/file tree/file.old
	err_has 'tree/file.old: is a backup: left as it is; --force replaces it'
	cmp text tree/file.old || fail 'expected the backup as it was'
	cp text lone.old
	run u filter --in-place=.old --on-error=drop lone.old
	cmp text lone.old.old || fail 'expected a backup'
	# A backup that is named is a file like others.
	exits 0 u filter --in-place --on-error=drop tree/file.old
	printf 'x\n' | cmp - tree/file.old || fail 'expected it to be mended'
}

# As a text that was misread once, up to twelve times; where the sample is too short, nothing is undone.
test_twice_undo() {
	local before
	printf 'été à Noël, Škoda déjà\n' >text
	for _ in 1 2 3 4 5 6 7 8 9; do
		iconv -f latin1 -t utf-8 text >next
		mv next text
		cp text place
		exits 0 u detect --undo --in-place place
		before=$(untouched place)
		exits 1 u detect --undo --in-place place
		[ -s err ] || fail 'expected that it says why'
		[ "$(untouched place)" = "$before" ] || fail 'expected it untouched'
	done
	iconv -f latin1 -t utf-8 text >next
	mv next text
	cp text place
	exits 1 u detect --undo --in-place place
	err_has 'place: would be mojibake still, and a second run would change it again: nothing is written'
	cmp text place || fail 'expected it as it was'
	cp text place
	exits 0 u detect --undo --in-place --force place
	iconv -f latin1 -t utf-8 place >again
	! cmp -s text place || fail 'expected it to be forced'
	{ cat text; printf '\0'; } >place
	cp place kept
	exits 0 u detect --undo --in-place place
	err_has 'place: binary: left as it is; --text takes binary files as text'
	cmp kept place || fail 'expected it as it was'
}
