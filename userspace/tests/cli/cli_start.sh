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
