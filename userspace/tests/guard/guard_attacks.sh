# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash disable=SC2012,SC2086,SC2164
# Users who try to get past a guard, to blind it, or to turn root's commands against
# root; read by guard.sh.

ALICE=1000

as_alice() { setpriv --reuid=$ALICE --regid=$ALICE --clear-groups "$@"; }

# A process in a chroot, as this one, may make no user namespace: in a namespace of
# mounts, its root becomes that of all.
unchrooted() { # COMMAND...
	# shellcheck disable=SC2016 # for the other shells
	chroot /proc/1/root /bin/busybox unshare -m /bin/busybox sh -c '
		cd /target && busybox mount -o move . / &&
			exec busybox chroot . /bin/sh -c "cd $0 && exec \"\$@\"" sh "$@"' "$PWD" "$@"
}

# --- past the guard -------------------------------------------------------------

# By an overlay of his own, above a filesystem of his own; also with names for which an
# overlay of root's has just got leave.
overlay_of_user() { # TYPE
	local status=0
	enter "$1"
	[ -c /dev/fuse ] || { echo 'no FUSE'; exit "$SKIP"; }
	chmod 666 /dev/fuse
	rm -rf alice
	mkdir -m 700 alice
	chown $ALICE:$ALICE alice
	cd $TMP
	unchrooted setpriv --reuid=$ALICE --regid=$ALICE --clear-groups \
		lodger overlay "$TMP/on/$1/alice" "$TMP/leave-$1/over" || status=$?
	ls -A "on/$1/alice/upper" | tee upper.names
	rm -rf "on/$1/alice"
	[ "$status" = 0 ]
	fails grep -v ^better upper.names
	found "refused [a-z]*: b.xFF .*uid $ALICE)"
}

