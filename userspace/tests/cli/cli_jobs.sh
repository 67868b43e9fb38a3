# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Tests of --jobs: what several threads say is what one says; sourced by cli.sh.
#
# UTF8CHECK_CHUNK makes pieces of so many bytes (see cli/base/thread/file_range.c), and so small
# files are shared too.

# both ARGUMENT...: standard output and error, in their order, to $1; also the
# status, on the last line.
both() {
	local to=$1 code=0
	shift
	u "$@" >"$to" 2>&1 || code=$?
	echo "status $code" >>"$to"
}

# same COMMAND ARGUMENT...: with one thread and with three, in all pieces.
same() {
	local piece command=$1
	shift
	both one "$command" -j1 "$@"
	for piece in ${PIECES:-$(or_fewer '4 16 64' '4 64')}; do
		UTF8CHECK_CHUNK=$piece both several "$command" -j3 "$@"
		cmp -s one several || {
			diff -a one several | head -n 5
			fail "pieces of $piece: $command $*"
		}
	done
}

# Each of these at each place around a cut at 64, between letters and between
# characters of three bytes: a continuation, a lead of two bytes, three and four that are cut short,
# an overlong form, a surrogate, a pair of them, sequences of five and of nine bytes, NUL in two;
# then what is well-formed: a BOM, ends of lines, a letter with an accent, the same with U+0001
# between, a backslash, NUL.
make_edges() {
	local sequence at before i=0
	mkdir edges
	for sequence in '\200' '\302' '\342\202' '\360\237\230' '\300\257' '\355\240\200' \
		'\355\240\275\355\270\200' '\370\210\200\200\200' '\377\200\207\277\277\277\277\277' \
		'\300\200' '\357\273\277' '\r\n' '\n\n' 'e\314\201' 'e\001\314\201' '\134' '\000'; do
		for at in $(or_fewer "52 58 59 60 61 62 63 64 65" "61 62 63 64"); do
			i=$((i + 1))
			printf -v before '%*s' "$at" ''
			printf '%b' "${before// /a}" "$sequence" 'b\nc\342\202' >"edges/a$i"
			printf -v before '%*s' $((at / 3)) ''
			printf '%b' "${before// /'\355\225\234'}" "$sequence" '\355\225\234x\355\225\234\n' >"edges/k$i"
		done
	done
}

# Texts that are hard to cut.
make_hard_texts() {
	command -v python3 >/dev/null || skip 'python3 is not there'
	python3 - "$HERE/../parts" "$(or_fewer 200 50)" <<-'END'
		import random, sys
		sys.path.insert(0, sys.argv[1])
		import texts
		for i in range(int(sys.argv[2])):
		    with open(f"random{i}", "wb") as file:
		        file.write(b"".join(texts.text(random.Random(1000 * i + k), "utf-8") for k in range(3)))
	END
}

