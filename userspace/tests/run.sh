#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Run what `make check` or `make check-all` has built in the folder BUILD:
#
#   tests/run.sh BUILD [core|command]       each test with a part of its cases
#   tests/run.sh BUILD all [core|command]   with all of them, and what takes long
#
# core is the core and the library, command the command and its pages; both unless said.
# Shows what is not well and how each group ended; the last line is
# "N passed, N failed, N skipped".
set -eu

BUILD=${1:?usage: tests/run.sh BUILD [all] [core|command]}
shift
ALL=
[ "${1-}" != all ] || { ALL=$1; shift; }
# How much there is time for: one of so many cases (a prime, as in scripts/suites/cpus), seconds
# on bytes that change, strings for each profile, texts for each form, seconds of fuzzing.
if [ -n "$ALL" ]; then
	RACE=300 STRINGS=50000 FUZZ=${FUZZ:-10}
else
	export UTF8CHECK_SHARE=31
	RACE=5 STRINGS=10000
fi
BUILD=$(realpath "$BUILD")
cd "$(dirname "$0")/.."
# shellcheck source=userspace/tests/checks.sh
. tests/checks.sh
# shellcheck source=userspace/tests/limits.sh
. tests/limits.sh
measure_slowness
TMP=$(mktemp -d "${TMPDIR:-/tmp}/utf8check-run.XXXXXX")
LOG=$TMP/log
NOT_SHOWN+='|^ok - [^#]*$'
trap 'rm -rf "$TMP"' EXIT
begun=$SECONDS

# How a group ended, and the seconds since the one before.
show() { # NAME
	printf '  %-28s %4d passed, %d failed, %d skipped (%d s)\n' "$1" "$PASSED" "$FAILED" "$SKIPPED" $((SECONDS - begun))
	begun=$SECONDS
}

group() { # NAME PASSED FAILED SKIPPED
	PASSED=$2 FAILED=$3 SKIPPED=$4
	add
	show "$1"
}

absent() { # WHY NAME...
	local name
	for name in "${@:2}"; do
		echo "skip: $name: $1"
		group "$name" 0 0 1
	done
}

# units SUFFIX PROGRAM: each group of a program of cmocka's, which speaks TAP on stderr or
# stdout; as many at a time as there are processors.
units() {
	local name status took
	"$2" --list >"$TMP/names" || :
	[ -s "$TMP/names" ] || { echo "FAIL: $2 has no tests"; group "${2##*/}" 0 1 0; }
	# shellcheck disable=SC2016 # for the inner shell
	CMOCKA_MESSAGE_OUTPUT=TAP xargs -P "$(nproc)" -I @ bash -c 'SECONDS=0 status=0
		"$0" "$2" >"$1/unit-$2" 2>&1 || status=$?
		echo "$status $SECONDS" >"$1/unit-$2.end"' "$2" "$TMP" @ <"$TMP/names"
	while read -r name; do
		read -r status took <"$TMP/unit-$name.end"
		read_tap "$TMP/unit-$name" "$status" || echo "FAIL: $name$1: $WHY"
		[ "$FAILED" = 0 ] || cat "$TMP/unit-$name"
		begun=$((SECONDS - took))
		group "$name$1" "$PASSED" "$FAILED" "$SKIPPED"
	done <"$TMP/names"
}

# A command whose status says all.
single() {
	local name=$1
	shift
	if "$@" >"$TMP/log" 2>&1; then
		group "$name" 1 0 0
	else
		echo "FAIL: $name"
		cat "$TMP/log"
		group "$name" 0 1 0
	fi
}

# A command that ends in a line of the same form as this one.
program() { # NAME COMMAND...
	counted "$@"
	show "$1"
}

# The core needs nothing but these, whatever it is linked into; the compiler's
# own checks are not the core's.
core_is_freestanding() {
	local extra
	"${CC:-cc}" -nostdlib -r -o "$TMP/core.o" "$BUILD"/obj-tools/core/*.o "$BUILD"/obj-tools/core/*/*.o &&
		nm -u "$TMP/core.o" >"$TMP/names" || return
	extra=$(awk '{ print $2 }' "$TMP/names" |
		grep -vxE 'memcpy|memmove|memset|memcmp|__mem(cpy|move|set)_chk|__stack_chk_fail|_GLOBAL_OFFSET_TABLE_' || :)
	[ -z "$extra" ] || { echo "the core needs: $extra"; return 1; }
}

