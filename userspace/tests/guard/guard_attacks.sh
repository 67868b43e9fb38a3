# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash
# Users who try to get past a guard; read by guard.sh.

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
	# A namespace that root made says nothing of who alice is.
	unchrooted lodger ids 0 100000 1 1 $TMP/on/tmpfs/ids | grep -x '0 refused, 1 made'
	umount over4
	end
	nothing_left
}

attacks_checks() {
	cat <<-TABLE
	attack by subordinates|rules_of_user
	TABLE
}
