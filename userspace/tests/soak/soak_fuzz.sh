#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# The core under libFuzzer or AFL++, held against the slow reference; a row of scripts/suites/soak.
#
#   userspace/tests/soak/soak_fuzz.sh SECONDS SEED [afl]
#
# The corpus of the runs before is where it goes on, and it grows. scripts/suites/soak has built
# the fuzzers.
set -eu

status=0
# shellcheck disable=SC2086 # a word or none
BUILT=yes FUZZERS=1 SEED=$2 "$ROOT/userspace/fuzz/run" ${3-} "$1" >said 2>&1 || status=$?
sed 's/^FAIL/not ok/; s/^fuzz: \([0-9]*\) runs.*/operations fuzz \1/' said
! grep -q '0 passed, 0 failed, 1 skipped' said || exit 77
exit $status
