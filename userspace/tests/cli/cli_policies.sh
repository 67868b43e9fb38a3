# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash
# Tests of policies for names and paths; sourced by cli.sh.  Which name each of them
# refuses is in data/vectors/names.jsonl; here is that the options have their names.

# judged COMMAND OPTIONS STATUS NAME...
judged() {
	local command=$1 options=$2 want=$3
	shift 3
	# shellcheck disable=SC2086 # words
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

test_refuse() {
	exits 1 u name --json --refuse=leading-dash,trailing-dot -- -a. a
	json 'L[0]["classes"] == ["leading-dash", "trailing-dot", "windows-reserved"] and L[0]["findings"] == [{"offset": 0, "length": 1, "class": "leading-dash", "code_point": "U+002D", "character": "HYPHEN-MINUS"}, {"offset": 2, "length": 1, "class": "windows-reserved", "code_point": "U+002E", "character": "FULL STOP"}, {"offset": 2, "length": 1, "class": "trailing-dot", "code_point": "U+002E", "character": "FULL STOP"}]'
	json 'L[1]["ok"]'
	judged path --refuse=dotdot 1 a/../b
	judged name --refuse=backslash 1 'a\b'
	# What is refused beside a policy does not depend on their order.
	judged name '--refuse=leading-space --policy=safe' 1 ' a'
	judged name '--refuse=leading-space --policy=safe' 1 -a
	judged name '--policy=linux --refuse=ill-formed' 1 $'\xff'
}

# Lists of bytes are no class that can be named.
test_refuse_forbidden_byte() {
	fails_with "--refuse: unknown value 'forbidden-byte'" u name --refuse=forbidden-byte a
}

# Reported, and refused on request only.
test_dangers() {
	exits 0 u name $'a\u29f8b' $'.\u200da' $'\uff0f' .git
	out_is 'a\xe2\xa7\xb8b: ok: translit-danger [translit-danger]\n  byte 1: translit-danger: E2 A7 B8 (U+29F8 BIG SOLIDUS)\n.\xe2\x80\x8da: ok: ignorable-danger [ignorable-danger]\n  byte 0: ignorable-danger: 2E E2 80 8D 61\n\xef\xbc\x8f: ok: compat-danger [compat-danger bestfit-danger url-danger]\n  byte 0: compat-danger: EF BC 8F (U+FF0F FULLWIDTH SOLIDUS)\n  byte 0: bestfit-danger: EF BC 8F (U+FF0F FULLWIDTH SOLIDUS)\n  byte 0: url-danger: EF BC 8F (U+FF0F FULLWIDTH SOLIDUS)\n.git: ok\n'
	exits 0 u path --json $'a/.g\u200cit/\u2026' $'a/3\u00bd'
	json 'L[0]["ok"] and L[0]["primary"] == "compat-danger" and L[0]["classes"] == ["compat-danger", "ignorable-danger"] and L[0]["findings"] == [{"offset": 2, "length": 7, "class": "ignorable-danger"}, {"offset": 10, "length": 3, "class": "compat-danger", "code_point": "U+2026"}]'
	json 'L[1]["findings"] == [{"offset": 3, "length": 2, "class": "translit-danger", "code_point": "U+00BD"}] and not L[1]["hidden_dotdot"]["found"]'
	judged path --refuse=ignorable-danger,translit-danger 1 $'x/\u2215/y'
	judged path --refuse=compat-danger,ignorable-danger,translit-danger 0 a/.git/caf$'\u00e9'
}

test_byte_lists() {
	judged name --not-first=-~ 1 -a
	judged name --not-first=-~ 1 '~a'
	judged name --not-first=-~ 0 a-~
	judged name '--not-last=\x20.' 1 'a '
	judged name '--not-last=\x20.' 0 ' a'
	judged name '--not-inside=\\:' 1 'a\b'
	judged name '--not-inside=\\:' 0 ':a:'
	judged path --not-first=- 1 a/-b
	judged name '--not-first=\xc3' 1 $'\u00e9'
	run u name --json --not-first=a --not-inside=b --not-last=c abc
	json '[f["offset"] for f in L[0]["findings"]] == [0, 1, 2] and L[0]["primary"] == "forbidden-byte"'
}

test_byte_lists_wrong() {
	local list
	# shellcheck disable=SC1003 # a backslash is what is meant
	for list in '' $'\u00e9' '\x4' '\n' 'a\' '\xzz'; do
		fails_with 'is no list of bytes' u name --not-first="$list" a
		silent
	done
}
