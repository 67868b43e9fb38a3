# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Binary files, which are no texts: what filter leaves, and check does not judge; sourced
# by cli.sh.

# A tree of files as they are found beside texts: each is ruined where one byte of it is
# replaced.  Two of them have no NUL.
make_binaries() {
	command -v python3 >/dev/null || skip 'python3 is not there'
	mkdir -p tree/sub
	python3 -ISc '
import bz2, gzip, lzma, os, sqlite3, struct, zipfile, zlib
def put(name, data):
    with open("tree/" + name, "wb") as file:
        file.write(data)
def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
noise = bytes(1 + (i * 181 + i // 7) % 255 for i in range(3000))
put("a.png", b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)) +
    chunk(b"IDAT", zlib.compress(b"\0\xff" + noise)) + chunk(b"IEND", b""))
put("b.gz", gzip.compress(noise, mtime=0x5f5e1001))
put("c.bz2", bz2.compress(b"text\n" * 9))
put("d.xz", lzma.compress(b"text\n" * 9))
put("e.pdf", b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\nstream\n" + noise + b"\nendstream\n")
put("f.jpg", b"\xff\xd8\xff\xe0" + noise)
put("sub/index", b"DIRC\0\0\0\2\0\0\0\1" + noise)
put("sub/late", b"line of text, \xe9\n" * 70000 + b"\0")
put("sub/short", b"\xfd\xfe\xff\0\xfc")
with zipfile.ZipFile("tree/sub/z.zip", "w") as file:
    file.writestr("name", noise)
file = sqlite3.connect("tree/sub/s.db"); file.execute("create table t (b blob)"); file.execute("insert into t values (?)", (noise,)); file.commit()
'
	cp binary tree/sub/program
	printf 'x\xffy\n' >tree/text
	printf 'x\xffy\n' >tree/sub/text
}

BINARIES='tree/a.png tree/b.gz tree/c.bz2 tree/d.xz tree/e.pdf tree/f.jpg tree/sub/index tree/sub/late tree/sub/program tree/sub/s.db tree/sub/short tree/sub/z.zip'

test_binary_in_place() {
	local jobs options file before
	make_binaries
	before=$(untouched $BINARIES && cat $BINARIES | md5sum)
	for jobs in 1 3; do
		for options in --on-error=replace --on-error=drop --on-error=escape --from=windows-1252 \
			'--to=latin1 --on-error=drop' '--from=shift_jis --on-error=replace'; do
			printf 'x\xffy\n' >tree/text
			UTF8CHECK_CHUNK=4096 run u filter -r -j$jobs --in-place $options tree
			[ "$(untouched $BINARIES && cat $BINARIES | md5sum)" = "$before" ] ||
				fail "$options: a binary file was changed"
			for file in $BINARIES; do
				err_has "utf8check: filter: $file: binary: left as it is; --text takes binary files as text"
			done
			[[ $options != --on-error=replace ]] || [ "$(tail -c 5 tree/text)" = $'\xef\xbf\xbdy' ] ||
				fail 'expected the text to be mended'
		done
		# In UTF-16 a file with NULs, but no magic number, is a text.
		UTF8CHECK_CHUNK=4096 run u filter -r -j$jobs --in-place --from=utf-16le --on-error=replace tree
		for file in $(tr ' ' '\n' <<<"$BINARIES" | grep -vE '/(late|short)$'); do
			err_has "utf8check: filter: $file: binary: left as it is; --text takes binary files as text"
		done
		rm -r tree
		make_binaries
		before=$(untouched $BINARIES && cat $BINARIES | md5sum)
	done
	exits 0 u filter -r --in-place --on-error=replace tree
	exits 0 u filter --in-place --on-error=replace tree/a.png
	err_has 'tree/a.png: binary: left as it is'
	exits 0 u filter -a --in-place --on-error=replace tree/a.png tree/sub/late
	err_empty
	u check tree/a.png tree/sub/late || fail 'expected --text to force it'
}

# A NUL at the end of a big file: nothing has the name of the file before that is read.
test_binary_late_nul() {
	local jobs before
	{ head -c 20000000 /dev/zero | tr '\0' '\377'; printf '\0'; } >late
	before=$(untouched late)
	for jobs in 1 2; do
		exits 0 u filter -j$jobs --in-place=.old --on-error=drop late
		err_has 'late: binary: left as it is'
		[ "$(untouched late)" = "$before" ] || fail 'expected it as it was'
		[ ! -e late.old ] || fail 'expected no backup'
		! temporary_left || fail 'a temporary file is left'
	done
	# The NUL is no error that would pass: the file has none.
	{ head -c 60000 /dev/zero | tr '\0' a; printf '\0'; } >good
	exits 0 u filter --in-place --on-error=pass good
	err_has 'utf8check: filter: good: binary: left as it is; --text takes binary files as text'
}

# Compressed, encrypted and random bytes without any NUL, and a format whose start is text.
make_noise() {
	command -v python3 >/dev/null || skip 'python3 is not there'
	mkdir noise
	python3 -ISc '
import hashlib, zlib
noise = b"".join(hashlib.sha256(bytes([i])).digest() for i in range(64)).replace(b"\0", b"\1")
for name, data in {
    "key": noise[:32], "long": noise, "object1": zlib.compress(noise[:9], 1).replace(b"\0", b"\1"),
    "object6": zlib.compress(b"blob", 6).replace(b"\0", b"\1"), "object9": b"x\xda\xe9", "age": b"age-encryption.org/v1\n\xe9",
    "salted": b"Salted__\xe9", "lzip": b"LZIP\1\xe9", "woff": b"wOF2\1\xe9", "image": b"P6\n9 9\n255\n" + noise[:243],
    "lz4": b"\x02\x21\x4c\x18\xe9", "skippable": b"\x5a\x2a\x4d\x18\xe9", "thin": b"!<thin>\n\xe9", "jxl": b"\xff\x0a\xe9",
    "mp3": b"\xff\xfb\x90\xe9", "late": b"\xe9" * 20000 + noise,
}.items():
    assert b"\0" not in data, name
    open("noise/" + name, "wb").write(data)'
}

test_binary_without_nul() {
	local jobs options file
	make_noise
	cp -r noise kept
	for jobs in 1 3; do
		for options in --on-error=replace --from=koi8-r --from=latin1 '--from=shift_jis --on-error=drop' --from=iso-2022-jp; do
			UTF8CHECK_CHUNK=4096 run u filter -r -j$jobs --in-place $options noise
			diff -rq kept noise >changed || fail "$options: $(cat changed)"
			for file in noise/*; do err_has "$file: binary: left as it is; --text takes binary files as text"; done
		done
	done
	run u filter -r --from=koi8-r noise
	silent
	run u filter -a --in-place --from=koi8-r noise/key
	! cmp -s kept/key noise/key || fail 'expected --text to force it'
}

# Marks of terminals and of DOS are text, and so is a control character that is rare; so
# are those that shift between sets or are letters.
test_binary_controls() {
	local set
	printf 'a\b\tb\f\r\n\033[1mc\033[0m\351\032' >text
	exits 0 u filter --in-place --from=koi8-r text
	err_empty
	{ printf '\351%.0s' {1..300}; printf '\1\177'; } >text
	run u filter --in-place --from=koi8-r text
	err_empty
	{ printf '\351%.0s' {1..300}; printf '\1\177\2'; } >text
	run u filter --in-place --from=koi8-r text
	err_has 'text: binary: left as it is'
	printf '안녕 한국\n' >korean
	printf 'Ẵ Ỷ Ẳ\n' >letters
	for set in iso-2022-kr:korean viscii:letters; do
		iconv -f utf-8 -t "${set%:*}" "${set#*:}" >text || skip 'iconv does not know it'
		run u filter --in-place --from="${set%:*}" text
		err_empty
		cmp "${set#*:}" text || fail "expected $set to be converted"
	done
}

# NULs are text in UTF-16 and UTF-32, and in nothing else that is to be written.
test_binary_wide() {
	local set
	for set in utf-16le utf-16be utf-32le utf-32be utf-16; do
		iconv -f utf-8 -t "$set" good >wide
		exits 0 u filter --in-place --from=$set wide
		err_empty
		cmp good wide || fail "expected $set to be converted"
	done
	for set in utf-16 utf-32; do
		iconv -f utf-8 -t "$set" good >wide
		cp wide kept
		for option in reject replace drop escape; do
			exits 1 u filter --in-place --on-error=$option wide
			err_has 'wide: UTF-16 or UTF-32 by its byte order mark: left as it is; --from=auto reads it'
			cmp kept wide || fail 'expected it as it was'
		done
		exits 1 u check wide
		exits 1 u check -r wide
		exits 0 u filter --in-place --from=auto --bom=strip wide
		cmp good wide || fail 'expected it to be converted'
	done
	# Without a NUL, in a charset where the mark is letters.
	printf '\377\376\037\004\100\004' >wide
	cp wide kept
	exits 1 u filter --in-place --from=koi8-r wide
	err_has 'wide: UTF-16 or UTF-32 by its byte order mark: left as it is; --from=auto reads it'
	cmp kept wide || fail 'expected it as it was'
}

# Each row of the table is known by its bytes, and the manual lists the same formats.
test_binary_table() {
	local name length bytes n=0
	sed -n 's/^\t{ \(".*"\), \([0-9]*\), \("[^,]*"\) },$/\1\t\2\t\3/p' "$HERE/../../cli/base/file/binary.c" >rows
	mkdir magic
	while IFS=$'\t' read -r name length bytes; do
		n=$((n + 1))
		bytes=${bytes//\" \"/}
		bytes=${bytes#\"}
		printf '%b' "$(sed -E 's/\\([0-7])/\\0\1/g' <<<"${bytes%\"}")" | head -c "$length" >magic/$n
		[ "$(wc -c <magic/$n)" -le "$length" ] || fail "$name: not $length bytes"
		printf '\xff text\n' >>magic/$n
	done <rows
	[ $n -ge 30 ] || fail 'expected the rows of the table'
	run u filter --in-place --on-error=drop magic/*
	[ "$(grep -c ': binary: left as it is' err)" = $n ] || fail 'expected each to be left'
	for name in magic/*; do printf '\xff%.0s' {1..11} >>"$name"; done
	exits 0 u check magic/*
	[ "$(grep -c '^magic/[^:]*: binary: ' out)" = $n ] || fail 'expected each to be binary'
	cut -f 1 rows | tr -d '"' | LC_ALL=C sort -uf >names
	sed -n '/^\.\\" binary formats/,/^\.\\" end/{/^[^.]/p}' "$HERE/../../man/utf8check-files.7" |
		tr '\n' ' ' | sed 's/\. $//; s/; /\n/g' | LC_ALL=C sort -uf | diff - names >err ||
		fail 'expected the same list in the manual'
}

# With -r they are named in the last line, and count for nothing.
test_binary_check() {
	local options said
	make_binaries
	rm tree/sub/late
	said='utf8check: check: binary: 10 not judged: tree/a.png, tree/b.gz, tree/c.bz2, tree/d.xz, tree/e.pdf, tree/f.jpg, tree/sub/index, tree/sub/program, tree/sub/s.db, tree/sub/z.zip; --text takes binary files as text'
	for options in '' -j1 -j3 -l '-l -j3'; do
		exits 1 u check -r $options tree
		[ "$(cut -d : -f 1 out | uniq | paste -sd ' ')" = 'tree/sub/short tree/sub/text tree/text' ] ||
			fail 'expected the errors of the texts only'
		[ "$(cat err)" = "$said" ] || fail "expected $said"
	done
	for options in -I '-I -l' -q --json; do
		exits 1 u check -r $options tree
		err_empty
	done
	json 'len(L) == 13 and sum(o.get("binary", False) for o in L) == 10'
	json '[o["file"] for o in L if not o["valid"] and not o.get("binary")] == ["tree/sub/short", "tree/sub/text", "tree/text"]'
	rm tree/text tree/sub/text tree/sub/short
	for options in '' -l -q -I --json; do
		exits 0 u check -r $options tree
	done
	cp tree/a.png tree/Z.png
	cp tree/a.png tree/zz.png
	exits 0 u check -r tree
	err_has 'binary: 12 not judged: tree/Z.png, tree/a.png,'
	err_has 'tree/sub/s.db and 2 more; --text takes binary files as text'
	for options in '-a' '-a -l' '-a -q' '-a --json'; do
		exits 1 u check -r $options tree
		err_empty
	done
	json 'not any("binary" in o for o in L)'
}

# A name is printed escaped, and named files each have a line.
test_binary_check_named() {
	local name=$'tree/new\nline.png'
	make_binaries
	mv tree/a.png "$name"
	run u check -r tree/sub "$name"
	err_has 'tree/new\x0Aline.png'
	[ "$(wc -l <err)" = 1 ] || fail 'expected one line'
	exits 0 u check "$name" tree/b.gz
	err_empty
	[ "$(cut -d : -f 1,2 out)" = 'tree/new\x0Aline.png: binary
tree/b.gz: binary' ] || fail 'expected a line for each'
	exits 0 u check -I "$name" tree/b.gz
	silent
	err_empty
	exits 1 u check -l tree/b.gz tree/text
	out_is 'tree/text\n'
	u check --part=1/3 tree/b.gz >parts
	u check --part=2/3 tree/b.gz >>parts
	u check --part=3/3 tree/b.gz >>parts
	exits 0 u merge parts
	u check tree/b.gz | cmp - out || fail 'expected what check says'
	exits 1 u scan --content -I tree
	! grep -q binary out || fail 'expected nothing about them'
	# What is not there is no binary file, also after one.
	exits 2 u check -c -j1 tree/b.gz missing
	[ "$(tail -n 1 err)" = 'utf8check: check: binary: 1 not judged: tree/b.gz; --text takes binary files as text' ] ||
		fail 'expected one binary file'
	# Standard input is judged from where it is read.
	{ printf '\0'; printf '\xff%.0s' {1..20}; } >after
	{ head -c 1 >/dev/null; exits 1 u check -c -; } <after
	out_is '-:20\n'
}
