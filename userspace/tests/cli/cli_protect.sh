# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash
# Tests of --protect: names that no other name may be taken for; sourced by cli.sh.
# The vectors have the cases; here is what the options do with them.

test_protect_name() {
	exits 1 u name --protect=.git,.htaccess .git .GIT .htaccess HTACCE~1 git a
	out_is '.git: ok\n.GIT: refused: protected [protected]\n  byte 0: protected: 2E 47 49 54\n.htaccess: ok\nHTACCE~1: refused: protected [protected]\n  byte 0: protected: 48 54 41 43 43 45 7E 31\ngit: ok\na: ok\n'
	exits 0 u name .GIT
}

test_protect_path() {
	exits 1 u path --protect=.git --json a/.git/b a/.Git/b
	json 'L[0]["ok"] and L[0]["classes"] == []'
	json 'L[1]["primary"] == "protected" and L[1]["findings"] == [{"offset": 2, "length": 4, "class": "protected"}]'
}

# Beside any policy, and given more than once.
test_protect_and_policy() {
	exits 1 u name --policy=linux --protect=.git --protect=.ssh .SSH .Git
	grep -qF -- '.SSH: refused: protected' out || fail 'not in the output: .SSH: refused: protected'
	grep -qF -- '.Git: refused: protected' out || fail 'not in the output: .Git: refused: protected'
}

test_protect_scan() {
	mkdir -p tree
	: >tree/.GIT
	: >tree/.git
	exits 1 u scan --same=none --protect=.git tree
	out_is 'tree/.GIT: protected\n'
	# Another case is no better name.
	run u scan --fix --protect=.git tree
	grep -qF -- '".GIT" is left: its new name would be refused too' out || fail 'not in the output: ".GIT" is left: its new name would be refused too'
}

test_protect_wrong() {
	local name
	for name in '' . .. a/b $'\xff' $'\u200b' "$(printf '%0256d' 0)" a,,b; do
		fails_with 'is no name of a file that can be protected' u name --protect="$name" a
	done
	exits 2 u name --protect="$(seq -s , 65)" a
	err_has '--protect: more than 64 names, or than 4096 bytes'
	exits 0 u name --protect="$(seq -s , 64)" a
	fails_with "--refuse: unknown value 'protected'" u name --refuse=protected a
}

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
