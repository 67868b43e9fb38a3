# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Tests of many files at once, filtered, and named by who is still finding them;
# sourced by cli.sh, uses both() and same() of cli_jobs.sh.

# many ARGUMENT...: filter with 1, 2, 3 and 8 threads; each says the same.
many() {
	local jobs
	both one filter -j1 "$@"
	for jobs in 2 3 8; do
		both several filter -j$jobs "$@"
		cmp -s one several || {
			diff -a one several | head -n 5
			fail "$jobs threads: filter $*"
		}
	done
}

make_many() {
	local i
	mkdir many many/folder
	for i in $(seq 120); do
		printf 'h\303\251llo %s e\314\201\n' "$i" >"many/$i-good"
		[ $((i % 7)) != 0 ] || printf 'ab\n\303\251\300\257z\n\355\240\200' >"many/$i-bad"
		[ $((i % 11)) != 0 ] || : >"many/$i-empty"
		[ $((i % 13)) != 0 ] || printf '\357\273\277mark\n' >"many/$i-mark"
	done
	seq 500 >"many/50-numbers"
}

test_filter_many_jobs() {
	local action
	make_many
	for action in reject replace drop escape shortest pass; do
		many --on-error=$action --count many/* nowhere many/*
	done
	many --to=utf-16le --bom=add many/*
	many --form=nfc --stream-safe many/*
	many --bom=require many/*
	many --from=auto --forbid=noncharacter many/*
	many --from=koi8-r --count many/*
	many --from=ascii --count many/*
	many --profile=wtf8 --to-profile=wtf8 many/*
	many --unescape many/*
	# Big ones between them.
	UTF8CHECK_CHUNK=64 many --on-error=replace many/* binary many/*
	UTF8CHECK_CHUNK=64 many many/* binary many/*
}

# More than a sheet takes.
test_filter_many_full() {
	local i
	for i in 1 2 3 4; do
		head -c 900000 "$UTF8CHECK" >"big$i"
		cat "big$i" >>"big$i-twice"
		cat "big$i" >>"big$i-twice"
	done
	many --on-error=escape good big1* good big2* big3* bad big4* bad
	many --on-error=reject good big* good bad
	[ "$(stat -c %s one)" -lt 10000 ] || fail 'expected that all are rejected early'
}

test_filter_many_unreadable() {
	cp bad secret
	chmod 000 secret
	chmod 777 .
	not_root
	# shellcheck disable=SC2317 # both() calls it
	u() { nobody "$@"; }
	many good secret bad
	grep -q 'secret: Permission denied' several || fail 'expected a message'
}

test_filter_many_fifo() {
	mkfifo fifo
	cat good >fifo &
	exits 1 timeout "$(patience 20)" "$UTF8CHECK" --engine="$ENGINE" filter -j3 bad fifo good
	out_is 'ab\n\0303\0251h\0303\0251llo\nw\0303\0266rld\nh\0303\0251llo\nw\0303\0266rld\n'
	wait
	cat good >fifo &
	fails_with 'fifo-not: No such file' timeout "$(patience 20)" "$UTF8CHECK" --engine="$ENGINE" filter -j3 --on-error=drop bad fifo fifo-not good
	out_is 'ab\n\0303\0251z\nh\0303\0251llo\nw\0303\0266rld\nh\0303\0251llo\nw\0303\0266rld\n'
	wait
}

# Sums and counts are those of grep, wc and find, whatever is printed and by how many threads.
test_total() {
	local i jobs style sums
	mkdir -p tree/in
	for i in {1..150}; do
		printf 'h\303\251llo %s\n' "$i" >"tree/in/$i"
		((i % 3)) || printf 'b\377d\n%.0s' $(seq "$i") >>"tree/in/$i"
	done
	# What is printed of it is more than a thread keeps.
	printf 'b\377\n%.0s' {1..20000} >tree/in/long
	{ printf '\177ELF'; printf '\377\0%.0s' {1..20}; } >tree/binary
	export LC_ALL=C.UTF-8
	grep -raHcvx '.*' tree/in | sort >counts
	sums=$(find tree/in -type f -exec cat {} + >whole; wc -m <whole
		wc -c <whole; wc -l <whole; grep -cv ':0$' counts; awk -F: '{ n += $2 } END { print n }' counts)
	set -- $sums
	for jobs in 1 3; do
		exits 1 u check -r -c -j$jobs tree
		sort out | cmp - counts || fail "expected what grep counts, -j$jobs"
		err_has 'tree/binary'
		for style in --format=gcc -c -l -q; do
			run u check -r --total -j$jobs $style tree
			[ "$(tail -n 1 out)" = "total: files: 152, invalid: $4, binary: 1, bytes: $(($2 + 44)), code points: $(($1 + 24)), errors: $(($5 + 20))" ] ||
				fail "expected these sums, $style -j$jobs"
		done
		run u check -r --total -j$jobs --json tree
		json "L[-1] == {'total': {'files': 152, 'invalid': $4, 'binary': 1, 'bytes': $2 + 44, 'code_points': $1 + 24, 'errors': $5 + 20}} and len(L) == 153"
		run u stats -r --total -j$jobs --json tree/in
		json "L[-1] == {'total': {'files': 151, 'invalid': $4, 'bytes': $2, 'code_points': $1, 'lines': $3, 'lf': $3, 'crlf': 0, 'cr': 0, 'errors': $5}}"
	done
	rm tree/in/long
	printf '\357\273\277caf\303\251 \377' >tree/mark
	printf 'caf\303\203\302\251 \303\203\302\251t\303\203\302\251' >tree/mojibake
	run u detect --total --json -r tree
	json "L[-1]['total'] == {'files': 153, 'bytes': sum(o['bytes'] for o in L[:-1]), 'invalid': sum(bool(o['errors']) for o in L[:-1]), 'mojibake': 1, **{e: sum((o['encoding'] or o['why_not']) == e for o in L[:-1]) for e in [o['encoding'] or o['why_not'] for o in L[:-1]]}}"
}

# What is written must not be read.
test_filter_many_same() {
	local jobs
	for jobs in 1 3; do
		cp good to
		status=0
		# shellcheck disable=SC2094 # that is it
		u filter -j$jobs good to bad >>to 2>err || status=$?
		status_is 2
		err_has 'to: is both input and output'
		err_has 'bad:2:2: byte 5'
		{ cat good good; printf 'ab\n\303\251'; } | cmp - to || fail 'expected what is good'
	done
}

test_filter_many_place() {
	local jobs before after
	make_many
	for jobs in 1 3; do
		rm -rf copies
		cp -a many copies
		chmod 640 copies/2-good
		before=$(cat copies/*-bad | cksum)
		exits 2 u filter -j$jobs --in-place --form=nfc --to=utf-16be copies/* nowhere
		err_has 'copies/folder: Is a directory'
		err_has 'nowhere: No such file or directory'
		err_has 'copies/7-bad:2:2: byte 5: overlong'
		cp err "err$jobs"
		after=$(cat copies/*-bad | cksum)
		[ "$before" = "$after" ] || fail 'expected what is invalid as it was'
		[ "$(stat -c %a copies/2-good)" = 640 ] || fail 'expected the mode'
		iconv -f utf-16be -t utf-8 copies/2-good >out
		out_is 'h\0303\0251llo 2 \0303\0251\n'
		[ -z "$(find copies -name '.utf8check-*')" ] || fail 'a temporary file is left'
		cat copies/* >"all$jobs" 2>/dev/null || :
	done
	cmp err1 err3 || fail 'expected the same messages'
	cmp all1 all3 || fail 'expected the same files'
	# Twice in its place is done twice, by whichever name.
	for jobs in 1 3; do
		for i in $(seq 30); do printf '%b' '\0134' >"twice$i"; done
		ln -sf twice7 link
		exits 0 u filter -j$jobs --in-place --force --on-error=escape twice* link twice* link twice7 twice7
		[ "$(wc -c <twice7)" = 64 ] || fail 'expected 64 backslashes'
		[ "$(wc -c <twice8)" = 4 ] || fail 'expected 4 backslashes'
	done
}

# What waits to replace a file goes with the command, whose first file is never read.
test_filter_many_signal() {
	local i pid signal
	status=0
	preload waiter
	cp good waits
	for i in 1 2 3 4 5 6 7 8 9; do cp good "place$i"; done
	for signal in TERM HUP; do
		env --default-signal=$signal LD_PRELOAD="$TMP/waiter.so" WAIT_INODE="$(stat -c %i waits)" \
			"$UTF8CHECK" --engine="$ENGINE" \
			filter -j3 --in-place --to=utf-16le waits place* 2>err &
		pid=$!
		i=0
		# They have no names.
		until [ "$(find /proc/$pid/fd -lname '*(deleted)' | wc -l)" -ge 3 ]; do
			kill -0 $pid || fail 'expected it to wait for its first file'
			i=$((i + 1))
			[ $i -lt "$(patience 1000)" ] || fail 'expected files that wait for their turn'
			sleep 0.05
		done
		kill -$signal $pid
		wait $pid 2>/dev/null || status=$?
		status_is $((128 + $(kill -l $signal)))
		temporary_left && fail 'a temporary file is left'
		for i in 1 2 3 4 5 6 7 8 9; do
			cmp good "place$i" || fail 'expected each as it was'
		done
	done
}

# What threads print ahead of a file that does not come is bounded.
test_many_full() {
	local command file code i pid now before=
	yes $'a\xff' | head -n 20000 >errors
	head -c 1000000 /dev/zero | tr '\0' x >text
	mkfifo fifo
	while read -r command file code; do
		# Batches grow, by a file each.
		{ yes empty | head -n 17000; echo fifo; yes "$file" | head -n 600; } | tr '\n' '\0' >list
		"$UTF8CHECK" --engine="$ENGINE" "$command" -j3 --files0-from=list >/dev/null 2>err &
		pid=$!
		exec 9<>fifo
		# Until all threads wait.
		for ((i = 0; i < 3; i++)); do
			now=$(cut -d ' ' -f 14,15 /proc/$pid/stat)
			[ "$now" = "$before" ] || i=0
			before=$now
			sleep 0.1
		done
		now=$(sed -n 's/^VmHWM:\t *\([0-9]*\) kB/\1/p' /proc/$pid/status)
		exec 9>&-
		status=0
		wait $pid || status=$?
		err_empty
		status_is "$code"
		[ "$now" -lt 140000 ] || fail "$command: $now KiB"
	done <<-'END'
		check errors 1
		filter text 0
	END
}

test_filter_many_trouble() {
	local jobs i
	[ -c /dev/full ] || skip '/dev/full is not there'
	make_many
	for jobs in 1 3; do
		fails_with 'standard output: No space left on device' to_full filter -j$jobs many/7-bad many/* nowhere
		cp err "full$jobs"
		ends_by_pipe filter -j$jobs many/* nowhere
	done
	cmp full1 full3 || fail 'expected the same of a full disk'
	grep -q 'filter: standard output: No space left on device' full3 ||
		fail 'expected a message'
	for i in 1 2 3; do
		exits 2 u filter --profile=extended --to=utf-16le --on-error=pass -j$i good bad
		[ "$(wc -l <err)" = 1 ] || fail 'expected it to be said once'
	done
}

test_files0_from() {
	local jobs command
	printf 'good\0bad\0nowhere\0bad' >list
	printf -- '-\0good' >dash
	for command in check filter; do
		both one $command -j1 good bad nowhere bad
		for jobs in 1 3; do
			both several $command -j$jobs --files0-from=list
			cmp one several || fail "$command: a list"
			both several $command -j$jobs --files0-from=- <list
			cmp one several || fail "$command: a list on standard input"
			exits 0 u $command -j$jobs --files0-from=empty
			silent
			fails_with "$command: -: the names come from there" u $command -j$jobs --files0-from=- <dash
		done
	done
	exits 0 u filter -j3 --in-place --files0-from=empty
	seq 1000 | sed 's/.*/good/' | tr '\n' '\0' >list
	run u check --json -j3 --files0-from=list
	json 'len(L) == 1000'
}