# names_begin PREFIX NM-ARGUMENT...
names_begin() {
	local prefix=$1 extra
	shift
	nm --defined-only "$@" >"$TMP/names" || return
	grep -q " $prefix" "$TMP/names" || { echo "no name begins with $prefix"; return 1; }
	# A version of the library's is an absolute symbol.
	extra=$(awk 'NF == 3 && $2 != "A" { print $3 }' "$TMP/names" | grep -v "^$prefix" || :)
	[ -z "$extra" ] || { echo "exported, but not $prefix*: $extra"; return 1; }
}

# Every call that the header declares, and no other, has a version in the map.
calls_have_versions() {
	grep -oE '\butf8check_[a-z_]+\(' lib/utf8check.h | tr -d '(' | sort -u >"$TMP/declared" &&
		sed -n 's/^\t\(utf8check_[a-z_]*\);$/\1/p' lib/libutf8check.map | sort >"$TMP/map" &&
		nm -D --defined-only "$BUILD/libutf8check.so" | sed -n 's/.* T \(.*\)@@.*/\1/p' |
		sort >"$TMP/exported" &&
		diff "$TMP/declared" "$TMP/map" && diff "$TMP/map" "$TMP/exported"
}

# It sees what is installed: the headers, the library, what pkg-config says; and each call
# has a page.
example_works() {
	local lib="$TMP/dest/lib" said
	make -s install BUILD="$BUILD" DESTDIR="$TMP/dest" PREFIX=/usr LIBDIR=/lib >"$TMP/said" 2>&1 ||
		{ cat "$TMP/said"; return 1; }
	# shellcheck disable=SC2046 # words
	"${CC:-cc}" -Wall -Wextra -Werror -o "$TMP/example" lib/examples/first_error.c \
		$(PKG_CONFIG_SYSROOT_DIR=$TMP/dest PKG_CONFIG_PATH=$lib/pkgconfig \
			pkg-config --cflags --libs libutf8check) || return
	said=$(printf 'ok\ncaf\xe9\n' | LD_LIBRARY_PATH=$lib "$TMP/example") || [ $? = 1 ] || return
	[ "$said" = 'byte 6: truncated' ] || { echo "$said"; return 1; }
	said=$(echo ok | LD_LIBRARY_PATH=$lib "$TMP/example") || return
	[ "$said" = 'well-formed, 3 code points' ] || { echo "$said"; return 1; }
	! command -v python3 >/dev/null ||
		diff <(sed -n 's/^\t\(utf8check_[a-z_]*\);$/\1.3/p' lib/libutf8check.map | LC_ALL=C sort) \
			<(cd "$TMP/dest/usr/share/man/man3" && printf '%s\n' utf8check*.3 | LC_ALL=C sort)
}

soname_is_set() {
	readelf -d "$BUILD/libutf8check.so" | grep -q 'SONAME.*\[libutf8check\.so\.1\]'
}

# All contenders answer as the scalar code does, and what they say can be drawn.
bench_measures() {
	make -s -f bench/Makefile harness BUILD="$BUILD" OBJ="$BUILD/obj-tools" &&
		"$BUILD/obj-tools/harness" -r 1 -s 64 -j 'validate,edge,repair-1%,utf16-utf8,nfd-nfc,records-1%,name' \
			>"$TMP/lines" 2>"$TMP/left-out" &&
		bench/draw.py nfd-nfc <"$TMP/lines" >"$TMP/drawn" || return
	cat "$TMP/left-out"
	[ ! -s "$TMP/left-out" ] && grep -q '<circle' "$TMP/drawn" && grep -q 'utf8check, scalar' "$TMP/drawn"
}

# Whatever calls these, no step may fail unseen: each ends in && but the last.  The rows of
# spelled.jsonl are written by hand.
vectors_are_fresh() {
	mkdir "$TMP/vectors" && python3 -B gen/vectors.py "$TMP/vectors" &&
		diff -q -x spelled.jsonl "$TMP/vectors" data/vectors
}

# The library in two files, read by each compiler; embed/embed.sh runs it too.
two_files_compile() {
	local cc
	../scripts/amalgamation "$TMP" || return
	for cc in gcc clang; do
		! command -v $cc >/dev/null ||
			$cc -std=c11 -O2 -Wall -Wextra -Werror -fsyntax-only "$TMP/utf8check.c" || return
	done
}

