# SPDX-License-Identifier: GPL-2.0-only OR MIT
# How the command starts: fast, so with few libraries; part of cli.sh.

# Each library costs every command time at its start.
test_few_libraries() {
	command -v readelf >/dev/null || skip 'no readelf is there'
	run readelf -d "$UTF8CHECK"
	sed -i -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' out
	grep -q '^libc\.so' out || fail 'no library is listed'
	sed -i -E '/^(libc|libm|libjson-c|ld-linux.*)\.so\./d' out
	out_is ''
}

hide() { # LIBRARY ARGUMENT...
	preload hider
	run env HIDE="$1" LD_PRELOAD="$TMP/hider.so" "$UTF8CHECK" "${@:2}"
}

test_libraries_missing() {
	printf 'caf\xe9\n' >latin
	hide uchardet --engine=library detect latin good
	status_is 1
	out_is 'latin: unknown (too short to say)\ngood: UTF-8\n'
	err_has "libuchardet.so.0 is not installed (Debian's package libuchardet0)"
	hide kmod module status
	status_is 2
	err_has "libkmod.so.2 is not installed: it is in Debian's package libkmod2"
	# It may have been built without the guard.
	hide libbpf guard status
	status_is 2
	err_has 'libbpf'
}
