# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Tests of --protect: names that no other name may be taken for; sourced by cli.sh.
# The vectors have the cases; here is what the options do with them.

# Names around .git with ill-formed bytes at each place: what Git refuses is protected.
test_protect_as_git() {
	command -v git >/dev/null || skip 'git is not there'
	cat >names.py <<'EOF'
import itertools, sys
starts = [b"", b"\xff", b"\xe2\x80", b"\xe2\x80\x8c", b"x\\", b"\xff\\", b"\xc0\xaf"]
words = [b".git", b".Git", b"git~1", b"GIT~1", b".gi", b".g\xe2\x80\x8cit", b".gi\xc1\xb4", b".g\xffit",
         b".g\xe2it", b".g\xe2\x80it", b"g\xffit~1", b".gi\xfct", b"git~\x80" b"1", b".git~1", b"git"]
ends = [b"", b":", b".", b" ", b". ", b"\xff", b"\x80", b"\xc1", b"\xc0\xae", b"\xf0\x9f", b"x", b"\\",
        b":x", b"::$INDEX_ALLOCATION", b"\xed\xa0\x80", b"\xe2\x80\x8d"]
names = {b"".join(parts) for parts in itertools.product(starts, words, ends, ends)}
sys.stdout.buffer.write(b"".join(name + b"\0" for name in sorted(names - {b".git"})))
EOF
	python3 names.py >names
	git init -q scratch
	git -C scratch -c core.protectNTFS=true -c core.protectHFS=true \
		update-index --force-remove -z --stdin <names 2>&1 | sed -n 's/^Ignoring path //p' >refused
	exits 1 u name --protect=.git --json -0 <names
	cat >compare.py <<'EOF'
import json
refused = set(open("refused", "rb").read().split(b"\n")) - {b""}
rows = map(json.loads, open("out"))
ours = {bytes.fromhex(row["name_hex"]) for row in rows if "protected" in row["classes"]}
print(len(refused), sorted(refused - ours)[:9])
assert len(refused) > 1500 and refused <= ours
EOF
	python3 compare.py || fail 'Git refuses what is not protected'
}
