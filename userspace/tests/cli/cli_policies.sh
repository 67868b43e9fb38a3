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

# What Windows has no file for; what it narrows is refused on request only.
test_policy_windows() {
	local bad
	judged name --policy=windows 0 console com10 null aux_ COM$'\u00e9' ' con' a.con 'git~2' -rf $'\u00e9'
	judged name --policy=windows 0 $'a\u2010' $'\uff0drf' 'a b' a,b=c
	for bad in con Aux.tar.gz 'nul .x' COM1 lpt$'\u00b2' 'CONIN$' prn: git~1 GIT~1.. 'git~1:$DATA' \
		a. 'a ' ... '<' 'a>' a:b '"' 'a|b' 'what?' '*' 'a\b' $'a\nb' $'\x7f'; do
		judged name --policy=windows 1 "$bad"
		judged path --policy=windows 1 "x/$bad/y"
		judged name '' 0 "$bad"
	done
	judged path --policy=windows 0 /a/./b/..
	run u name --json --policy=windows 'aux.c:x.'
	status_is 1
	json 'L[0]["classes"] == ["windows-reserved"] and L[0]["findings"] == [{"offset": 0, "length": 8, "class": "windows-reserved"}, {"offset": 5, "length": 1, "class": "windows-reserved"}, {"offset": 7, "length": 1, "class": "windows-reserved"}]'
}

# A name has its own form, and a path those of its components.
test_policy_nfc() {
	judged name --policy=nfc 0 $'caf\u00e9' $'q\u0301' $'\u0301' $'\uac01' $'\ufb01' -rf $'a\nb'
	judged name --policy=nfc 1 $'cafe\u0301'
	judged name --policy=nfc 1 $'\u212b'
	judged name --policy=nfc 1 $'\u1100\u1161'
	judged name --policy=nfc 1 $'a\u0301\u0316'
	judged path --policy=nfc 0 $'e/\u0301' $'a/\u00e9/b'
	judged path --policy=nfc 1 $'a/e\u0301/b'
	run u name --json --policy=nfc $'\u00e9ae\u0301e\u0301' $'e\u0301\xff'
	status_is 1
	json 'L[0]["classes"] == ["not-normalized"] and L[0]["findings"] == [{"offset": 3, "length": 1, "class": "not-normalized"}]'
	json 'L[1]["classes"] == ["ill-formed"]'
	judged name --refuse=not-normalized 1 $'e\u0301'
	run u name --json $'e\u0301'
	json 'L[0]["classes"] == []'
}

# Of a newline it is said that it is a control only where both are refused.
test_policy_no_newline() {
	judged name --policy=no-newline 0 a $'a\rb' $'\u2028' $'\u0085' -rf
	judged name --policy=no-newline 1 $'a\nb'
	judged path --policy=no-newline 1 $'a/\n/b'
	judged name '' 0 $'a\nb'
	judged name --refuse=newline 1 $'\n'
	run u name --json --policy=no-newline $'a\nb'
	json 'L[0]["primary"] == "newline" and L[0]["findings"] == [{"offset": 1, "length": 1, "class": "newline"}]'
	run u name --json --policy=no-newline --refuse=control $'a\nb'
	json 'L[0]["primary"] == "control" and L[0]["classes"] == ["control", "newline"]'
	json '[f["class"] for f in L[0]["findings"]] == ["newline", "control"]'
}

# U+FEFF where a component begins, and only there.
test_refuse_bom() {
	judged name --refuse=bom 1 $'\ufeffa'
	judged name --refuse=bom 0 $'a\ufeff' a $'\u2060a'
	judged name '' 0 $'\ufeffa'
	run u path --json --refuse=bom $'a/\ufeffb/c\ufeff'
	status_is 1
	json 'L[0]["primary"] == "bom" and L[0]["findings"] == [{"offset": 2, "length": 3, "class": "bom"}]'
}

# A dash is one in NFKC too, but only an option where a name begins.
test_leading_dash() {
	judged name --policy=safe 1 $'\uff0drf'
	judged name --policy=safe 1 $'\ufe63'
	judged path --policy=safe 1 $'a/\uff0drf'
	judged name --policy=safe 0 $'a\uff0drf' $'\u2013rf' $'\u2010rf'
	run u name --json --refuse=leading-dash $'\uff0drf' $'a\uff0d' $'a\ufe63'
	json 'L[0]["classes"] == ["compat-danger", "leading-dash", "bestfit-danger"] and {(f["offset"], f["length"]) for f in L[0]["findings"]} == {(0, 3)}'
	json 'L[1]["classes"] == ["bestfit-danger"] and L[2]["classes"] == []'
	judged name --refuse=compat-danger 1 $'\uff0da'
	judged name --refuse=compat-danger 0 $'a\uff0d'
}

# In a code page of Windows.
test_refuse_bestfit() {
	local bad
	for bad in $'\uff02' $'\u00a5' $'\u00ad' $'\u2010' $'\u2032' $'\u2215' $'\u250c' $'\u0300'; do
		judged name --refuse=bestfit-danger 1 "a$bad"
	done
	judged name --refuse=bestfit-danger 0 $'\u201c\u2013\u3000\uff0b\uff20\u00e9' -rf 'a"b'
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
