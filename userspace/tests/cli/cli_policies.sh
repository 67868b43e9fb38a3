# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash
# Tests of policies for names and paths; sourced by cli.sh.

# judged COMMAND OPTIONS STATUS NAME...
judged() {
	local command=$1 options=$2 want=$3
	shift 3
	# shellcheck disable=SC2086 # words
	run u "$command" $options -- "$@"
	status_is "$want"
}

test_policy_default() {
	judged name '' 0 -rf 'a ' $'a\nb' $'\u202ea' $'\u0378' 'a b'
	judged name '' 1 .
	judged path '' 0 a/../b
}

test_policy_linux() {
	judged name --policy=linux 0 -rf $'\xff' $'\xc0\xaf' $'a\nb'
	judged name --policy=linux 1 a/b
	judged name --policy=linux 1 ..
	judged name --policy=linux 1 ''
	judged path --policy=linux 0 a/b ../c
}

test_policy_safe() {
	local bad
	judged name --policy=safe 0 a-b ' a' a. $'\u0378' caf$'\u00e9'
	for bad in -rf 'a ' $'a\nb' $'a\u202eb' $'\x7f' $'\xff'; do
		judged name --policy=safe 1 "$bad"
		judged path --policy=safe 1 "x/$bad/y"
	done
}

test_policy_strict() {
	local bad
	judged name --policy=strict 0 a-b caf$'\u00e9'
	for bad in -rf $'\u0378' $'\ue000' $'\ufffe'; do
		judged name --policy=strict 1 "$bad"
	done
}

test_policy_posix() {
	local bad
	judged name --policy=posix 0 aZ_09.-x
	judged path --policy=posix 0 /usr/lib/x.so.1
	for bad in -rf 'a b' caf$'\u00e9' 'a:b' $'a\tb'; do
		judged name --policy=posix 1 "$bad"
		judged path --policy=posix 1 "x/$bad"
	done
}

test_refuse() {
	run u name --json --refuse=leading-dash,trailing-dot -- -a. a
	status_is 1
	json 'L[0]["classes"] == ["leading-dash", "trailing-dot", "windows-reserved"] and L[0]["findings"] == [{"offset": 0, "length": 1, "class": "leading-dash"}, {"offset": 2, "length": 1, "class": "windows-reserved"}, {"offset": 2, "length": 1, "class": "trailing-dot"}]'
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
	run u name --refuse=forbidden-byte a
	status_is 2
	err_has "--refuse: unknown value 'forbidden-byte'"
}

# Reported, and refused on request only.
test_dangers() {
	run u name $'a\u29f8b' $'.\u200da' $'\uff0f' .git
	status_is 0
	out_is 'a\xe2\xa7\xb8b: ok: translit-danger [translit-danger]\n  byte 1: translit-danger: E2 A7 B8\n.\xe2\x80\x8da: ok: ignorable-danger [ignorable-danger]\n  byte 0: ignorable-danger: 2E E2 80 8D 61\n\xef\xbc\x8f: ok: compat-danger [compat-danger bestfit-danger]\n  byte 0: compat-danger: EF BC 8F\n  byte 0: bestfit-danger: EF BC 8F\n.git: ok\n'
	run u path --json $'a/.g\u200cit/\u2026' $'a/3\u00bd'
	status_is 0
	json 'L[0]["ok"] and L[0]["primary"] == "compat-danger" and L[0]["classes"] == ["compat-danger", "ignorable-danger"] and L[0]["findings"] == [{"offset": 2, "length": 7, "class": "ignorable-danger"}, {"offset": 10, "length": 3, "class": "compat-danger"}]'
	json 'L[1]["findings"] == [{"offset": 3, "length": 2, "class": "translit-danger"}] and not L[1]["hidden_dotdot"]["found"]'
	judged name --policy=strict 0 $'a\u2044b' $'.\u00ada' $'\uff0f'
	judged name --refuse=compat-danger 1 $'\uff0f'
	judged name --refuse=compat-danger 0 $'\u2044' $'.\u200d'
	judged name --refuse=ignorable-danger 1 $'.\u200d'
	judged name --policy=strict 0 $'\U00020000'
	judged name --refuse=narrow-danger 1 $'\U00020000' $'a\U0001002f'
	judged name --refuse=narrow-danger 0 $'\U00020001' $'a\u042f'
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
		run u name --not-first="$list" a
		status_is 2
		silent
		err_has 'is no list of bytes'
	done
}
