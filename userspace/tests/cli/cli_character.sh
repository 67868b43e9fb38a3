# SPDX-License-Identifier: GPL-2.0-only OR MIT
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
	for set in utf-16le utf-32be; do
		printf 'a\u202e' | iconv -f utf-8 -t $set >wide
		run u check --from=$set --forbid=bidi-control wide
		grep -q '(U+202E RIGHT-TO-LEFT OVERRIDE)$' out || fail "$set"
	done
	printf 'a\u20ac' >euro
	run u filter --to=latin1 euro
	err_has 'E2 82 AC (U+20AC)'
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
