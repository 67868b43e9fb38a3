# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash
# The status is read by cli.sh.
# shellcheck disable=SC2034
# The names of characters that are found; sourced by cli.sh.

test_character_of_text() {
	local set
	printf 'a\u202eb\x01\ufe0f\U000e0041\ue000\u0378\ufffe\u2060' >text
	exits 1 u check --forbid=control,bidi-control,default-ignorable,private-use,unassigned,noncharacter text
	sed 's/.*: //' out >found
	cat >expected <<-'END'
		E2 80 AE (U+202E RIGHT-TO-LEFT OVERRIDE)
		01 (U+0001 START OF HEADING)
		EF B8 8F (U+FE0F VARIATION SELECTOR-16)
		F3 A0 81 81 (U+E0041 TAG LATIN CAPITAL LETTER A)
		EE 80 80 (U+E000)
		CD B8 (U+0378)
		EF BF BE (U+FFFE)
		E2 81 A0 (U+2060 WORD JOINER)
	END
	cmp found expected || fail "expected $(cat expected)"
	run u check --json --forbid=bidi-control,private-use text
	json 'L[0]["errors"][0]["code_point"] == "U+202E" and L[0]["errors"][0]["character"] == "RIGHT-TO-LEFT OVERRIDE"'
	json 'L[0]["errors"][1]["code_point"] == "U+E000" and "character" not in L[0]["errors"][1]'
	# What is ill-formed is no character, whatever a lax decoder reads.
	run u check --json bad
	json 'not any("code_point" in e for e in L[0]["errors"])'
	run u check --json --forbid=bidi-control good bad
	# In any encoding.
	command -v iconv >/dev/null || skip 'iconv is not there'
	for set in utf-16le utf-32be; do
		printf 'a\u202e' | iconv -f utf-8 -t $set >wide
		run u check --from=$set --forbid=bidi-control wide
		grep -q '(U+202E RIGHT-TO-LEFT OVERRIDE)$' out || fail "$set"
	done
	printf 'a\u20ac' >euro
	run u filter --to=latin1 euro
	err_has 'E2 82 AC (U+20AC)'
}

test_character_of_name() {
	local name
	name=$(printf 'a\u202e\uff0f')
	exits 1 u name --policy=safe "$name"
	grep -qx '  byte 1: bidi-control: E2 80 AE (U+202E RIGHT-TO-LEFT OVERRIDE)' out || fail 'the override'
	grep -qx '  byte 4: compat-danger: EF BC 8F (U+FF0F FULLWIDTH SOLIDUS)' out || fail 'the solidus'
	run u path --json --policy=windows 'a\b'
	json '{"code_point": "U+005C", "character": "REVERSE SOLIDUS"}.items() <= L[0]["findings"][0].items()'
	run u name --json $'a\xff'
	json '"code_point" not in L[0]["findings"][0]'
	# Nobody needs to be told what a dash is.
	run u name --policy=safe -- -x
	grep -qx '  byte 0: leading-dash: 2D' out || fail 'the dash'
}

test_character_of_tree() {
	mkdir tree
	: >"tree/$(printf '\ue000a\u202e\u202e\uff0f\u00a0\u00ad\u3000')"
	: >tree/-x
	exits 1 u scan --policy=safe tree
	grep -qx 'tree/-x: leading-dash' out || fail 'the dash'
	grep -q ' (U+E000, U+202E RIGHT-TO-LEFT OVERRIDE, U+FF0F FULLWIDTH SOLIDUS, U+00A0 NO-BREAK SPACE)$' out ||
		fail 'four characters'
	run u scan --json --policy=safe tree
	json '"characters" not in L[0]'
	json 'L[1]["characters"][:2] == [{"code_point": "U+E000"}, {"code_point": "U+202E", "character": "RIGHT-TO-LEFT OVERRIDE"}]'
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
