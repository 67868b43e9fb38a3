#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# In a guest: steps on its disks, ext4 and f2fs that fold case, each with tame names and
# with any.
#
#   disk.sh SAID COUNT STEP...    what each step says is in SAID.FILESYSTEM.KIND.STEP
set -eu
said=$1 names=$2
shift 2
here=$(dirname "$0")

on() { # FILESYSTEM DEVICE KIND COUNT STEP...
	local fs=$1 device=$2 kind=$3 count=$4 step what
	shift 4
	mkdir -p "/run/$fs"
	mount -t "$fs" "$device" "/run/$fs"
	if [ ! -d "/run/$fs/names" ]; then
		mkdir "/run/$fs/names"
		chattr +F "/run/$fs/names"
	fi
	for step; do
		what=$step
		case $step in found|left) what=look ;; esac
		python3 "$here/names.py" "$what" "/run/$fs/names" "$count" "$kind" >"$said.$fs.$kind.$step"
	done
	umount "/run/$fs"
}

# tmpfs folds case from 6.13 on; it is gone with the guest, which so has all steps.
on_tmpfs() {
	mkdir -p /run/tmpfs
	mount -t tmpfs -o casefold tmpfs /run/tmpfs 2>/dev/null || return 0
	mkdir /run/tmpfs/names
	chattr +F /run/tmpfs/names
	for step in make look change left; do
		what=${step/left/look}
		python3 "$here/names.py" "$what" /run/tmpfs/names $((names / 10)) any >"$said.tmpfs.any.$step"
	done
	umount /run/tmpfs
}

[ "$1" != make ] || on_tmpfs
on ext4 /dev/ubda tame "$names" "$@"
on f2fs /dev/ubdb tame "$names" "$@"
on ext4 /dev/ubdc any $((names / 10)) "$@"
on f2fs /dev/ubdd any $((names / 10)) "$@"
