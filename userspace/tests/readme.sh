#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Type what README shows at the prompt: the same is printed.
#
#   userspace/tests/readme.sh README.md
#
# As root, with the module loaded. What builds, installs or measures is left out.
# Status 0 when all is as it is shown; else what differs is printed.
set -u
export LC_ALL=C.UTF-8
FEWEST=15

readme=$(readlink -f "$1")
work=$(mktemp -d)
guard=
count=0 differ=0
trap '[ -z "$guard" ] || kill "$guard"; rm -rf "$work"' EXIT
mkdir -p "$work/tmp/share"
cd "$work/tmp" || exit

# Commands begin with C, what they print with O.
session() {
	awk '/^## / { inside = $0 == "## At the prompt" }
		!inside { next }
		/^    [$#] / { print "C" substr($0, 7) }
		/^    [^$#]/ { print "O" substr($0, 5) }' "$readme"
}

# The files that README has without saying how they were made.
make_files() {
	local text='Привет, мир! Это письмо написано по-русски'
	echo "$text, и в нём довольно много слов." | iconv -t KOI8-R >letter.txt
	echo "$text." | iconv -f WINDOWS-1251 -t UTF-8 >wrong.txt
}

# Numbers that are others each time.
without_numbers() {
	sed -E 's/inode [0-9]+ of device [0-9]+:[0-9]+/inode N of device N:N/; s/pid [0-9]+/pid N/'
}

# wait_for WORDS: until the guard has said so.
wait_for() {
	local tries
	for ((tries = 0; tries < 600; tries++)); do
		! grep -q "$1" "$work/guard" || return 0
		sleep 0.1
	done
	echo "the guard did not say: $1"
}

# What the guard prints comes after what the command prints, which it refuses.
type_in() { # COMMAND
	case $1 in
	*'guard run'*' &')
		${1% &} >"$work/guard" 2>&1 &
		guard=$!
		wait_for 'guard: '
		cat "$work/guard"
		;;
	*)
		bash -c "$1" 2>&1 </dev/null
		[ -z "$guard" ] || { wait_for '^refused'; grep '^refused' "$work/guard"; }
		;;
	esac
}

compare() { # COMMAND SHOWN
	case $1 in
	'' | make* | apt-get* | modprobe* | 'utf8check bench'*) return ;;
	esac
	count=$((count + 1))
	type_in "$1" >"$work/said"
	if ! diff <(printf '%s' "$2" | without_numbers) <(without_numbers <"$work/said") >"$work/diff"; then
		differ=$((differ + 1))
		printf '$ %s\n' "$1"
		cat "$work/diff"
	fi
}

make_files
command='' shown=''
while IFS= read -r line; do
	case $line in
	C*) compare "$command" "$shown"; command=${line#C} shown='' ;;
	O*) shown+=${line#O}$'\n' ;;
	esac
done < <(session)
compare "$command" "$shown"
echo "$count commands, $differ with another output"
[ "$differ" = 0 ] && [ "$count" -ge $FEWEST ]
