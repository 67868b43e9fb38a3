# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash
# What tools say of a guard that refuses: git, tar, unzip and rsync on each
# filesystem. Read by guard.sh; the sources are those of guard_sources.sh.
#
# Of the good ones all passes, without a word. Of the bad ones the good names
# are there, the bad ones are not, and the tool complains: its status and its
# messages are the ones that the manual page shows.

MANUAL=$HERE/../../man/utf8check-guard.7
export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_COUNT=1 \
	GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0='*'

use() { # TOOL good|bad FOLDER
	case $1 in
	git) git clone -q --template= "$SOURCES/$2.git" "$3" ;;
	tar) mkdir "$3" && tar -C "$3" -xf "$SOURCES/$2.tar" ;;
	unzip) unzip -q "$SOURCES/$2.zip" -d "$3" ;;
	rsync) rsync -r "$SOURCES/$2/" "$3" ;;
	esac
}

# Exactly the good tree was made; but unzip by itself leaves the byte
# FF out, which makes a good name of one.
holds_good() { # TOOL FOLDER
	rm -rf "$2/.git"
	[ "$1" != unzip ] || rm -f "$2/bad"
	diff -r "$SOURCES/good" "$2"
}

# The manual page has the status, and that the error is EILSEQ.
is_documented() { # TOOL STATUS MESSAGES
	grep -A 1 "^\.It $1 " "$MANUAL" | grep -qE "^ends with status $2(;|\$)" ||
		{ echo "not documented: status $2"; cat "$3"; return 1; }
	grep -qF "$EILSEQ" "$3" || { echo "another error"; cat "$3"; return 1; }
}

tool_on() { # TOOL TYPE
	local tool=$1 status=0
	command -v "$tool" >/dev/null || { echo "no $tool"; exit "$SKIP"; }
	enter "$2"
	use "$tool" good good >said 2>&1
	[ ! -s said ] || { cat said; return 1; }
	holds_good "$tool" good
	use "$tool" bad bad >said 2>&1 || status=$?
	is_documented "$tool" "$status" said
	holds_good "$tool" bad
	rm -r good bad said
}

tools_on() { # TYPE
	local tool long=long
	[ "$1" != tmpfs ] || long=
	for tool in git tar unzip rsync; do
		echo "$tool on $1|tool_on $tool $1|$long"
	done
}
