#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# One round of the workers of scripts/suites/soak, in a guest of scripts/vm or without.
#
#   userspace/tests/soak/soak.sh TABLE SECONDS SEED
#
# TABLE has a worker a line: its name, a bar, its command, which finds SECONDS
# and SEED in the environment. Prints for each, as they come,
#
#   begin NAME SEED
#   end NAME STATUS SECONDS OPERATIONS
#
# with what it said between. After each the kernel must not have complained, no
# process may be stuck, and nobody may have the module in use. A worker that ends
# with status 77 is skipped: what it cannot have here. After one that harmed the
# kernel none begins, so that what the kernel says is about that one.
set -u
# shellcheck source=userspace/tests/limits.sh
. "${0%/soak/*}/limits.sh"

table=$1
export SECONDS_EACH=$2 SEED=$3
MODULE=/run/utf8check/kernel-$(uname -r)/module/utf8check.ko
export MODULE
SKIP=77
tmp=$(mktemp -d "${TMPDIR:-/tmp}/utf8check-soak.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit

# As scripts/lib/vm-init, which looks again at the end.
complaint() {
	dmesg | sed 's/^\[[^]]*\] //' |
		grep -m 1 -E '^(BUG|WARNING:|Oops|KASAN|UBSAN:|KCSAN:|KMSAN:|general protection|possible |INFO: (possible|trying|suspicious|task)|watchdog: BUG|rcu: INFO:.*stall)|kernel BUG at|blocked for more than'
}

# Processes that sleep uninterruptibly, twice in a row and a while apart.
stuck() {
	local once twice
	once=$(ps -eo stat=,pid=,comm= | awk '$1 ~ /^D/ && $3 !~ /^kworker/ { print $2, $3 }')
	[ -n "$once" ] || return 1
	sleep 20
	twice=$(ps -eo stat=,pid=,comm= | awk '$1 ~ /^D/ { print $2, $3 }')
	comm -12 <(sort <<<"$once") <(sort <<<"$twice") | grep .
}

in_use() {
	local tries=0 users
	while users=$(cat /sys/module/utf8check/refcnt) && [ "$users" != 0 ]; do
		tries=$((tries + 1))
		[ $tries -lt 100 ] || { echo "$users users"; return 0; }
		sleep 0.1
	done
	return 1
}

# Prints what is wrong after a worker.
aftermath() {
	local what
	if what=$(complaint); then
		echo "not ok - the kernel complained: $what"
	elif what=$(stuck); then
		echo "not ok - stuck: $what"
	elif what=$(in_use); then
		echo "not ok - the module is still in use: $what"
	elif [ ! -c /dev/utf8check ]; then
		echo 'not ok - the device is gone'
	elif ! printf 'caf\303\251\n' >/dev/utf8check; then
		echo 'not ok - the device does not work'
	else
		return 1
	fi
}

# What runs, and where in the kernel.
show_processes() {
	local process
	ps -eo pid,ppid,stat,time,wchan:24,args | awk '!/\]$/'
	for process in /proc/[0-9]*/task/[0-9]*; do
		[ -e "${process%/task*}/exe" ] && sed "s/^/${process#/proc/}: /" "$process/stack" 2>/dev/null | head -n 8
	done
}

# Return: 1 if the worker had to be ended, with all that it started; its log says so.
wait_for() { # PID
	local most limit
	most=$(patience $((SECONDS_EACH * 4 + 600)))
	limit=$((SECONDS + most))
	while kill -0 "$1" 2>/dev/null; do
		sleep 0.2
		[ $SECONDS -gt $limit ] || continue
		{
			show_processes
			echo "not ok - no end after $most s"
		} >>log
		end_processes "$1"
		return 1
	done
}

failed=0
while IFS='|' read -r name command; do
	echo "begin $name $SEED"
	start=$SECONDS
	status=0
	harm=
	(eval "$command") >log 2>&1 &
	wait_for $! || harm=yes
	wait $! || status=$?
	# It may have ended just then.
	[ -z "$harm" ] || status=1
	cat log
	if [ -n "${UTF8CHECK_VM-}" ] && aftermath; then
		harm=yes
		status=1
	fi
	echo "end $name $status $((SECONDS - start)) $(awk '/^operations/ { n += $3 } END { print n + 0 }' log)"
	[ $status = 0 ] || [ $status = $SKIP ] || failed=1
	[ -z "$harm" ] || break
	SEED=$((SEED + 1))
done <"$table"
exit $failed
