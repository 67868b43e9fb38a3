# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# What the suites and scripts/check share; sourced first. They work in $ROOT. A suite counts and
# prints its checks by userspace/tests/checks.sh: its last line is "N passed, N failed, N skipped".

# shellcheck source=scripts/lib/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
# shellcheck source=userspace/tests/checks.sh
. "$ROOT/userspace/tests/checks.sh"
# shellcheck source=userspace/tests/limits.sh
. "$ROOT/userspace/tests/limits.sh"
cd "$ROOT"

# A folder that is gone at the end, whatever ends the script; cleanup, which a script may define
# anew, is called before.
TMP=$(mktemp -d "${TMPDIR:-/tmp}/utf8check-$NOUN.XXXXXX")
LOG=$TMP/log
cleanup() { :; }
# A child that is ended just after its fork still has these traps.
trap 'if [ "$BASHPID" = $$ ]; then cleanup; rm -rf "$TMP"; fi' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# skip_all TITLE WHY: ends a suite that cannot run here.
skip_all() {
	skip "$@"
	sum
	exit
}

# skip_without_trixie KERNEL: ends a suite of KERNEL=7 where its module cannot be built.
skip_without_trixie() {
	local said
	[ "$1" = 7 ] && ! said=$("$ROOT/scripts/lib/trixie" true 2>&1 >/dev/null) || return 0
	skip_all 'all on kernel 7' "scripts/lib/trixie does not run: ${said##*$'\n'}"
}

# build_tests TARGET...: makes these targets of userspace/Makefile.
build_tests() {
	make -s -C userspace "$@" BUILD="$BUILD" >"$LOG" 2>&1 || { cat "$LOG"; die 'the tests did not build'; }
}
