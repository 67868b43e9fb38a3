# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash
# Tests of check, and of where output goes; sourced by cli.sh.

test_check_good() { exits 0 u check good empty; silent; err_empty; }
test_check_bad() { exits 1 u check good bad; out_is "$BAD"; err_empty; }
test_check_stdin() { exits 1 u check <bad; out_is "${BAD//bad:/-:}"; }
test_check_dash() { exits 1 u check - good <bad; }
test_check_quiet() { exits 1 u check --quiet bad; silent; err_empty; }

test_check_list() {
	exits 1 u check --list good bad empty bad
	out_is 'bad\nbad\n'
}

# A name is escaped for people, and exact for programs.
test_check_list_null() {
	local name=$'new\nline\\\xff'
	cp bad "$name"
	exits 1 u check --list good "$name" bad
	out_is 'new\\x0Aline\\\\\\xFF\nbad\n'
	for jobs in 1 3; do
		exits 1 u check --list -0 -j$jobs good "$name" bad
		printf '%s\0' "$name" bad | cmp - out || fail 'expected exact names'
	done
	fails_with '--null needs --list' u check -0 bad
}

test_check_max_errors() {
	exits 1 u check --max-errors 2 bad
	[ "$(wc -l <out)" = 2 ] || fail 'expected two lines'
	err_has 'bad: 5 errors, 2 shown'
	exits 1 u check --max-errors=0 bad
	silent
}

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

test_check_max_errors_no_number() {
	fails_with "'-1' is not a number" u check --max-errors=-1 bad
}

test_check_json() {
	exits 1 u check --json good bad empty
	json 'len(L) == 3 and [o["file"] for o in L] == ["good", "bad", "empty"]'
	json 'L[0] == {"file": "good", "valid": True, "bytes": 14, "code_points": 12, "error_count": 0, "errors": []}'
	json 'L[2]["valid"] and L[2]["bytes"] == 0'
	json 'L[1]["error_count"] == 5 and len(L[1]["errors"]) == 5 and not L[1]["valid"]'
	json 'L[1]["bytes"] == 12 and L[1]["code_points"] == 6'
	json 'L[1]["errors"][0] == {"offset": 5, "length": 1, "reason": "overlong", "bytes": "c0af", "span": 2, "value": 47, "line": 2, "column": 2}'
	json 'L[1]["errors"][1] == {"offset": 6, "length": 1, "reason": "unexpected-continuation", "bytes": "af", "line": 2, "column": 3}'
	json 'L[1]["errors"][2]["value"] == 0xd800'
}

test_check_json_max_errors() {
	run u check --json --max-errors=1 bad
	json 'L[0]["error_count"] == 5 and len(L[0]["errors"]) == 1'
}

test_check_json_strange_names() {
	local name=$'q"\\\n\x01\xff\xc3\xa9'
	cp bad "$name"
	exits 1 u check --json "$name"
	json 'L[0]["file"] == "q\"\\\n\x01\ufffd\u00e9"'
	json 'bytes.fromhex(L[0]["file_hex"]) == b"q\"\\\n\x01\xff\xc3\xa9"'
}

test_check_strange_name_is_one_line() {
	local name=$'new\nline\x1b[31m'
	cp bad "$name"
	run u check "$name"
	[ "$(wc -l <out)" = 5 ] || fail 'expected five lines'
	grep -qF 'new\x0Aline\x1B[31m:2:2: ' out || fail 'expected escapes'
}

# Every byte is read and every error counted, as Python counts them.
test_check_binary() {
	exits 0 u check --json binary
	json 'L[0]["bytes"] == 100000'
	json 'L[0]["error_count"] + L[0]["code_points"] == len(open("binary", "rb").read().decode(errors="replace"))'
	json 'len(L[0]["errors"]) == L[0]["error_count"]'
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

test_check_sparse() {
	truncate -s 5G sparse 2>err || skip 'no room for a file of 5 GiB'
	printf '\377' >>sparse
	exits 1 timeout "$(patience 10)" "$UTF8CHECK" --engine="$ENGINE" check sparse
	out_is 'sparse:1:5368709121: byte 5368709120: invalid-byte: FF\n'
	run u check --json sparse
	json 'L[0]["bytes"] == 5 * 2**30 + 1 and L[0]["code_points"] == 5 * 2**30'
}

test_check_hole_after_lead() {
	printf 'a\342\202' >holes
	truncate -s 4M holes
	printf '\257' >>holes
	run u check holes
	out_is 'holes:1:2: byte 1: truncated: E2 82\nholes:1:4194304: byte 4194304: unexpected-continuation: AF\n'
}

test_check_only_hole() {
	truncate -s 3M zeros
	exits 0 u check --json zeros
	json 'L[0]["bytes"] == 3 * 2**20 and L[0]["valid"]'
}

test_check_directory() {
	fails_with 'utf8check: check: folder: Is a directory' u check folder good
	fails_with 'folder: Is a directory' u check --quiet folder
	fails_with 'folder: Is a directory' u check --json folder bad
	json 'len(L) == 1'
}

test_check_missing() {
	exits 2 u check nowhere bad
	out_is "$BAD"
	err_has 'nowhere: No such file or directory'
}

test_check_unreadable() {
	printf x >secret
	chmod 000 secret
	not_root
	fails_with 'Permission denied' nobody check secret
}

test_check_proc() { exits 0 u check /proc/self/status /proc/version; }

# --- where output goes

to_full() { u "$@" >/dev/full; }

test_full_disk() {
	local args
	[ -c /dev/full ] || skip '/dev/full is not there'
	for args in 'check bad' 'check --json good' 'name abc' '--help' 'check --help' \
		'--version' 'filter good' 'conformance --tap'; do
		# shellcheck disable=SC2086 # words
		fails_with 'No space left on device' to_full $args
	done
}

test_closed_stdout() {
	fails_with 'standard output' eval 'u check bad >&-'
}

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
		# shellcheck disable=SC2086 # words
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
