# SPDX-License-Identifier: GPL-2.0-only
# What the scripts share: where things are, how they speak, how they lock.
# shellcheck shell=bash disable=SC2034
#
# Results go to stdout, everything said about them to stderr: the output of
# `scripts/vm` is the output of the command that ran in it.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
BUILD=$ROOT/build
CACHE=$ROOT/.cache
NOUN=$(basename "$0")

# depmod, insmod and the like are in sbin, which is not on a user's PATH.
PATH=$PATH:/usr/sbin:/sbin
export PATH

say() { printf '%s: %s\n' "$NOUN" "$*" >&2; }
die() { say "$*"; exit 2; }

# need COMMAND PACKAGE: stop with the remedy when a tool is missing.
need() {
	command -v "$1" >/dev/null ||
		die "'$1' is missing: run 'make deps', or 'apt-get install $2' as root"
}

# The version of utf8check, which is written in one place.
version() { sed -n 's/.*UTF8CHECK_RELEASE "\(.*\)".*/\1/p' "$ROOT/module/version.h"; }

# release_of KDIR: what `uname -r` says where that kernel runs. `make kernelrelease` says
# something else of Debian's 6.1.
release_of() {
	sed -n 's/^#define UTS_RELEASE "\(.*\)"$/\1/p' "$1/include/generated/utsrelease.h" 2>/dev/null | grep .
}

# machine_of KERNEL: sets MACHINE, Debian's name of the kernel's machine, empty if it is this one;
# CROSS_COMPILE, the prefix of its compiler; and MAKE_FOR, the make that builds modules for that
# kernel.
machine_of() {
	MACHINE='' CROSS_COMPILE='' MAKE_FOR=(make)
	case $1 in
	uml|gcov) MAKE_FOR+=(ARCH=um) ;;
	kmsan|cfi) MAKE_FOR+=(LLVM=-19) ;;
	arm64) MACHINE=arm64 CROSS_COMPILE=aarch64-linux-gnu- MAKE_FOR+=(ARCH=arm64) ;;
	s390x) MACHINE=s390x CROSS_COMPILE=s390x-linux-gnu- MAKE_FOR+=(ARCH=s390) ;;
	7) MAKE_FOR=("$ROOT/scripts/lib/trixie" make) ;;
	esac
	[ -z "$MACHINE" ] || {
		need "${CROSS_COMPILE}gcc" "gcc-${CROSS_COMPILE%-}"
		MAKE_FOR+=("CROSS_COMPILE=$CROSS_COMPILE")
	}
}

# tree_files: what belongs to the tree, each on a line: what git tracks, and what is not
# committed yet; without git all but what is built and fetched.
tree_files() {
	if [ -e "$ROOT/.git" ] && command -v git >/dev/null; then
		git -C "$ROOT" ls-files -co --exclude-standard
	else
		(cd "$ROOT" && find . -type f ! -path './.cache/*' ! -path './build/*' -printf '%P\n')
	fi | while read -r path; do [ ! -f "$ROOT/$path" ] || echo "$path"; done | LC_ALL=C sort
}

# lock NAME: one process at a time builds or fetches NAME; the lock is held
# until the script ends. Descriptor 9 is kept for it.
lock() {
	mkdir -p "$CACHE/lock"
	exec 9>"$CACHE/lock/$1"
	flock -n 9 && return
	say "waiting for another process that prepares $1"
	flock 9
}

# ask_config CONFIG...: their lines; of two lines of an option the later one counts.
ask_config() {
	awk -F '[= ]' '/^(# )?CONFIG_/ { last[/^#/ ? $2 : $1] = $0 }
		END { for (option in last) print last[option] }' "$@" | sort
}

# Every line asked for must be in the configuration that came out.
compare_config() { # ASKED GOT
	local line option bad=
	while read -r line; do
		case $line in
		CONFIG_*)
			grep -qxF "$line" "$2" || bad=$bad$'\n'"    $line" ;;
		'# CONFIG_'*' is not set')
			option=${line#\# }
			option=${option%% *}
			! grep -q "^$option=" "$2" || bad=$bad$'\n'"    $line" ;;
		esac
	done <"$1"
	[ -z "$bad" ] || { say "the configuration dropped what was asked for:$bad"; return 1; }
}
