#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# In a guest: steps on its disks, ext4 and f2fs that fold case.
#
#   disk.sh SAID COUNT STEP...    what each step says is in SAID.FILESYSTEM.STEP
set -eu
said=$1 count=$2
shift 2
here=$(dirname "$0")

on() { # FILESYSTEM DEVICE STEP...
	local fs=$1 device=$2 step what
	shift 2
	mkdir -p "/run/$fs"
	mount -t "$fs" "$device" "/run/$fs"
	if [ ! -d "/run/$fs/names" ]; then
		mkdir "/run/$fs/names"
		chattr +F "/run/$fs/names"
	fi
	for step; do
		what=$step
		case $step in found|left) what=look ;; esac
		python3 "$here/names.py" "$what" "/run/$fs/names" "$count" 7 >"$said.$fs.$step"
	done
	umount "/run/$fs"
}

on ext4 /dev/ubda "$@"
on f2fs /dev/ubdb "$@"
