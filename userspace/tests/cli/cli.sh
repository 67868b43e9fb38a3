#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Test the command: tests/cli/cli.sh COMMAND [ENGINE]
#
# COMMAND is the path of utf8check, ENGINE library (default) or device. Each
# function test_* is a test: it ends with status 0 (passed), 77 (skipped, its
# last line says why) or anything else (failed, what it printed is shown).
# They are counted here and not by tests/checks.sh, as workers are processes.
# A test that does not end is ended, and has failed.  The last line is "N passed,
# N failed, N skipped".  More tests are in cli_*.sh, and in calls.tsv.
#
# Words of the tests: u ARGUMENT... is the command; run, exits and fails_with start one and keep
# out, err and $status, which status_is, out_is, err_has, err_empty, silent and json look at;
# skip and fail end the test. More are in one file each: detected (cli_detect.sh), misread and
# undone (cli_mojibake.sh), twice (cli_twice.sh), tame and told (cli_hostile.sh), all_found
# (cli_gate.sh), both and same (cli_jobs.sh).
#
# JOBS tests run at a time: one in a guest, else one more than there are processors.
# TESTS='test_a test_b' runs only these.  TIMES=1 prints the seconds of each.
set -eu

[ $# -ge 1 ] || { echo "usage: $0 COMMAND [ENGINE]" >&2; exit 2; }
ENGINE=${2:-library}
HERE=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=userspace/tests/limits.sh
. "$HERE/../limits.sh"
measure_slowness
# Seconds of a quiet machine for one test; the longest takes 30, and 20 in a guest.
LIMIT=${LIMIT:-150}
# The script starts itself again for each worker, whose folder is in CLI_ALL, that
# of all workers.
TMP=$(mktemp -d "${CLI_ALL:-${TMPDIR:-/tmp}}/utf8check-cli.XXXXXX")
children=
trap 'kill $children 2>/dev/null || :; wait $children || :; rm -rf "$TMP"' EXIT
chmod 755 "$TMP"
# A copy, which another user can reach.
cp "$1" "$TMP/utf8check"
UTF8CHECK=$TMP/utf8check
unset UTF8CHECK_IMPL UTF8CHECK_DEVICE

# The interpreter itself: what chooses between several costs more than most tests.
PYTHON=$(python3 -ISc 'import sys; print(sys.executable)' 2>/dev/null) || PYTHON=
[ -z "$PYTHON" ] || python3() { "$PYTHON" "$@"; }

u() { "$UTF8CHECK" --engine="$ENGINE" "$@"; }

# or_fewer NUMBER FEWER: how many; fewer in a guest, which is slow, and where UTF8CHECK_SHARE is set.
or_fewer() {
	if [ "$ENGINE" = library ] && [ "${UTF8CHECK_SHARE:-1}" = 1 ]; then echo "$1"; else echo "$2"; fi
}

# run COMMAND...: its output goes to out and err, its status to $status.
run() {
	status=0
	"$@" >out 2>err || status=$?
}

# exits STATUS COMMAND...: runs it, and that has to be its status.
exits() {
	local expected=$1
	shift
	run "$@"
	[ "$status" = "$expected" ] || fail "expected status $expected: $*"
}

fail() {
	[ -z "${CALL-}" ] || echo "calls.tsv: $CALL"
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
err_has() {
	local said
	IFS= read -r -d '' said <err || :
	[[ $said = *"$1"* ]] || fail "expected on stderr: $1"
}
# fails_with WORDS COMMAND...: it says so on stderr, with status 2.
fails_with() {
	local words=$1
	shift
	exits 2 "$@"
	err_has "$words"
}
err_empty() { [ ! -s err ] || fail 'expected nothing on stderr'; }
silent() { [ ! -s out ] || fail 'expected nothing on stdout'; }

# needs_programs COMMAND...: what it prints speaks of no program that is not there.
MISSING=$(for program in python3 iconv; do command -v $program >/dev/null || echo $program; done)
needs_programs() {
	local program
	for program in $MISSING; do [[ $("$@") != *"$program"* ]] || skip "$program is not there"; done
}

# json EXPRESSION: true of the list of objects L, one for each line of out. One
# interpreter answers all of them: in a guest it takes a second to start.
json() {
	local answer
	command -v python3 >/dev/null || skip 'python3 is not there'
	printf '%s\0%s\0' "$PWD" "$1" >&7
	read -r answer <&8 || answer='nothing'
	[ "$answer" = True ] || fail "not true of the JSON, $answer: $1"
}

# Answers the questions that json asks: a folder and an expression, each ended
# by NUL.
# shellcheck disable=SC2016 # Python
JUDGE='
import json, os
asked = b""
while part := os.read(0, 65536):
    asked += part
    while asked.count(b"\0") > 1:
        folder, expression, asked = asked.split(b"\0", 2)
        try:
            os.chdir(folder)
            with open("out", encoding="utf-8") as lines:
                L = [json.loads(line) for line in lines]
            answer = bool(eval(expression.decode(), {"L": L, "json": json}))
        except Exception as e:
            answer = repr(e).replace("\n", " ")
        print(answer, flush=True)
'
start_judge() {
	coproc python3 -ISc "$JUDGE"
	# Its own descriptors are not there in subshells.
	exec 7>&"${COPROC[1]}" 8<&"${COPROC[0]}"
}

# preload NAME: makes $TMP/NAME.so of preload/NAME.c, once, to be preloaded.
preload() {
	local cc=${CC:-cc}
	command -v "${cc%% *}" >/dev/null || skip 'no compiler is there'
	[ -e "$TMP/$1.so" ] || $cc -shared -fPIC -D_GNU_SOURCE -I"$HERE/../../../module/include/uapi" \
		-o "$TMP/$1.so" "$HERE/preload/$1.c" -ldl
}

# hide LIBRARY ARGUMENT...: the command where this library is not there.
hide() {
	preload hider
	run env HIDE="$1" LD_PRELOAD="$TMP/hider.so" "$UTF8CHECK" "${@:2}"
}

# The command, by a user who is not root; where that cannot be, not_root or needs_nobody skips.
nobody() {
	local as=()
	[ "$(id -u)" != 0 ] || as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
	"${as[@]}" "$UTF8CHECK" --engine="$ENGINE" "$@"
}
not_root() { [ "$(id -u)" != 0 ] || command -v setpriv >/dev/null || skip 'setpriv is not there'; }
needs_nobody() {
	[ "$(id -u)" = 0 ] || skip 'only root can become another user'
	not_root
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

# --- usage

# Which commands there are is tested with the completion, which reads this help.
test_help() {
	local command
	exits 0 u --help
	err_empty
	while read -r command; do
		"$UTF8CHECK" "$command" --help >help 2>err || fail "$command --help"
		grep -q "^Usage: utf8check $command" help || fail "$command --help"
		grep -q '^Exit status:' help || fail "$command --help"
		awk 'length > 80 { exit 1 }' help || fail "$command --help is too wide"
	done < <(sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' out)
}

# Each way to ask for help gives the same.
test_help_command() {
	local command
	run u --help
	cp out list
	for command in -h help; do
		exits 0 u "$command"
		cmp out list || fail "$command"
	done
	while read -r command; do
		run u "$command" --help
		cp out wanted
		exits 0 u "$command" -h
		cmp out wanted || fail "$command -h"
		exits 0 u help "$command"
		err_empty
		cmp out wanted || fail "help $command"
	done < <(sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' list)
	fails_with "unknown command 'frobnicate'" u help frobnicate
	silent
	fails_with "'name': help takes one command only" u help check name
	run u --version
	cp out wanted
	exits 0 u -V
	cmp out wanted || fail '-V'
}

test_option_like_name() {
	cp bad ./--json
	exits 1 u check -- --json
	grep -q '^--json:2:2:' out || fail 'expected the file --json to be checked'
}

# Only a device that does not know the call is another device.
test_engine_refused() {
	local row
	preload refuser
	for row in '1:Operation not permitted' '12:Cannot allocate memory' '5:Input/output error' \
		'25:not a utf8check device' '22:not a utf8check device' '38:not a utf8check device'; do
		exits 2 env UTF8CHECK_DEVICE=/dev/null LD_PRELOAD="$TMP/refuser.so" REFUSE="${row%%:*}" \
			"$UTF8CHECK" --engine=device check good
		err_has "/dev/null: ${row#*:}"
	done
}

# Each library costs every command time at its start.
test_few_libraries() {
	command -v readelf >/dev/null || skip 'no readelf is there'
	run readelf -d "$UTF8CHECK"
	sed -i -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' out
	grep -q '^libc\.so' out || fail 'no library is listed'
	sed -i -E '/^(libc|libm|libjson-c|ld-linux.*)\.so\./d' out
	out_is ''
}

for more in "$(dirname "$0")"/cli_*.sh; do
	# shellcheck source=/dev/null
	[ ! -e "$more" ] || . "$more"
done

all_tests() { declare -F | sed -n 's/^declare -f \(test_.*\)/\1/p'; }

# Those that take long, by hundreds of cases or by races; no share has them.
LONG="test_($(paste -sd '|' <<-'END'
	hostile_(words|environment)|mojibake_emoji|target_oracle|stats_many_pages
	gate_huge_blob|completion_(fish|zsh)|html_killed
	in_place_killed_(at_random|older)|fix_(random|never_replaces|as_convmv|killed_amid_undo)
	fix_targets_(hostile_race|hostile_many)
END
))"

# A process costs a guest a quarter of a second: there, only what goes through
# the engine in a way of its own.  The vectors go through both engines anyway.
of_the_engine() {
	local name
	for name in check check_{json,binary,chunk_edges,sparse,hole_after_lead} \
		full_disk closed_pipe filter filter_{binary,in_place,is_prompt} names name_long \
		engine form_{each,actions,splits,in_place,run_too_long} normalized \
		normalized_{sparse,many,ignorables} \
		scan_policy jobs_{many,stdin} encodings marks_and_actions senseless \
		policies refuse byte_lists; do
		declare -F "test_$name" || echo "nothing_is_$name"
	done
	compgen -A function test_signature
}

# --- the runner

# The long ones come first, so that no worker is idle at the end.
chosen_tests() {
	[ "$ENGINE" != device ] || { of_the_engine; return; }
	[ "${UTF8CHECK_SHARE:-1}" != 1 ] || all_tests | sed -nE "/^$LONG\$/p"
	all_tests | sed -E "/^$LONG\$/d"
}

# Is this worker the one to take the Nth test?
takes() { # N
	local -
	set -C
	{ : >"$CLI_ALL/taken.$1"; } 2>/dev/null
}

count_test() { # TEST STATUS HUNDREDTHS-OF-A-SECOND
	[ -z "${TIMES-}" ] || printf '%5d.%02d s %s\n' $(($3 / 100)) $(($3 % 100)) "$1"
	case $2 in
	0) passed=$((passed + 1)) ;;
	77) skipped=$((skipped + 1)); echo "skip: ${1#test_}: $(tail -n 1 "$TMP/log")" ;;
	*) failed=$((failed + 1)); echo "FAIL: ${1#test_}"; sed 's/^/      /' "$TMP/log" ;;
	esac
}

