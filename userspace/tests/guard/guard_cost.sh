#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Check what 'utf8check guard' costs: to create a file of an ASCII name on tmpfs (open and
# close) takes less than 1 % more instructions than with programs that do nothing at the
# same hooks, which is the kernel's own way; less than 2 % by a policy that also refuses
# some names of ASCII, and less than 3 % by 16 rules.  Linux 6.1 takes fewer instructions
# without programs; there it is less than 1.2 %, 3 % and 3.8 %.
#
#   userspace/tests/guard/guard_cost.sh
#
# Runs as root in a guest of scripts/vm whose clock counts instructions, one
# a nanosecond (VM_QEMU='-icount shift=0,sleep=off'): what a run says, the next
# one says, but for a few instructions; a real clock in a machine that is
# emulated would say nothing. It is no count of cycles. scripts/suites/guard does all of
# it. The last line is "N passed, N failed, 0 skipped".
set -eu

LIMIT=10	# in 1,000
READ_LIMIT=20	# where each byte is looked at
RULES_LIMIT=30	# by 16 rules, 15 of them for others
case $(uname -r) in
6.1.*) LIMIT=12 READ_LIMIT=30 RULES_LIMIT=38 ;;
esac
BATCHES=2
# With three digits after it: 8 bytes, 16, 31, and 31 that are not all portable.
NAMES=(note- report-2026-0 report-of-some-length-2026-0 'Report (May) [~#1], 2% & 3=4')
TMP=/run/guard
mkdir -p $TMP/on
mount -t tmpfs guard $TMP/on

measure() { # NAME...
	name_cost $TMP/on $BATCHES "$@"
}

begin() { # OPTION...
	local tries=0
	utf8check guard run "$@" >/dev/null 2>$TMP/said &
	guard=$!
	until grep -q 'guard: \(refusing\|audit\|by the rules\)' $TMP/said; do
		tries=$((tries + 1))
		if ! kill -0 $guard || [ $tries = 3000 ]; then
			cat $TMP/said
			exit 2
		fi
		sleep 0.1
	done
}

passed=0 failed=0

compare() { # WAY NAME-INDEX EMPTY WITH LIMIT
	local more=$((($4 - $3) * 1000 / $3)) length=$((${#NAMES[$2]} + 3))
	local row="guard cost, $1, $length bytes: $((more / 10)).$((more % 10)) % ($3, then $4 instructions)"
	# Not less either: then no guard was there.
	if [ $more -lt "$5" ] && [ "$4" -gt $(($3 + 10)) ]; then
		passed=$((passed + 1))
		echo "ok - $row"
	else
		failed=$((failed + 1))
		echo "not ok - $row"
	fi
}

check() { # WAY COUNT LIMIT OPTION...
	local way=$1 count=$2 limit=$3 i
	shift 3
	begin "$@"
	mapfile -t with < <(measure "${NAMES[@]:0:count}")
	kill $guard
	wait $guard || :
	for ((i = 0; i < count; i++)); do
		compare "$way" $i "${empty[i]}" "${with[i]:-0}" "$limit"
	done
}

mapfile -t without < <(measure "${NAMES[@]}")
coproc bpf_empty
read -r -u "${COPROC[0]}" _	# it says that they are attached
mapfile -t empty < <(measure "${NAMES[@]}")
kill "$COPROC_PID"
echo "# without programs ${without[0]} instructions, with empty ones ${empty[0]}"
check auditing 4 $LIMIT --audit
check refusing 4 $LIMIT --enforce
# The last name is none for it.
check 'refusing by posix' 3 $READ_LIMIT --enforce --policy=posix
for policy in default posix; do
	{
		for i in {1..15}; do printf '%s\n' "[rule r$i]" "uid = $((4000000000 + i))"; done
		printf '%s\n' '[rule all]' "policy = $policy"
	} >$TMP/$policy.conf
done
check 'by 16 rules' 4 $RULES_LIMIT --config=$TMP/default.conf
check 'by 16 rules, the last one posix' 3 $RULES_LIMIT --config=$TMP/posix.conf
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" = 0 ]
