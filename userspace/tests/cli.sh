#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Test the command: tests/cli.sh COMMAND [ENGINE]
#
# COMMAND is the path of utf8check, ENGINE library (default) or device. Each
# function test_* is a test: it ends with status 0 (passed), 77 (skipped, its
# last line says why) or anything else (failed, what it printed is shown).
# The last line is "N passed, N failed, N skipped".  More tests are in cli_*.sh.
set -eu

[ $# -ge 1 ] || { echo "usage: $0 COMMAND [ENGINE]" >&2; exit 2; }
ENGINE=${2:-library}
HERE=$(cd "$(dirname "$0")" && pwd)
TMP=$(mktemp -d "${TMPDIR:-/tmp}/utf8check-cli.XXXXXX")
trap 'rm -rf "$TMP"' EXIT
chmod 755 "$TMP"
# A copy, which another user can reach.
cp "$1" "$TMP/utf8check"
UTF8CHECK=$TMP/utf8check
unset UTF8CHECK_IMPL UTF8CHECK_DEVICE

u() { "$UTF8CHECK" --engine="$ENGINE" "$@"; }

# run COMMAND...: its output goes to out and err, its status to $status.
run() {
	status=0
	"$@" >out 2>err || status=$?
}

fail() {
	echo "$*"
	echo "status: $status"
	echo "stdout: $(head -c 1000 out | od -c | head -20)"
	echo "stderr: $(head -c 1000 err)"
	exit 1
}
skip() { echo "$*"; exit 77; }

status_is() { [ "$status" = "$1" ] || fail "expected status $1"; }
# $1 with backslash escapes, as printf %b takes them.
out_is() { printf '%b' "$1" | cmp -s - out || fail "expected stdout: $1"; }
err_has() { grep -qF -- "$1" err || fail "expected on stderr: $1"; }
err_empty() { [ ! -s err ] || fail 'expected nothing on stderr'; }
silent() { [ ! -s out ] || fail 'expected nothing on stdout'; }

# json EXPRESSION: true of the list of objects L, one for each line of out.
json() {
	command -v python3 >/dev/null || skip 'python3 is not there'
	python3 -IS - "$1" <<-'END' || fail "not true of the JSON: $1"
	import json, sys
	L = [json.loads(line) for line in open("out", encoding="utf-8")]
	sys.exit(not eval(sys.argv[1]))
	END
}

temporary_left() { [ -n "$(find . -maxdepth 1 -name '.utf8check-*')" ]; }

make_files() {
	printf 'h\303\251llo\nw\303\266rld\n' >good
	printf 'ab\n\303\251\300\257z\n\355\240\200' >bad
	: >empty
	mkdir -p folder
	head -c 100000 "$UTF8CHECK" >binary
}

BAD='bad:2:2: byte 5: overlong: C0 AF
bad:2:3: byte 6: unexpected-continuation: AF
bad:3:1: byte 9: surrogate: ED A0 80
bad:3:2: byte 10: unexpected-continuation: A0
bad:3:3: byte 11: unexpected-continuation: 80
'

# --- check

test_check_good() { run u check good empty; status_is 0; silent; err_empty; }
test_check_bad() { run u check good bad; status_is 1; out_is "$BAD"; err_empty; }
test_check_stdin() { run u check <bad; status_is 1; out_is "${BAD//bad:/-:}"; }
test_check_dash() { run u check - good <bad; status_is 1; }
test_check_quiet() { run u check --quiet bad; status_is 1; silent; err_empty; }

test_check_list() {
	run u check --list good bad empty bad
	status_is 1
	out_is 'bad\nbad\n'
}

test_check_max_errors() {
	run u check --max-errors 2 bad
	status_is 1
	[ "$(wc -l <out)" = 2 ] || fail 'expected two lines'
	err_has 'bad: 5 errors, 2 shown'
	run u check --max-errors=0 bad
	status_is 1
	silent
}

test_check_max_errors_no_number() {
	run u check --max-errors=-1 bad
	status_is 2
	err_has "'-1' is not a number"
}

test_check_json() {
	run u check --json good bad empty
	status_is 1
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
	run u check --json "$name"
	status_is 1
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
	run u check --json binary
	status_is 1
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
		run timeout 120 "$UTF8CHECK" --engine="$ENGINE" check --json
		status_is 0
		json 'L[0]["bytes"] == 20000000'
	}
}

