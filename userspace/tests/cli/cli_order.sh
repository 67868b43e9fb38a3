# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash
# The status is read by cli.sh.
# shellcheck disable=SC2034
# Tests of resync and compare; sourced by cli.sh.

# --- resync

test_resync() {
	printf 'a\303\251\360\237\230\200z' >text
	exits 0 u resync --at 4 text
	out_is 'text: byte 4: previous boundary 3, next boundary 7\n'
	exits 0 u resync --at=0x8 --json text
	json 'L == [{"file": "text", "bytes": 8, "at": 8, "previous": 8, "next": 8}]'
	exits 0 u resync --at=0 empty
	out_is 'empty: byte 0: previous boundary 0, next boundary 0\n'
	exits 0 u resync --at=5 - <text
}

test_resync_ill_formed() {
	printf 'a%040d' 0 | tr 0 '\200' >text
	exits 1 u resync --at 20 text
	out_is 'text: byte 20: no boundary in the 8 bytes before, no boundary in the 8 bytes after\n'
	exits 1 u resync --json --at 3 text
	json 'L[0]["previous"] == 0 and L[0]["next"] is None'
}

test_resync_trouble() {
	fails_with 'beyond its end' u resync --at 1 empty
	for at in -1 x 99999999999999999999999 '' 1k 0x; do
		fails_with 'is no offset' u resync --at="$at" good
	done
	fails_with '--at=OFFSET is needed' u resync good
	fails_with 'resync: one file is needed' u resync --at=0
	fails_with 'Is a directory' u resync --at=0 folder
	fails_with 'a pipe or a terminal' u resync --at=0 - < <(cat good)
	fails_with '--profile=cesu8 and --from=utf-16le do not go together' u resync --at=0 --from=utf-16le --profile=cesu8 good
	fails_with "--from: unknown value 'utf-9'" u resync --at=0 --from=utf-9 good
}

# A file that is far too large to be read.
test_resync_far() {
	truncate -s 5T far 2>/dev/null || skip 'no file of that size can be made here'
	printf '\360\237\230\200' | dd of=far bs=1 seek=5000000000001 conv=notrunc 2>/dev/null
	exits 0 u resync --at=5000000000003 far
	out_is 'far: byte 5000000000003: previous boundary 5000000000001, next boundary 5000000000005\n'
}

# Which boundaries there are is a matter of the core; here is that the options reach it.
test_resync_encodings() {
	printf '\376\377\0a\330\75\336\0\0z' >text
	for from in utf-16be auto; do
		exits 0 u resync --at=6 --from=$from text
		out_is 'text: byte 6: previous boundary 4, next boundary 8\n'
	done
	printf 'a\0\0\0b\0\0\0' >text
	run u resync --at=5 --from=utf-32le text
	out_is 'text: byte 5: previous boundary 4, next boundary 8\n'
	printf 'a\355\240\275\355\270\200z' >text
	run u resync --at=4 --profile=cesu8 text
	out_is 'text: byte 4: previous boundary 1, next boundary 7\n'
}

# --- compare

test_compare() {
	printf 'a\357\277\277' >one
	printf 'a\360\220\200\200' >two
	exits 1 u compare one two
	out_is 'one before two: byte 1: U+FFFF, U+10000\n'
	exits 1 u compare two - <one
	out_is 'two after -: byte 1: U+10000, U+FFFF\n'
	exits 0 u compare one one
	out_is 'one equals one\n'
	run u compare --json one two
	json 'L == [{"file": "one", "other": "two", "order": -1, "offset": 1, "found": [{"code_point": 65535, "bytes": "efbfbf"}, {"code_point": 65536, "bytes": "f0908080"}]}]'
	exits 0 u compare --json empty empty
	json 'L[0]["order"] == 0 and L[0]["offset"] is None and L[0]["found"] == []'
}

