# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Tests of scan --fix where symbolic links point to what is renamed; sourced by cli.sh,
# with cli_scan_fix.sh.

# leads_to LINK TARGET: the link's text.
leads_to() { [ "$(readlink "$1")" = "$2" ] || fail "$1: expected $2, not $(readlink "$1")"; }

# A folder, a file in it, and links to them on all ways.
make_links() {
	mkdir -p tree/$'d\xe9'/sub tree/plain/deep
	echo below >tree/$'d\xe9'/$'f\xf6'
	echo in deep >tree/plain/$'\xe9'
	echo at top >tree/$'\xe9'
	ln -s $'d\xe9' tree/folder
	ln -s folder/$'f\xf6' tree/through
	ln -s through tree/to_link
	ln -s $'d\xe9/sub/../f\xf6' tree/up
	ln -s plain/deep tree/far
	ln -s $'far/../\xe9' tree/up_from_far
	ln -s "$PWD/tree/d"$'\xe9/f\xf6' tree/absolute
	ln -s "$PWD/tree/../tree//d"$'\xe9//' tree/absolute_up
	ln -s $'../../tree/d\xe9' tree/plain/out_and_in
	ln -s $'../\xe9' tree/$'d\xe9'/$'l\xe9'
	ln -s $'d\xe9/l\xe9' tree/$'l\xe9'
	ln -s plain tree/kept
}

# What is not renamed is not followed, though it has the name of what is.
test_fix_targets_outside() {
	local other
	mkdir -p tree/sub outside other
	touch tree/$'\xe9' outside/$'\xe9' other/$'\xe9'
	ln -s ../outside/$'\xe9' tree/a
	ln -s "$PWD/outside/"$'\xe9' tree/b
	ln -s "$PWD/outside" tree/c
	ln -s c/$'\xe9' tree/d
	ln -s missing/$'\xe9' tree/e
	ln -s sub/$'\xe9' tree/f
	ln -s $'\xe9' tree/$'g\xe9'
	ln -s loop/$'\xe9' tree/loop
	# On a way outside, and from one tree into another.
	ln -s "$PWD/tree" alias
	ln -s "$PWD/alias/"$'\xe9' tree/sub/h
	ln -s ../../other/$'\xe9' tree/sub/i
	exits 1 fix --reading=latin1 --yes --plan=p tree other
	leads_to tree/a ../outside/$'\xe9'
	leads_to tree/b "$PWD/outside/"$'\xe9'
	leads_to tree/d c/$'\xe9'
	leads_to tree/e missing/$'\xe9'
	leads_to tree/f sub/$'\xe9'
	leads_to tree/gé é
	leads_to tree/loop loop/$'\xe9'
	leads_to tree/sub/h "$PWD/alias/é"
	leads_to tree/sub/i ../../other/é
	for other in a b d; do [ -e tree/$other ] || fail "$other: leads to nothing"; done
	exits 0 u scan --undo=p
	leads_to tree/sub/i ../../other/$'\xe9'
}

# No directory stays open after a name that is too long: more such links than descriptors.
test_fix_targets_too_long_names() {
	local i
	mkdir tree
	touch tree/$'\xe9'
	for i in {1..40}; do ln -s "$(printf 'a%.0s' {1..300})/"$'\xe9' "tree/$i"; done
	(ulimit -n 32; exits 1 fix --reading=latin1 --yes --plan=p tree)
	[ -e tree/é ] || fail 'the file is not renamed'
}

# The new name has a number, or is another one in each folder.
test_fix_targets_numbered() {
	mkdir -p tree/a tree/b
	echo 1 >tree/a/$'\xe9'
	echo 2 >tree/a/é
	echo 3 >tree/b/$'\xe9'
	ln -s a/$'\xe9' tree/one
	ln -s a/é tree/two
	ln -s a/../b/$'\xe9' tree/three
	exits 0 fix --reading=latin1 --yes --plan=p tree
	[ "$(cat tree/one tree/two tree/three)" = $'1\n2\n3' ] || fail 'a link leads elsewhere'
	leads_to tree/one a/é_2
}