test_check_sparse() {
	truncate -s 5G sparse 2>err || skip 'no room for a file of 5 GiB'
	printf '\377' >>sparse
	SECONDS=0
	run u check sparse
	status_is 1
	out_is 'sparse:1:5368709121: byte 5368709120: invalid-byte: FF\n'
	[ $SECONDS -le 10 ] || fail "took $SECONDS seconds"
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
	run u check --json zeros
	status_is 0
	json 'L[0]["bytes"] == 3 * 2**20 and L[0]["valid"]'
}

test_check_directory() {
	run u check folder good
	status_is 2
	err_has 'utf8check: check: folder: Is a directory'
	run u check --quiet folder
	status_is 2
	run u check --json folder bad
	status_is 2
	json 'len(L) == 1'
}

test_check_missing() {
	run u check nowhere bad
	status_is 2
	out_is "$BAD"
	err_has 'nowhere: No such file or directory'
}

test_check_unreadable() {
	printf x >secret
	chmod 000 secret
	if [ "$(id -u)" = 0 ]; then
		command -v setpriv >/dev/null || skip 'root may read everything, and setpriv is not there'
		run setpriv --reuid=65534 --clear-groups "$UTF8CHECK" --engine="$ENGINE" check "$PWD/secret"
	else
		run u check secret
	fi
	status_is 2
	err_has 'Permission denied'
}

test_check_proc() { run u check /proc/self/status /proc/version; status_is 0; }

# --- where output goes

test_full_disk() {
	[ -c /dev/full ] || skip '/dev/full is not there'
	for args in 'check bad' 'check --json good' 'name abc' '--help' 'check --help' \
		'--version' 'filter good' 'conformance --tap'; do
		status=0
		# shellcheck disable=SC2086 # words
		u $args >/dev/full 2>err || status=$?
		: >out
		status_is 2
		err_has 'No space left on device'
	done
}

test_closed_stdout() {
	status=0; u check bad >&- 2>err || status=$?
	: >out
	status_is 2
	err_has 'standard output'
}

test_closed_pipe() {
	local args
	for args in 'check binary' 'filter --on-error=replace binary' 'conformance --tap'; do
		# Its reader is gone before the first byte.
		exec 3> >(true)
		wait "$!"
		status=0
		# shellcheck disable=SC2086 # words
		u $args >&3 2>err || status=$?
		exec 3>&-
		: >out
		status_is 2
		err_has 'Broken pipe'
	done
}

# --- filter

test_filter_good() { run u filter good; status_is 0; cmp good out; err_empty; }
test_filter_empty() { run u filter empty; status_is 0; silent; }

test_filter_reject() {
	run u filter bad
	status_is 1
	out_is 'ab\n\0303\0251'
	err_has 'bad:2:2: byte 5: overlong: C0 AF'
}

test_filter_replace() {
	run u filter --on-error=replace - <bad
	status_is 0
	out_is 'ab\n\0303\0251\0357\0277\0275\0357\0277\0275z\n\0357\0277\0275\0357\0277\0275\0357\0277\0275'
}

test_filter_drop() { run u filter --on-error=drop bad; status_is 0; out_is 'ab\n\0303\0251z\n'; }
test_filter_pass() { run u filter --on-error=pass bad; status_is 1; cmp bad out; }

test_filter_binary() {
	command -v python3 >/dev/null || skip 'python3 is not there'
	run u filter --on-error=replace binary
	status_is 0
	python3 -c 'import sys
sys.stdout.buffer.write(open("binary", "rb").read().decode(errors="replace").encode())' >want
	cmp want out || fail 'expected the output of Python'
}

test_filter_incomplete() {
	printf 'a\342\202' >torn
	run u filter torn
	status_is 1
	out_is a
	err_has 'torn:1:2: byte 1: incomplete: E2 82'
}

test_filter_output() {
	printf 'old and longer than the new one\n' >o
	run u filter -o o good
	status_is 0
	silent
	cmp good o
}

test_filter_output_is_input() {
	cp good same
	run u filter -o same same
	status_is 2
	err_has 'both input and output'
	cmp good same
	ln -s same link
	run u filter -o link same
	status_is 2
	cmp good same
	status=0
	# shellcheck disable=SC2094 # it is the point
	u filter same >>same 2>err || status=$?
	status_is 2
	cmp good same
}

