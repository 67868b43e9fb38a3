# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Which files a command reads, and what it shows while it does; part of cli.sh.

make_tree() {
	mkdir -p tree/a/.git tree/b 'tree/c d'
	printf 'x\xff' >tree/a/.git/object
	printf 'x\xff' >tree/a/one.txt
	printf 'well\n' >tree/a/two.c
	printf 'x\xff' >"tree/c d/three.txt"
	ln -s ../a/one.txt tree/b/link
	ln -s ../a tree/b/folder
	mkfifo tree/b/fifo
}

# What find(1) and sort(1) say are the files of the tree, in that order.
found_files() {
	(cd tree && find . -type f | LC_ALL=C sort) | sed 's,^\./,,'
}

test_recursive() {
	local command
	make_tree
	found_files >expected
	[ "$(wc -l <expected)" = 4 ] || fail 'the tree is another one'
	for command in check detect stats; do
		run u $command -r --include-vcs --json tree
		python3 -c 'import json, sys
for line in open("out"): print(json.loads(line)["file"][5:])' | cmp - expected || fail "$command has other files"
	done
	(cd tree && exits 1 u check -r -l --include-vcs && out_is './a/.git/object\n./a/one.txt\n./c d/three.txt\n')
	# A link that is named is followed, one that is found is not.
	exits 1 u check -r -l --include-vcs tree/b/folder tree/b/link
	out_is 'tree/b/folder/.git/object\ntree/b/folder/one.txt\ntree/b/link\n'
	exits 1 u check -r -l --include-vcs --files0-from=- < <(printf 'tree/a\0good')
	out_is 'tree/a/.git/object\ntree/a/one.txt\n'
}

test_recursive_trouble() {
	make_tree
	fails_with 'nothing: No such file or directory' u check -r tree nothing
	not_root
	chmod 0 tree/a
	run nobody check -r -l tree
	chmod 755 tree/a
	status_is 2
	out_is 'tree/c d/three.txt\n'
	err_has 'tree/a: Permission denied'
}

# What is changed in the end, of files that threads have tried or left to one thread.
test_recursive_sum() {
	local jobs
	for jobs in 1 3; do
		rm -rf tree
		mkdir tree
		cp good tree/good
		cp bad tree/bad1
		cp bad tree/bad2
		ln tree/bad2 tree/linked
		printf 'a\0\377' >tree/binary
		printf '\376\377\0a' >tree/wide
		u filter -r --in-place -j$jobs --on-error=drop tree 2>err || :
		[ "$(tail -n 1 err)" = 'utf8check: filter: files changed: 1, left as they were: 3 (to be looked at: 1), failed: 2' ] ||
			fail "-j$jobs"
		run u filter --in-place -j$jobs --on-error=drop tree/good tree/bad1
		err_empty
	done
}

# A folder that fails while it is read has not ended there.
test_recursive_bad_folder() {
	local cc=${CC:-cc} command
	command -v "${cc%% *}" >/dev/null || skip 'no compiler is there'
	$cc -shared -fPIC -xc -o bad.so - <<-'C'
		#include <errno.h>
		void *readdir(void *folder) { errno = EIO; return 0; }
		void *readdir64(void *folder) { errno = EIO; return 0; }
	C
	make_tree
	for command in 'check' 'check -q' 'detect' 'stats' 'filter --in-place'; do
		exits 2 env LD_PRELOAD=$PWD/bad.so "$UTF8CHECK" --engine="$ENGINE" $command -r tree/a
		err_has 'tree/a: Input/output error'
	done
}

test_recursive_slashes() {
	make_tree
	exits 1 u check -r -l --include-vcs tree/a/ tree/b//
	out_is 'tree/a/.git/object\ntree/a/one.txt\n'
	(cd tree/a && exits 1 u check -r -l --include-vcs . && out_is './.git/object\n./one.txt\n')
}

test_binary_line() {
	head -c 20000 /bin/sh >program
	exits 0 u check program
	[ "$(wc -l <out)" = 1 ] || fail 'more than a line'
	python3 - <<-'PY' >expected
		data = open("program", "rb").read()
		errors = data.decode(errors="replace").count("\ufffd")
		try:
		    data.decode()
		except UnicodeDecodeError as error:
		    print(f"program: binary: {errors} errors, the first at byte {error.start}; --text takes binary files as text")
	PY
	cmp -s out expected || fail "expected $(cat expected)"
	run u check --text program
	[ "$(wc -l <out)" -gt 100 ] || fail 'no errors'
	# A few errors make nothing binary, nor do many without a NUL.
	{ printf '\0'; printf 'a\xff%.0s' {1..10}; } >few
	run u check few
	[ "$(wc -l <out)" = 10 ] || fail 'not ten errors'
	printf 'a\xff' >>few
	run u check few
	out_is 'few: binary: 11 errors, the first at byte 2; --text takes binary files as text\n'
	printf 'a\xff%.0s' {1..20} >many
	run u check many
	[ "$(wc -l <out)" = 20 ] || fail 'not twenty errors'
}

on_terminal() { # COMMAND
	command -v script >/dev/null || skip 'no script(1) is there'
	run env TERM=xterm script -qec "$1" /dev/null
	sed -i 's/\r$//' out
}

test_terminal_limit() {
	printf 'a\xff\n%.0s' {1..150} >many
	on_terminal "$UTF8CHECK --engine=library check --color=never many"
	[ "$(grep -c invalid-byte out)" = 100 ] || fail 'not a hundred'
	grep -q 'many: 150 errors, 100 shown; --max-errors=N shows more' out || fail 'it does not say so'
	on_terminal "$UTF8CHECK --engine=library check --color=never -m 120 many"
	[ "$(grep -c invalid-byte out)" = 120 ] || fail 'not as many as asked'
	printf 'a\0\0\0b' >nuls
	on_terminal "$UTF8CHECK --engine=library check --color=never --forbid=control nuls"
	grep -q 'nuls: 3 errors, 1 shown$' out || fail 'more of a row of NULs would be shown'
	run u check many
	[ "$(wc -l <out)" = 150 ] || fail 'a file has a limit'
}

test_progress_on_terminal() {
	on_terminal "{ printf abc; sleep 1.3; printf def; } | $UTF8CHECK --engine=library check"
	grep -q '6 B, . B/s' out || fail 'no progress on a terminal'
	on_terminal "{ printf abc; sleep 1.3; printf def; } | $UTF8CHECK --engine=library check --json"
	! grep -q '6 B, . B/s' out || fail 'progress amid results'
}
