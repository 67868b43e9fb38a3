#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# In a guest: the cases on its disks, ext4 and f2fs that fold case, lax and strict; and on
# tmpfs, where the kernel has that fold case.
#
#   cases.sh SAID first|again    what each case says is in SAID.FILESYSTEM.MODE.STEP
set -eu
said=$1 step=$2
here=$(dirname "$0")

on() { # DEVICE FILESYSTEM.MODE [OPTION...]
	local device=$1 kind=$2 step
	shift 2
	mkdir -p "/run/$kind"
	mount -t "${kind%.*}" "$@" "$device" "/run/$kind"
	for step in $steps; do
		python3 "$here/cases.py" "$step" "/run/$kind" "$kind" >"$said.$kind.$step"
		sync
		# Without it what a step knows of names stays in memory for the next one.
		[ ! -e /proc/sys/vm/drop_caches ] || echo 2 >/proc/sys/vm/drop_caches
	done
	umount "/run/$kind"
}

steps=$step
on /dev/ubda ext4.lax
on /dev/ubdb ext4.strict
on /dev/ubdc f2fs.lax
on /dev/ubdd f2fs.strict

# tmpfs folds case from 6.13 on; it is gone with the guest.
if [ "$step" = first ] && mount -t tmpfs -o casefold tmpfs /run/ext4.lax 2>/dev/null; then
	umount /run/ext4.lax
	steps='first again'
	on tmpfs tmpfs.lax -o casefold
	on tmpfs tmpfs.strict -o casefold,strict_encoding
fi