test_filter_output_full() {
	[ -c /dev/full ] || skip '/dev/full is not there'
	run u filter -o /dev/full good
	status_is 2
	err_has '/dev/full: No space left on device'
}

test_filter_in_place() {
	cp bad place
	chmod 640 place
	[ "$(id -u)" != 0 ] || chown 1234:4321 place
	local before
	before=$(stat -c '%a %u %g' place)
	run u filter --in-place --on-error=replace place
	status_is 0
	silent
	run u check place
	status_is 0
	[ "$(stat -c '%a %u %g' place)" = "$before" ] || fail 'mode or owner changed'
	! temporary_left || fail 'a temporary file is left'
}

test_filter_in_place_rejected() {
	cp bad place2
	local inode
	inode=$(stat -c %i place2)
	run u filter --in-place place2
	status_is 1
	cmp bad place2
	[ "$(stat -c %i place2)" = "$inode" ] || fail 'the file was replaced'
	! temporary_left || fail 'a temporary file is left'
}

test_filter_in_place_link() {
	cp bad target
	ln -sf target link2
	run u filter --in-place --on-error=drop link2
	status_is 0
	[ -L link2 ] || fail 'the link was replaced'
	run u check target
	status_is 0
}

test_filter_in_place_needs_file() {
	run u filter --in-place
	status_is 2
	run u filter --in-place - <good
	status_is 2
	err_has 'needs a regular file'
	run u filter --in-place folder
	status_is 2
	err_has 'Is a directory'
}

# A signal while the temporary file is there removes it.
interrupt_in_place() {
	local pid
	truncate -s 3G big || skip 'no room for a file of 3 GiB'
	env --default-signal="$1" "$UTF8CHECK" --engine="$ENGINE" filter --in-place big &
	pid=$!
	until temporary_left; do
		kill -0 $pid || fail 'ended before the signal'
	done
	kill -s "$1" $pid
	status=0; wait $pid || status=$?
	[ $status -gt 128 ] || fail 'expected death by signal'
	! temporary_left || fail 'a temporary file is left'
	[ "$(stat -c %s big)" = 3221225472 ] || fail 'the file was changed'
	rm big
}

test_filter_in_place_interrupted() { interrupt_in_place INT; }
test_filter_in_place_terminated() { interrupt_in_place TERM; }

# What comes in goes out at once: the reader need not wait for the end.
test_filter_is_prompt() {
	local line
	mkfifo in_fifo out_fifo
	u filter <in_fifo >out_fifo &
	exec 3>in_fifo 4<out_fifo
	printf 'one\n' >&3
	read -r -t 10 line <&4 || fail 'no output'
	[ "$line" = one ] || fail "read $line"
	exec 3>&- 4<&-
	wait $!
}

test_unknown_values() {
	local option
	for option in --profile --from --to --to-profile --on-error --form --bom --forbid; do
		run u filter $option=frobnicate good
		status_is 2
		silent
		err_has "$option: unknown value 'frobnicate'; known: "
	done
	for option in --profile --from --bom --forbid; do
		run u check $option=frobnicate good
		status_is 2
		err_has "$option: unknown value 'frobnicate'; known: "
	done
	run u filter --forbid=control,frobnicate good
	err_has "unknown value 'frobnicate'; known: control, bidi-control, default-ignorable, noncharacter, unassigned, private-use"
	for option in name path; do
		run u $option --policy=frobnicate a
		status_is 2
		err_has 'known: default, linux, posix, safe, strict, no-dotdot'
		run u $option --refuse=frobnicate a
		status_is 2
		err_has "--refuse: unknown value 'frobnicate'; known: hidden-nul, "
	done
}

# --- name and path

test_name_ok() { run u name abc 'h é' ...; status_is 0; out_is 'abc: ok\nh é: ok\n...: ok\n'; }

test_name_refused() {
	run u name $'..\xc0\xaf..' abc
	status_is 1
	out_is '..\\xC0\\xAF..: refused: hidden-separator [hidden-separator]\n  byte 2: hidden-separator: C0 AF\n  byte 0: some decoder reads a component '"'..'"' here that the bytes do not show\nabc: ok\n'
}

