#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# What a machine does all day, with a guard that refuses names; a row of scripts/suites/soak.
#
#   userspace/tests/soak/soak_day.sh SECONDS SEED
#
# In rounds, each with the guard and without it: packages are installed into a tree
# and unpacked into another one, a repository is made and cloned, and all of it is copied
# by rsync and by tar. The guard has its default policy. All names are good, in whatever
# script: nothing may fail, nothing may be refused, and the copies are the same.
set -eu

seconds=$1
RANDOM=$2
PACKAGES=3	# in each round
LARGEST=2000	# KiB of a package
DEBS=/var/cache/apt/archives
NAMES=(caf$'\u00e9' cafe$'\u0301' 日本語 Ελληνικά עברית العربية हिन्दी 한국어 emoji$'\U0001f642' 'with space' 'a:b' .hidden
	-dash 'tab	tab' "quote'\"" 'back\slash' '*' "$(printf '%0255d' 1)")
TMP=$(mktemp -d /run/soak-day.XXXXXX)
mount -t tmpfs -o size=60% day "$TMP"
HERE=$(cd "${0%/*}" && pwd)
# shellcheck source=userspace/tests/guard/guard_process.sh
. "$HERE/../guard/guard_process.sh"
mkdir "$TMP/source"
export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=day GIT_AUTHOR_EMAIL=day@example.org \
	GIT_COMMITTER_NAME=day GIT_COMMITTER_EMAIL=day@example.org DEBIAN_FRONTEND=noninteractive

# shellcheck disable=SC2329,SC2317 # called by trap
cleanup() {
	cd /
	umount "$TMP" 2>/dev/null && rmdir "$TMP"
}
trap cleanup EXIT

fail() {
	echo "not ok - day: $*"
	tail -n 5 "$TMP"/{said,work,diff} 2>/dev/null || :
	exit 1
}

# Sets debs to packages without scripts, as these would want all that is needed.
choose_packages() {
	local deb
	debs=()
	while read -r deb; do
		[ ${#debs[@]} -lt $PACKAGES ] || break
		dpkg-deb --ctrl-tarfile "$deb" | tar -t | grep -qE '(pre|post)inst' || debs+=("$deb")
	done < <(find "$DEBS" -maxdepth 1 -name '*.deb' -size "-${LARGEST}k" 2>/dev/null |
		sort | shuf -n $((PACKAGES * 4)) --random-source=<(yes "$RANDOM"))
}

# --- a round --------------------------------------------------------------------

# Installs them into an empty tree.
install_packages() { # ROOT DEB...
	local root=$1
	shift
	mkdir -p "$root"/var/lib/dpkg/{info,updates,triggers}
	: >"$root/var/lib/dpkg/status"
	dpkg --root="$root" --log=/dev/null --force-depends --force-unsafe-io -i "$@"
	[ "$(grep -c '^Status: install ok installed' "$root/var/lib/dpkg/status")" = $# ] ||
		fail 'not all packages are installed'
}

repository() { # FOLDER
	mkdir "$1"
	tar -C "$TMP/source" -c . | tar -C "$1" -x
	git -C "$1" init -q
	git -C "$1" add -A
	git -C "$1" commit -q -m day
}

same() { diff -r --no-dereference "$1" "$2" >"$TMP/diff" || fail "$2 differs"; }

# What the round makes is in FOLDER.
work() { # FOLDER DEB...
	local into=$1 deb
	shift
	mkdir "$into" "$into/tree" "$into/untarred"
	[ $# = 0 ] || install_packages "$into/root" "$@"
	for deb; do dpkg-deb -x "$deb" "$into/tree"; done
	repository "$into/repository"
	git clone -q --no-hardlinks "$into/repository" "$into/clone"
	git clone -q "file://$into/repository" "$into/other"
	rsync -a "$into/clone/" "$into/tree" "$into/copy"
	echo more >>"$into/clone/${NAMES[0]}"
	rsync -a --checksum --delete "$into/clone/" "$into/tree" "$into/copy"
	tar -C "$into/copy" -c . | tar -C "$into/untarred" -x
	same "$into/copy" "$into/untarred"
}

# The guard has found nothing, and leaves nothing.
end_guard() {
	end TERM || fail "the guard ended with status $?"
	[ ! -s "$TMP/found" ] || fail "a good name was refused: $(head -n 1 "$TMP/found")"
	grep -q 'guard: ended; 0 names' "$TMP/said" || fail 'the guard does not say that it found nothing'
	nothing_left || fail 'something is left of the guard'
}

# timed guarded|bare DEB...: adds to SPENT, in ms, and to FILES
declare -A SPENT=([guarded]=0 [bare]=0)
FILES=0
timed() {
	local how=$1 begun status=0
	shift
	[ "$how" = bare ] || begin --enforce --rate=100000 || fail 'the guard does not start'
	begun=${EPOCHREALTIME/[.,]/}
	(set -e; work "$TMP/$how" "$@") >"$TMP/work" 2>&1 || status=$?
	SPENT[$how]=$((SPENT[$how] + (${EPOCHREALTIME/[.,]/} - begun) / 1000))
	[ $status = 0 ] || fail "$how: status $status: $(grep -a 'not ok' "$TMP/work" || tail -n 1 "$TMP/work")"
	[ "$how" = bare ] || end_guard
	FILES=$((FILES + $(find "$TMP/$how" | wc -l)))
	rm -rf "${TMP:?}/$how"
}

# --- all of it --------------------------------------------------------------------

for program in git rsync tar dpkg; do
	command -v $program >/dev/null || { echo "skip: no $program"; exit 77; }
done
is_nothing_left || fail 'a guard is there already'
tar -C /mnt -c module userspace | tar -C "$TMP/source" -x
for name in "${NAMES[@]}"; do echo "$name" >"$TMP/source/$name"; done
rounds=0 packages=0
while [ $rounds = 0 ] || [ $SECONDS -lt "$seconds" ]; do
	choose_packages
	[ ${#debs[@]} -gt 0 ] || echo "# no packages in $DEBS: none is installed"
	order='guarded bare'
	[ $((rounds % 2)) = 0 ] || order='bare guarded'
	for how in $order; do timed "$how" "${debs[@]}"; done
	rounds=$((rounds + 1)) packages=$((packages + 2 * ${#debs[@]}))
done
echo "# $rounds rounds: $FILES files made, $packages packages installed, $((rounds * 4)) clones;" \
	"$((SPENT[guarded])) ms with the guard, $((SPENT[bare])) ms without"
echo "operations day $FILES"