work() {
	local t n=0 result begun took passed=0 failed=0 skipped=0
	! command -v python3 >/dev/null || start_judge
	watch_checks "$TMP/now" "$LIMIT" "$TMP/log" >/dev/null 2>&1 &
	children=$!
	mkdir -m 755 "$TMP/files"
	(cd "$TMP/files" && make_files)
	while read -r t <&9; do
		n=$((n + 1))
		takes $n || continue
		rm -rf "$TMP/work"
		cp -r "$TMP/files" "$TMP/work"
		: >"$TMP/log"
		begun=${EPOCHREALTIME/[.,]/}
		set +e
		# The watcher writes there too.
		(
			set -e
			echo "$BASHPID $t" >"$TMP/now"
			cd "$TMP/work"
			status=0
			: >out
			: >err
			needs_programs declare -f "$t"
			$t
		) >>"$TMP/log" 2>&1 </dev/null 9<&-
		result=$?
		set -e
		took=$(((${EPOCHREALTIME/[.,]/} - begun) / 10000))
		# One worker tells at a time.
		{ flock 6; count_test "$t" $result $took; } 6>"$CLI_ALL/lock"
	done 9<"$CLI_ALL/tests"
	echo "$passed $failed $skipped" >>"$CLI_ALL/sums"
}

if [ -n "${CLI_ALL-}" ]; then
	work
	exit
fi
if [ "$ENGINE" = device ] || [ -n "${UTF8CHECK_VM-}" ]; then JOBS=1; fi
grep -oE '[^[:space:]]+' <<<"${TESTS:-$(chosen_tests)}" >"$TMP/tests" || :
: >"$TMP/sums"
for ((i = ${JOBS:-$(($(nproc) + 1))}; i > 0; i--)); do
	# What ignores a signal (a job of a shell, nohup, some runners) makes all that it
	# starts ignore it, and a shell cannot mend that for its children.
	env --default-signal=HUP,INT,QUIT,PIPE,TERM CLI_ALL="$TMP" "$BASH" "$0" "$@" &
	children="$children $!"
done
wait
children=
read -r passed failed skipped < <(awk '{ p += $1; f += $2; s += $3 } END { print p + 0, f + 0, s + 0 }' "$TMP/sums")
ran=$((passed + failed + skipped)) all=$(wc -l <"$TMP/tests")
[ $ran != 0 ] || { echo 'FAIL: no test ran'; failed=1; }
[ $ran = "$all" ] || { echo "FAIL: $((all - ran)) of $all tests came to no end"; failed=$((failed + 1)); }
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
