# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Tests of name and path; sourced by cli.sh.

# What a terminal obeys, and both its neighbours: these are printed as they are.
test_name_controls() {
	local cp raw
	for cp in 1b 7f 80 85 9f 61c 200e 200f 2028 2029 202a 202e 2066 2069 fffe ffff; do
		raw=$(printf '%b' "\\U$cp")
		run u name "a$raw"
		! grep -qF "$raw" out || fail "U+$cp is printed"
		grep -q '^a\(\\x[0-9A-F][0-9A-F]\)*: ' out || fail "U+$cp is not escaped"
	done
	for cp in a0 61b 61d 200d 2010 2027 202f 2065 206a fffd; do
		raw=$(printf '%b' "\\U$cp")
		run u name "a$raw"
		grep -qF "a$raw:" out || fail "U+$cp is escaped"
	done
}

# What cannot be kept in memory is not judged, and so is not good.
test_name_no_memory() {
	{ printf 'ok\n'; head -c 120000000 /dev/zero | tr '\0' a; printf '\n\xff\n'; } >in
	run bash -c 'ulimit -v 80000; exec "$@" <in' - "$UTF8CHECK" --engine="$ENGINE" name --lines
	rm in
	status_is 2
	out_is 'ok: ok\n'
	err_has 'standard input: Cannot allocate memory'
}