test_jobs_edges() {
	local profile
	make_edges
	for profile in rfc3629 wtf8 cesu8 mutf8 ucs2 rfc2279 extended; do
		same check --profile=$profile edges/*
	done
	same check --json edges/*
	same check --list edges/*
	same check --quiet edges/*
	same check --max-errors=1 edges/*
	same check --forbid=control,private-use,default-ignorable --bom=require edges/*
	same check --normalized=nfc edges/*
	same check --normalized=nfkc-casefold --json edges/*
	same check --from=auto edges/*
	same check --from=utf-16le edges/*
}

test_jobs_filter_edges() {
	local action option
	make_edges
	cat edges/* >all
	for action in reject replace drop escape shortest pass; do
		same filter --on-error=$action --count all
		same filter --on-error=$action --profile=wtf8 --to-profile=wtf8 --forbid=control all
		same filter --on-error=$action --profile=cesu8 --bom=add all
		[ $action = escape ] || same filter --on-error=$action --form=nfd --stream-safe all
		[ $action = pass ] || same filter --on-error=$action --to=utf-16le all
	done
	# A mark finds its letter across what is dropped.
	same filter --on-error=drop --form=nfc --forbid=control all
	for option in --unescape --form=nfkc-casefold --bom=strip --to=utf-32be --from=koi8-r; do
		same filter --on-error=replace $option good
	done
	same filter --on-error=replace --unescape all
}

test_jobs_stats() {
	make_edges
	same stats edges/*
	same stats --json edges/*
	same stats --json empty good bad binary
	PIECES='1000 20000' same stats binary
	make_hard_texts
	PIECES=$(or_fewer '4 20 64 256 1000' '4 256') same stats --json random*
}

# A big text in pieces: cut after a line end, each is filtered as in the whole.
PIECES_FIT='--on-error=replace
--on-error=drop --form=nfc --forbid=control,unassigned,private-use
--on-error=escape --forbid=control,unassigned
--on-error=pass --profile=wtf8
--on-error=replace --form=nfd --stream-safe
--on-error=drop --stream-safe --bom=keep --newline=crlf
--on-error=drop-line
--on-error=replace --form=nfc --to=utf-16le'

# as_whole PIECES: what this function writes of each text is what the whole text becomes.
as_whole() {
	local text words i=0 rows
	mapfile -t rows <<<"$PIECES_FIT"
	make_hard_texts
	for text in random*; do
		read -ra words <<<"${rows[i++ % ${#rows[@]}]}"
		u filter "${words[@]}" "$text" >whole 2>/dev/null || :
		$1 >made 2>/dev/null || :
		cmp -s whole made || fail "$text: ${words[*]}"
	done
	[ $i -ge 50 ] || fail "$i texts"
}

by_split() {
	local k
	for k in 1 2 3; do split -n "l/$k/3" "$text" | u filter "${words[@]}" - || :; done
}

by_parallel() {
	parallel --will-cite --pipe-part -a "$text" --recend '\n' --block 600 -k \
		"$UTF8CHECK" --engine="$ENGINE" filter "${words[@]}" -
}

test_filter_pieces_split() { as_whole by_split; }

test_filter_pieces_parallel() {
	command -v parallel >/dev/null || skip 'GNU parallel is not there'
	# What it keeps is no business of the user's.
	export PARALLEL_HOME=$PWD/parallel
	mkdir parallel
	as_whole by_parallel
}

# The first error is told at its place, however many pieces are before it.
test_jobs_filter_place() {
	{ seq 1000; printf 'h\303\251\303\251'; seq -s ' ' 100 | tr -d '\n'; } >long
	cp long invalid
	printf '\377z' >>invalid
	PIECES='4 100 1000' same filter invalid
	PIECES='4 100 1000' same filter --on-error=shortest --form=nfc invalid
	iconv -f utf-8 -t utf-16be long >wide
	printf '\330\000\000z' >>wide
	PIECES='4 100 1000' same filter --from=utf-16be wide
	grep -q ':1001:' several || fail 'expected line 1001'
}

test_jobs_binary() {
	PIECES='1000 4096' same check binary
	PIECES='1000 4096' same check --json --max-errors=2000 binary
	PIECES='1000 4096' same filter --on-error=replace --count binary
	PIECES=50000 same filter --on-error=escape --to=utf-32le binary
}

test_jobs_lines() {
	seq 3000 | sed 's/$/\r/' >crlf
	printf '\377' >>crlf
	PIECES='4 256' same check crlf
	seq -s 'é' 3000 | tr -d '\n' >one-line
	printf '\300' >>one-line
	PIECES='4 256' same check one-line
	# Nowhere in it can it be cut.
	yes 한 | head -n 3000 | tr -d '\n' >uncut
	PIECES='4 256' same check --json uncut
	PIECES='4 256' same filter --to=utf-16le uncut
	same check empty
	same filter empty
	printf a >single
	same check single
}

# Many errors in a piece, more than wait for their turn.
test_jobs_garbage() {
	head -c 60000 /dev/zero | tr '\0' '\377' >garbage
	echo end >>garbage
	PIECES='4000 20000' same check garbage
	PIECES=20000 same check --max-errors=1500 garbage good
	# More than a sheet takes, and what is after it in its turn.
	PIECES=500000 same check garbage good garbage bad garbage nowhere garbage good bad
}

test_jobs_many() {
	local i
	mkdir many many/folder
	for i in $(seq 100); do
		printf 'h\303\251llo\n' >"many/$i-good"
		[ $((i % 7)) != 0 ] || printf 'ab\n\303\251\300\257z\n\355\240\200' >"many/$i-bad"
	done
	PIECES=64 same check many/* nowhere many/*
	PIECES=64 same check --json many/* binary many/*
	PIECES=64 same check --list many/*
	PIECES=64 same check --from=koi8-r --forbid=control many/*
}

test_jobs_unreadable() {
	cp bad secret
	chmod 000 secret
	chmod 755 .
	not_root
	exits 2 nobody check -j3 good secret bad
	out_is "$BAD"
	err_has 'secret: Permission denied'
}

# Standard input is read in its turn, and once; so is a pipe.
test_jobs_stdin() {
	local command
	cp bad text
	for command in check filter; do
		both one $command -j1 good - bad - <text
		both several $command -j3 good - bad - <text
		cmp one several || fail "$command: standard input as a file"
		both several $command -j3 good - bad - < <(cat text)
		cmp one several || fail "$command: standard input as a pipe"
	done
	[ -e /dev/stdin ] || skip '/dev/stdin is not there'
	both one check -j1 good /dev/stdin bad /dev/stdin < <(cat text)
	both several check -j3 good /dev/stdin bad /dev/stdin < <(cat text)
	cmp one several || fail '/dev/stdin as a pipe'
}

# A writer to a named pipe finds it open for as long as it is read.
test_jobs_fifo() {
	mkfifo fifo
	for _ in 1 2; do
		cat bad >fifo &
		exits 1 timeout "$(patience 20)" "$UTF8CHECK" --engine="$ENGINE" check -j3 good fifo good
		out_is "${BAD//bad:/fifo:}"
		wait
	done
}

# A text begins where standard input stands, and is read to its end.
test_jobs_offset() {
	local rest
	{ echo first; seq 500; printf '\377'; } >numbers
	for jobs in 1 3; do
		{
			read -r rest
			UTF8CHECK_CHUNK=64 run u check -j$jobs
			rest=$(cat)
		} <numbers
		[ -z "$rest" ] || fail 'expected it to be read to its end'
		out_is '-:501:1: byte 1892: invalid-byte: FF\n'
		{
			read -r rest
			UTF8CHECK_CHUNK=64 run u filter -j$jobs
		} <numbers
		status_is 1
		err_has '-:501:1: byte 1892: invalid-byte: FF'
		seq 500 | cmp - out || fail 'expected what is after the first line'
		{
			read -r rest
			UTF8CHECK_CHUNK=64 run u stats --json -j$jobs
		} <numbers
		json 'L[0]["lines"]["lf"] == 500 and L[0]["bytes"] == 1893 and L[0]["error_count"] == 1'
	done
}

# Of a file that changes its length meanwhile, the bytes that were read count.
test_jobs_changed() {
	local size command
	preload changer
	seq 1000 >numbers
	for size in 0 1 63 64 65 128 1000 3892 3893 3894 4000 10000; do
		for command in 'check --json' filter 'stats --json'; do
			cp numbers changed
			truncate -s $size changed
			both one $command -j1 changed
			cp numbers changed
			LD_PRELOAD=$TMP/changer.so CHANGE_FILE=changed CHANGE_SIZE=$size UTF8CHECK_CHUNK=64 \
				both several $command -j3 changed
			cmp one several || fail "$command: now $size bytes"
		done
	done
}

# alone COMMAND ARGUMENT...: with one thread, and with three that cannot be started.
alone() {
	local command=$1
	shift
	both one "$command" -j1 "$@"
	LD_PRELOAD=$TMP/alone.so UTF8CHECK_CHUNK=64 both several "$command" -j3 "$@"
	cmp one several || fail "without threads: $command $*"
}

test_jobs_alone() {
	local i
	preload alone
	mkdir tree
	for i in 1 2 3 4 5 6 7 8 9; do
		{ seq 100; printf '\377\n'; seq 100; } >"tree/$i"
	done
	alone check tree/1
	alone check tree/*
	alone filter tree/1
	alone filter --on-error=pass tree/*
	alone stats tree/1
	alone scan tree .
	alone scan --content tree
}

test_jobs_output() {
	seq 5000 >numbers
	cp numbers changed
	UTF8CHECK_CHUNK=64 exits 0 u filter -j3 --in-place --to=utf-16le changed
	iconv -f utf-16le -t utf-8 changed | cmp - numbers || fail 'expected UTF-16'
	printf '\377' >>numbers
	cp numbers changed
	UTF8CHECK_CHUNK=64 exits 1 u filter -j3 --in-place changed
	cmp changed numbers || fail 'expected it as it was'
	temporary_left && fail 'a temporary file is left'
	UTF8CHECK_CHUNK=64 exits 0 u filter -j3 --on-error=drop -o out2 numbers
	seq 5000 | cmp - out2 || fail 'expected all numbers'
}

test_jobs_trouble() {
	[ -c /dev/full ] || skip '/dev/full is not there'
	export UTF8CHECK_CHUNK=64
	for args in 'check -j3 binary' 'check -j3 binary good bad' 'filter -j3 --on-error=replace binary'; do
		fails_with 'No space left on device' to_full $args
		ends_by_pipe $args
	done
}

# With a little less memory than threads need, what each of them prints cannot grow.  Then
# that is said, or one thread does all; but nothing is missing without a word.
test_jobs_memory() {
	local file least=18000 limit said=0 status=0
	until (ulimit -v "$least" && "$UTF8CHECK" --version) >/dev/null 2>&1; do least=$((least + 500)); done
	for file in a b c d e f; do head -c 5000 /dev/zero | tr '\0' '\377' >"$file"; done
	exits 1 u check -j1 --text a b c d e f
	mv out whole
	for ((limit = least; limit < least + 18000; limit += 500)); do
		run bash -c 'ulimit -v "$1"; exec "${@:2}"' - $limit "$UTF8CHECK" --engine="$ENGINE" check -j4 --text a b c d e f
		case $status in
		1) cmp whole out || fail "$limit KiB" ;;
		2) err_has 'Cannot allocate memory'; said=$((said + 1)) ;;
		*) fail "$limit KiB" ;;
		esac
	done
	echo "$said of the limits are said"
}

# The names of a large folder: without memory for them that is said, and no name is lost.
test_scan_memory() {
	local least=18000 limit status=0
	until (ulimit -v "$least" && "$UTF8CHECK" --version) >/dev/null 2>&1; do least=$((least + 500)); done
	mkdir tree
	python3 -c "
for i in range(6000): open(f'tree/{i:04d}' + 'x' * 200, 'w').close()"
	: >tree/$'\xff'
	exits 1 u scan -j1 tree
	mv out whole
	for ((limit = least; limit < least + 8000; limit += 250)); do
		run bash -c 'ulimit -v "$1"; exec "${@:2}"' - $limit "$UTF8CHECK" scan -j1 --engine=library tree
		case $status in
		1) cmp whole out || fail "$limit KiB" ;;
		2) err_has 'Cannot allocate memory' ;;
		*) fail "$limit KiB" ;;
		esac
	done
}
