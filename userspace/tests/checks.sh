# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash
# What the checks in a guest have in common (device.sh, guard.sh); sourced.
#
# A check ends with status 0 (passed), $SKIP (skipped, what it printed says why)
# or anything else (failed, what it printed is shown).

SKIP=77
# shellcheck disable=SC2034 # for those who source this
EILSEQ='Invalid or incomplete multibyte or wide character'
passed=0 failed=0 skipped=0

# With a WORD, only names that hold one of them.
is_wanted() { # NAME [WORD...]
	local name=$1 word
	shift
	[ $# != 0 ] || return 0
	for word in "$@"; do
		case $name in *"$word"*) return 0 ;; esac
	done
	return 1
}

# What a check printed is in the file log, its start in seconds is BEGUN.
tell() { # SUITE NAME STATUS BEGUN
	case $3 in
	0) passed=$((passed + 1)); echo "ok - $1 $2 ($((SECONDS - $4)) s)" ;;
	"$SKIP") skipped=$((skipped + 1)); echo "ok - $1 $2 # SKIP $(cat log)" ;;
	*) failed=$((failed + 1)); echo "not ok - $1 $2 (status $3)"; sed 's/^/# /' log ;;
	esac
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
