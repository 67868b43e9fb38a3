# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Tests of --decompress, beside gzip, zstd, xz and bzip2 themselves; sourced by cli.sh.
# shellcheck disable=SC2016,SC2154 # programs in quotes; run sets status

# Files good.TOOL, bad.TOOL and empty.TOOL, and a longer one with few errors.
make_compressed() {
	local tool name
	command -v python3 >/dev/null || skip 'python3 is not there'
	python3 -c 'import random, sys
random.seed(1)
for i in range(int(sys.argv[1])):
    sys.stdout.buffer.write("".join(random.choices("abc äö€😀\n", k=20)).encode() + b"\xff" * (i % 900 == 7))' "$(or_fewer 40000 8000)" >long
	for tool in gzip zstd xz bzip2; do
		command -v $tool >/dev/null || skip "no $tool"
		for name in good bad empty long; do $tool -c <$name >$name.$tool; done
	done
}

test_decompress_as_tools() {
	local tool name of was command how
	make_compressed
	for tool in gzip zstd xz bzip2; do
		for name in $(or_fewer 'good bad empty long' 'bad empty'); do
			of=$name.$tool
			for command in check 'check --json' 'filter --on-error=replace' 'filter --from=guess' detect stats; do
				"$tool" -dc <"$of" >plain
				run u $command - <plain
				sed -i "s/^-:/$of:/; s/\"-\"/\"$of\"/" out
				cp out wanted; was=$status
				for how in $of -; do
					run u $command -z $how <$of
					sed -i "s/^-:/$of:/; s/\"-\"/\"$of\"/" out
					cmp out wanted || fail "$command -z $how of $of"
					status_is "$was"
				done
			done
		done
	done
	# All at once by threads, beside files that are not compressed, in order.
	exits 1 u check -j1 -z -- long* bad* good* ./*empty*
	cp out wanted
	grep -q ^long.xz out || fail 'expected errors of long.xz'
	run u check -j3 -z -- long* bad* good* ./*empty*
	cmp out wanted || fail 'threads change what is printed'
	run u check long.gzip
	grep -q 'binary: ' out || fail 'expected a binary file without -z'
}

# What is broken is never well, whatever is in it, and whoever wants no more of it.
test_decompress_broken() {
	local tool how
	make_compressed
	head -c 300000 "$UTF8CHECK" >program
	mkdir tree
	for tool in $(or_fewer 'gzip zstd xz bzip2' 'gzip xz'); do
		head -c -5 long."$tool" >short
		{ head -c 3000 long."$tool" && head -c 50 /dev/zero && tail -c +3051 long."$tool"; } >changed
		{ cat good."$tool" && echo garbage; } >followed
		head -c 12 good."$tool" >start
		{ head -c 10 good."$tool" && echo of another kind; } >junk
		"$tool" -c <program | head -c -5 >tree/a
		for how in short changed followed start junk tree/a; do
			[ "$tool"$how != bzip2followed ] || continue	# bzip2 only warns
			$tool -dc <$how >wanted 2>/dev/null && fail "$tool takes $how"
			for command in check 'check --policy=source' 'filter --on-error=pass -o whole' \
				'filter --from=guess' detect stats; do
				fails_with "$how: cannot be decompressed" u $command -z $how
			done
			[ ! -e whole ] || fail 'half a file'
			# Who looks for one error only may have it before.
			for command in -q -l; do
				run u check -z $command $how good
				[ "$status" != 0 ] || fail "$how is well-formed"
			done
		done
		fails_with 'tree/a: cannot be decompressed' u check -zq tree/a
		fails_with 'binary: left as it is' u filter -zr tree
		silent
	done
	run u check -z --json short
	json 'L[0]["valid"] is not True and L[0]["trouble"] == "cannot be decompressed"'
	# Several in one file are one text.
	cat good.gzip bad.gzip >two
	run u check -z two
	[ "$(wc -l <out)" = 5 ] || fail 'expected the errors of the second'
	# pzstd begins with a frame that is skipped.
	{ printf 'P*M\x18\1\0\0\0x' && cat bad.zstd; } >frames
	run u check -z frames
	[ "$(wc -l <out)" = 5 ] || fail 'expected the errors after the frame'
}

# A bomb, which costs no memory, and is ended early; all of it by a message on request.
test_decompress_bomb() {
	local number
	head -c 100000000 /dev/zero | gzip -1 >bomb
	gzip -c bomb >twice
	(ulimit -v 300000 && exits 2 u check -z --max-bytes=99999999 bomb &&
		err_has 'bomb: has more bytes than --max-bytes allows') || exit 1
	exits 0 u check -z --max-bytes=100000000 bomb
	fails_with 'bomb: has more bytes than --max-bytes allows' u check -zq --max-bytes=1000000 bomb
	fails_with 'bomb: has more bytes than --max-bytes allows' u filter -z --max-bytes=1000 --on-error=pass bomb
	[ "$(wc -c <out)" -le 1000 ] || fail 'expected at most 1000 bytes'
	run u check -zI twice
	silent
	run u check --max-bytes=1 bomb
	err_has '--max-bytes needs --decompress'
	run u check -z --max-bytes=k bomb
	err_has "--max-bytes: 'k' is not a number"
	fails_with 'bomb: has more bytes than --max-bytes allows' u check -z --max-bytes=95K bomb
	exits 0 u check -z --max-bytes=1G bomb
	for number in 17179869184G 1KK K '' -1K 0x1K 1k; do
		fails_with "--max-bytes: '$number' is not a number" u check -z --max-bytes=$number bomb
	done
}

# By -r a binary file is left out, whatever it is in.
test_decompress_tree() {
	mkdir tree
	{ seq 100 && printf '\0'; } | gzip >tree/a.gz
	head -c 20000 "$UTF8CHECK" | xz >tree/b.xz
	bzip2 -c good >tree/c
	ln -s ../good tree/link
	run u filter -zr tree
	cmp out good || fail 'expected one text'
	err_has 'b.xz: binary: left as it is'
	exits 0 u check -zr tree
	err_has 'tree/b.xz'
}

test_decompress_names() {
	local name
	for name in --help.gz -d $'a\nb.gz' '$(touch x).gz' '|touch x' ' '; do
		gzip -c bad >"./$name"
		exits 1 u check -zl0 -- "$name"
		printf '%s\0' "$name" | cmp - out || fail "of $name"
	done
	[ ! -e x ] || fail 'a name was run'
}

# What is in a pipe, a named pipe or a socket; in however small pieces it comes.
test_decompress_pipes() {
	gzip -c bad >bad.gz
	mkfifo fifo
	cat bad.gz >fifo &
	run u check -z fifo
	out_is "${BAD//bad:/fifo:}"
	{ head -c 1 bad.gz; sleep 0.1; tail -c +2 bad.gz | head -c 1; sleep 0.1; tail -c +3 bad.gz; } |
		u check -z >out || :
	out_is "${BAD//bad:/-:}"
	printf 'B' | u check -z || fail 'B is a text'
	exits 0 u check -z /dev/null
	gzip -c bad | (ulimit -n 4; exec "$UTF8CHECK" --engine="$ENGINE" check -z) >out 2>err || status=$?
	status_is 2
	err_has '-: Too many open files'
	# Standard input that was read from.
	{ printf 12345678; cat bad.gz; } >mixed
	{ dd bs=8 count=1 status=none >/dev/null; run u check -z; } <mixed
	out_is "${BAD//bad:/-:}"
	# A line is shown while the writer waits.
	mkfifo pipe
	: >out
	u check -z <pipe >out &
	{ printf 'a\nb\xff\n'; limit_begin 10; until [ -s out ] || limit_passed; do sleep 0.1; done; cp out soon; } >pipe
	wait
	[ -s soon ] || fail 'the first error came late'
	python3 -c 'import socket, subprocess, sys
ours, its = socket.socketpair()
ours.sendall(open("bad.gz", "rb").read())
ours.close()
subprocess.run(sys.argv[1:], stdin=its)' "$UTF8CHECK" --engine="$ENGINE" check -z >out
	out_is "${BAD//bad:/-:}"
}

# fake BODY: a gzip of its own, the first in PATH.
fake() {
	mkdir -p bin
	printf '#!/bin/bash\n%s\n' "$1" >bin/gzip
	chmod 755 bin/gzip
}

# It gets its input, and of this process no other file, nor a signal that is blocked.
test_decompress_strange_tools() {
	local name
	gzip -c good >good.gz
	fake 'echo "$#: $*"; grep SigBlk /proc/self/status; ls /proc/self/fd; cmp - good.gz && echo the file'
	bin/gzip -dc <good.gz >wanted
	PATH=$PWD/bin:$PATH run u filter -z good.gz
	cmp out wanted || fail 'it gets something else'
	for name in {1..20}; do cp good.gz "x$name.gz"; done
	fake 'grep -q "SigBlk:.0*$" /proc/self/status'
	PATH=$PWD/bin:$PATH exits 0 u check -j4 -z x*.gz
	fake 'echo text; ulimit -c 0; kill -SEGV $BASHPID'
	PATH=$PWD/bin:$PATH fails_with 'good.gz: cannot be decompressed' u check -z good.gz
	PATH=$PWD/nothing exits 2 u check -z good.gz
	err_has 'gzip, which the package gzip has: No such file or directory'
	err_has 'good.gz: Package not installed'
}

# Who stops early ends the program, and hears no complaint of it; nobody is left unburied.
test_decompress_early() {
	local pid children
	fake 'trap "echo complaint >&2" PIPE; i=0; while ((i++ < 100000)); do printf "\xff\n"; done'
	gzip -c good >good.gz
	PATH=$PWD/bin:$PATH exits 1 u check -aqz good.gz
	err_empty
	fake 'exec -a "$0" yes $'"'a\xff'"
	PATH=$PWD/bin:$PATH "$UTF8CHECK" --engine="$ENGINE" check -az -m1000 good.gz >fill 2>&1 &
	pid=$!
	limit_begin 10
	until [ -s fill ] || limit_passed; do sleep 0.1; done
	kill -TERM $pid
	wait $pid && fail 'expected its end by the signal'
	limit_begin 5
	while pgrep -f "$PWD/bin/gzip" >/dev/null; do
		! limit_passed || fail 'the program is left'
		sleep 0.1
	done
	gzip -c "$UTF8CHECK" >much.gz
	mkfifo fifo
	"$UTF8CHECK" --engine="$ENGINE" check -aqz -j1 much.gz good.gz much.gz fifo &
	pid=$!
	exec 9>fifo
	children=$(cat /proc/$pid/task/*/children)
	exec 9>&-
	wait $pid || :
	[ -z "$children" ] || fail "children are left: $children"
}
