# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Tests of scan --fix on trees with names of all kinds, and with an end at any
# moment; sourced by cli.sh, after cli_scan_fix.sh.

READINGS='--reading=mojibake,latin1 --form=nfc --policy=safe'

has_tools() {
	command -v python3 >/dev/null || skip 'python3 is not there'
	strace -o trace true 2>/dev/null || skip 'strace cannot trace here'
}

make_random() {
	rm -rf tree p ./*.jsonl
	python3 "$HERE/trees/random_tree.py" make "$1" tree
	tree_state >before
	inodes >files
	leads >led
}
is_before() { tree_state | cmp - before || fail "$1: not as before"; }

# Each name by its inode and that of its folder, whatever the names are now.
inodes() { python3 "$HERE/trees/random_tree.py" inodes tree; }
leads() { python3 "$HERE/trees/random_tree.py" leads tree; }
# Each link that led to something still does; one that did not may do so now.
leads_as_before() {
	[ -z "$(LC_ALL=C comm -23 led <(leads))" ] || fail "$1: a link leads elsewhere: $(LC_ALL=C comm -3 led <(leads))"
}
same_files() { inodes | cmp - files || fail "$1: a file is lost, or in another folder"; }

# mended SEED: what the scan can mend, it has; the rest is said to be left.
mended() {
	run fix $READINGS tree
	! grep -q ' -> ' out || fail "seed $1: not mended"
}

# Done, looked at, undone; with links where there is no RENAME_NOREPLACE.
test_fix_random() {
	local seed
	has_tools
	for seed in $(seq "$(or_fewer 12 3)"); do
		make_random "$seed"
		run fix $READINGS --yes --plan=p tree
	# shellcheck disable=SC2154 # run() sets it
		[ "$status" -le 1 ] || fail "seed $seed"
		same_files "$seed"
		leads_as_before "$seed"
		mended "$seed"
		exits 0 u scan --undo=p
		is_before "$seed"
	done
}

# The end comes before each renaming in turn. Then: undo; or the rest of the plan;
# or a new scan, and both undone.
test_fix_killed() {
	local n=1 step
	step=$(or_fewer 1 4)
	has_tools
	make_random 1
	run fix $READINGS --yes --plan=p tree
	tree_state >after
	run u scan --undo=p
	is_before 0
	while scan_killed_at renameat2 $n scan --fix $READINGS --yes; do
		same_files $n
		case $((n % 3)) in
		0)
			exits 0 u scan --apply=p
			tree_state | cmp - after || fail "$n: not all is done"
			;;
		1)
			run fix $READINGS --yes --plan=q tree
			mended "$n"
			if [ -e q ]; then
				exits 0 u scan --undo=q
			fi
			rm -f q
			;;
		esac
		exits 0 u scan --undo=p
		is_before $n
		n=$((n + step))
	done
	[ $n -gt 10 ] || fail 'expected more renamings'
}

# scan_killed_at CALL N WORD...: is the command with --plan=p tree killed at this call?
scan_killed_at() {
	local call=$1 n=$2
	shift 2
	rm -f p
	run strace -o trace -e trace="$call" -e inject="$call":signal=KILL:when="$n" \
		${MORE:+-e trace=all} ${MORE-} \
		"$UTF8CHECK" --engine="$ENGINE" "$@" --plan=p tree
	[ "$status" -gt 128 ]
}

# Ctrl-C, a terminal that goes away: what is begun is done, and how to go on is said.
test_fix_interrupted() {
	local signal code
	has_tools
	make_random 3
	for signal in INT HUP TERM; do
		code=$((128 + $(kill -l $signal)))
		rm -f p
		exits $code strace -o trace -e trace=renameat2 -e inject=renameat2:signal=$signal:when=3 \
			"$UTF8CHECK" scan --fix $READINGS --yes --plan=p tree
		err_has "scan: ended before all was done: renamed: 3, left: "
		err_has "; 'utf8check scan --apply=p' goes on; 'utf8check scan --undo=p' takes that back"
		exits $code strace -o trace -e trace=renameat2 -e inject=renameat2:signal=$signal:when=2 "$UTF8CHECK" scan --undo=p
		err_has "renamed: 2, left: 0; 'utf8check scan --undo=p' goes on"
		exits 0 u scan --undo=p
		is_before 3
	done
}

# The end comes amid --undo and --apply.
test_fix_killed_amid_undo() {
	local n way
	has_tools
	make_random 3
	run fix $READINGS --yes --plan=p tree
	tree_state >after
	for way in undo apply; do
		for n in $(seq 1 "$(or_fewer 3 9)" 100); do
			run u scan --apply=p
			[ $way = undo ] || run u scan --undo=p
			status_is 0
			run strace -o trace -e trace=renameat2 -e inject=renameat2:signal=KILL:when="$n" "$UTF8CHECK" scan --$way=p
			[ "$status" -gt 128 ] || break
			same_files 3
			exits 0 u scan --apply=p
			tree_state | cmp - after || fail "$n: not all is done"
			run strace -o trace -e trace=renameat2 -e inject=renameat2:signal=KILL:when="$n" "$UTF8CHECK" scan --$way=p
			exits 0 u scan --undo=p
			is_before "3, $n"
		done
		[ "$n" -gt 5 ] || fail 'expected more renamings'
	done
}

# Before the plan is on the disk, nothing is renamed.
test_fix_killed_before() {
	local call
	has_tools
	make_random 4
	for call in fsync:1 fsync:2; do
		scan_killed_at "${call%:*}" "${call#*:}" scan --fix $READINGS --yes || fail "$call: expected an end"
		is_before "4, $call"
		run u scan --undo=p
		is_before "4, $call"
	done
	run grep -n . trace
	# The plan is on the disk, and its folder is, before the first renaming.
	rm -f p
	run strace -o trace -y -e trace=fsync,renameat2 "$UTF8CHECK" scan --fix $READINGS --yes --plan=p tree
	[ "$(sed 's/(.*//' trace | head -n 3 | tr '\n' ' ')" = 'fsync fsync renameat2 ' ] || fail "expected fsync twice: $(head -n 3 trace)"
}