test_compare_encodings() {
	printf '\376\377\377\377' >one
	printf '\376\377\330\0\334\0' >two
	exits 1 u compare --from=auto one two
	out_is 'one before two: byte 2: U+FFFF, U+10000\n'
	run u compare --from=utf-16be --json two one
	json 'L[0]["order"] == 1 and L[0]["offset"] == 2'
	exits 2 u compare --from=auto one good
	err_has "one is utf-16be and good is utf-8: convert one of them with 'filter'"
	printf '\355\240\200\355\260\200' >pair
	printf '\357\277\277' >last
	run u compare --profile=cesu8 pair last
	out_is 'pair after last: byte 0: U+10000, U+FFFF\n'
}

test_compare_ill_formed() {
	printf 'a\342\202' >torn
	printf 'a' >short
	exits 1 u compare torn good
	out_is 'torn before good: byte 0: U+0061, U+0068\n'
	run u compare short torn
	out_is 'short before torn: byte 1: end, ill-formed E2 82\n'
	run u compare --json torn short
	json 'L[0]["order"] == 1 and L[0]["found"] == [{"code_point": None, "bytes": "e282"}, {"code_point": None, "bytes": ""}]'
}

# Far after the first piece, by a pipe too.
test_compare_long() {
	head -c 3000001 /dev/zero | tr '\0' a >one
	{ cat one; printf '\303\251'; } >two
	exits 1 u compare one - < <(cat two)
	out_is 'one before -: byte 3000001: end, U+00E9\n'
}

# The files are compared a window of 128 KiB after the other: a difference at any place
# about its end, between code points whose order is not that of their bytes.
test_compare_windows() {
	command -v python3 >/dev/null || skip 'python3 is not there'
	run python3 - "$UTF8CHECK" <<-'END'
	import subprocess, sys
	for encoding, profile, unit in (("utf-8", "cesu8", "\u20ac"), ("utf-16le", "rfc3629", "a")):
	    code = "utf-16-le" if encoding != "utf-8" else "utf-8"
	    first, then = "\uffff".encode(code), "\U00010000".encode("utf-16-le")
	    if encoding == "utf-8":
	        then = b"\xed\xa0\x80\xed\xb0\x80"
	    unit = unit.encode(code)
	    for place in [*range(131072 - 72, 131072 + 4), 262144 - 128 - 3, 900001]:
	        count = place // len(unit)
	        for name, end in ("one", first), ("two", then):
	            with open(name, "wb") as f:
	                f.write(unit * count + end)
	        out = subprocess.run([sys.argv[1], "--engine=library", "compare", f"--from={encoding}",
	                              f"--profile={profile}", "one", "two"], stdout=subprocess.PIPE)
	        want = f"one before two: byte {count * len(unit)}: U+FFFF, U+10000\n"
	        if out.stdout.decode() != want or out.returncode != 1:
	            sys.exit(f"{encoding}, {place}: {out}")
	END
	status_is 0
}

# Neither is read beyond the difference, nor kept: these two have no end.
test_compare_at_once() {
	exits 1 timeout "$(patience 60)" bash -c "ulimit -v 200000; exec \"\$0\" --engine=library compare \
		<(yes) <(echo n; exec yes)" "$UTF8CHECK"
	grep -q ': byte 0: U+0079, U+006E$' out || fail 'the difference'
}

test_compare_trouble() {
	fails_with 'two files are needed' u compare good
	fails_with 'standard input can be only one of the two' u compare - - <good
	fails_with 'nowhere: No such file' u compare good nowhere
	fails_with 'folder: Is a directory' u compare folder good
	fails_with '--profile=cesu8 and --from=utf-16le do not go together' u compare --from=utf-16le --profile=cesu8 good good
	fails_with 'known: rfc3629' u compare --profile=nonsense good good
	[ -e /dev/full ] || return 0
	status=0
	u compare good bad >/dev/full 2>err || status=$?
	status_is 2
}