# What groff finds wrong with a page, at a width that cuts no example.
page_is_clean() {
	local said
	said=$(LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -l "$1" 2>&1 >/dev/null) || return
	[ -z "$said" ] || { echo "$said"; return 1; }
}

# The sanitizer cannot run where addresses are more random than it knows.
threads() {
	if "$BUILD/race/utf8check" --version >"$TMP/log" 2>&1; then
		program 'threads, under a sanitizer' env \
			TESTS='test_jobs_many test_jobs_garbage test_jobs_filter_place
				test_files0_from test_filter_many_jobs test_filter_many_place
				test_filter_many_trouble test_filter_many_signal
				test_scan_jobs test_scan_same_confusable_quiet' \
			tests/cli/cli.sh "$BUILD/race/utf8check"
	elif ! grep -q 'ThreadSanitizer: unexpected memory mapping' "$TMP/log"; then
		echo 'FAIL: threads, under a sanitizer: the command does not run'
		cat "$TMP/log"
		group 'threads, under a sanitizer' 0 1 0
	else
		absent "$(head -n 1 "$TMP/log")" 'threads, under a sanitizer'
	fi
}

# no_python NAME...: skips these, and is true, where there is no Python
no_python() {
	! command -v python3 >/dev/null || return 1
	absent 'python3 is not there' "$@"
}

run_core() {
	units '' "$BUILD/obj-test-signed/unit_tests"
	units '' "$BUILD/obj-tools/slow_tests"
	# No byte is a char: the other sign could only matter to a compiler that is
	# wrong about it, so there one of some cases has to do.
	[ -z "$ALL" ] || UTF8CHECK_SHARE=17 units ', unsigned char' "$BUILD/obj-test-unsigned/unit_tests"
	single 'core is freestanding' core_is_freestanding
	single 'core exports u8c_*' names_begin u8c_ -g "$TMP/core.o"
	single 'library exports utf8check_*' names_begin utf8check_ -D "$BUILD/libutf8check.so"
	single 'library has its soname' soname_is_set
	single 'example of the library' example_works
	single 'library has versions of its calls' calls_have_versions
	single 'data of Unicode' sh -c 'cd data/ucd && sha256sum --quiet -c SHA256SUMS'
	if ! no_python 'vectors as generated' 'tables as generated' 'library in two files' \
		'Python package' bench; then
		single 'vectors as generated' vectors_are_fresh
		single 'tables as generated' python3 gen/tables.py --check
		single 'library in two files' two_files_compile
		single bench bench_measures
		single 'Python package' env UTF8CHECK_LIBRARY="$BUILD/libutf8check.so.1" PYTHONPATH=python \
			python3 -B -m unittest discover -s python/tests
	fi
	program 'bytes that change' "$BUILD/obj-test-signed/race" --seconds=$RACE
	program 'bytes that change, load by load' "$BUILD/obj-tools/rhythm"
	program 'decoders' tests/peers/decoders --count $STRINGS --work "$BUILD/decoders"
	# The fuzzer compiles the core again, with clang.
	[ -z "$ALL" ] || program 'fuzzer' env BUILD="$BUILD" fuzz/run "$FUZZ"
}

run_command() {
	local page
	program 'command' tests/cli/cli.sh "$BUILD/utf8check"
	program 'what make builds again' tests/build.sh "$BUILD/build-test"
	program 'conformance, built-in' "$BUILD/utf8check" --engine=library conformance
	program 'what README shows' env PATH="$BUILD:$PATH" tests/readme.sh ../README.md library
	if ! no_python 'files in parts' transliterators; then
		program 'files in parts' tests/parts/parts.py "$BUILD/utf8check"
		program 'transliterators' tests/peers/transliterators.py "$BUILD/utf8check"
	fi
	for page in "$BUILD"/docs/man/*.[1-9]; do
		if command -v man >/dev/null && command -v groff >/dev/null; then
			single "page ${page##*/}" page_is_clean "$page"
		else
			absent 'man or groff is not there' "page ${page##*/}"
		fi
	done
	if command -v mandoc >/dev/null && command -v python3 >/dev/null; then
		program 'manual' tests/manual.py "$BUILD/utf8check"
	else
		absent 'mandoc or python3 is not there' manual
	fi
	[ -z "$ALL" ] || threads
}

[ $# != 0 ] || set -- core command
for part; do "run_$part"; done
sum
