# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash
# A guard begins, ends, and reports, and what it refuses fails; read by guard.sh
# and guard_nfs.sh. TMP is the folder that they work in.

# shellcheck source=userspace/tests/limits.sh
. "$HERE/../limits.sh"

# Until it succeeds, for two minutes of a quiet machine at most: what others do may take a while.
soon() { # COMMAND...
	local tries=0
	until "$@"; do
		tries=$((tries + 1))
		[ $tries -lt "$(patience 1200)" ] || { echo "never: $*"; return 1; }
		sleep 0.1
	done
}

begin() { # OPTION...
	local tries=0
	: >"$TMP/said"
	utf8check guard run "$@" >"$TMP/found" 2>"$TMP/said" 3>&- &
	echo $! >"$TMP/pid"
	until grep -q 'guard: \(refusing\|audit\|by the rules\)' "$TMP/said"; do
		tries=$((tries + 1))
		if ! kill -0 "$(cat "$TMP/pid")" || [ $tries = "$(patience 1200)" ]; then
			cat "$TMP/said"
			return 1
		fi
		sleep 0.1
	done
}

# Its status is the guard's.
end() { # [SIGNAL]
	local pid status=0
	pid=$(cat "$TMP/pid")
	kill "-${1-TERM}" "$pid"
	wait "$pid" || status=$?
	return $status
}

is_nothing_left() {
	[ "$(utf8check guard status)" = 'no guard' ] &&
		! bpftool prog list | grep -q guard_ &&
		[ "$(cat /sys/module/utf8check/refcnt)" = 0 ]
}

# A map of a guard, or a program, is not always gone at once.
nothing_left() {
	soon is_nothing_left || { utf8check guard status; bpftool prog list; lsmod; return 1; }
}

# Links of other guards are gone, which may be a moment after they were let go of.
one_guard() {
	[ "$(utf8check guard status | grep -c hooks)" = 1 ]
}

# Where '!' alone would not end a check.
fails() { # COMMAND...
	! "$@" || { echo "'$*' succeeded"; return 1; }
}

# It fails with an error that a guard gives.
refused() { says_error "$EILSEQ"$'\n'"$EPERM" "$@"; } # COMMAND...

# BAD is a name that a guard would refuse.
lets_through() { touch "on/tmpfs/$BAD" && rm "on/tmpfs/$BAD"; }

# A program that ends in the sum of its checks; those that failed are shown.
all_pass() { # PROGRAM [ARGUMENT...]
	"$@" >"$TMP/checks" || { grep -v '^ok' "$TMP/checks"; return 1; }
	grep ' passed, 0 failed, ' "$TMP/checks"
}

# Reported: waits, as a line may come late.
found() { # LINE-PATTERN
	soon grep -q -- "$1" "$TMP/found" || { cat "$TMP/found"; return 1; }
}

# It fails with this message, or with one of several that newlines part.
says_error() { # MESSAGE COMMAND...
	local message=$1 status=0
	shift
	"$@" >/dev/null 2>"$TMP/stderr" || status=$?
	[ "$status" != 0 ] || { echo "'$*' succeeded"; return 1; }
	grep -qF "$message" "$TMP/stderr" || { echo "'$*' says: $(cat "$TMP/stderr")"; return 1; }
}
