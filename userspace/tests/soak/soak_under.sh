#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Workers of soak_worker, all at once, while something happens to the machine; rows of
# scripts/suites/soak.
#
#   userspace/tests/soak/soak_under.sh pressure|hotplug|suspend|freeze|stop|faults SECONDS SEED
#
# pressure  memory is short: the workers are in a cgroup with little of it, beside a
#           program that takes whatever there is, until the kernel kills that program.
#           Of all errors ENOMEM alone is excused
# hotplug   all processors but the first one go and come back
# suspend   all tasks are frozen, wherever they are, and go on. Devices are not put to
#           sleep: the guest's own files come through one that would not wake up. Where
#           the kernel cannot freeze them all it freezes the cgroup of the workers
# freeze    the cgroup of the workers is frozen and goes on
# stop      they get SIGSTOP and SIGCONT
# faults    calls fail at a point chosen at random: fault injection
set -eu

what=$1 seconds=$2 seed=$3
RANDOM=$seed
CGROUP=/sys/fs/cgroup/soak
MEMORY=$((48 << 20))
workers='wander hammer'
tmp=$(mktemp -d /run/soak-under.XXXXXX)
done=0	# times that it has happened

skip() {
	echo "skip: $*"
	exit 77
}

# begin [hungry|faults]: starts the workers
begin() {
	local name
	pids=
	for name in $workers; do
		(
			[ ! -d $CGROUP ] || echo "$BASHPID" >$CGROUP/cgroup.procs
			exec soak_worker --seconds="$seconds" --seed="$seed" "$name" "$@"
		) >"$tmp/$name" 2>&1 &
		pids="$pids $!"
	done
}

running() {
	# shellcheck disable=SC2086 # process ids are words
	ps -o stat= -p $pids | grep -qv '^Z'
}

pause() { sleep "0.$((RANDOM % 5))"; }

end() {
	local status=0 pid
	for pid in $pids; do wait "$pid" || status=$?; done
	cat "$tmp"/*
	echo "# $what: $done times"
	[ $status = 0 ] || exit $status
}

make_cgroup() {
	[ -e /sys/fs/cgroup/cgroup.controllers ] || skip 'no cgroups of version 2'
	mkdir -p $CGROUP
}

# --- what happens -------------------------------------------------------------

# A line that does not end takes memory until it is killed.
hog() {
	(
		echo 1000 >/proc/self/oom_score_adj
		echo "$BASHPID" >$CGROUP/cgroup.procs || exit
		exec nice -n -19 tail /dev/zero
	) >/dev/null 2>&1
}

pressure() {
	make_cgroup
	echo +memory >/sys/fs/cgroup/cgroup.subtree_control 2>/dev/null || :
	[ -e $CGROUP/memory.max ] || skip 'no cgroups of memory'
	echo $MEMORY >$CGROUP/memory.max
	# While a killed program still gives its memory back there is nobody else to kill:
	# then calls fail with ENOMEM.
	echo -1000 >/proc/self/oom_score_adj
	begin hungry
	while running; do
		status=0
		hog || status=$?
		# Killed for want of memory, by SIGKILL.
		[ $status != 137 ] || done=$((done + 1))
	done
	end
	# All that the module took is given back.
	tries=0
	until [ "$(awk '$1 == "kernel" { print $2 }' $CGROUP/memory.stat)" -lt $((8 << 20)) ]; do
		tries=$((tries + 1))
		[ $tries -lt 100 ] || { echo 'not ok - pressure: the cgroup has memory of the kernel left'; cat $CGROUP/memory.stat; exit 1; }
		sleep 0.1
	done
}

hotplug() {
	local cpu cpus
	cpus=$(ls /sys/devices/system/cpu/cpu[1-9]*/online 2>/dev/null) || skip 'no processor can go'
	begin
	while running; do
		for cpu in $cpus; do
			echo 0 >"$cpu"
			pause
			echo 1 >"$cpu"
			pause
			done=$((done + 1))
		done
	done
	end
}

freeze_all() {
	echo freezer >/sys/power/pm_test
	echo 0 >/sys/module/suspend/parameters/pm_test_delay 2>/dev/null || :
	begin
	while running; do
		if echo freeze >/sys/power/state; then
			done=$((done + 1))
		elif dmesg | grep 'refusing to freeze'; then
			# The kernel waits 20 s for each task.
			echo 'not ok - suspend: a task does not freeze'
			exit 1
		fi
		pause
	done
	end
}

# wait_until COMMAND...: or until the workers have ended; false after 100 s.
wait_until() {
	local tries=0
	until "$@" || ! running; do
		tries=$((tries + 1))
		[ $tries -lt 1000 ] || return 1
		sleep 0.1
	done
	done=$((done + 1))
}

late() {
	echo "not ok - $what: not done in 100 s"
	exit 1
}

freeze_group() {
	make_cgroup
	[ -e $CGROUP/cgroup.freeze ] || skip 'no cgroup.freeze'
	begin
	while running; do
		echo 1 >$CGROUP/cgroup.freeze
		wait_until grep -q 'frozen 1' $CGROUP/cgroup.events || { echo 0 >$CGROUP/cgroup.freeze; late; }
		echo 0 >$CGROUP/cgroup.freeze
		pause
	done
	end
}

suspend() {
	if grep -q freezer /sys/power/pm_test 2>/dev/null; then freeze_all; else freeze_group; fi
}

freeze() { freeze_group; }

# A worker that has ended stops no more.
all_stopped() {
	# shellcheck disable=SC2086 # process ids are words
	! ps -o stat= -p $pids | grep -qv '^[TZ]'
}

stop() {
	begin
	while running; do
		# shellcheck disable=SC2086 # process ids are words
		{
			kill -STOP $pids 2>/dev/null || :
			wait_until all_stopped || { kill -CONT $pids; late; }
			kill -CONT $pids 2>/dev/null || :
		}
		pause
	done
	end
}

faults() {
	[ -e /proc/thread-self/fail-nth ] || skip 'no fault injection in this kernel'
	# Where the kernel cannot tell a thread its processor it ends the process.
	export GLIBC_TUNABLES=glibc.pthread.rseq=0
	begin faults
	while running; do sleep 0.2; done
	done=1
	end
}

case $what in
pressure | hotplug | suspend | freeze | stop | faults) ;;
*) echo "usage: $0 pressure|hotplug|suspend|freeze|stop|faults SECONDS SEED"; exit 2 ;;
esac
# On a slow machine the workers may be done before it has happened.
for ((time = 0; time < 5 && done == 0; time++)); do $what; done
[ $done -gt 0 ] || { echo "not ok - $what: it never happened"; exit 1; }
rm -rf "$tmp"
[ ! -d $CGROUP ] || rmdir $CGROUP
