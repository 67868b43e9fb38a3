# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Tests of scan --content; sourced by cli.sh.

content_tree() {
	mkdir -p tree/sub
	printf 'h\303\251llo\n' >tree/good
	: >tree/Good
	printf 'a\377\nb\300\257' >tree/sub/bad
	{ printf '\0'; printf '\377%.0s' {1..11}; } >tree/sub/binary
	printf '\376' >tree/sub/$'x\xff\n'
	ln -s ../sub/bad tree/sub/link
	ln -s sub tree/folder
	mkfifo tree/sub/pipe
	python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("tree/sub/socket")' || skip 'no socket can be made'
	mkdir tree/sub/z
	printf '\355\240\200' >tree/sub/z/last
}

CONTENT='tree: "Good" and "good" are the same under casefold
tree/sub/bad:1:2: byte 1: invalid-byte: FF
tree/sub/bad:2:2: byte 4: overlong: C0 AF
tree/sub/bad:2:3: byte 5: unexpected-continuation: AF
tree/sub/binary: binary: 11 errors, the first at byte 1; --text takes binary files as text
tree/sub/x\\xFF\\x0A: ill-formed newline (U+000A LINE FEED)
tree/sub/x\\xFF\\x0A:1:1: byte 0: invalid-byte: FE
tree/sub/z/last:1:1: byte 0: surrogate: ED A0 80
tree/sub/z/last:1:2: byte 1: unexpected-continuation: A0
tree/sub/z/last:1:3: byte 2: unexpected-continuation: 80
'

# What stands in links, pipes and devices is not read.
test_scan_content() {
	local jobs
	content_tree
	for jobs in 1 2 5; do
		exits 1 timeout "$(patience 60)" "$UTF8CHECK" --engine="$ENGINE" scan -j$jobs --content --total tree
		out_is "$CONTENT"
		err_has 'folders: 3, names: 12, refused: 1, pairs that are the same: 1'
		err_has 'files: 6, bytes: 29, invalid files: 3, errors: 18'
	done
	rm -r tree/sub tree/Good
	exits 0 u scan --content tree
	silent
	err_empty
}

# Files that threads share, files with very many errors, and a folder of many files.
test_scan_content_big() {
	local i jobs
	mkdir tree
	head -c 20000000 /dev/zero | tr '\0' a >tree/big
	printf '\377' >>tree/big
	for ((i = 0; i < 30000; i++)); do printf '\300\257\n'; done >tree/many
	for ((i = 0; i < 300; i++)); do echo good >"tree/$i"; done
	: >tree/same
	: >tree/Same
	for i in 77 299 big1; do printf '\377' >"tree/$i"; done
	{
		echo 'tree/299:1:1: byte 0: invalid-byte: FF'
		echo 'tree/77:1:1: byte 0: invalid-byte: FF'
		echo 'tree/big:1:20000001: byte 20000000: invalid-byte: FF'
		echo 'tree/big1:1:1: byte 0: invalid-byte: FF'
		for ((i = 0; i < 30000; i++)); do
			echo "tree/many:$((i + 1)):1: byte $((3 * i)): overlong: C0 AF"
			echo "tree/many:$((i + 1)):2: byte $((3 * i + 1)): unexpected-continuation: AF"
		done
		echo 'tree: "Same" and "same" are the same under casefold'
	} >wanted
	for jobs in 1 2 7; do
		exits 1 u scan -j$jobs --content --total tree
		cmp out wanted || fail "expected the errors in order, with $jobs threads"
		err_has 'files: 305, bytes: '
		err_has 'invalid files: 5, errors: 60004'
	done
	run u scan -q --content --total tree
	err_has 'invalid files: 5, errors: 60004'
}

# Each folder that waits takes a descriptor.
test_scan_content_few_descriptors() {
	local i jobs
	mkdir -p tree/a/b/c/d/e/f/g
	for i in {1..300}; do
		mkdir "tree/$i"
		echo good >"tree/$i/file"
	done
	printf '\377' >tree/a/b/c/d/e/f/g/bad
	for jobs in 1 8 1000; do
		exits 1 bash -c 'ulimit -n 40; exec "$@"' - "$UTF8CHECK" --engine="$ENGINE" scan -j$jobs --content tree
		err_empty
		out_is 'tree/a/b/c/d/e/f/g/bad:1:1: byte 0: invalid-byte: FF\n'
	done
}

# With too few descriptors it says so once for each directory, not for its files.
test_scan_content_no_descriptors() {
	local i
	content_tree
	mkdir -p "tree/sub/$(printf '%s/' {1..40})"
	for i in {1..40}; do
		: >"tree/sub/$(printf '%s/' $(seq "$i"))file"
	done
	exits 2 bash -c 'ulimit -n 40; exec "$@"' - "$UTF8CHECK" --engine="$ENGINE" scan --content tree
	err_has 'Too many open files'
	! grep -v 'Too many open files' err || fail 'expected no other message'
}

# Of what cannot be read it says so, and reads the rest.
test_scan_content_trouble() {
	needs_nobody
	chmod 755 .
	content_tree
	chmod 000 tree/good
	fails_with 'scan: tree/good: Permission denied' nobody scan --content tree
	out_is "$CONTENT"
	exits 2 sh -c '"$@" >/dev/full' - "$UTF8CHECK" --engine="$ENGINE" scan --content tree
	err_has 'standard output: No space left on device'
}

test_scan_content_html() {
	content_tree
	exits 1 u scan --content -q --html=page tree
	cells_of page >out || fail 'it is no page'
	cat >expected <<-'END'
		by-class|class|names
		by-class|ill-formed|1
		by-class|newline|1
		by-class|the same under casefold|2
		by-reason|reason|errors
		by-reason|invalid-byte|13
		by-reason|overlong|1
		by-reason|surrogate|1
		by-reason|unexpected-continuation|3
		by-folder|folder|findings
		by-folder|tree|2
		by-folder|tree/sub|16
		by-folder|tree/sub/z|3
	END
	grep -E '^by-(class|reason|folder)' out | cmp -s - expected || fail "expected $(cat expected)"
	grep -qxF 'findings|tree/sub/bad|2:2, byte 4|overlong|C0 AF||b\xc0\xaf' out || fail 'expected an error of a file'
	grep -qxF 'findings|tree/sub/x\xFF\x0A|refused|ill-formed newline|78 FF 0A|(U+000A LINE FEED)' out || fail 'expected a name'
	grep -q 'Files: 6, bytes: 29, invalid files: 3, errors: 18' page || fail 'expected the totals'
}
