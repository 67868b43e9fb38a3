#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Type what README shows at the prompt: the same is printed.
#
#   userspace/tests/readme.sh README.md          as root, with the module loaded
#   userspace/tests/readme.sh README.md library  only what needs no kernel
#
# What builds or installs is left out. What differs is printed; the last line is
# "N passed, N failed, N skipped".
set -u
export LC_ALL=C.UTF-8

readme=$(readlink -f "$1")
section='' fewest=10
[ "${2-}" != library ] || section='## Try it, without a kernel' fewest=5
work=$(mktemp -d)
passed=0 failed=0
trap 'rm -rf "$work"' EXIT
mkdir "$work/tmp"
cd "$work/tmp" || exit

# Commands begin with C, what they print with O.
session() {
	awk -v section="$section" '/^## / { inside = section == "" || $0 == section }
		!inside { next }
		/^    [$#] / { print "C" substr($0, 7); shown = 1; next }
		/^    / && shown { print "O" substr($0, 5); next }
		{ shown = 0 }' "$readme"
}

compare() { # COMMAND SHOWN
	case $1 in
	'' | make* | apt-get*) return ;;
	esac
	bash -c "$1" </dev/null >"$work/said" 2>&1
	if diff <(printf '%s' "$2") "$work/said" >"$work/diff"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'FAIL README: $ %s\n' "$1"
		cat "$work/diff"
	fi
}

command='' shown=''
while IFS= read -r line; do
	case $line in
	C*) compare "$command" "$shown"; command=${line#C} shown='' ;;
	O*) shown+=${line#O}$'\n' ;;
	esac
done < <(session)
compare "$command" "$shown"
[ "$((passed + failed))" -ge $fewest ] || { echo 'FAIL README: it shows hardly a command'; failed=$((failed + 1)); }
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" = 0 ]
