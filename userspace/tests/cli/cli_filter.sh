# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Tests of filter; sourced by cli.sh.

test_filter_binary() {
	exits 0 u filter --on-error=replace binary
	python3 -c 'import sys
sys.stdout.buffer.write(open("binary", "rb").read().decode(errors="replace").encode())' >want
	cmp want out || fail 'expected the output of Python'
}

test_filter_output_is_input() {
	cp good same
	fails_with 'both input and output' u filter -o same same
	cmp good same
	ln -s same link
	fails_with 'same: is both input and output' u filter -o link same
	cmp good same
	status=0
	# shellcheck disable=SC2094 # it is the point
	u filter same >>same 2>err || status=$?
	status_is 2
	cmp good same
}

test_filter_in_place() {
	cp bad place
	chmod 640 place
	[ "$(id -u)" != 0 ] || chown 1234:4321 place
	local before
	before=$(stat -c '%a %u %g' place)
	exits 0 u filter --in-place --on-error=replace place
	silent
	exits 0 u check place
	[ "$(stat -c '%a %u %g' place)" = "$before" ] || fail 'mode or owner changed'
	! temporary_left || fail 'a temporary file is left'
}

test_filter_in_place_rejected() {
	cp bad place2
	local inode
	inode=$(stat -c %i place2)
	exits 1 u filter --in-place place2
	cmp bad place2
	[ "$(stat -c %i place2)" = "$inode" ] || fail 'the file was replaced'
	! temporary_left || fail 'a temporary file is left'
}

test_filter_in_place_link() {
	cp bad target
	ln -sf target link2
	exits 0 u filter --in-place --on-error=drop link2
	[ -L link2 ] || fail 'the link was replaced'
	exits 0 u check target
}

# A signal while the temporary file is there removes it.  A file has a temporary
# name while it is written only where it cannot be without a name.
interrupt_in_place() {
	local pid
	ulimit -c 0
	cp good good.before
	with_older true
	STOP_WHERE_MADE=yes LD_PRELOAD=$TMP/older.so env --default-signal="$1" \
		"$UTF8CHECK" --engine="$ENGINE" filter --in-place --to=utf-16le good &
	pid=$!
	until grep -q '^State:.T' /proc/$pid/status; do
		kill -0 $pid || fail 'ended before the signal'
	done
	temporary_left || fail 'expected a temporary file'
	kill -s "$1" $pid
	kill -s CONT $pid
	status=0; wait $pid || status=$?
	[ $status -gt 128 ] || fail 'expected death by signal'
	! temporary_left || fail 'a temporary file is left'
	cmp good good.before || fail 'the file was changed'
}

test_filter_in_place_interrupted() {
	local signal
	for signal in HUP INT QUIT TERM PIPE; do interrupt_in_place $signal; done
}

# What comes in goes out at once: the reader need not wait for the end.
test_filter_is_prompt() {
	local line
	mkfifo in_fifo out_fifo
	u filter <in_fifo >out_fifo &
	exec 3>in_fifo 4<out_fifo
	printf 'one\n' >&3
	read -r -t "$(patience 10)" line <&4 || fail 'no output'
	[ "$line" = one ] || fail "read $line"
	exec 3>&- 4<&-
	wait $!
}
