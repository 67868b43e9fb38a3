#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# The library in two files, as `make amalgamation` writes them: compiled without a warning
# by gcc and clang, with vectors and without, for arm64 and for s390x, which is big-endian;
# then run.
#
#   tests/embed/embed.sh BUILD      after `make tools` there
#
# The last line is "N passed, N failed, N skipped".
set -eu
BUILD=$(realpath "${1:?usage: tests/embed/embed.sh BUILD}")
cd "$(dirname "$0")/../.."
# shellcheck source=userspace/tests/checks.sh
. tests/checks.sh
TMP=$(mktemp -d "${TMPDIR:-/tmp}/utf8check-embed.XXXXXX")
trap 'rm -rf "$TMP"' EXIT
LOG=$TMP/log

# make_program CC...: the program, without a warning, and the library as one object
make_program() {
	"$@" -std=c11 -O2 -Wall -Wextra -Werror -c -o "$TMP/utf8check.o" "$TMP/utf8check.c" &&
		"$@" -std=gnu11 -O2 -I "$TMP" -I .. -I ../module/core -I ../module/include/uapi \
			-DU8C_ROWS_FILE="\"$TMP/rows.jsonl\"" \
			-o "$TMP/embed" tests/embed/embed.c ../kunit/rows.c "$TMP/utf8check.o"
}

# with TITLE RUNNER CC...: compiled by CC, run by RUNNER, which may be empty
with() {
	local title=$1 runner=$2
	shift 2
	# shellcheck disable=SC2086 # a runner is words
	if ! command -v "$1" >/dev/null || ! command -v ${runner:-true} >/dev/null; then
		skip "$title" "$1${runner:+ or $runner} is not there"
	elif make_program "$@" >"$TMP/log" 2>&1; then
		# shellcheck disable=SC2086
		counted "$title" $runner "$TMP/embed"
	else
		bad "$title: it does not compile" "$(cat "$TMP/log")"
	fi
}

# The command with $TMP/utf8check.o in place of the library's objects, and all its vectors.
vectors() { # TITLE
	local impl
	if ! make -s "$TMP/utf8check" BUILD="$TMP" OBJ="$BUILD/obj-tools" \
	     CORE_OBJECTS="$TMP/utf8check.o" LIB_OBJECTS= >"$TMP/log" 2>&1; then
		bad "$1: the command does not link" "$(cat "$TMP/log")"
		return
	fi
	"$1" -std=gnu11 -D_GNU_SOURCE -Ilib -I../module -I../module/core -I../module/include/uapi \
		-o "$TMP/impls" tests/cpus/impls.c "$TMP/utf8check.o"
	for impl in $("$TMP/impls" | cut -d: -f2); do
		counted "$1: vectors by $impl" env UTF8CHECK_IMPL="$impl" \
			"$TMP/utf8check" --engine=library conformance
	done
}

../scripts/amalgamation "$TMP"
cat data/vectors/*.jsonl >"$TMP/rows.jsonl"
for cc in gcc clang; do
	with "$cc" '' "$cc"
	! command -v "$cc" >/dev/null || vectors "$cc"
done
with 'gcc without vectors' '' gcc -DUTF8CHECK_NO_SIMD
with arm64 qemu-aarch64 aarch64-linux-gnu-gcc -static
with s390x qemu-s390x s390x-linux-gnu-gcc -static
sum
