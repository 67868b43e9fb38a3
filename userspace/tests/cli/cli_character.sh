# SPDX-License-Identifier: GPL-2.0-only OR MIT
# The names of characters that are found; sourced by cli.sh.

# By ICU, which is there for what looks the same.
test_character_by_icu() {
	local status
	mkdir tree
	: >"tree/$(printf 'e\u0301\u202e')"
	run u scan --same=confusable --policy=nfc tree
	[ "$status" != 2 ] || skip 'no ICU'
	grep -q 'U+0301 COMBINING ACUTE ACCENT' out || fail 'the accent'
}
