# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash
# A guard that is enabled holds with no process at all; read by guard.sh.

PINS=/sys/fs/bpf/utf8check

# No process of the command; the file system of the pins is made where needed.
enables() {
	utf8check guard enable --enforce
	fails pgrep -x utf8check
	[ "$(stat -f -c %T /sys/fs/bpf)" = bpf_fs ]
	[ "$(stat -c %a $PINS)" = 700 ]
	refused touch "on/tmpfs/$BAD"
	refused mkdir "on/ext4/$HIDDEN"
	utf8check guard status | grep -x 'enabled: refusing, policy default, 9 hooks; [0-9]* names, 0 of them not reported'
	fails rmmod utf8check
	says_no 'only root may ask the kernel' setpriv --reuid=nobody --clear-groups utf8check guard status
	says_no 'only root may do this' setpriv --reuid=nobody --clear-groups utf8check guard disable
}

# Who waits before a terminal is told for what; a log is not.
enabled_slowly() {
	local start=$SECONDS
	python3 -c 'import pty, sys; pty.spawn(sys.argv[1:])' utf8check guard enable --enforce </dev/null >terminal
	start=$((SECONDS - start))
	echo "$start s"
	[ $start -le 4 ] || grep -F "the kernel's verifier proves the program" terminal
	[ $start -ge 2 ] || [ ! -s terminal ]
	utf8check guard enable --enforce >terminal 2>&1
	[ ! -s terminal ]
}

# What happened while nobody read, and from then on; not by two at once; and its
# end, of whatever kind, is not the guard's.
enabled_read() {
	local signal
	for signal in KILL TERM; do
		refused touch "on/tmpfs/before$signal"$'\xff'
		begin
		grep 'guard: refusing, policy default, as it was enabled' said
		found "refused create: before$signal.xFF: "
		refused touch "on/tmpfs/after$signal"$'\xff'
		found "refused create: after$signal.xFF: "
		says_no 'another process already prints' utf8check guard run
		end $signal || [ $signal = KILL ]
		refused touch "on/tmpfs/$BAD"
	done
	grep 'guard: no longer printed, but still enabled; ' said
}

# Another takes its place while names are tried all the time; the reader goes on.
enabled_again() {
	local tries beside
	begin
	(
		local i
		for ((i = 0; ; i++)); do
			! { : >"on/tmpfs/gap$i"$'\xff'; } 2>/dev/null || echo "made: $i"
			echo "$i" >>tried
		done
	) >made &
	tries=$!
	utf8check guard enable --enforce --policy=safe
	kill $tries
	wait $tries || :
	cat made
	[ ! -s made ]
	[ "$(wc -l <tried)" -gt 20 ]
	soon one_guard
	utf8check guard status | grep -x 'enabled: refusing, policy safe, 9 hooks; .*'
	soon grep -q 'policy safe, as it was' said
	refused touch on/tmpfs/-dash
	found 'refused create: -dash: leading-dash '
	# Beside it, one for as long as it runs.
	utf8check guard run --audit --policy=strict >beside 2>&1 3>&- &
	beside=$!
	soon grep -q 'audit, policy strict' beside
	utf8check guard status | grep -c hooks | grep -x 2
	kill $beside
	wait $beside
	end
}

# Whoever reads is told of the end.
disables() {
	begin
	refused touch "on/tmpfs/$BAD"
	utf8check guard disable
	# The kernel takes the hooks out a moment later.
	soon touch "on/tmpfs/$BAD"
	rm "on/tmpfs/$BAD"
	soon grep 'guard: disabled' said
	wait "$(cat pid)" || return 1
	nothing_left
}

# A map by the name of a guard's settings, with four bytes in it.
settings_map() { # FOLDER BYTE...
	bpftool map create "$1/settings" type array key 4 value 8 entries 1 flags 0x400 \
		name .data.utf8check
	bpftool map update pinned "$1/settings" key 0 0 0 0 value "${@:2}" 0 0 0 0
}

# What a command left that was killed in the middle, or another version.
enabled_odd() {
	utf8check guard disable 2>said
	grep 'none was enabled' said
	mountpoint -q /sys/fs/bpf || mount -t bpf bpf /sys/fs/bpf
	mkdir -m 700 $PINS $PINS/next
	utf8check guard enable --enforce
	[ ! -e $PINS/next ]
	utf8check guard disable
	mkdir -m 700 $PINS $PINS/present
	utf8check guard enable --enforce
	utf8check guard disable
	mkdir -m 700 $PINS
	settings_map $PINS 0x31 0x67 0x38 0x75
	says_no 'enabled by another version of this command' utf8check guard run
	utf8check guard disable
	[ ! -e $PINS ]
	nothing_left
}

