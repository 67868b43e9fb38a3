# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash
# How a suite ended, by its output and its status; sourced.

# read_sum LOG STATUS: the sum in the last line "N passed, N failed, N skipped"
# of LOG becomes PASSED, FAILED and SKIPPED.
#
# Returns 1, with the reason in WHY and one failure more, when that is not
# enough: there is no such line, no test ran, or the status is bad and no test
# says why. A guest may die after the sum was printed.
# shellcheck disable=SC2034 # results
read_sum() {
	local line
	PASSED=0 FAILED=0 SKIPPED=0 WHY=
	line=$(grep -aE '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' "$1" | tail -n 1) || :
	if [ -z "$line" ]; then
		WHY="it ended without a sum (status $2)"
	else
		read -r PASSED _ FAILED _ SKIPPED _ <<<"$line"
		[ "$FAILED" = 0 ] || return 0
		if [ "$2" != 0 ]; then
			WHY="it ended with status $2, but no test failed"
		elif [ $((PASSED + SKIPPED)) = 0 ]; then
			WHY='no test ran'
		fi
	fi
	[ -n "$WHY" ] || return 0
	FAILED=1
	return 1
}

# read_tap LOG STATUS: the same of a program of cmocka's, which prints a plan
# "1..N" and a line for each test. To cmocka a skipped test is "not ok # SKIP".
# shellcheck disable=SC2034 # results
read_tap() {
	local plan
	plan=$(grep -aoE '^1\.\.[0-9]+$' "$1" | awk -F . '{ n += $3 } END { print n + 0 }')
	SKIPPED=$(grep -acE '^(not )?ok [0-9]+ # SKIP' "$1") || :
	PASSED=$(grep -aE '^ok [0-9]+ ' "$1" | grep -acv '# SKIP') || :
	FAILED=$(grep -aE '^not ok [0-9]+ ' "$1" | grep -acv '# SKIP') || :
	WHY=
	[ "$FAILED" = 0 ] || return 0
	if [ "$2" != 0 ]; then
		WHY="it ended with status $2, but no test failed"
	elif [ "$plan" = 0 ]; then
		WHY='no test ran'
	elif [ $((PASSED + SKIPPED)) != "$plan" ]; then
		WHY="$((PASSED + SKIPPED)) of $plan tests ran"
	fi
	[ -n "$WHY" ] || return 0
	FAILED=1
	return 1
}
