# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash
# The part "cases" of scripts/suites/in-tree, which sources it: cases.sh by both kernels, then each
# kernel on the disks of the other.

CASE_DISKS='ext4.lax ext4.strict f2fs.lax f2fs.strict'

make_case_disks() {
	local who disk
	for who in stock ours; do
		for disk in $CASE_DISKS; do
			rm -f "$WORK/cases.$who.$disk"
			truncate -s 128M "$WORK/cases.$who.$disk"
		done
		mkfs.ext4 -q -b 4096 -O casefold -E encoding=utf8 "$WORK/cases.$who.ext4.lax"
		mkfs.ext4 -q -b 4096 -O casefold -E encoding=utf8,encoding_flags=strict "$WORK/cases.$who.ext4.strict"
		mkfs.f2fs -q -f -O casefold -C utf8 "$WORK/cases.$who.f2fs.lax" >/dev/null
		mkfs.f2fs -q -f -O casefold -C utf8:strict "$WORK/cases.$who.f2fs.strict" >/dev/null
	done
}

# run_cases KERNEL DISKS STEP: what it says is in DISKS.KERNEL.FILESYSTEM.MODE.STEP
run_cases() {
	local kernel=$1 disk n=0 disks=
	for disk in $CASE_DISKS; do
		disks+=" ubd$n=$WORK/cases.$2.$disk"
		n=$((n + 1))
	done
	boot "$kernel" "$disks" "$ROOT/userspace/tests/in-tree/cases.sh /mnt/said/$2.$kernel $3"
}

# Each case is a test of its own.
count_cases() { # FILE
	local p f
	p=$(grep -c '^ok' "$1") || :
	f=$(grep -cv '^ok' "$1") || :
	sed "s/^\(ok\|not ok\) - /&in-tree $1 /" "$1"
	passed=$((passed + p)) failed=$((failed + f))
	[ $((p + f)) != 0 ] || { failed=$((failed + 1)); echo "not ok - in-tree $1: no case ran"; }
}

check_case_disks() { # the same of both kernels
	local disk file tmpfs=()
	[ "$VERSION" != 7 ] || tmpfs=(tmpfs.{lax,strict}.{first,again})
	# shellcheck disable=SC2086 # names are words
	for file in $(printf '%s.first ' $CASE_DISKS) "${tmpfs[@]}"; do
		check_said "$file" {stock.stock,ours.ours}."$file"
	done
	for disk in $CASE_DISKS; do
		check_said "$disk.again" {stock.stock,stock.ours,ours.stock,ours.ours}."$disk.again"
		for file in "$WORK"/cases.*."$disk"; do
			case $disk in
			ext4.*) check_disk e2fsck -fn "$file" ;;
			*) check_disk fsck.f2fs --dry-run "$file" ;;
			esac
		done
	done
}

# A tmpfs of Unicode 18.0, which the stock kernel does not know. No disk has that: there is
# no number for it.
run_newest() {
	local who
	for who in stock ours; do
		boot "$who" '' "$ROOT/userspace/tests/in-tree/newest.sh /mnt/said/$who.newest"
	done
}

check_cases() {
	local who file status=0 newest=()
	kernels
	need mkfs.f2fs f2fs-tools
	make_case_disks
	rm -rf "$WORK/said"
	mkdir -p "$WORK/said"
	cd "$WORK/said" || return
	python3 -B "$ROOT/userspace/tests/in-tree/cases.py" table >names
	for who in stock ours; do run_cases $who $who first; done
	for who in stock ours; do
		run_cases $who stock again
		run_cases $who ours again
	done
	[ "$VERSION" != 7 ] || { run_newest; newest=(ours.newest); }
	for file in names {stock,ours}.{stock,ours}.* "${newest[@]}"; do count_cases "$file"; done
	[ "$VERSION" != 7 ] || {
		grep -qx refused stock.newest || status=1
		tell in-tree 'the stock kernel does not know Unicode 18.0' $status $SECONDS
	}
	check_case_disks
	sum
}
