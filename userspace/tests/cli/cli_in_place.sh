# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Tests of files that are replaced, by --in-place and by --output; sourced by cli.sh.

# attach FILE NAME=HEX...: extended attributes, and what other programs show as ACL
# and capabilities.
attach() {
	command -v python3 >/dev/null || skip 'python3 is not there'
	python3 -ISc '
import os, sys
for word in sys.argv[2:]:
    name, value = word.split("=")
    os.setxattr(sys.argv[1], name, bytes.fromhex(value))' "$@" 2>err ||
		skip "no such attributes here: $(tail -n 1 err)"
}

# All that the kernel knows of each file, but for its inode and its times, in a line.
attached() {
	python3 -ISc '
import os, sys
for file in sys.argv[1:]:
    s = os.stat(file)
    names = sorted(os.listxattr(file))
    print(oct(s.st_mode), s.st_uid, s.st_gid,
          *(f"{name}={os.getxattr(file, name).hex()}" for name in names))' "$@"
}

# All of it, and when it was changed.
untouched() { stat -c '%i %s %y %z %h' "$@"; }

# user::rw-, user:65534:rw-, group::r--, mask::rw-, other::---
ACL=0200000001000600ffffffff02000600feff000004000400ffffffff10000600ffffffff20000000ffffffff
# cap_net_raw+ep
CAPABILITY=0100000200200000000000000000000000000000

with_older() {
	preload older
	LD_PRELOAD=$TMP/older.so "$@"
}

left() { find . -maxdepth 1 -name '.utf8check-*'; }

test_in_place_keeps() {
	local before
	cp bad file
	chmod 640 file
	attach file user.note=6869 user.empty= system.posix_acl_access=$ACL
	if [ "$(id -u)" = 0 ]; then
		chown 1234:4321 file
		chmod 6755 file
		# Digests of what the file was are not kept.
		attach file security.ima=0102 security.evm=0304
		attach file trusted.note=00ff security.capability=$CAPABILITY system.posix_acl_access=$ACL
		chmod u+s file
	fi
	before=$(attached file | sed 's/ security\.\(ima\|evm\)=[0-9a-f]*//g')
	exits 0 u filter --in-place --on-error=drop file
	err_empty
	out_is ''
	printf 'ab\n\303\251z\n' | cmp - file || fail 'expected the new text'
	[ "$(attached file)" = "$before" ] || fail "expected $before, found $(attached file)"
	# Also where many are made, by threads that wait for their turn.
	for i in $(seq 9); do cp -a file "file$i"; done
	exits 0 u filter -j3 --in-place --to=utf-16be file?
	[ "$(attached file? | uniq)" = "$before" ] || fail "expected $before for each: $(attached file?)"
	[ "$(wc -c <file9)" = 12 ] || fail 'expected UTF-16'
	exits 0 with_older u filter -j3 --in-place --from=utf-16be file?
	[ "$(attached file? | uniq)" = "$before" ] || fail "expected $before for each: $(attached file?)"
	for i in $(seq 9); do cmp file "file$i" || fail 'expected UTF-8'; done
	[ -z "$(left)" ] || fail 'a temporary file is left'
}

# A folder gives its new files an ACL; a file without one stays so.
test_in_place_default_acl() {
	local before
	mkdir shared
	cp bad shared/file
	chmod 640 shared/file
	attach shared system.posix_acl_default=$ACL
	before=$(attached shared/file)
	exits 0 u filter --in-place --on-error=drop shared/file
	[ "$(attached shared/file)" = "$before" ] || fail "expected $before, found $(attached shared/file)"
}

