#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# What the guard's demonstration unpacks, copies and clones.
#
#   userspace/tests/guard/guard_sources.sh FOLDER
#
# FOLDER is made anew: good/ and bad/ are trees, the latter with two bad names
# besides; of each there is a tar, a zip and a git repository.  nfd/ is as made on macOS.
set -eu

to=${1:?usage: guard_sources.sh FOLDER}
rm -rf "$to"
mkdir -p "$to/good/Straße"
cd "$to"
echo plain >good/notes.txt
echo text >'good/naïve résumé.txt'
echo more >good/Straße/日本.txt
cp -r good bad
echo hidden >bad/$'bad\xff'
echo hidden >bad/$'a\xc0\xafb'
mkdir nfd
echo composed >nfd/$'caf\xc3\xa9'
echo decomposed >nfd/$'cafe\xcc\x81'

export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null
for tree in good bad; do
	tar -cf $tree.tar -C $tree .
	(cd $tree && zip -qr ../$tree.zip .)
	git init -q --bare --template= $tree.git
	git --git-dir=$tree.git --work-tree=$tree add .
	git --git-dir=$tree.git --work-tree=$tree -c user.name=guard \
		-c user.email=guard@localhost commit -qm "$tree names"
done
