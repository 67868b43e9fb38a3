# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Tests of name and path, of policies and --protect; sourced by cli.sh.  Which name a policy
# refuses is in data/vectors/names.jsonl; here is that the options have their names.

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

# judged COMMAND OPTIONS STATUS NAME...
judged() {
	local command=$1 options=$2 want=$3
	shift 3
	exits "$want" u "$command" $options -- "$@"
}

# A name that each policy lets pass, and one that it refuses.
test_policies() {
	local policy good bad rows=0
	while IFS='|' read -r policy good bad; do
		rows=$((rows + 1))
		judged name "--policy=$policy" 0 "$(printf '%b' "$good")"
		judged name "--policy=$policy" 1 "$(printf '%b' "$bad")"
		[ "$bad" = .. ] || judged path "--policy=$policy" 1 "x/$(printf '%b' "$bad")/y"
	done <<-'END'
	default|-rf|\xff
	linux|\xff|..
	posix|aZ_09.-x|a b
	safe|a-b|-rf
	strict|caf\u00e9|\u0378
	no-dotdot|-rf|\xff
	windows|console|aux.c
	nfc|caf\u00e9|cafe\u0301
	no-newline|a\rb|a\nb
	END
	[ "$rows" = "$(u name --policy=nonsense a 2>&1 | sed 's/.*known: //' | tr ',' '\n' | wc -l)" ] ||
		fail 'expected a row for each policy'
	judged name '' 1 .
	judged path '' 0 a/../b
}

# Each class that is refused on request only: a name, and one that is like it.
test_refuse_each() {
	local class bad good
	while IFS='|' read -r class bad good; do
		judged name "--refuse=$class" 1 "$(printf '%b' "$bad")"
		judged name "--refuse=$class" 0 "$(printf '%b' "$good")"
	done <<-'END'
	bom|\ufeffa|a\ufeff
	newline|a\nb|a\rb
	not-normalized|e\u0301|\u00e9
	compat-danger|\uff0da|a\uff0d
	bestfit-danger|a\u2010|\u2013
	ignorable-danger|.\u200d|a\u200d
	narrow-danger|\U00020000|\U00020001
	END
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

# By ICU, which is there for what looks the same.
test_character_by_icu() {
	local status
	mkdir tree
	: >"tree/$(printf 'e\u0301\u202e')"
	run u scan --same=confusable --policy=nfc tree
	[ "$status" != 2 ] || skip 'no ICU'
	grep -q 'U+0301 COMBINING ACUTE ACCENT' out || fail 'the accent'
}
