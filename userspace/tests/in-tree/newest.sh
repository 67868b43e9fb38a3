#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# In a guest: the cases of newest.py on a tmpfs that folds case by Unicode 18.0.
#
#   newest.sh SAID    what each case says is in SAID, or "refused" where it is not mounted
set -eu
mkdir -p /run/newest
if mount -t tmpfs -o casefold=utf8-18.0.0 none /run/newest; then
	python3 "$(dirname "$0")/newest.py" /run/newest >"$1"
	umount /run/newest
else
	echo refused >"$1"
fi
