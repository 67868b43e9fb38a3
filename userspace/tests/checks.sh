# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash
# What the suites have in common: their checks are counted here, and the last line is the sum of
# all, "N passed, N failed, N skipped"; sourced.
#
# A check ends with status 0 (passed), $SKIP (skipped, what it printed says why)
# or anything else (failed, what it printed is shown).

SKIP=77
# shellcheck disable=SC2034 # for those who source this
EILSEQ='Invalid or incomplete multibyte or wide character' EPERM='Operation not permitted'
passed=0 failed=0 skipped=0
# The file that holds what a check prints.
LOG=log
# The line in which suites and programs of tests end.
SUM_LINE='^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$'

# Does the name hold one of the words? Without a word each name will do.
is_wanted() { # NAME [WORD...]
	local name=$1 word
	shift
	[ $# != 0 ] || return 0
	for word in "$@"; do
		case $name in *"$word"*) return 0 ;; esac
	done
	return 1
}

good() { passed=$((passed + 1)); echo "ok - $1"; } # TITLE
skip() { skipped=$((skipped + 1)); echo "ok - $1 # SKIP $2"; } # TITLE WHY
bad() { # TITLE [WHAT-WAS-SAID]
	failed=$((failed + 1))
	echo "not ok - $1"
	[ -z "${2-}" ] || tail -n 60 <<<"$2" | sed 's/^/    /'
}

# prints_nothing TITLE COMMAND...: what it prints is what is wrong.
prints_nothing() {
	local found
	found=$("${@:2}" 2>&1) || found+=" (status $?)"
	if [ -z "$found" ]; then good "$1"; else bad "$1" "$found"; fi
}

# What a check printed is in the file $LOG, its start in seconds is BEGUN.
tell() { # SUITE NAME STATUS BEGUN
	case $3 in
	0) passed=$((passed + 1)); echo "ok - $1 $2 ($((SECONDS - $4)) s)" ;;
	"$SKIP") skipped=$((skipped + 1)); echo "ok - $1 $2 # SKIP $(cat "$LOG")" ;;
	*) failed=$((failed + 1)); echo "not ok - $1 $2 (status $3)"; sed 's/^/# /' "$LOG" ;;
	esac
}

# In a shell of its own, which ends where a command fails; what it prints goes to $LOG.
try() { # SUITE NAME COMMAND...
	local status=0 begun=$SECONDS
	set +e
	(set -e; "${@:3}") >"$LOG" 2>&1 </dev/null
	status=$?
	set -e
	tell "$1" "$2" "$status" "$begun"
}

# The last line of all, and the status of the script.
sum() {
	if [ $((passed + failed + skipped)) = 0 ]; then
		echo 'not ok - no check has such a name'
		failed=1
	fi
	echo "$passed passed, $failed failed, $skipped skipped"
	[ "$failed" = 0 ]
}

# --- how a command ended, by its output and its status

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
	line=$(grep -aE "$SUM_LINE" "$1" | tail -n 1) || :
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

# read_tap LOG STATUS: PASSED, FAILED, SKIPPED and WHY as read_sum has them, of a program of
# cmocka, which prints a plan "1..N" and a line for each test. To cmocka a skipped test is
# "not ok # SKIP".
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

# read_lines FILE: PASSED, FAILED and SKIPPED are how many lines begin with "ok - ", with
# "not ok - ", and with "ok - " and have "# SKIP".
# shellcheck disable=SC2034 # results
read_lines() {
	SKIPPED=$(grep -ac '^ok - .*# SKIP' "$1") || :
	PASSED=$(($(grep -ac '^ok - ' "$1") - SKIPPED)) || :
	FAILED=$(grep -ac '^not ok - ' "$1") || :
}

# Counts what was read last.
add() { passed=$((passed + PASSED)) failed=$((failed + FAILED)) skipped=$((skipped + SKIPPED)); }

# add_sum TITLE LOG STATUS: reads the sum, and counts it; TITLE is said where it is bad.
add_sum() {
	read_sum "$2" "$3" || echo "FAIL $1: $WHY"
	[ "$FAILED" = 0 ] || [ -n "$WHY" ] || echo "FAIL $1"
	add
}

# counted TITLE COMMAND...: a command that ends in a sum.  What it prints is shown, but for lines
# like $NOT_SHOWN.
NOT_SHOWN=$SUM_LINE
counted() {
	local status=0
	"${@:2}" >"$LOG" 2>&1 </dev/null || status=$?
	grep -avE "$NOT_SHOWN" "$LOG" || :
	add_sum "$1" "$LOG" "$status"
}