# A filesystem without RENAME_NOREPLACE.
test_fix_links() {
	local n=1
	has_tools
	mkdir -p tree/$'d\xe9'
	echo one >tree/$'d\xe9'/$'\xe9'
	echo two >tree/$'\xf6'
	ln -s nowhere tree/$'l\xe9'
	ln tree/$'\xf6' tree/other
	tree_state >before
	MORE='-e inject=renameat2:error=EINVAL'
	exits 2 strace -o trace $MORE "$UTF8CHECK" scan --fix $READINGS --yes --plan=p tree
	err_has '"d\xE9" is left: this filesystem cannot rename it without the danger of replacing another'
	names_are $'d\xe9' $'d\xe9/\u00e9' $'\u00f6' $'l\u00e9' other
	run strace -o trace $MORE "$UTF8CHECK" scan --undo=p
	is_before 0
	# Ended between the two steps: a file has two names for a while.
	while scan_killed_at unlinkat $n scan --fix $READINGS --yes; do
		[ $((n % 2)) = 0 ] || run strace -o trace $MORE "$UTF8CHECK" scan --apply=p
		run strace -o trace $MORE "$UTF8CHECK" scan --undo=p
		is_before "$n"
		n=$((n + 1))
	done
	[ $n = 4 ] || fail "expected 3 files, not $((n - 1))"
	run strace -o trace $MORE "$UTF8CHECK" scan --undo=p
	# No links either: all is left.
	fails_with '"\xE9" is left: this filesystem cannot rename it without the danger of replacing another' strace -o trace $MORE -e inject=linkat:error=EPERM "$UTF8CHECK" scan --fix $READINGS --yes --plan=q tree
	is_before 0
}
