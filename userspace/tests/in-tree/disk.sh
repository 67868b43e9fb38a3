#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
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

on ext4 /dev/ubda tame "$names" "$@"
on f2fs /dev/ubdb tame "$names" "$@"
on ext4 /dev/ubdc any $((names / 10)) "$@"
on f2fs /dev/ubdd any $((names / 10)) "$@"