# Others mount over its file system, and see no change; all commands find its files.
enabled_covered() {
	local mounts
	utf8check guard enable --enforce
	mount -t bpf bpf /sys/fs/bpf
	mount -t tmpfs tmpfs /sys/fs/bpf
	mount -t bpf bpf /sys/fs/bpf
	mounts=$(grep -c ' /sys/fs/bpf ' /proc/self/mountinfo)
	begin
	grep 'as it was enabled' said
	utf8check guard enable --enforce --policy=safe
	utf8check guard status | grep -x 'enabled: refusing, policy safe, 9 hooks; .*'
	utf8check guard disable
	soon grep 'guard: disabled' said
	wait "$(cat pid)" || return 1
	[ "$(grep -c ' /sys/fs/bpf ' /proc/self/mountinfo)" = "$mounts" ]
	[ ! -e $PINS ]
	umount /sys/fs/bpf
	umount /sys/fs/bpf
	umount /sys/fs/bpf
	[ ! -e $PINS ]
	nothing_left
}

# Many tasks at once, each with a link to a good path; prints how often which error
# came.
link_by_many() { # FOLDER
	cat >links.py <<-'PYTHON'
		import collections, errno, os, sys
		results, hold = os.pipe(), os.pipe()
		TASKS = 100
		for i in range(TASKS):
		    if os.fork() == 0:
		        word = "made"
		        try:
		            os.symlink("a/" * 1000, f"{sys.argv[1]}/link{i}")
		        except OSError as e:
		            word = errno.errorcode[e.errno]
		        os.write(results[1], (word + "\n").encode())
		        # What the guard keeps for a task ends with the task.
		        os.close(hold[1])
		        os.read(hold[0], 1)
		        os._exit(0)
		os.close(results[1])
		words = collections.Counter()
		with open(results[0]) as lines:
		    for i in range(TASKS):
		        words[next(lines).strip()] += 1
		for word, n in sorted(words.items()):
		    print(word, n)
	PYTHON
	rm -rf "$1"
	mkdir "$1"
	python3 links.py "$1"
	rm -rf "$1"
}

# The guard's memory is charged to the cgroup of who enabled it; that has none left.
# Where names are only noticed nothing fails; else what cannot be judged is refused.
enabled_without_memory() {
	local group=/sys/fs/cgroup/lean mode
	case $(uname -r) in
	6.1.*) echo 'Linux 6.1 does not count this memory for the group'; exit "$SKIP" ;;
	esac
	echo +memory >/sys/fs/cgroup/cgroup.subtree_control
	mkdir $group
	for mode in audit enforce; do
		(
			echo "$BASHPID" >$group/cgroup.procs
			exec utf8check guard enable --$mode --targets
		)
		echo 0 >$group/memory.max
		link_by_many on/tmpfs/links | tee by_$mode
		echo max >$group/memory.max
		utf8check guard disable
	done
	rmdir $group
	[ "$(cat by_audit)" = 'made 100' ]
	grep -x 'ENOMEM [1-9][0-9]*' by_enforce
	nothing_left
}

# systemd understands its units, and what they are ordered by is there.
units() {
	local unit
	command -v systemd-analyze >/dev/null || { echo 'no systemd-analyze'; exit "$SKIP"; }
	mkdir -p units prefix/bin
	ln -sf "$(command -v utf8check)" prefix/bin/utf8check
	for unit in guard guard-report guard-rules; do
		sed "s|@PREFIX@|$PWD/prefix|" "$HERE/../../bpf/utf8check-$unit.service.in" >"units/utf8check-$unit.service"
	done
	cp "$HERE/../../bpf/utf8check-guard-required.target" units
	SYSTEMD_UNIT_PATH=$PWD/units: systemd-analyze verify --man=no units/* 2>&1 | tee verified
	[ ! -s verified ]
}

enabled_checks() {
	cat <<-TABLE
	enable|enables
	enabled, and read|enabled_read
	enabled, and waited for|enabled_slowly
	enabled again|enabled_again|long
	disabled|disables
	enabled by others|enabled_odd|long
	enabled, and covered|enabled_covered
	enabled without memory|enabled_without_memory|long
	units|units
	TABLE
}