overlay_of_users() {
	local type leave
	for type in tmpfs ext4; do
		leave=$TMP/leave-$type
		mkdir -p "$leave/lower" "$leave/upper" "$leave/work" "$leave/over"
		touch "$leave/lower/"$'b\xff '{open,chmod,rename,unlink}
		chown $ALICE:$ALICE "$leave/lower"/*
		mount -t overlay -o "lowerdir=$leave/lower,upperdir=$leave/upper,workdir=$leave/work" overlay "$leave/over"
	done
	begin --enforce
	(overlay_of_user tmpfs)
	(overlay_of_user ext4)
	end
	umount "$TMP/leave-tmpfs/over" "$TMP/leave-ext4/over"
	nothing_left
}

# What overlayfs may make in its layers, because the overlay has it, is reported.
overlay_passes() {
	mkdir -p lower3/d upper3 work3 over3
	touch lower3/kept$'\xff' lower3/gone$'\xff' lower3/d/gone$'\xff'
	mount -t overlay -o lowerdir=lower3,upperdir=upper3,workdir=work3 overlay over3
	begin --enforce --json
	echo more >>over3/kept$'\xff'
	rm over3/gone$'\xff'
	# Its folder is copied up before that.
	rm over3/d/gone$'\xff'
	[ -s upper3/kept$'\xff' ]
	[ ! -e over3/gone$'\xff' ]
	found '"refused":false,"passed":true,"act":"[a-z]*","class":"ill-formed","name":"kept'
	found '"refused":false,"passed":true,"act":"[a-z]*","class":"ill-formed","name":"gone'
	end
	begin --enforce
	chmod 600 over3/kept$'\xff'
	rm over3/kept$'\xff'
	refused touch over3/kept$'\xff'
	found 'refused create: kept.xFF: ill-formed (in '
	end
	umount over3
	nothing_left
}

# A rule for a user is for his subordinate ids too, and for what an overlay that root
# mounted does for him in its layers.
rules_of_user() {
	mkdir -p lower4 over4 on/ext4/upper4 on/ext4/work4 on/tmpfs/ids
	chmod 1777 on/tmpfs/ids on/ext4/upper4
	mount -t overlay -o lowerdir=lower4,upperdir=on/ext4/upper4,workdir=on/ext4/work4 overlay over4
	chmod 1777 over4
	printf '%s\n' '[rule alice]' "filesystem = $TMP/on/ext4" "uid = $ALICE" 'action = enforce' \
		'[rule subordinates]' "filesystem = $TMP/on/tmpfs" "uid = $ALICE" 'action = enforce' >"$CONF"
	begin_by_rules
	touch "over4/$BAD"
	rm "over4/$BAD"
	as_alice touch over4/fine
	refused as_alice mv over4/fine "over4/$BAD"
	refused as_alice touch "over4/$BAD"
	found "refused rename: bad.xFF: .*uid $ALICE; rule alice)"
	unchrooted lodger ids $ALICE 100000 3 2 $TMP/on/tmpfs/ids | tee ids
	[ "$(grep -cx '2 refused, 0 made' ids)" = 3 ]
	# Where root made the outermost one, she made one in it.
	unchrooted lodger in lodger ids $ALICE 100000 3 2 $TMP/on/tmpfs/ids | tee ids
	[ "$(grep -cx '2 refused, 0 made' ids)" = 3 ]
	# A namespace that root made says nothing of who alice is.
	unchrooted lodger ids 0 100000 1 1 $TMP/on/tmpfs/ids | grep -x '0 refused, 1 made'
	umount over4
	end
	# What root may, those in a namespace that root made may not.
	printf '%s\n' '[rule root]' 'uid = 0' 'action = pass' '[rule all]' 'action = enforce' >"$CONF"
	begin_by_rules
	touch "on/tmpfs/ids/$BAD"
	rm "on/tmpfs/ids/$BAD"
	unchrooted lodger ids 0 100000 1 1 $TMP/on/tmpfs/ids | grep -x '1 refused, 0 made'
	end
	nothing_left
}

# By a worker of io_uring that was made before the process became this user.
worker_is_older() {
	mkdir -p on/tmpfs/ring
	chmod 1777 on/tmpfs/ring
	begin --enforce --uid=$ALICE
	lodger ring $ALICE $TMP/on/tmpfs/ring
	found "refused mkdir: ring.xFF: .*uid $ALICE)"
	end
	nothing_left
}

# --- in the midst ---------------------------------------------------------------

# At no step of its beginning or end is one way refused and another one not.
all_at_once() {
	cc -shared -fPIC -o between.so "$HERE/between.c" -ldl
	rm -f between.log
	env LD_PRELOAD="$PWD/between.so" BETWEEN="$PWD/on/tmpfs" BETWEEN_LOG="$PWD/between.log" \
		utf8check guard enable --enforce
	refused touch "on/tmpfs/$BAD"
	env LD_PRELOAD="$PWD/between.so" BETWEEN="$PWD/on/tmpfs" BETWEEN_LOG="$PWD/between.log" \
		utf8check guard disable
	nothing_left
	uniq -c between.log
	[ "$(grep -c . between.log)" -gt 20 ]
	grep -qx '84 84' between.log
	grep -qx '0 0' between.log
	fails grep -vx '0 0\|84 84' between.log
	# Off, on, off.
	[ "$(uniq between.log | grep -c .)" = 3 ]
}

# --- root's commands -------------------------------------------------------------

# Only its result counts: a command that waits for a lock of a user would never end.
pins_say() { # STATUS SENTENCE ACTION...
	local status=0 wanted=$1 sentence=$2
	shift 2
	timeout "$(patience 60)" utf8check guard "$@" >out 2>&1 || status=$?
	victim_is_whole
	[ "$status" = "$wanted" ] || { echo "'$*': status $status"; cat out; return 1; }
	grep -F -- "$sentence" out || { cat out; return 1; }
}

open_bpffs() { # MODE
	echo 0 >/proc/sys/fs/protected_symlinks
	mount -t bpf -o "mode=$1" hostile /sys/fs/bpf
	chgrp $ALICE /sys/fs/bpf
	rm -rf victim
	mkdir -p victim/below
	touch victim/precious
}

close_bpffs() {
	umount /sys/fs/bpf
	victim_is_whole
	nothing_left
}

victim_is_whole() {
	[ -e victim/precious ] || { echo 'a file of the victim is gone'; return 1; }
	[ -d victim/below ] || { echo 'a folder of the victim is gone'; return 1; }
}

# Names that a user made before root came: nothing is followed, removed or changed.
pins_made_before() { # MODE
	local action
	open_bpffs "$1"
	as_alice ln -s $TMP/victim $PINS
	as_alice ln -s $TMP/victim $PINS-other
	for action in 'enable --enforce' reload disable run; do
		# shellcheck disable=SC2086 # words
		pins_say 2 "$PINS is not of this command, and is left as it is" $action
	done
	[ -L $PINS ]
	[ -L $PINS-other ]
	as_alice rm $PINS
	as_alice mkdir -m 777 $PINS
	as_alice ln -s $TMP/victim $PINS/present
	for action in 'enable --enforce' disable; do
		# shellcheck disable=SC2086 # words
		pins_say 2 "$PINS is not of this command, and is left as it is" $action
	done
	[ -L $PINS/present ]
	[ "$(stat -c %u $PINS)" = $ALICE ]
	as_alice rm -r $PINS
	lets_through
	close_bpffs
}

# What stands beside the guard's folder, or in it, and locks that a user holds.
pins_beside() { # MODE
	local holder
	open_bpffs "$1"
	as_alice ln -s $TMP/victim $PINS-other
	setpriv --reuid=$ALICE --regid=$ALICE --clear-groups \
		sh -c 'exec 9</sys/fs/bpf && flock 9 && echo held && exec sleep 1000' >held &
	holder=$!
	soon grep -q held held
	timeout "$(patience 60)" utf8check guard enable --enforce
	refused touch "on/tmpfs/$BAD"
	victim_is_whole
	[ "$(stat -c '%u %a' $PINS)" = '0 700' ]
	fails as_alice ls $PINS 2>/dev/null
	mkdir $PINS/mine $PINS/present/mine
	ln -s $TMP/victim $PINS/link
	ln -s $TMP/victim $PINS/present/link
	pins_say 2 'is not of this command, and is left as it is' disable
	lets_through
	[ -d $PINS/mine ]
	[ -L $PINS/link ]
	[ -d $PINS/present/mine ]
	[ -L $PINS/present/link ]
	rm -r $PINS
	pins_say 0 'none was enabled' disable
	[ -L $PINS-other ]
	kill $holder
	wait $holder || :
	close_bpffs
}

# Who may rename the guard's folder cannot hide from root that a guard is enabled.
pins_moved() {
	open_bpffs 770
	# Of its own, the kernel makes it sticky.
	chmod 0770 /sys/fs/bpf
	utf8check guard enable --enforce
	as_alice mv $PINS $PINS-moved
	as_alice ln -s $TMP/victim $PINS
	pins_say 2 "$PINS is not of this command, and is left as it is" disable
	as_alice rm $PINS
	pins_say 2 "a guard is enabled, but its files are not in $PINS" disable
	pins_say 2 "a guard is enabled, but its files are not in $PINS" enable --enforce
	as_alice mv $PINS-moved $PINS
	utf8check guard disable
	[ ! -e $PINS ]
	close_bpffs
}

# Who may rename another folder of root's to the name of the guard's changes nothing of it:
# with a stranger beside no guard, in `present', or with settings that are no guard's.
pins_exchanged() {
	local other=/sys/fs/bpf/other what action
	open_bpffs 770
	chmod 0770 /sys/fs/bpf
	for what in beside present settings; do
		mkdir -m 700 $other $other/present $other/next
		case $what in
		beside) mkdir $other/mine ;;
		present) mkdir $other/present/next ;;
		settings) settings_map $other/present 1 2 3 4 ;;
		esac
		(cd $other && find . -printf '%p %i\n' | sort) >"before.$what"
		as_alice mv $other $PINS
		for action in 'enable --enforce' reload disable; do
			# shellcheck disable=SC2086 # words
			pins_say 2 'is not of this command, and is left as it is' $action
		done
		(cd $PINS && find . -printf '%p %i\n' | sort) | diff "before.$what" -
		rm -r $PINS
	done
	lets_through
	close_bpffs
}

# --- in the dark ------------------------------------------------------------------

flood() { # NAMES, or until the file flood.end is there
	cat >flood.py <<-'PYTHON'
		import os, sys
		i = 0
		while i < int(sys.argv[1]) or (sys.argv[1] == "0" and not os.path.exists("flood.end")):
		    try:
		        os.mkdir(b"on/tmpfs/flood%d\xff" % i)
		    except OSError:
		        pass
		    i += 1
	PYTHON
	as_alice python3 flood.py "$1"
}

# One user's flood, also by his subordinate ids or in a namespace of root's, where root may
# be root itself, leaves room for what others do while nobody reads; and by what rate he
# may be reported is no matter for them.
floods() {
	local flood
	chmod 1777 on/tmpfs
	begin --enforce --rate=1000000
	kill -STOP "$(cat pid)"
	flood 3000
	unchrooted lodger ids $ALICE 100000 30 100 $TMP/on/tmpfs >/dev/null
	unchrooted lodger ids 0 200000 24 500 $TMP/on/tmpfs >/dev/null
	unchrooted lodger in setpriv --reuid=$ALICE --regid=$ALICE --clear-groups python3 flood.py 1000
	refused mkdir on/tmpfs/root$'\xff'
	refused setpriv --reuid=daemon --clear-groups mkdir on/tmpfs/quiet$'\xff'
	kill -CONT "$(cat pid)"
	found 'refused mkdir: quiet.xFF: .*uid 1)'
	found 'refused mkdir: root.xFF: .*uid 0)'
	flood 1
	found "refused mkdir: flood0.xFF: .*uid $ALICE; [0-9]* of this user's before it not reported)"
	utf8check guard status | grep '; 1900[23] names, [1-9][0-9]* of them not reported'
	end
	begin --enforce --rate=5
	rm -f flood.end
	flood 0 &
	flood=$!
	found 'refused mkdir: flood'
	refused setpriv --reuid=daemon --clear-groups mkdir on/tmpfs/quiet$'\xff'
	found 'refused mkdir: quiet.xFF: .*uid 1)'
	touch flood.end
	wait $flood
	end
	nothing_left
}

attacks_checks() {
	cat <<-TABLE
	attack by overlays|overlay_of_users|heavy
	attack unnoticed|overlay_passes|heavy
	attack by subordinates|rules_of_user|heavy
	attack by an older worker|worker_is_older|heavy
	attack between hooks|all_at_once|heavy
	attack on pins made before, 1777|pins_made_before 1777|heavy
	attack on pins made before, 0770|pins_made_before 770
	attack on pins beside|pins_beside 1777|heavy
	attack on pins moved|pins_moved|heavy
	attack on pins exchanged|pins_exchanged|heavy
	attack by floods|floods|heavy
	TABLE
}
