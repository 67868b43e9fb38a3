#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Calls on bytes that change while they are read; a row of scripts/suites/soak.
#
#   userspace/tests/soak/soak_race.sh SECONDS SEED
#
# In a guest: the module's API by the module utf8check_race with each
# implementation, each for a share of the time, then what BPF programs call by
# bpf_race. A call that goes astray ends the kernel, or the module says "not ok".
# Without a guest: the core and the library, under ASan.
set -eu

if [ -z "${UTF8CHECK_VM-}" ]; then
	status=0
	"$BUILD/obj-test-signed/race" --seconds="$1" --seed="$2" >said 2>&1 || status=$?
	sed 's/^# \([0-9]*\) rounds$/operations race \1/' said
	exit $status
fi

MODULE=${MODULE:-/run/utf8check/kernel-$(uname -r)/module/utf8check.ko}
RACE=/run/utf8check/kernel-$(uname -r)-race/kunit/utf8check_race.ko
read -ra IMPLS </sys/class/misc/utf8check/impls
API_CALLS=$(grep -c '^	{ "utf8check_' "$(dirname "$0")/../../../kunit/race_calls.c")
BPF_CALLS=9
ms=$(($1 * 1000 / (API_CALLS * ${#IMPLS[@]} + BPF_CALLS)))

[ -e "$RACE" ] || { echo "there is no $RACE"; exit 77; }
status=0
before=$(dmesg | grep -c 'utf8check_race: ok' || :)
rmmod utf8check
for impl in "${IMPLS[@]}"; do
	insmod "$MODULE" "impl=$impl"
	insmod "$RACE" "ms=$ms" "seed=$2" || status=1
	rmmod utf8check_race 2>/dev/null || :
	rmmod utf8check
done
insmod "$MODULE"
dmesg | sed -n 's/.*utf8check_race: \(not ok.*\)/\1/p'
calls=$(($(dmesg | grep -c 'utf8check_race: ok' || :) - before))
[ $calls = $((API_CALLS * ${#IMPLS[@]})) ] ||
	{ echo "not ok - $calls of $((API_CALLS * ${#IMPLS[@]})) calls of the API were raced"; status=1; }
# bpf_race is not built for arm64, and the test kernel runs no BPF programs.
if [ "$UTF8CHECK_VM" != arm64 ] && [ "$UTF8CHECK_VM" != test ]; then
	bpf_race "--seconds=$((ms * BPF_CALLS / 1000 + 1))" "--seed=$2" >bpf || { echo "not ok - bpf_race ended with status $?"; status=1; }
	cat bpf
	calls=$((calls + $(grep -c '^ok' bpf || :)))
fi
echo "operations race $calls"
exit $status
