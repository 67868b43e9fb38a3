# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash
# Tests of pipes that pause, of whole lines and of line ends; sourced by cli.sh.

# next_line EXPECTED: the next line of what is open as 4, though the pipe goes on.
next_line() {
	local line=
	IFS= read -r -t "$(patience 10)" line <&4 || fail "no line while the pipe pauses, expected $1"
	[ "$line" = "$1" ] || fail "expected $1, found $line"
}

# follow WORD...: the command behind a real tail -f of the file log; its output is open as 4.
follow() {
	: >log
	mkfifo in_fifo out_fifo
	tail -f log >in_fifo &
	follower=$!
	# shellcheck disable=SC2064 # the one of now
	trap "kill $follower" EXIT
	"$@" <in_fifo >out_fifo &
	exec 4<out_fifo
}
unfollow() {
	trap - EXIT
	kill "$follower"
	exec 4<&-
	wait
}

test_pipe_pauses() {
	follow u check
	printf 'good\nbad \xff\n' >>log
	next_line '-:2:5: byte 9: invalid-byte: FF'
	printf '\xfe' >>log
	next_line '-:3:1: byte 11: invalid-byte: FE'
	unfollow
}

# A list is named file by file: none waits for the one after it.
test_line_buffered() {
	local command
	for command in "check --list" "check --json" "stats --json" "detect --json" filter; do
		mkfifo in_fifo out_fifo
		# shellcheck disable=SC2086 # words
		"$UTF8CHECK" $command --line-buffered --files0-from=<(printf 'bad\0in_fifo\0') >out_fifo 2>/dev/null ||
			: &
		exec 4<out_fifo
		IFS= read -r -t "$(patience 10)" <&4 || fail "$command: no line before the next file is open"
		exec 3>in_fifo 3>&-
		cat <&4 >rest
		exec 4<&-
		wait $!
		rm in_fifo out_fifo
	done
}
