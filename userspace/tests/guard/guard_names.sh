# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash
# Names in NFC, and the other policies of names, when they are created; read by
# guard.sh.

NFC=$'caf\xc3\xa9'
NFD=$'cafe\xcc\x81'

# Every call that makes a name, with a name that this policy refuses.
hostile_name() { # NAME
	mkdir -p on/tmpfs/hostile
	all_pass hostile refused on/tmpfs/hostile "$1"
}

# Each way in which a tree that was made on macOS brings its names.
nfc_on() { # TYPE
	refused touch "on/$1/$NFD"
	refused mkdir "on/$1/$NFD"
	touch "on/$1/$NFC"
	refused mv "on/$1/$NFC" "on/$1/$NFD"
	[ "$1" = vfat ] || refused ln -s x "on/$1/$NFD"
	rm "on/$1/$NFC"
	[ -z "$(find "on/$1" -name "$NFD")" ]
}

nfc() {
	local type
	begin --enforce --policy=nfc
	for type in tmpfs ext4 xfs vfat overlay; do
		[ -e $type.skip ] || nfc_on $type
	done
	found 'refused create: cafe.*: not-normalized (in '
	refused touch "on/tmpfs/$BAD"
	rsync_nfd
	hostile_name "$NFD"
	end
}

# One name is left out, and all others are there.
rsync_nfd() {
	local status type
	command -v rsync >/dev/null || return 0
	for type in tmpfs ext4 xfs; do
		[ ! -e $type.skip ] || continue
		status=0
		rsync -r "$SOURCES/nfd/" "on/$type/nfd" >said 2>&1 || status=$?
		[ $status = 23 ]
		grep -F "$EPERM" said
		[ "$(ls "on/$type/nfd")" = "$NFC" ]
		rm -r "on/$type/nfd"
	done
}

windows() {
	local name
	begin --enforce --policy=windows
	for name in con.txt AUX 'a:b' 'what?' 'end.' 'end ' 'a\b' 'git~1' $'a\nb' "$BAD"; do
		refused touch "on/tmpfs/$name"
	done
	for name in console.log conx 'a b' .git "$NFD" –; do
		touch "on/tmpfs/$name"
		rm "on/tmpfs/$name"
	done
	found 'refused create: con.txt: windows-reserved (in '
	hostile_name $'n\xc3\xa4:x'
	end
}

no_newline() {
	begin --enforce --policy=no-newline --refuse=bestfit-danger,bom
	refused touch $'on/tmpfs/a\nb'
	refused touch $'on/tmpfs/\xef\xbb\xbfa'
	refused touch $'on/tmpfs/a\xef\xbc\x82'
	touch $'on/tmpfs/a\tb'
	rm $'on/tmpfs/a\tb'
	hostile_name $'n\xc3\xa4\nx'
	end
}

names_checks() {
	cat <<-'TABLE'
	names in NFC|nfc|long
	names for Windows|windows|long
	names without a newline|no_newline|long
	TABLE
}
