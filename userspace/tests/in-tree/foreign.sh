#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# In a guest: what is on a disk of vfat and on one of isofs (Joliet), both with names that
# are no UTF-16.
#
#   foreign.sh SAID    the names and their sizes are in SAID.vfat and SAID.iso
set -eu
said=$1
mkdir -p /run/{vfat,iso}
mount -t vfat -o ro,utf8 /dev/ubda /run/vfat
mount -t iso9660 -o ro,utf8,norock /dev/ubdb /run/iso
for fs in vfat iso; do
	python3 "$(dirname "$0")/surrogates.py" list "/run/$fs" >"$said.$fs"
	umount "/run/$fs"
done
