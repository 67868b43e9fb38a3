#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# A guard while names are made by storm; a row of scripts/suites/soak.
#
#   userspace/tests/soak/soak_guard.sh SECONDS SEED
#
# Every name that was refused it found, and has reported as it is, or it says how
# many not; other guards come and go meanwhile, the last one of all ends and
# leaves nothing.
set -eu

seconds=$1
seed=$2
# The bad ones of soak_names.c, as they are printed; a regular expression.
NAMES='bad\\xFF|a\\xC0\\xAFb|\\xED\\xA0\\x80|\\xF4\\x90\\x80\\x80|x\\xE2\\x82|\\xC0\\xAE\\xC0\\xAE'
TMP=$(mktemp -d /run/soak-guard.XXXXXX)
HERE=${0%/*}
# shellcheck source=userspace/tests/guard/guard_process.sh
. "$HERE/../guard/guard_process.sh"
is_nothing_left || { echo 'not ok - a guard is there already'; exit 1; }
mkdir "$TMP/names"
mount -t tmpfs -o size=100m names "$TMP/names"

fail() {
	echo "not ok - guard: $*"
	tail -n 5 "$TMP/said"
	exit 1
}

begin --enforce --rate=100000 || fail 'it does not start'

# Guards that only look come and go.
(
	while :; do
		timeout -s TERM $((RANDOM % 3 + 1)) utf8check guard run --audit >/dev/null 2>&1 || :
	done
) &
visitors=$!

status=0
soak_worker --seconds="$seconds" --seed="$seed" names "$TMP/names" >"$TMP/made" || status=1
cat "$TMP/made"
kill $visitors
wait $visitors 2>/dev/null || :
end TERM || fail "it ended with status $?"
[ $status = 0 ] || exit 1

# What is there holds no bad name; find prints them as bytes.
LC_ALL=C find "$TMP/names" -mindepth 2 -printf '%f\n' | LC_ALL=C grep -a $'[\xc0\xf4\xff\xed\xe2]' &&
	fail 'a bad name is there'
read -r found unreported < <(sed -n 's/.*guard: ended; \([0-9]*\) names, \([0-9]*\) of them not reported/\1 \2/p' "$TMP/said") ||
	fail 'it does not say what it found'
grep '^refused ' "$TMP/found" |
	grep -vxE "refused (create|mkdir|mknod|symlink|link|rename): ($NAMES): [a-z-]+ \(in .*; by soak_worker, pid [0-9]+, uid 0(; [0-9]+ of this user's before it not reported)?\)" &&
	fail 'that is not what was refused'
reported=$(grep -c '^refused ' "$TMP/found" || :)
[ "$((reported + unreported))" = "$found" ] ||
	fail "$found names found, $reported reported, $unreported not"
refused=$(sed -n 's/^# refused \([0-9]*\) times$/\1/p' "$TMP/made")
[ "$found" = "$refused" ] || fail "$refused names refused, $found found"
echo "# $found names refused, $unreported of them not reported"
nothing_left || fail 'something is left of it'
umount "$TMP/names"
