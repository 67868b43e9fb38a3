#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Texts that every Debian has and that nobody here wrote: userspace/bench/texts.sh FOLDER writes
# 2 MiB of each there, and prints their paths. A text under 64 KiB is left out.
set -eu
export LC_ALL=C
mkdir -p "$1"
cd "$1"
exec 2>/dev/null

# keep NAME COMMAND...
keep() { "${@:2}" | head -c 2M >"$1" || :; }
# Tables of numbers in these files have no line of 20 bytes.
messages() { cat "/usr/share/locale/$1/LC_MESSAGES/"*.mo | tr '\0' '\n' | grep -a '.\{20\}'; }

for language in ar cs de el fr he hi ja ko pl pt_BR ru th vi zh_CN; do
	keep "messages-$language" messages "$language"
	keep "manuals-$language" zcat -f "/usr/share/man/$language"/man*/*
done
keep desktop cat /usr/share/applications/*.desktop /usr/share/mime/packages/*
keep locales cat /usr/share/i18n/locales/*
keep keyboard cat /usr/share/X11/locale/en_US.UTF-8/Compose
keep countries cat /usr/share/iso-codes/json/*
keep changelogs zcat -f /usr/share/doc/*/changelog*.gz
keep packages apt-cache dumpavail
find . -type f -size -64k -delete
printf '%s\n' "$PWD"/*