test_name_json() {
	run u name --json $'a\xc0\xafb' abc ''
	status_is 1
	json 'L[0] == {"name_hex": "61c0af62", "ok": False, "primary": "hidden-separator", "classes": ["hidden-separator"], "findings": [{"offset": 1, "length": 2, "class": "hidden-separator"}], "hidden_dotdot": {"found": False, "offset": None}}'
	json 'L[1] == {"name_hex": "616263", "ok": True, "primary": "ok", "classes": [], "findings": [], "hidden_dotdot": {"found": False, "offset": None}}'
	json 'L[2]["primary"] == "empty"'
}

test_path_json() {
	run u path --json $'a/\xc0\xae\xc0\xae/b' a/../b
	status_is 1
	json 'L[0]["hidden_dotdot"] == {"found": True, "offset": 2} and not L[0]["ok"]'
	json 'L[1]["ok"] and L[1]["primary"] == "dotdot"'
}

test_path_no_dotdot() {
	run u path --policy=no-dotdot a/../b
	status_is 1
	run u path --policy=no-dotdot a/...b $'a/b'
	status_is 0
	run u path --policy=no-dotdot $'a\xff'
	status_is 1
}

test_name_null() {
	printf 'a\0b\nc\0\0' >in
	run u name --json -0 <in
	status_is 1
	json '[o["name_hex"] for o in L] == ["61", "620a63", ""]'
}

test_name_lines() {
	printf 'a\n\xc0\x80\nlast' >in
	run u name --json --lines <in
	status_is 1
	json '[o["name_hex"] for o in L] == ["61", "c080", "6c617374"]'
}

test_name_hex() {
	printf 'C0aF\n\n61' >in
	run u name --json --hex <in
	status_is 1
	json '[o["name_hex"] for o in L] == ["c0af", "", "61"]'
	run u name --json --hex 6162
	status_is 0
	json 'L[0]["name_hex"] == "6162"'
}

test_name_bad_hex() {
	printf '61\n6g\n616\n62\n' >in
	run u name --json --hex <in
	status_is 2
	err_has 'line 2: not hexadecimal'
	err_has 'line 3: not hexadecimal'
	json '[o["name_hex"] for o in L] == ["61", "62"]'
}

test_name_nothing() {
	run u name
	status_is 2
	err_has 'nothing to judge'
	run u name -0 abc
	status_is 2
	run u name --lines <empty
	status_is 0
	silent
}

test_name_many_findings() {
	printf '%0300d' 0 | sed 's/0/\\/g' >in
	run u path --json --lines <in
	status_is 1
	json 'len(L[0]["findings"]) == 301 and L[0]["classes"] == ["backslash", "too-long"]'
}

test_name_far_too_long() {
	head -c 200000 /dev/zero | tr '\0' a >in
	run u name --json --lines <in
	status_is 1
	json 'L[0]["primary"] == "too-long" and len(L[0]["findings"]) == 1'
}

# --- conformance

test_conformance_builtin() {
	run u conformance
	status_is 0
	tail -n 1 out | grep -qE '^[1-9][0-9]{2,} passed, 0 failed, 0 skipped$' || fail 'expected all passed'
	run u conformance --tap
	grep -qx "1..$(grep -c '^ok ' out)" out || fail 'expected a plan'
	run u conformance --json
	json 'all(o["result"] == "pass" for o in L[:-1]) and L[-1] == {"passed": len(L) - 1, "failed": 0, "skipped": 0}'
}