# Where a name is left, the links to it are.
test_fix_targets_of_left_names() {
	mkdir -p tree/$'d\xe9'
	echo mine >tree/$'d\xe9'/$'\xe9'
	ln -s $'d\xe9/\xe9' tree/l
	tree_state >before
	run fix --reading=latin1 --plan=p tree
	echo other >tree/$'d\xe9'/é
	fails_with '"\xE9" is left: a file has the name that it should have' u scan --apply=p
	leads_to tree/l dé/$'\xe9'
	[ "$(cat tree/l)" = mine ] || fail 'the link leads to another file'
	rm tree/dé/é
	exits 0 u scan --apply=p
	leads_to tree/l dé/é
	touch tree/$'d\xe9'
	fails_with 'is left: a file has the name that it should have' u scan --undo=p
	leads_to tree/l dé/é
	[ "$(cat tree/l)" = mine ] || fail 'the link leads to nothing'
	rm tree/$'d\xe9'
	exits 0 u scan --undo=p
	leads_to tree/l $'d\xe9/\xe9'
}

# Times, owner and attributes are those of the old link.
test_fix_targets_keep() {
	local all='%U %G %T@ %y\n'
	mkdir tree
	touch tree/$'\xe9'
	ln -s $'\xe9' tree/l
	touch -hd '2001-02-03 04:05:06.789' tree/l
	if [ "$(id -u)" = 0 ]; then
		chown -h 65534:65533 tree/l
		python3 -c 'import os; os.setxattr("tree/l", "trusted.u", b"kept", follow_symlinks=False)' 2>/dev/null && touch marked
	fi
	find tree/l -printf "$all" >kept
	exits 0 fix --reading=latin1 --yes --plan=p tree
	leads_to tree/l é
	find tree/l -printf "$all" | cmp - kept || fail "expected $(cat kept)"
	[ ! -e marked ] || python3 -c 'import os; assert os.getxattr("tree/l", "trusted.u", follow_symlinks=False) == b"kept"' ||
		fail 'the attribute is lost'
}

# Whoever cannot give a link its owner leaves it.
test_fix_targets_of_others() {
	needs_nobody
	mkdir tree
	touch tree/$'\xe9'
	ln -s $'\xe9' tree/theirs
	chown 65534 . tree tree/$'\xe9'
	exits 2 nobody scan --fix --reading=latin1 --yes --plan=p tree
	err_has '"theirs" is left: a new link cannot have its owner'
	leads_to tree/theirs $'\xe9'
	[ "$(stat -c %u tree/theirs)" = 0 ] || fail 'it has another owner'
	[ -z "$(find tree -name '.utf8check*')" ] || fail 'a link is left'
}

# A target cannot be longer than a path: it is left, as is one that the disk has no room for.
test_fix_targets_long() {
	local e120 target
	e120=$(printf '\351%.0s' {1..120})
	mkdir -p "tree/$e120/sub"
	printf -v target "$e120/../%.0s" {1..20}
	ln -s "$target$e120" tree/long
	target=$e120/sub/../../$e120
	ln -s "$target" tree/fits
	exits 1 fix --reading=latin1 --yes --plan=p tree
	grep -q 'tree: "long": target ".*" is left: its new target would be too long$' out || fail 'expected it to be left'
	leads_to tree/long "$(printf "$e120/../%.0s" {1..20})$e120"
	leads_to tree/fits "$(printf 'é%.0s' {1..120})/sub/../../$(printf 'é%.0s' {1..120})"
}

test_fix_targets_full_disk() {
	has_tools
	mkdir tree
	touch tree/$'\xe9'
	ln -s $'\xe9' tree/l
	tree_state >before
	exits 2 strace -o trace -e trace=symlinkat -e inject=symlinkat:error=ENOSPC "$UTF8CHECK" scan --fix --reading=latin1 --yes --plan=p tree
	err_has '"l" is left: No space left on device'
	leads_to tree/l $'\xe9'
	exits 0 u scan --apply=p
	leads_to tree/l é
	run u scan --undo=p
	tree_state | cmp - before || fail 'not undone'
	# A filesystem that cannot exchange two names.
	exits 2 strace -o trace -e trace=renameat2 -e inject=renameat2:error=EINVAL "$UTF8CHECK" scan --apply=p
	err_has '"l" is left: this filesystem cannot change its target without the danger of replacing another file'
	leads_to tree/l $'\xe9'
	[ -z "$(find tree -name '.utf8check*')" ] || fail 'a link is left'
}