# A name is longer than what is read at once, and another is cut where that ends.
test_files0_long() {
	local jobs
	{ head -c 200000 /dev/zero | tr '\0' x; printf '\0good\0'; } >list
	for _ in $(seq 20000); do printf 'good\0'; done >>list
	printf 'bad' >>list
	for jobs in 1 3; do
		exits 2 u check -j$jobs --files0-from=list
		out_is "$BAD"
		[ "$(grep -c 'File name too long' err)" = 1 ] || fail 'expected one message'
		run u check -j$jobs --json --files0-from=list
		json 'len(L) == 20002'
	done
}

# answer N: the next N lines of what the command says, and not later.
answer() {
	local line
	for _ in $(seq "$1"); do
		read -r -t "$(patience 60)" line <&5 || fail 'no answer to a name before the next one came'
	done
}

# A program that writes names slowly gets the answer to each before the next one.
test_files0_slow() {
	local jobs pid
	status=0
	mkfifo names answers
	: >out
	: >err
	for jobs in 1 2 8; do
		u check -j$jobs --files0-from=names >answers &
		pid=$!
		exec 5<answers 4>names
		for _ in 1 2 3 4 5 6; do
			printf 'bad\0' >&4
			answer 5
			printf 'good\0empty\0b' >&4
			printf 'ad\0' >&4
			answer 5
		done
		exec 4>&-
		wait $pid || status=$?
		status_is 1
		exec 5<&-
		u filter -j$jobs --files0-from=names >answers &
		pid=$!
		exec 5<answers 4>names
		for _ in 1 2 3 4 5 6; do
			printf 'good\0empty\0' >&4
			answer 2
		done
		exec 4>&-
		wait $pid || fail 'expected all to be good'
		exec 5<&-
	done
}
