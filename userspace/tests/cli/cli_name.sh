# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash
# Tests of name and path; sourced by cli.sh.

test_name_ok() { exits 0 u name abc 'h é' ...a; out_is 'abc: ok\nh é: ok\n...a: ok\n'; }

test_name_refused() {
	exits 1 u name $'..\xc0\xaf..a' abc
	out_is '..\\xC0\\xAF..a: refused: hidden-separator [hidden-separator]\n  byte 2: hidden-separator: C0 AF\n  byte 0: some decoder (longer-forms) reads a component '"'..'"' here that the bytes do not show\nabc: ok\n'
}

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

test_name_json() {
	exits 1 u name --json $'a\xc0\xafb' abc ''
	json 'L[0] == {"name_hex": "61c0af62", "ok": False, "primary": "hidden-separator", "classes": ["hidden-separator"], "findings": [{"offset": 1, "length": 2, "class": "hidden-separator"}], "hidden_dotdot": {"found": False, "offset": None, "decoder": None}}'
	json 'L[1] == {"name_hex": "616263", "ok": True, "primary": "ok", "classes": [], "findings": [], "hidden_dotdot": {"found": False, "offset": None, "decoder": None}}'
	json 'L[2]["primary"] == "empty"'
}

test_path_json() {
	exits 1 u path --json $'a/\xc0\xae\xc0\xae/b' a/../b
	json 'L[0]["hidden_dotdot"] == {"found": True, "offset": 2, "decoder": "longer-forms"} and not L[0]["ok"]'
	json 'L[1]["ok"] and L[1]["primary"] == "dotdot"'
}

# Well-formed, but not for who keeps 16 bits, or 8.
test_path_narrow() {
	exits 0 u path $'/srv/\U0002002e\U0002002e/etc' $'a/\u042e\u042e'
	out_is '/srv/\xf0\xa0\x80\xae\xf0\xa0\x80\xae/etc: ok: narrow-danger [narrow-danger]\n  byte 5: narrow-danger: F0 A0 80 AE (U+2002E)\n  byte 9: narrow-danger: F0 A0 80 AE (U+2002E)\n  byte 5: some decoder (16-bit) reads a component '"'..'"' here that the bytes do not show\na/\xd0\xae\xd0\xae: ok\n  byte 2: some decoder (8-bit) reads a component '"'..'"' here that the bytes do not show\n'
	exits 1 u path --json $'\xf8\x80\x80\xae.' $'a/\xe0\xae\xe0\xae' $'\xff\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\xae.' $'.\xff.' a
	json '[o["hidden_dotdot"]["decoder"] for o in L] == ["php", "kept-prefix", "perl", "dropping", None]'
}

test_path_no_dotdot() {
	exits 1 u path --policy=no-dotdot a/../b
	exits 0 u path --policy=no-dotdot a/...b $'a/b'
	exits 1 u path --policy=no-dotdot $'a\xff'
}

test_name_null() {
	printf 'a\0b\nc\0\0' >in
	exits 1 u name --json -0 <in
	json '[o["name_hex"] for o in L] == ["61", "620a63", ""]'
}

test_name_lines() {
	printf 'a\n\xc0\x80\nlast' >in
	exits 1 u name --json --lines <in
	json '[o["name_hex"] for o in L] == ["61", "c080", "6c617374"]'
}

test_name_hex() {
	printf 'C0aF\n\n61' >in
	exits 1 u name --json --hex <in
	json '[o["name_hex"] for o in L] == ["c0af", "", "61"]'
	exits 0 u name --json --hex 6162
	json 'L[0]["name_hex"] == "6162"'
	# As errors print them.
	exits 2 u name --json --hex ' C0 AF  2e ' '2 e'
	json '[o["name_hex"] for o in L] == ["c0af2e"]'
	err_has 'argument 2: not hexadecimal'
}

test_name_bad_hex() {
	printf '61\n6g\n616\n62\n' >in
	fails_with 'line 2: not hexadecimal' u name --json --hex <in
	err_has 'line 3: not hexadecimal'
	json '[o["name_hex"] for o in L] == ["61", "62"]'
}

test_name_nothing() {
	fails_with 'nothing to judge' u name
	fails_with 'strings and standard input exclude each other' u name -0 abc
	exits 0 u name --lines <empty
	silent
}

test_name_many_findings() {
	printf '%0300d' 0 | sed 's/0/\\/g' >in
	exits 1 u path --json --lines <in
	json 'len(L[0]["findings"]) == 301 and L[0]["classes"] == ["backslash", "too-long"]'
}

test_name_far_too_long() {
	head -c 200000 /dev/zero | tr '\0' a >in
	exits 1 u name --json --lines <in
	json 'L[0]["primary"] == "too-long" and len(L[0]["findings"]) == 1'
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

# Nothing is printed; the exit status is the answer.
test_quiet() {
	local command
	for command in name path; do
		exits 0 u $command -q abc
		silent
		exits 1 u $command --quiet $'a\xff' abc
		silent
		err_empty
		fails_with 'standard input' u $command -q -0 <folder
	done
	mkdir tree
	exits 0 u scan -q tree
	: >tree/$'a\xff'
	exits 1 u scan -q tree
	silent
	err_empty
	fails_with 'nowhere: No such file or directory' u scan -q tree nowhere
	silent
}

# The class that is named is one that is refused, also where a worse one is found.
test_name_refused_for() {
	local LC_ALL=C.UTF-8
	exits 1 u name --policy=no-newline $'\uFF0F\n'
	grep -q ': refused: newline \[compat-danger bestfit-danger newline url-danger\]' out || fail 'newline'
	exits 1 u name --protect=.ssh $'.ss\uFF48'
	grep -q ': refused: protected \[' out || fail 'protected'
	exits 0 u name $'\uFF0Fa'
	grep -q ': ok: compat-danger \[' out || fail 'the first one where none is refused'
}

# Escapes of URLs, read once and twice, show what they make.
test_percent() {
	exits 1 u path --percent --policy=no-dotdot %2e%2e%2fetc %252E%252e/x a%2Fb 100%
	out_is '../etc: refused: dotdot [dotdot]\n  byte 0: dotdot: 2E 2E\n%2E%2e/x: ok\n../x: refused: dotdot [dotdot]\n  byte 0: dotdot: 2E 2E\na/b: ok\n100%: ok\n'
	exits 1 u path --percent '..%c0%af' 'a%25c0%25afb'
	[[ $(grep -c ': refused: hidden-separator' out) == 2 ]] || fail 'an overlong slash'
	fails_with '--hex and --percent exclude each other' u name --percent --hex 61
}
