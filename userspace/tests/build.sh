#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# What make builds again when packages, flags or files are others than before, and what it
# leaves.
#
#   tests/build.sh DIR      builds in DIR, which it removes first
#
# The last line is "N passed, N failed, N skipped".
set -eu
mkdir -p "${1:?usage: tests/build.sh DIR}"
DIR=$(realpath "$1")
cd "$(dirname "$0")/.."
rm -rf "$DIR"
mkdir "$DIR"
OBJ=$DIR/obj-tools
# What the make around this was given is not for the one that is tried here.
unset MAKEFLAGS MFLAGS WERROR BPFTOOL PREFIX V
# shellcheck source=userspace/tests/checks.sh
. tests/checks.sh
LOG=$DIR/log

# make TARGET or VARIABLE=VALUE...; without optimization, because that is quick.
build() { make -s -j2 BUILD="$DIR" CFLAGS=-O0 "$@"; }

# How many files it compiles.
compiled() { build "$@" | grep -c '^  CC '; }

# How many it would compile.
would_compile() { make -n V=1 BUILD="$DIR" CFLAGS=-O0 "$@" | grep -c -- ' -fPIC .* -c -o '; }

has_guard() { grep -aq utf8check_bpf_name "$DIR/utf8check"; }

is_built_without() {
	build tools BPFTOOL= | grep 'without the guard' && ! has_guard
}

# Of the command only what is the guard's is compiled.
guard_comes() {
	[ "$(compiled tools)" -lt 10 ] && has_guard
}

guard_goes_and_comes() {
	build tools BPFTOOL= && ! has_guard && build tools && has_guard
}

nothing_changed() {
	[ -z "$(build tools)" ] && [ "$(would_compile tools)" = 0 ]
}

deleted_comes_back() {
	local file
	for file in core/codec/bom.o cli/command/check.o $GUARD_FILES; do
		echo "$file"
		rm "$OBJ/$file" || return
		build tools || return
		[ -e "$OBJ/$file" ] || return
	done
	rm "$DIR/libutf8check.so.1" && build tools && [ -e "$DIR/libutf8check.so.1" ]
}

all_is_built_again() { # VARIABLE=VALUE
	local all
	all=$(would_compile -B tools)
	[ "$all" -gt 100 ] && [ "$(would_compile tools "$@")" = "$all" ]
}

flags_change() { all_is_built_again CFLAGS=-O1 && all_is_built_again LDFLAGS=-Wl,-O1; }

compiler_changes() {
	printf '#!/bin/sh\n[ "$*" != --version ] || echo another\nexec %s "$@"\n' "${CC:-cc}" >"$DIR/cc"
	chmod +x "$DIR/cc"
	all_is_built_again CC="$DIR/cc"
}

# Warnings become errors, for which all is compiled; what had none is as good later.
warnings_become_errors() {
	local one=$OBJ/core/codec/bom.o
	all_is_built_again WERROR=yes && [ "$(compiled "$one" WERROR=yes)" = 1 ] &&
		[ "$(would_compile "$one")" = 0 ] && [ "$(compiled "$one" CFLAGS=-O1)" = 1 ]
}

# In folders with names of many lengths: of some, GNU Make 4.3 read a newline more.
configured_once() {
	local folder=$DIR/obj-x name
	for _ in 1 2 3 4 5 6 7 8; do
		folder+=xxx
		for name in config guard; do
			make -s BUILD="$DIR" OBJ="$folder" WERROR=yes "$folder/$name" || return
			make -n BUILD="$DIR" OBJ="$folder" "$folder/$name" >"$DIR/again" || return
			! grep printf "$DIR/again" || return
		done
	done
}

prefix_changes() {
	build "$DIR/libutf8check.pc" PREFIX=/elsewhere && grep -q '^prefix=/elsewhere' "$DIR/libutf8check.pc"
}

GUARD_FILES=
try build 'built without the guard' is_built_without
if make -n -p BUILD="$DIR" | grep -q '^GUARD := .'; then
	GUARD_FILES='bpf/guard.bpf.o bpf/guard.skel.h'
	try build 'libbpf and bpftool have come' guard_comes
	try build 'they go, and come again' guard_goes_and_comes
else
	skip 'the guard comes and goes' 'libbpf, bpftool or clang is not there'
fi
try build 'nothing has changed' nothing_changed
try build 'a deleted file is made again' deleted_comes_back
try build 'other flags' flags_change
try build 'another compiler' compiler_changes
try build 'a warning becomes an error' warnings_become_errors
try build 'what was configured is written once' configured_once
try build 'another prefix' prefix_changes
sum