# A user without rights: a file that may not be written keeps its attribute, and
# the set-user-id bit, which a write takes away.
test_in_place_as_user() {
	local before
	needs_nobody
	cp bad file
	chmod 777 .
	attach file user.note=6869 system.posix_acl_access=$ACL
	chown 65534:65534 file
	chmod 4555 file
	before=$(attached file)
	exits 0 nobody filter --in-place --on-error=drop file
	err_empty
	[ "$(attached file)" = "$before" ] || fail "expected $before, found $(attached file)"
	printf 'ab\n\303\251z\n' | cmp - file || fail 'expected the new text'
}

# It is the folder that may not be written to, not the file.
test_in_place_closed_folder() {
	needs_nobody
	mkdir -m 755 closed
	cp bad closed/file
	chown 65534 closed/file
	exits 2 nobody filter --in-place --on-error=drop closed/file
	err_has 'closed/file: no new file can be made in its folder: Permission denied'
}

# What may not be kept is named, and the file stays.
test_in_place_cannot_keep() {
	local before
	needs_nobody
	cp bad file
	chmod 777 .
	chown 65534:65534 file
	attach file security.capability=$CAPABILITY
	before=$(untouched file)
	exits 2 nobody filter --in-place --on-error=drop file
	err_has 'file: cannot keep the attribute security.capability: Operation not permitted'
	[ "$(untouched file)" = "$before" ] || fail 'expected it as it was'
	cmp bad file || fail 'expected it as it was'
	chown 0:0 file
	chmod 666 file
	exits 2 nobody filter --in-place --on-error=drop file
	err_has 'file: cannot keep the owner: Operation not permitted'
	cmp bad file || fail 'expected it as it was'
	[ -z "$(left)" ] || fail 'a temporary file is left'
}

