# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# A small Debian in a folder, and commands in it; sourced after lib.sh.

# make_debian 12|13 TREE [OPTION of mmdebstrap...]: 12 as this machine's apt has it.
make_debian() {
	local suite=bookworm tree=$2 file sources=()
	if [ "$1" = 13 ]; then
		suite=trixie sources=('deb http://deb.debian.org/debian trixie main')
	else
		for file in /etc/apt/sources.list /etc/apt/sources.list.d/debian.sources; do
			[ ! -s "$file" ] || sources=("$file")
		done
	fi
	shift 2
	mmdebstrap "$@" "$suite" "$tree" "${sources[@]}"
}

# inside TREE COMMAND...: as in a container, but with this machine's network.
# Packages that are removed unload the module and disable the guard: not those of this
# machine. No process there may load or unload modules, and no pins of BPF are seen.
inside() {
	# After chroot alone there would be no user namespaces.
	# shellcheck disable=SC2016 # for the inner shell
	unshare -m setpriv --bounding-set=-sys_module --inh-caps=-sys_module \
		sh -c 'mount --bind "$0" "$0" && cd "$0" && mount --bind /proc proc && mount --bind /sys sys &&
		mount --rbind /dev dev && mount --move . / && exec chroot . "$@"' "$@"
}

# shellcheck disable=SC2034 # for those who source this
BARE_PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin

# clone_into DIR: what is committed here, with the kernels of BARE_CACHE if that is set.
clone_into() {
	git clone -q "$ROOT" "$1"
	[ -z "${BARE_CACHE-}" ] || { mkdir "$1/.cache" && cp -a "$BARE_CACHE/kernels" "$1/.cache/"; }
}