test_conformance_rows() {
	cat >vectors <<-'END'
	{"id":"right","profile":"rfc3629","hex":"c0af","valid":false,"first_error_offset":0,"replaced_hex":"efbfbdefbfbd","more":[1]}

	{"id":"unasserted","profile":"rfc3629","hex":"61ff","valid":false,"first_error_offset":null,"replaced_hex":null}
	{"id":"wrong-verdict","profile":"rfc3629","hex":"c0af","valid":true}
	{"id":"wrong-offset","profile":"rfc3629","hex":"61ff","valid":false,"first_error_offset":0}
	{"id":"wrong-output","profile":"rfc3629","hex":"c0af","valid":false,"replaced_hex":"efbfbd"}
	{"id":"other-profile","profile":"wtf8","hex":"eda080","valid":true,"replaced_hex":"eda080"}
	{"id":"transcoded","from":"utf-16le","to":"utf-32be","in_hex":"6100","out_hex":"00000061"}
	{"id":"wrong-transcoded","from":"utf-16le","in_hex":"6100","out_hex":"62"}
	{"id":"policy","kind":"component","policy":"safe","hex":"2d61","primary":"leading-dash","classes":["leading-dash"]}
	{"id":"other-form","form":"nfc","in_hex":"65cc81","out_hex":"c3a9"}
	{"id":"stream-safe","stream_safe":true,"in_hex":"61","out_hex":"61"}
	{"id":"wrong-form","form":"nfc","in_hex":"65cc81","out_hex":"61"}
	{"id":"no-tables","kind":"component","hex":"65cc81","primary":"not-normalized","classes":["not-normalized"]}
	{"id":"danger","kind":"component","hex":"efbc8f","primary":"compat-danger","classes":["compat-danger"]}
	{"id":"ok-is-none","kind":"component","hex":"61","primary":"ok","classes":["ok"]}
	{"id":"wrong-class","kind":"component","hex":"2e2e","primary":"dot","classes":["dot"]}
	END
	run u conformance vectors
	status_is 1
	tail -n 1 out | grep -qx '9 passed, 6 failed, 1 skipped' || fail 'expected other numbers'
	grep -q '^FAIL: wrong-verdict: .*expected valid, found overlong at byte 0' out || fail wrong-verdict
	grep -q '^FAIL: wrong-offset: .*expected 0, found 1' out || fail wrong-offset
	grep -q '^FAIL: wrong-output: .*expected efbfbd, found efbfbdefbfbd' out || fail wrong-output
	grep -q '^FAIL: wrong-class: .*expected dot \[dot\], found dotdot \[dotdot\]' out || fail wrong-class
	grep -q '^FAIL: wrong-transcoded: .*expected 62, found 61' out || fail wrong-transcoded
	grep -q '^FAIL: wrong-form: .*expected 61, found c3a9' out || fail wrong-form
	run u conformance --tap vectors
	[ "$(grep -c '^not ok' out)" = 6 ] || fail 'expected six times not ok'
	[ "$(grep -c '# SKIP' out)" = 1 ] || fail 'expected one SKIP'
}

test_conformance_order() {
	cat >vectors <<-'END'
	{"id":"pair","profile":"cesu8","encoding":"utf-8","hex":"eda080edb080","at":3,"previous":0,"next":6,"more":null}
	{"id":"none","profile":"rfc3629","encoding":"utf-8","hex":"618080808080808080808080","at":10,"previous":null,"next":12}
	{"id":"wrong-previous","profile":"rfc3629","encoding":"utf-8","hex":"eda080edb080","at":3,"previous":0,"next":3}
	{"id":"wrong-next","profile":"rfc3629","encoding":"utf-16be","hex":"d800dc00","at":2,"previous":0,"next":null}
	{"id":"wrong-none","profile":"rfc3629","encoding":"utf-8","hex":"618080808080808080808080","at":10,"previous":0,"next":12}
	{"id":"supplementary","profile":"rfc3629","encoding":"utf-16be","hex":"ffff","other_hex":"d800dc00","order":-1,"first_difference":0}
	{"id":"equal","profile":"rfc3629","encoding":"utf-8","hex":"61","other_hex":"61","order":0,"first_difference":null}
	{"id":"wrong-order","profile":"rfc3629","encoding":"utf-8","hex":"61","other_hex":"62","order":1,"first_difference":0}
	{"id":"wrong-equal","profile":"rfc3629","encoding":"utf-8","hex":"61","other_hex":"","order":0,"first_difference":null}
	{"id":"wrong-difference","profile":"rfc3629","encoding":"utf-8","hex":"c3a9","other_hex":"c3aa","order":-1,"first_difference":1}
	{"id":"mark","hex":"fffe0000","signature":"UTF-32LE","signature_length":4}
	{"id":"no-mark","hex":"61","signature":null,"signature_length":0}
	{"id":"wrong-signature","hex":"fffe0000","signature":"UTF-16LE","signature_length":4}
	{"id":"wrong-length","hex":"fffe0000","signature":"UTF-32LE","signature_length":2}
	{"id":"wrong-no-mark","hex":"efbbbf","signature":null,"signature_length":0}
	{"id":"is-validity","profile":"rfc3629","hex":"61","valid":true,"at":"home","other_hex":1,"signature_length":-1}
	END
	run u conformance vectors
	status_is 1
	tail -n 1 out | grep -qx '7 passed, 9 failed, 0 skipped' || fail 'expected other numbers'
	grep -qx "FAIL: wrong-previous: $ENGINE: previous: expected 0, found 3" out || fail wrong-previous
	grep -qx "FAIL: wrong-next: $ENGINE: next: expected none, found 4" out || fail wrong-next
	grep -qx "FAIL: wrong-none: $ENGINE: previous: expected 0, found none" out || fail wrong-none
	grep -qx "FAIL: wrong-order: $ENGINE: order: expected 1, found -1" out || fail wrong-order
	grep -qx "FAIL: wrong-equal: $ENGINE: order: expected 0, found 1" out || fail wrong-equal
	grep -qx "FAIL: wrong-difference: $ENGINE: first_difference: expected 1, found 0" out || fail wrong-difference
	grep -qx "FAIL: wrong-signature: $ENGINE: signature: expected UTF-16LE, found UTF-32LE" out || fail wrong-signature
	grep -qx "FAIL: wrong-length: $ENGINE: signature_length: expected 2, found 4" out || fail wrong-length
	grep -qx "FAIL: wrong-no-mark: $ENGINE: signature: expected none, found UTF-8" out || fail wrong-no-mark
}

