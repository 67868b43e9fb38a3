# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Tests of filter --on-error=CHARSET; sourced by cli.sh.

# Python, with a handler of errors that decodes what is ill-formed.
test_mixed_oracle() {
	local set
	cat >make.py <<-'END'
		import codecs, random, sys
		random.seed(11)
		words = [b"plain text ", "Größe ".encode(), "größe ".encode("cp1252"), b"\xe2\x82", b"\xed\xa0\x80",
		         "日本 €😀\n".encode(), b"\xf0\x9f\x98", b"\xc0\xaf", b"\xff\x80\x81", "e\u0301 ".encode()]
		text = b"".join(random.choice(words) if random.random() < .9 else random.randbytes(9)
		                for i in range(20000))
		open("text", "wb").write(text)
		for charset in sys.argv[1:]:
		    def mend(e):
		        return "".join(e.object[i:i + 1].decode(charset, "replace") for i in range(e.start, e.end)), e.end
		    codecs.register_error("mend", mend)
		    open(charset, "wb").write(text.decode("utf-8", "mend").encode())
	END
	python3 make.py cp1252 latin-1 koi8-r cp437 cp1251 || fail 'make.py'
	for set in cp1252 latin-1 koi8-r cp437 cp1251; do
		exits 0 u filter -j1 --on-error=$set text
		cmp -s out $set || fail "$set"
		UTF8CHECK_CHUNK=64 run u filter -j3 --on-error=$set text
		cmp -s out $set || fail "$set, in chunks"
	done
	run u filter --on-error=cp1252 --form=nfd --to=utf-16le text
	python3 -c 'import sys, unicodedata; sys.stdout.buffer.write(unicodedata.normalize("NFD",
	    open("cp1252", encoding="utf-8", newline="").read()).encode("utf-16-le"))' >expected
	cmp -s out expected || fail 'expected NFD in UTF-16'
}

# Lines in UTF-8 and lines in a charset of several bytes, which are not UTF-8 by chance.
test_mixed_multibyte() {
	local set
	cat >make.py <<-'END'
		import random, sys
		random.seed(5)
		for charset in sys.argv[1:]:
		    def rank(c):
		        try: return len(c.encode(charset)) > 1 and c.encode(charset).decode(charset) == c
		        except UnicodeError: return False
		    letters = [c for c in map(chr, range(0x4e00, 0xd7a4, 5)) if rank(c)]
		    with open("mixed." + charset, "wb") as mixed, open("good." + charset, "wb") as good:
		        while good.tell() < 100000:
		            line = "".join(random.choices(letters, k=random.choice((1, 2, 30)))) + "\n"
		            bad = line.encode(charset)
		            if len(bad.decode("utf-8", "ignore").encode()) == sum(b < 128 for b in bad):
		                mixed.write("é 漢字 ".encode() + bad)
		                good.write(("é 漢字 " + line).encode())
	END
	python3 make.py gbk shift_jis euc_kr big5 euc_jp || fail 'make.py'
	for set in gbk shift_jis euc_kr big5 euc_jp; do
		exits 0 u filter --on-error="${set/_/-}" mixed.$set
		cmp -s out good.$set || fail "$set"
		run u filter --on-error="${set/_/-}" < <(dd bs=7 count=300 if=mixed.$set 2>message)
		head -c 1000 out | cmp -s - <(head -c 1000 good.$set) || fail "$set, in pieces"
	done
	# What is not of the charset, and a character that the text breaks off.
	printf '\326\320\377a\326\n\326' >text
	run u filter --on-error=gbk --count text
	out_is '中\0357\0277\0275a\0357\0277\0275\n\0357\0277\0275'
	err_has 'text: incomplete: 1'
	# A run that is longer than what is converted at once.
	head -c 100000 /dev/zero | tr '\0' '\326' >text
	run u filter --on-error=gbk text
	[ "$(iconv -f gbk -t utf-8 text | cksum)" = "$(cksum <out)" ] || fail 'a long run'
}

test_mixed_in_place() {
	local set
	mkdir tree
	for set in windows-1252 gbk; do
		printf '\326\320 \303\251\n' >tree/mixed
		printf '\303\251\n' >tree/good
		printf 'a\0\351' >tree/binary
		exits 0 u filter -r --in-place --on-error=$set tree
		cp tree/mixed once
		u filter --on-error=$set - <<<$'\326\320 \303\251' | cmp -s - once || fail "$set"
		stat -c '%i %n' tree/* >before
		exits 0 u filter -r --in-place --on-error=$set tree
		stat -c '%i %n' tree/* | cmp -s - before || fail 'expected no change by a second run'
		cmp -s tree/mixed once || fail 'expected no change by a second run'
	done
	# The way back, where all that is not ASCII was in the charset.
	printf 'na\357ve \200\n' >text
	u filter --on-error=windows-1252 text | u filter --to=windows-1252 | cmp -s - text ||
		fail 'expected the text'
}
