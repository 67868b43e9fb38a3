# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Tests of check, its --records, and of where output goes; sourced by cli.sh.

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

# --- records

# Tables as Python's csv writes them, whose errors are known by how they were made.
test_records_csv() {
	local seed n kind
	for seed in $(seq 1 "$(or_fewer 20 5)"); do
		kind=$(python3 "$HERE/csv_tables.py" "$seed")
		u check --records=csv --json table >out || :
		json "[[e['row'], e['field'], e.get('field_name', '')] for e in L[0]['errors']] == json.load(open('expected'))"
		u check --records=csv table | sed 's/^table/-/' >whole || :
		u check --records="$kind" table | sed 's/^table/-/' | cmp - whole || fail "seed $seed, $kind"
		u filter --records=csv --on-error=drop-line table | cmp - good || fail "seed $seed, dropped"
		u filter --records="$kind" --on-error=keep-line table | cmp - ill || fail "seed $seed, kept"
		for n in 1 99; do
			slowly "$n" <table | u check --records=csv | cmp - whole || fail "seed $seed, pieces of $n"
			slowly "$n" <table | u filter --records=csv --on-error=drop-line | cmp - good ||
				fail "seed $seed, dropped in pieces of $n"
		done
	done
}

test_records() {
	local how
	printf 'id,"na""\x1bme\xff"\r\n"1"x"2,b\xff\n,\n\xff"a,\xe9' >table
	exits 1 u check --records=csv table
	out_is 'table:1:12: row 1, field 2: byte 11: invalid-byte: FF
table:2:9: row 2, field 2 ("na"\\x1Bme\\xFF"): byte 23: invalid-byte: FF
table:4:1: row 4, field 1 ("id"): byte 27: invalid-byte: FF
table:4:5: row 4, field 2 ("na"\\x1Bme\\xFF"): byte 31: incomplete: E9\n'
	printf 'a,1\n\xff\n' | u check --records=csv >out || :
	out_is '-:2:1: row 2, field 1: byte 4: invalid-byte: FF\n'
	# U+FF21 begins as a byte order mark does.
	printf '\uff21,b\n\xff\n' | u check --records=csv >out || :
	out_is '-:2:1: row 2, field 1 ("\uff21"): byte 6: invalid-byte: FF\n'
	printf '\ufeff"\ufeffA",b\n\xff\n' | u check --records=csv >out || :
	out_is '-:2:1: row 2, field 1 ("\ufeffA"): byte 12: invalid-byte: FF\n'
	{ printf 'n,%.0s' {1..300}; printf '\n'; printf '\xff,%.0s' {1..900}; } | u check --records=csv | grep -c '("' >out
	out_is '256\n'
	printf '{"a":"\xff"}\r\n\n{"a\0":",\xff"}' >rows
	run u check --records=jsonl rows
	out_is 'rows:1:7: row 1: byte 6: invalid-byte: FF\nrows:3:9: row 3: byte 20: invalid-byte: FF\n'
	run u check --records=nul --json rows
	json "[(e['row'], e['line'], 'field' in e) for e in L[0]['errors']] == [(1, 1, False), (2, 3, False)]"
	{ printf 'k,v\n'; yes $'x,"\n"' | head -n 4000000; printf '1,\xff\n'; } >big
	for how in -j1 -j4; do
		u check --records=csv $how rows big | tail -n 1 >out || :
		out_is 'big:4000002:3: row 2000002, field 2 ("v"): byte 12000006: invalid-byte: FF\n'
	done
}

# A line that comes in pieces, also between its CR and its LF.
test_check_newline_in_pieces() {
	exits 1 u check --newline=crlf < <(printf 'a\r' && sleep 0.2 && printf '\né' && sleep 0.2 && printf 'x\n')
	out_is '-:2:3: byte 6: newline: 0A (LF)\n'
	exits 1 u check --newline=lf < <(printf 'a\né\r' && sleep 0.2 && printf '\n')
	out_is '-:2:2: byte 4: newline: 0D 0A (CR LF)\n'
}