# Each has one mistake, which the message names.
test_conformance_order_malformed() {
	local text='"profile":"rfc3629","encoding":"utf-8","hex":"6162"' key keys
	while read -r key keys; do
		printf '{"id":"x",%s}\n' "${keys/TEXT/$text}" >rows
		run u conformance rows
		status_is 2
		err_has "rows:1: \"$key\""
		out_is '0 passed, 0 failed, 0 skipped\n'
	done <<-'END'
	at TEXT,"at":3,"previous":0,"next":0
	at TEXT,"at":-1,"previous":0,"next":0
	at TEXT,"at":1.0,"previous":1,"next":1
	at TEXT,"at":"1","previous":1,"next":1
	previous TEXT,"at":1,"next":1
	previous TEXT,"at":1,"previous":-1,"next":1
	previous TEXT,"at":1,"previous":1
	previous TEXT,"at":1,"previous":1,"next":"none"
	hex "profile":"rfc3629","encoding":"utf-8","at":0,"previous":0,"next":0
	hex "profile":"rfc3629","encoding":"utf-8","hex":"6","other_hex":"61","order":0,"first_difference":null
	profile "encoding":"utf-8","hex":"61","at":0,"previous":0,"next":0
	profile "profile":"utf9","encoding":"utf-8","hex":"61","at":0,"previous":0,"next":0
	profile "profile":"cesu8","encoding":"utf-16le","hex":"","at":0,"previous":0,"next":0
	profile "profile":"rfc3629","encoding":"auto","hex":"","at":0,"previous":0,"next":0
	encoding "profile":"rfc3629","hex":"61","at":0,"previous":0,"next":0
	encoding "profile":"rfc3629","encoding":"utf-7","hex":"61","other_hex":"61","order":0,"first_difference":null
	other_hex TEXT,"other_hex":"6","order":0,"first_difference":null
	order TEXT,"other_hex":"61","first_difference":1
	order TEXT,"other_hex":"61","order":2,"first_difference":1
	order TEXT,"other_hex":"61","order":true,"first_difference":1
	first_difference TEXT,"other_hex":"61","order":1
	first_difference TEXT,"other_hex":"61","order":1,"first_difference":"1"
	first_difference TEXT,"other_hex":"61","order":1,"first_difference":null
	first_difference TEXT,"other_hex":"6162","order":0,"first_difference":2
	hex "signature":null,"signature_length":0
	signature "hex":"61","signature_length":0
	signature "hex":"61","signature":1,"signature_length":1
	signature "hex":"61","signature":"","signature_length":0
	signature_length "hex":"61","signature":null,"signature_length":"0"
	signature_length "hex":"61","signature":null,"signature_length":-1
	signature_length "hex":"61","signature":null,"signature_length":2
	signature_length "hex":"61","signature":"UTF-8","signature_length":0
	END
}