# meanwhile CALL WHEN CHANGE: do the change while the plan waits before this call.
meanwhile() {
	status=0
	at_call "$@" "$UTF8CHECK" scan --apply=p
}

put_file_at_link() {
	rm tree/l
	echo precious >tree/l
}
put_link_at_link() { ln -sf elsewhere tree/l; }
# Another user's way to a file of root: a name that is about to get his owner.
put_file_at_other() { ln -f victim tree/.utf8check-*; }

# Whatever takes the name of a link in the meantime is neither followed nor replaced.
test_fix_targets_hostile() {
	local inode
	has_tools
	mkdir tree
	touch tree/$'\xe9'
	ln -s $'\xe9' tree/l
	run fix --reading=latin1 --plan=p tree
	inode=$(stat -c %i tree/l)
	# Before it is looked at.
	ln -sf /etc/passwd tree/l
	fails_with '"l" is left: it points to something else now' u scan --apply=p
	put_file_at_link
	fails_with '"l" is left: another file has this name now' u scan --apply=p
	[ "$(cat tree/l)" = precious ] || fail 'a file is lost'
	rm tree/l
	fails_with '"l" is left: No such file' u scan --apply=p
	# The name that the new link needs first.
	ln -s $'\xe9' tree/l
	echo precious >"tree/.utf8check-$inode"
	fails_with '"l" is left: a file has the name that a new link needs first' u scan --apply=p
	[ "$(cat "tree/.utf8check-$inode")" = precious ] || fail 'a file is lost'
	ln -sf /etc/passwd "tree/.utf8check-$inode"
	run u scan --apply=p
	leads_to "tree/.utf8check-$inode" /etc/passwd
	# Before a run was ended, a link that could be left by it is not.
	ln -sf é "tree/.utf8check-$inode"
	for _ in 1 2; do
		fails_with '"l" is left: a file has the name that a new link needs first' u scan --apply=p
		leads_to "tree/.utf8check-$inode" é
	done
	# What a run that was ended has left is no hindrance.
	rm "tree/.utf8check-$inode"
	run strace -o trace -e trace=renameat2 -e inject=renameat2:signal=KILL "$UTF8CHECK" scan --apply=p
	leads_to "tree/.utf8check-$inode" é
	[ "$(tail -n 1 p)" = '{"begun":true}' ] || fail 'expected a note'
	exits 0 u scan --apply=p
	leads_to tree/l é
	[ ! -L "tree/.utf8check-$inode" ] || fail 'it is still there'
}

# A link of that name which is there before the first run.
test_fix_targets_of_that_name() {
	local inode
	mkdir tree
	touch tree/$'\xe9'
	ln -s $'\xe9' tree/l
	inode=$(stat -c %i tree/l)
	ln -s $'\xe9' "tree/.utf8check-$inode"
	exits 2 fix --reading=latin1 --yes --plan=p tree
	err_has '"l" is left: a file has the name that a new link needs first'
	[ -L "tree/.utf8check-$inode" ] || fail 'a link is lost'
	run u scan --undo=p
	leads_to "tree/.utf8check-$inode" $'\xe9'
	leads_to tree/l $'\xe9'
}

