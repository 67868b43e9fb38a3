# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Tests of check, and of where output goes; sourced by cli.sh.

# Errors that nobody wants to see are counted, as Python counts them.
test_check_max_errors_counted() {
	python3 -c 'import random, sys
r = random.Random(5)
sys.stdout.buffer.write(b"".join(r.choice([b"a", b"\n", b"\xc3\xa9", b"\xf0\x9f", b"\xff", b"\x80",
	b"\xed\xa0\x80", b"well-formed " * 40]) for _ in range(20000)))' >dirty
	exits 1 u check --max-errors=0 --json dirty
	json 'L[0]["error_count"] == open("dirty", "rb").read().decode("utf-8", "replace").count("\ufffd")'
	json 'L[0]["code_points"] == len(open("dirty", "rb").read().decode("utf-8", "ignore"))'
}

# A sequence is not torn where one chunk of the file ends and the next begins.
test_check_chunk_edges() {
	local shift
	for shift in 0 1 2 3 4 5 6 7 8; do
		head -c $((1048576 - shift)) /dev/zero | tr '\0' a >long
		printf '\360\237\230\200\374\200\200\200\200\257' >>long
		run u check --json long
		json "L[0]['code_points'] == 1048577 - $shift"
		json "L[0]['errors'][0]['offset'] == 1048580 - $shift"
		json "L[0]['errors'][0]['span'] == 6 and L[0]['errors'][0]['value'] == 47"
	done
}

# What was pushed at once doubled with each piece, and was nothing at the 44th:
# a text without errors was then never read to its end.
test_check_many_pieces() {
	head -c 20000000 /dev/zero | tr '\0' a | {
		exits 0 timeout "$(patience 120)" "$UTF8CHECK" --engine="$ENGINE" check --json
		json 'L[0]["bytes"] == 20000000'
	}
}

test_check_hole_after_lead() {
	printf 'a\342\202' >holes
	truncate -s 4M holes
	printf '\257' >>holes
	run u check holes
	out_is 'holes:1:2: byte 1: truncated: E2 82\nholes:1:4194304: byte 4194304: unexpected-continuation: AF\n'
}

test_check_unreadable() {
	printf x >secret
	chmod 000 secret
	not_root
	fails_with 'Permission denied' nobody check secret
}

# --- where output goes

to_full() { u "$@" >/dev/full; }

to_3() { u "$@" >&3; }

# ends_by_pipe ARGUMENT...: its reader is gone before the first byte.
ends_by_pipe() {
	exec 3> >(true)
	wait "$!" || :	# 127: it is gone, and forgotten
	run to_3 "$@"
	exec 3>&-
	: >out
	[ "$status" = 141 ] || fail "expected death by SIGPIPE: $*"
	err_empty
}

# Every command ends as cat does, without a word.
test_closed_pipe() {
	local args
	for args in 'check binary' 'check --json good bad' 'check --list -j3 bad good bad' \
		'filter --on-error=replace binary' 'filter -j3 good good good' 'filter -o /dev/stdout good' \
		'name abc' 'path /' 'scan --policy=posix --refuse=unassigned .' 'detect good' \
		'detect --undo mojibake' 'stats good' \
		'conformance --tap' '--help' 'check --help' '--version'; do
		printf 'h\303\203\302\251llo' >mojibake
		: >'a name'
		ends_by_pipe $args
	done
	UTF8CHECK_CHUNK=64 ends_by_pipe check -j3 binary
	UTF8CHECK_CHUNK=64 ends_by_pipe filter -j3 --on-error=replace binary
	# Who starts it may want to know it as an error.
	status=0
	exec 3> >(true)
	wait "$!" || :
	env --ignore-signal=PIPE "$UTF8CHECK" --engine="$ENGINE" check bad >&3 2>err || status=$?
	exec 3>&-
	status_is 2
	err_has 'standard output: Broken pipe'
}