# Nothing is written, not even a name in the folder.
test_in_place_untouched() {
	local before jobs
	mkdir clean
	cp good empty clean
	seq 20000 >clean/numbers
	chmod 444 clean/good
	before=$(untouched clean clean/*)
	sleep 0.05
	for jobs in 1 3; do
		exits 0 u filter -j$jobs --in-place=.old --form=nfc clean/*
		err_empty
		[ "$(untouched clean clean/*)" = "$before" ] || fail 'expected that nothing was written'
	done
	UTF8CHECK_CHUNK=64 run u filter -j3 --in-place clean/numbers
	[ "$(untouched clean clean/*)" = "$before" ] || fail 'expected that nothing was written'
}

# The new text begins as the old one does, and then differs, goes on or ends.
test_in_place_differs() {
	local at new
	for at in 0 1 16383 16384 16385 65535 65536 65537 200000; do
		head -c "$at" /dev/zero | tr '\0' a >begin
		for new in '\300' '\300z' 'e\314\201z'; do
			{ cat begin; printf '%b' "${new//\\/\\0}"; } >file
			{ cat begin; printf '%b' "${new//\\/\\0}" | sed 's/\xc0//;s/e\xcc\x81/\xc3\xa9/'; } >wanted
			exits 0 u filter --in-place --on-error=drop --form=nfc file
			cmp file wanted || fail "after $at bytes: $new"
			{ cat begin; printf 'z\n'; } >file
			{ printf '\357\273\277'; cat begin; printf 'z\n'; } >wanted
			run u filter --in-place --bom=add file
			cmp file wanted || fail "after $at bytes: a mark"
		done
	done
}

# What another process writes meanwhile is not lost.
test_in_place_changed() {
	preload changer
	seq 1000 >file
	LD_PRELOAD=$TMP/changer.so CHANGE_FILE=file CHANGE_SIZE=100 UTF8CHECK_CHUNK=64 \
		exits 2 u filter -j3 --in-place --to=utf-16le file
	err_has 'file: was changed meanwhile by another process, and is not replaced'
	seq 1000 | head -c 100 | cmp - file || fail 'expected what the other process made'
	[ -z "$(left)" ] || fail 'a temporary file is left'
}

# --- what is killed

FILE_CALLS='openat pread64 write sendfile fchown fchmod fsync linkat rename renameat renameat2 fsetxattr flock newfstatat close'

# killed_at CALL NUMBER COMMAND...: kill the command before that call, counted
# from 1; true where it was killed.
killed_at() {
	local call=$1 number=$2 code=0
	shift 2
	strace -f -qq -o trace -e trace="$call" -e inject="$call:signal=KILL:when=$number" "$@" >out 2>err || code=$?
	[ "$code" = 137 ]
}

can_kill() {
	command -v strace >/dev/null || skip 'strace is not there'
	strace -f -qq -o trace true 2>/dev/null || skip 'strace may not trace here'
}

# kill_everywhere FILE COMMAND...: before each system call.  FILE is then whole,
# as in old or in new, and the next run removes what is left.
kill_everywhere() {
	local file=$1 call number names=0
	shift
	for call in $FILE_CALLS; do
		for number in $(seq 40); do
			if [ -e old ]; then cat old >fresh; mv fresh "$file"; else rm -f "$file"; fi
			killed_at "$call" "$number" "$@" || break
			[ -e old ] || [ -e "$file" ] || : >nothing
			if [ -e "$file" ]; then
				cmp -s "$file" new || cmp -s "$file" old || fail "$call $number: the file is neither old nor new"
			else
				[ ! -e old ] || fail "$call $number: the file is gone"
			fi
			[ -n "$(left)" ] || continue
			names=$((names + 1))
			[ -n "${OLDER-}" ] || [[ $call = rename* ]] || fail "$call $number: $(left) is left"
			"$@" >out 2>err || fail "$call $number: the next run"
			err_has "/$(basename "$(left)") is there, which a killed run may have left"
			cmp "$file" new || fail "$call $number: the next run"
			rm "$(left)"
		done
		[ "$number" -gt 1 ] || [[ $call = rename* || $call = fsetxattr || $call = flock ||
			$call = sendfile || $call = fch* || $call = linkat ]] ||
			fail "$call: expected that it is called"
	done
	echo "$names" >names
}

old_and_new() {
	{ seq 30000; printf '\300\n'; } >old
	{ seq 30000; echo; } >new
}

test_in_place_killed() {
	can_kill
	old_and_new
	kill_everywhere file "$UTF8CHECK" --engine=library filter --in-place --on-error=drop file
	[ "$(cat names)" = 1 ] || fail "expected a name between linkat and rename only, found $(cat names)"
}

test_in_place_killed_older() {
	can_kill
	old_and_new
	OLDER=1
	export LD_PRELOAD
	with_older true
	kill_everywhere file env LD_PRELOAD="$TMP/older.so" "$UTF8CHECK" --engine=library filter --in-place --on-error=drop file
	[ "$(cat names)" -gt 3 ] || fail 'expected names of files that are being written'
}

# A signal removes the names of all outputs that are being written.
test_outputs_ended() {
	can_kill
	with_older true
	strace -f -qq -o trace -e trace=fsync -e inject=fsync:signal=TERM:when=2 \
		env LD_PRELOAD="$TMP/older.so" "$UTF8CHECK" check --html=page --write-baseline=base --policy=source bad || :
	{ [ -e base ] && [ ! -e page ] && [ -z "$(left)" ]; } || fail "expected base alone, found $(ls -A)"
}

test_output_killed() {
	can_kill
	{ seq 30000; printf '\300\n'; } >in
	{ seq 30000; echo; } >new
	kill_everywhere file "$UTF8CHECK" --engine=library filter --on-error=drop -o file in
	[ "$(cat names)" = 0 ] || fail 'expected no other name'
	echo old >old
	kill_everywhere file "$UTF8CHECK" --engine=library filter --on-error=drop -o file in
	[ "$(cat names)" = 1 ] || fail "expected a name between linkat and rename only, found $(cat names)"
}

# At any time, with threads.
test_in_place_killed_at_random() {
	local i pid name new some=0
	mkdir files
	for i in $(seq 60); do { seq "$i" 3000; printf 'e\314\201\n'; } >"files/$i"; done
	RANDOM=7
	for i in $(seq "$(or_fewer 25 5)"); do
		rm -rf copies
		cp -r files copies
		"$UTF8CHECK" --engine="$ENGINE" filter -j3 --in-place --form=nfc copies/* 2>err &
		pid=$!
		sleep "0.0$((RANDOM % 9))$((RANDOM % 10))"
		kill -KILL $pid 2>/dev/null || :
		wait $pid 2>/dev/null || :
		new=0
		for name in $(seq 60); do
			cmp -s "copies/$name" "files/$name" && continue
			new=$((new + 1))
			sed 's/e\xcc\x81/\xc3\xa9/' "files/$name" |
				cmp - "copies/$name" || fail "copies/$name is neither old nor new"
		done
		[ $new = 0 ] || [ $new = 60 ] || some=$((some + 1))
		[ "$(find copies -name '.utf8check-*' | wc -l)" -le 1 ] || fail 'expected one name at most'
	done
	[ $some != 0 ] || fail 'expected that it was killed amid its work'
	exits 0 u filter -j3 --in-place --form=nfc copies/*
}

# What is locked, or is no file, is not ours to remove.
test_in_place_left_by_others() {
	local name
	command -v flock >/dev/null || skip 'flock is not there'
	cp bad file
	name=.utf8check-$(stat -c %i file)
	echo mine >"$name"
	exec 9<"$name"
	flock 9
	exits 0 u filter --in-place --on-error=drop file
	err_empty
	[ "$(cat "$name")" = mine ] || fail 'expected the locked file to stay'
	exec 9<&-
	# Another file could get that inode.
	rm "$name"
	for make in 'mkdir' 'ln -s good' 'mkfifo'; do
		cp bad file
		name=.utf8check-$(stat -c %i file)
		rm -f "$name"
		$make "$name"
		exits 0 timeout "$(patience 20)" "$UTF8CHECK" --engine="$ENGINE" filter --in-place --on-error=drop file
		err_empty
		{ [ -e "$name" ] && [ -e good ]; } || fail "expected it to stay: $make"
		rm -r "$name"
	done
	# A file that nobody holds; also where the target needs no change.
	for jobs in 1 3; do
		for options in --bom=keep --bom=add --bom=strip; do
			name=.utf8check-$(stat -c %i file)
			echo precious >"$name"
			exits 0 u filter -j$jobs --in-place $options file empty
			[ "$(cat err)" = "utf8check: filter: $PWD/file: $PWD/$name is there, which a killed run may have left" ] ||
				fail 'expected one message'
			[ "$(cat "$name")" = precious ] || fail 'expected it to stay'
			rm "$name"
		done
	done
	# Of a file that is left as it is, no number of threads says so.
	head -c 100 /dev/zero >file
	echo mine >".utf8check-$(stat -c %i file)"
	for jobs in 1 3; do
		exits 0 u filter -j$jobs --in-place --on-error=drop file empty
		[ "$(wc -l <err)" = 1 ] || fail "expected one message with -j$jobs"
	done
}

# --- --output

test_output_new() {
	umask 027
	exits 0 u filter -o new good
	cmp good new || fail 'expected the text'
	[ "$(stat -c %a new)" = 640 ] || fail 'expected the mode of a new file'
	exits 0 with_older u filter -o new2 good
	cmp good new2 || fail 'expected the text'
	[ "$(stat -c %a new2)" = 640 ] || fail 'expected the mode of a new file'
	fails_with 'nowhere/new: No such file or directory' u filter -o nowhere/new good
	fails_with 'folder: Is a directory' u filter -o folder good
	ln -s nothing link
	fails_with 'link: is a symbolic link that leads to no file' u filter -o link good
	[ -z "$(left)" ] || fail 'a temporary file is left'
}

test_output_existing() {
	local before inode
	echo old >file
	chmod 604 file
	attach file user.note=6869
	before=$(attached file)
	inode=$(stat -c %i file)
	ln -s file link
	exits 0 u filter -o link good
	cmp good file || fail 'expected the text'
	[ -L link ] || fail 'expected the link to stay'
	[ "$(attached file)" = "$before" ] || fail "expected $before"
	ln file other
	fails_with 'file: has 2 links' u filter -o file bad
	exits 0 u filter --break-links -o file --on-error=drop bad
	cmp good other || fail 'expected the other name to keep the old text'
	[ -z "$(left)" ] || fail 'a temporary file is left'
}

limited() {
	(
		trap '' XFSZ
		ulimit -f 8
		u "$@"
	)
}

# What is no regular file gets the bytes as they come.
test_output_pipe() {
	mkfifo fifo
	cat fifo >got &
	exits 1 u filter -o fifo bad
	wait
	printf 'ab\n\303\251' | cmp - got || fail 'expected what is before the error'
	exits 0 u filter -o /dev/null good
	[ -c /dev/null ] || fail 'expected the device to stay'
	u filter -o /dev/stdout good | cmp - good || fail 'expected it on standard output'
}

# Of the user whose tree root mends: a link in the place of a folder, to files of root's.
put_link_at_folder() {
	mv tree/d moved
	ln -s "$PWD/precious" tree/d
}
make_hostile() {
	rm -rf tree moved precious
	mkdir -p tree/d precious
	cp bad tree/d/file
	cp bad precious/file
	untouched precious precious/file >before
}

# The new file is not made where the link leads to, with and without a name of its own.
test_in_place_hostile() {
	has_tools
	make_hostile
	at_call linkat 1 put_link_at_folder "$UTF8CHECK" --engine="$ENGINE" \
		filter -r --in-place=.old --on-error=drop tree
	status_is 0
	untouched precious precious/file | cmp - before || fail 'what the link leads to is changed'
	printf 'ab\n\303\251z\n' | cmp - moved/file || fail 'expected the new text'
	cmp bad moved/file.old || fail 'expected the old text'
	[ "$(ls -A moved)" = $'file\nfile.old' ] || fail "$(ls -A moved)"
	for call in linkat renameat; do
		make_hostile
		at_call $call 1 put_link_at_folder "$UTF8CHECK" --engine="$ENGINE" \
			filter --in-place --on-error=drop tree/d/file
		status_is 0
		untouched precious precious/file | cmp - before || fail "$call: what the link leads to is changed"
		printf 'ab\n\303\251z\n' | cmp - moved/file || fail "$call: expected the new text"
		[ "$(ls -A moved)" = file ] || fail "$call: $(ls -A moved)"
	done
}

# What takes the place of a folder or a file between the walk and the open is not read.
put_pipe_at_file() {
	rm tree/d/file
	mkfifo tree/d/file
}
put_link_at_file() { ln -sf ../../precious/file tree/d/file; }
test_walk_hostile() {
	local change
	has_tools
	for change in put_link_at_folder put_link_at_file put_pipe_at_file; do
		make_hostile
		at_call getdents64 4 $change "$UTF8CHECK" --engine="$ENGINE" \
			filter -j1 -r --in-place --on-error=drop tree
		status_is 2
		err_has 'tree/d/file: '
		untouched precious precious/file | cmp - before || fail "$change: a file outside is changed"
		for command in $(or_fewer 'check detect stats' ''); do
			make_hostile
			at_call getdents64 4 $change "$UTF8CHECK" --engine="$ENGINE" "$command" -r tree
			status_is 2
			err_has 'tree/d/file: '
		done
	done
	# The folder that the user named may lie behind a link.
	make_hostile
	ln -s tree link
	exits 0 u filter -r --in-place --on-error=drop link/d link/
	printf 'ab\n\303\251z\n' | cmp - tree/d/file || fail 'expected the new text'
}