test_conformance_malformed() {
	local row
	for row in '{' '[]' 'null' '{"id":"x"}' '{"id":"x","hex":"6","profile":"rfc3629","valid":true}' \
		'{"id":"x","hex":"61","profile":"utf9","valid":true}' \
		'{"id":"x","hex":"61","profile":"rfc3629","valid":"yes"}' \
		'{"id":"x","kind":"file","hex":"61","primary":"ok","classes":[]}' \
		'{"id":"x","kind":"path","hex":"61","primary":"fine","classes":[]}' \
		'{"id":"x","kind":"path","hex":"61","primary":"ok","classes":[],"policy":"kind"}' \
		'{"id":"x","from":"utf-7","in_hex":"61","out_hex":"61"}' \
		'{"id":"x","from":"utf-16le","action":"pass","in_hex":"61","out_hex":"61"}' \
		'{"id":"x"} {"id":"y"}'; do
		printf '\n%s\n{"id":"a","profile":"rfc3629","hex":"61","valid":true}\n' "$row" >rows
		run u conformance rows
		status_is 2
		err_has 'rows:2: '
		out_is '1 passed, 0 failed, 0 skipped\n'
	done
}

# An engine that says something else than the other is status 3, also where
# another row has failed; nothing is wrong with those that agree.
test_conformance_disagree() {
	local cc=${CC:-cc}
	command -v "${cc%% *}" >/dev/null || skip 'no compiler is there'
	$cc -shared -fPIC -I"$HERE/../../module/include/uapi" -o liar.so "$HERE/liar.c"
	cat >rows <<-'END'
	{"id":"agreed","kind":"component","hex":"61","primary":"ok","classes":[]}
	{"id":"failed","kind":"component","hex":"61","primary":"dotdot","classes":["dotdot"]}
	{"id":"disagreed","kind":"component","hex":"2e2e","primary":"dotdot","classes":["dotdot"]}
	{"id":"boundary","profile":"rfc3629","encoding":"utf-8","hex":"61","at":1,"previous":1,"next":1}
	{"id":"order","profile":"rfc3629","encoding":"utf-8","hex":"61","other_hex":"62","order":-1,"first_difference":0}
	{"id":"value","profile":"rfc3629","encoding":"utf-8","hex":"","other_hex":"","order":0,"first_difference":null}
	{"id":"signature","hex":"efbbbf","signature":"UTF-8","signature_length":3}
	END
	run env UTF8CHECK_DEVICE=/dev/null LD_PRELOAD="$PWD/liar.so" \
		"$UTF8CHECK" conformance --engine=both rows
	status_is 3
	grep -q '^FAIL: disagreed: device: expected dotdot' out || fail 'expected disagreed'
	grep -qx 'FAIL: boundary: device: previous: expected 1, found none' out || fail boundary
	grep -qx 'FAIL: order: device: order: expected -1, found 0' out || fail order
	# It says what the row asks for, and else another thing.
	grep -qx 'FAIL: value: device: another answer than library' out || fail value
	grep -qx 'FAIL: signature: device: signature: expected UTF-8, found none' out || fail signature
	tail -n 1 out | grep -qx '1 passed, 6 failed, 0 skipped' || fail 'expected other numbers'
	head -n 1 rows >one
	run env UTF8CHECK_DEVICE=/dev/null LD_PRELOAD="$PWD/liar.so" \
		"$UTF8CHECK" conformance --engine=both one
	status_is 0
}

test_conformance_missing() {
	run u conformance nowhere
	status_is 2
	err_has 'nowhere: No such file'
	run u conformance folder
	status_is 2
	err_has 'folder: Is a directory'
}

# --- usage

test_help() {
	local command
	run u --help
	status_is 0
	err_empty
	for command in check filter name path scan detect stats resync compare conformance module; do
		grep -q "^  $command " out || fail "--help does not name $command"
		"$UTF8CHECK" $command --help >help 2>err || fail "$command --help"
		grep -q "^Usage: utf8check $command" help || fail "$command --help"
		grep -q '^Exit status:' help || fail "$command --help"
		awk 'length > 80 { exit 1 }' help || fail "$command --help is too wide"
	done
}

test_version() { run u --version; status_is 0; grep -qE '^utf8check [0-9.]+' out; }

