# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Files that are replaced on filesystems that can do less; sourced by cli.sh.

# In the folder that is mounted here: in place, with a backup, by many threads, and -o.
replaces_in() { # FOLDER
	local i
	cd "$1" || return
	for i in $(seq 9); do printf 'e\314\201\n' >"file$i"; done
	exits 0 u filter --in-place --form=nfc file1
	err_empty
	printf '\303\251\n' | cmp - file1 || fail 'expected NFC'
	exits 0 u filter -j3 --in-place --form=nfc file?
	err_empty
	for i in $(seq 9); do cmp file1 "file$i" || fail "file$i: expected NFC"; done
	exits 0 u filter --form=nfd -o new file1
	exits 0 u filter --form=nfd -o file2 file1
	err_empty
	cmp new file2 || fail 'expected NFD'
	printf 'e\314\201\n' | cmp - new || fail 'expected NFD'
	exits 1 u filter -o file3 <(printf 'a\377')
	cmp file1 file3 || fail 'expected it as it was'
	exits 0 u check --html=page file1
	tail -n 1 page | grep -qx '</html>' || fail 'expected a page'
	[ -z "$(left)" ] || fail 'a temporary file is left'
	rm -f out err
}

# mounted COMMAND...: it mounts something on the folder "mounted".
mounted() {
	[ "$(id -u)" = 0 ] || skip 'only root can mount'
	mkdir mounted
	"$@" >said 2>&1 || skip "it cannot be mounted here: $(head -n 1 said)"
	(replaces_in mounted) && status=0 || status=$?
	umount mounted
	[ "$status" = 0 ] || exit "$status"
}

test_in_place_vfat() {
	command -v mkfs.vfat >/dev/null || skip 'mkfs.vfat is not there'
	truncate -s 20M image
	mkfs.vfat image >/dev/null
	mounted mount -o loop image mounted
}

test_in_place_fuse() {
	command -v bindfs >/dev/null || skip 'bindfs is not there'
	mkdir from
	mounted bindfs from mounted
}

# A filesystem without owners and modes answers that they cannot be set.
test_in_place_fuse_without_owners() {
	command -v bindfs >/dev/null || skip 'bindfs is not there'
	mkdir from
	mounted bindfs --chown-deny --chmod-deny --xattr-none --create-with-perms=u=rw:go=r from mounted
}

# The same by system calls that fail: it needs no such filesystem.
test_in_place_without_owners() {
	can_kill
	printf 'e\314\201\n' >file
	chmod 600 file
	exits 0 strace -f -o trace -e inject=fchown,fchmod:error=ENOSYS "$UTF8CHECK" --engine=library filter --in-place --form=nfc file
	printf '\303\251\n' | cmp - file || fail 'expected NFC'
	printf 'e\314\201\n' >file
	chmod 640 file
	exits 2 strace -f -o trace -e inject=fchmod:error=ENOSYS "$UTF8CHECK" --engine=library filter --in-place --form=nfc file
	err_has 'file: cannot keep the mode: Function not implemented'
	printf 'e\314\201\n' | cmp - file || fail 'expected it as it was'
}
