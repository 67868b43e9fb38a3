# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash
# How long something may take; sourced.
#
# All limits are seconds of a quiet machine. A machine that is slow, or busy
# with something else, gets more: how much is measured by a small job, at the
# start (UTF8CHECK_SLOWNESS, in percent, also for guests, which cannot see how
# slow the host is) and again while somebody waits.

# The job takes so many microseconds on a quiet machine of 2026.
QUIET=180000

# How slow the machine is now, in percent: 100 is as quick as a quiet one, and
# no machine is taken for quicker.
slowness() {
	local i begun=${EPOCHREALTIME/[.,]/} spent
	for ((i = 0; i < 100000; i++)); do :; done
	spent=$((${EPOCHREALTIME/[.,]/} - begun))
	echo $((spent <= QUIET ? 100 : spent * 100 / QUIET))
}

measure_slowness() {
	: "${UTF8CHECK_SLOWNESS:=$(slowness)}"
	export UTF8CHECK_SLOWNESS
}

# patience SECONDS: so many here, for what can wait but cannot measure.
patience() { echo $(($1 * ${UTF8CHECK_SLOWNESS:-100} / 100)); }

# limit_begin SECONDS; limit_passed, asked again and again, is true when these
# have passed. Time counts by how slow the machine was meanwhile.
limit_begin() {
	LIMIT_LEFT=$(($1 * 100)) LIMIT_AT=$SECONDS
}
limit_passed() {
	local now=${UTF8CHECK_SLOWNESS:-100} elapsed=$((SECONDS - LIMIT_AT))
	# A sample for each half minute, and one before time is up.
	[ $elapsed -ge 30 ] || [ $((elapsed * 100)) -ge "$LIMIT_LEFT" ] || return 1
	[ -n "${UTF8CHECK_VM-}" ] || now=$(slowness)
	LIMIT_AT=$SECONDS LIMIT_LEFT=$((LIMIT_LEFT - elapsed * 10000 / now))
	[ "$LIMIT_LEFT" -le 0 ]
}

# The processes PID... and all that they started, one a line; those that left
# the group of their parent too.
descendants() { # PID...
	ps -eo pid=,ppid= | awk -v roots="$*" '
		BEGIN { n = split(roots, order); for (i in order) known[order[i]] = 1 }
		{ parent[$1] = $2 }
		END {
			do {
				more = 0
				for (p in parent)
					if (!(p in known) && parent[p] in known) { known[p] = 1; more = 1 }
			} while (more)
			for (p in known) if (p in parent) print p
		}'
}

# What runs there, for the reader of a log.
show_processes() { # PID...
	local pids
	pids=$(descendants "$@" | paste -sd ,)
	[ -z "$pids" ] || COLUMNS=150 ps --forest -o pid=,etime=,stat=,args= -p "$pids" 2>/dev/null || :
}

end_processes() { # PID...
	local pids tries=0
	pids=$(descendants "$@")
	# shellcheck disable=SC2086 # process ids are words
	kill $pids 2>/dev/null || :
	# A guest is ended by the script that began it.
	# shellcheck disable=SC2086
	while [ $tries -lt 20 ] && kill -0 $pids 2>/dev/null; do
		sleep 0.5
		tries=$((tries + 1))
	done
	# shellcheck disable=SC2086
	kill -KILL $pids 2>/dev/null || :
}

# watch_checks FILE SECONDS LOG: to be run in the background of a script of
# checks, which writes to FILE the process and the name of each check that it
# begins. One that does not end is ended, and LOG says what hung.
watch_checks() {
	local pid name before='' now
	while sleep 2 && kill -0 $$ 2>/dev/null; do
		{ read -r now <"$1"; } 2>/dev/null || continue
		if [ "$now" != "$before" ]; then
			before=$now
			limit_begin "$2"
			continue
		fi
		limit_passed || continue
		read -r pid name <<<"$now"
		{
			echo "no end of '$name' after $2 s (of a quiet machine); there ran:"
			show_processes "$pid"
		} >>"$3"
		end_processes "$pid"
	done
}
