#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# In a guest: what is on a disk of vfat and on one of isofs (Joliet), both with names that
# are no UTF-16; also with surrogates replaced, where the kernel can.
#
#   foreign.sh SAID
set -eu
said=$1
option=/sys/module/nls_utf16/parameters/replace_surrogates
mkdir -p /run/{vfat,iso}

show() { # HOW
	mount -t vfat -o ro,utf8 /dev/ubda /run/vfat
	mount -t iso9660 -o ro,utf8,norock /dev/ubdb /run/iso
	for fs in vfat iso; do
		python3 "$(dirname "$0")/surrogates.py" list "/run/$fs" >"$said.$fs.$1"
		umount "/run/$fs"
	done
}

show lax
if [ -e $option ]; then
	echo 1 >$option
	show replaced
fi