test_usage_errors() {
	run "$UTF8CHECK"
	status_is 2
	err_has 'no command given'
	err_has "Try 'utf8check --help'"
	run u frobnicate
	status_is 2
	err_has "unknown command 'frobnicate'"
	run u check --frobnicate
	status_is 2
	err_has "utf8check: check: unrecognized option '--frobnicate'"
	err_has "Try 'utf8check check --help'"
	run "$UTF8CHECK" --engine=steam check good
	status_is 2
	err_has "unknown value 'steam'; known: auto, device, library"
	run u filter good bad
	status_is 2
	run u filter --in-place -o x good
	status_is 2
	run "$UTF8CHECK" --engine=both check good
	status_is 2
	run u module
	status_is 2
	run u module dance
	status_is 2
	err_has 'known: load, unload, status'
}

test_engine_after_command() {
	run "$UTF8CHECK" check --engine=library bad
	status_is 1
	out_is "$BAD"
}

test_option_like_name() {
	cp bad ./--json
	run u check -- --json
	status_is 1
	grep -q '^--json:2:2:' out || fail 'expected the file --json to be checked'
}

test_engine_missing() {
	run env UTF8CHECK_DEVICE="$PWD/nothing" "$UTF8CHECK" --engine=device check good
	status_is 2
	err_has "nothing: not there; load the module with 'utf8check module load' or use --engine=library"
	run env UTF8CHECK_DEVICE="$PWD/nothing" "$UTF8CHECK" check bad
	status_is 1
	run env UTF8CHECK_DEVICE=/dev/null "$UTF8CHECK" --engine=device check good
	status_is 2
	err_has '/dev/null: not a utf8check device'
	run env UTF8CHECK_DEVICE="$PWD/nothing" "$UTF8CHECK" conformance --engine=both
	status_is 2
}

test_impl() {
	run env UTF8CHECK_IMPL=scalar "$UTF8CHECK" --engine=library check good
	status_is 0
	run env UTF8CHECK_IMPL=abacus "$UTF8CHECK" --engine=library check good
	status_is 2
	err_has 'UTF8CHECK_IMPL=abacus: there is no such implementation'
}

for more in "$(dirname "$0")"/cli_*.sh; do
	# shellcheck source=/dev/null
	[ ! -e "$more" ] || . "$more"
done

all_tests() { declare -F | sed -n 's/^declare -f \(test_.*\)/\1/p'; }

# A process costs a guest a quarter of a second: there, only what goes through
# the engine in a way of its own.  The vectors go through both engines anyway.
of_the_engine() {
	all_tests | grep -xE "test_($(tr '\n' '|' <<-'END'
		check_(good|bad|stdin|max_errors|json|binary|chunk_edges|sparse|hole_after_lead)
		full_disk|closed_pipe
		filter_(good|empty|reject|replace|drop|pass|binary|incomplete|in_place|is_prompt)
		name_(ok|refused|json|many_findings|far_too_long)|path_(json|no_dotdot)
		engine_(after_command|missing)
		form_(each|actions|splits|in_place|run_too_long)
		normalized_(records|before_error|sparse|many|ignorables)
		scan_policy
		convert|wide|wide_errors|auto|bom|forbid|escape_round_trip|summary|senseless
		policy_safe|refuse|byte_lists|resync.*|compare.*|signature.*
		END
	)nothing)"
}

# --- the runner

passed=0 failed=0 skipped=0
case $ENGINE in
device) tests=$(of_the_engine) ;;
*) tests=$(all_tests) ;;
esac
# TESTS='test_a test_b' runs only these.
for t in ${TESTS:-$tests}; do
	rm -rf "$TMP/work"
	mkdir "$TMP/work"
	chmod 755 "$TMP/work"
	result=0
	set +e
	(
		set -e
		cd "$TMP/work"
		status=0
		: >out
		: >err
		make_files
		$t
	) >"$TMP/log" 2>&1 </dev/null
	result=$?
	set -e
	case $result in
	0) passed=$((passed + 1)) ;;
	77) skipped=$((skipped + 1)); echo "skip: ${t#test_}: $(tail -n 1 "$TMP/log")" ;;
	*) failed=$((failed + 1)); echo "FAIL: ${t#test_}"; sed 's/^/      /' "$TMP/log" ;;
	esac
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