# In the moment between.
test_fix_targets_hostile_race() {
	local user=0
	has_tools
	mkdir tree
	touch tree/$'\xe9'
	ln -s $'\xe9' tree/l
	run fix --reading=latin1 --plan=p tree
	meanwhile renameat2 2 put_file_at_link
	status_is 2
	err_has '"l" is left: another file has this name now'
	[ "$(cat tree/l)" = precious ] || fail 'a file is lost'
	ln -sf $'\xe9' tree/l
	meanwhile renameat2 1 put_link_at_link
	status_is 2
	leads_to tree/l elsewhere
	ln -sf $'\xe9' tree/l
	[ "$(id -u)" != 0 ] || user=65534
	chown -h $user tree/l
	echo secret >victim
	meanwhile fchownat 1 put_file_at_other
	[ "$(stat -c %u victim)" = "$(id -u)" ] || fail 'the file of another has a new owner'
	[ "$(cat victim)" = secret ] || fail 'the file of another is lost'
	[ -L tree/l ] || fail 'the link is lost'
}

# Long targets of links that lead through each other take no time.
test_fix_targets_hostile_many() {
	local i target
	mkdir tree
	touch tree/$'\xe9'
	ln -s . tree/a
	printf -v target 'a/%.0s' {1..2000}
	for i in {1..300}; do ln -s "$target"$'\xe9' "tree/$i"; done
	ln -s $'b\xe9' tree/$'a\xe9'
	ln -s $'a\xe9' tree/$'b\xe9'
	exits 0 timeout "$(patience 60)" "$UTF8CHECK" --engine="$ENGINE" scan --fix --reading=latin1 --yes --plan=p tree
	leads_to tree/300 "$target"é
	leads_to tree/aé bé
}

# Lines about links that are made up do nothing.
test_fix_targets_bad_plans() {
	local change
	make_links
	run fix --reading=latin1 --plan=p tree
	tree_state >before
	while read -r change; do
		sed "$change" p >bad
		! cmp -s p bad || fail "$change: changes nothing"
		fails_with 'bad: ' u scan --apply=bad
		tree_state | cmp - before || fail "$change: something was renamed"
	done <<-'END'
		/"target"/s/"by":\[[0-9]*/"by":[6/
		/"target"/s/"by":\[[0-9]*/"by":[-1/
		/"target"/s/"by":\[[0-9]*/"by":["0"/
		/"target"/s/"by":\[/"by":[null,/
		/"target"/s/"by":.*]/"by":[]/
		/"target"/s/,"by":.*]//
		/"name":"up"/s/"by":\[[0-9]*/"by":[5/
		/"name":"up"/s/"name":"up"/"name":".."/
		/"name":"up"/s/"target_hex":"/&00/
		/"name":"up"/s/"folder":"/&x/
		/"name":"up"/d
		s/"links":9/"links":8/
		s/,"links":9//
	END
	# A renaming once more, among links too.
	for change in $(seq 3 "$(wc -l <p)"); do
		sed "2h; $change{x;G}" p >bad
		fails_with 'bad: ' u scan --apply=bad
	done
	exits 0 u scan --apply=p
	# Plans of utf8check 1.0.
	sed '/"target"/d; s/,"links":9//; /"done"/d' p >old
	exits 0 u scan --undo=old
	leads_to tree/folder dé
}

# The end comes before each call that changes a link, in either direction.
test_fix_targets_killed() {
	local call n
	has_tools
	make_links
	chown -h 1:1 tree/through 2>/dev/null || :
	tree_state >before
	for call in symlinkat renameat2 unlinkat; do
		for n in 1 2 $(seq 3 "$(or_fewer 3 7)" 20); do
			rm -f p
			run strace -o trace -e trace=$call -e inject=$call:signal=KILL:when="$n" \
				"$UTF8CHECK" scan --fix --reading=latin1 --yes --plan=p tree
			[ "$status" -gt 128 ] || [ "$n" != 1 ] || fail "$call: expected an end"
			if [ $((n % 2)) = 0 ]; then
				exits 0 u scan --apply=p
				leads_to tree/through folder/fö
				[ -z "$(find tree -name '.utf8check*')" ] || fail "$call $n: a link is left"
			fi
			run strace -o trace -e trace=$call -e inject=$call:signal=KILL:when="$n" "$UTF8CHECK" scan --undo=p
			exits 0 u scan --undo=p
			tree_state | cmp - before || fail "$call $n: not undone"
		done
	done
}
