# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash
# Tests of normalization: filter --form, check --normalized; sourced by cli.sh.

ACUTE=$'\u0301'

# filtered OPTIONS STATUS INPUT OUTPUT, the last two as printf %b takes them.
filtered() {
	printf '%b' "$3" >in
	# shellcheck disable=SC2086 # words
	exits "$2" u filter $1 in
	out_is "$4"
}

test_form_each() {
	local in='\u00c9\ufb01\u212b\ud55c\u00df'
	filtered --form=none 0 "$in" "$in"
	filtered --form=nfc 0 "$in" '\u00c9\ufb01\u00c5\ud55c\u00df'
	filtered --form=nfd 0 "$in" 'E\u0301\ufb01A\u030a\u1112\u1161\u11ab\u00df'
	filtered --form=nfkc 0 "$in" '\u00c9fi\u00c5\ud55c\u00df'
	filtered --form=nfkd 0 "$in" 'E\u0301fiA\u030a\u1112\u1161\u11ab\u00df'
	filtered --form=nfkc-casefold 0 "$in" '\u00e9fi\u00e5\ud55css'
	filtered --form=nfd-casefold 0 "$in" 'e\u0301fia\u030a\u1112\u1161\u11abss'
}

# The text that comes out is what Python makes of it, whatever form it was in.
test_form_texts() {
	command -v python3 >/dev/null || skip 'python3 is not there'
	python3 -IS - <<-'END'
	import unicodedata
	text = """Tiếng Việt: Tất cả mọi người sinh ra đều được tự do và bình đẳng.
	한국어: 모든 인간은 태어날 때부터 자유로우며
	Ελληνικά: Ὅλοι οἱ ἄνθρωποι γεννιοῦνται ἐλεύθεροι
	हिन्दी: सभी मनुष्यों को गौरव ज़ख़्म
	עברית: בְּרֵאשִׁית בָּרָא אֱלֹהִים
	日本語: ガギグゲゴ ﾊﾟﾋﾟ ㍿ ①②③
	Ligatures: ﬁ ﬂ ﬃ ½ ² ㎏ Å Ω
	""" * 500
	for name in "NFC", "NFD", "NFKC", "NFKD":
	    with open(name.lower(), "wb") as out:
	        out.write(unicodedata.normalize(name, text).encode())
	END
	local form from
	for form in nfc nfd nfkc nfkd; do
		for from in nfc nfd; do
			exits 0 u filter --form=$form $from
			cmp -s out $form || fail "$from to $form"
		done
		exits 0 u check --normalized=$form $form
		silent
	done
	for form in nfd nfkc nfkd; do
		exits 1 u check --quiet --normalized=$form nfc
	done
}

# What was good before an error comes out; nothing composes across it, unless
# it is dropped.
test_form_actions() {
	local in='e\xff\u0301 a\u0301\xc3\u0323'
	filtered --form=nfc 1 "$in" 'e'
	err_has 'in:1:2: byte 1: invalid-byte: FF'
	filtered --form=nfc 1 'ae\u0301\xff' 'a\u00e9'
	filtered '--form=nfc --on-error=replace' 0 "$in" 'e\ufffd\u0301 \u00e1\ufffd\u0323'
	filtered '--form=nfd --on-error=replace' 0 "$in" 'e\ufffd\u0301 a\u0301\ufffd\u0323'
	filtered '--form=nfc --on-error=drop' 0 "$in" '\u00e9 \u1ea1\u0301'
	filtered '--form=nfc --on-error=shortest' 0 '\xc1\xa5\u0301' '\u00e9'
	filtered '--form=nfc --on-error=pass' 1 'e\xff\u0301a\u0301' 'e\xff\u0301\u00e1'
}

# A mark that is wanted stays where the form leaves out U+FEFF.
test_form_mark() {
	filtered '--form=nfkc-casefold --bom=add' 0 '\ufeffA' '\ufeffa'
	filtered '--form=nfkc-casefold --bom=add' 0 'A' '\ufeffa'
	filtered '--form=nfkc-casefold --bom=require' 0 '\ufeffA' '\ufeffa'
	filtered '--form=nfkc-casefold' 0 '\ufeffA' 'a'
}

# A pipe that is cut anywhere.
test_form_splits() {
	local i
	for i in 1 2 3 4 5 6; do
		printf 'xe\u0301\u0323\n' | { head -c $i; sleep 0.02; cat; } | u filter --form=nfc >out
		out_is 'x\u1eb9\u0301\n'
	done
}

test_form_transcodes() {
	filtered '--form=nfc --to=utf-16le' 0 'e\u0301\U0001f600' '\xe9\x00\x3d\xd8\x00\xde'
	filtered '--form=nfd --from=utf-16be' 0 '\x00\xe9\x00\x0a' 'e\u0301\n'
	filtered '--form=nfc --to=cesu8' 0 '\U00011099\U000110ba' '\xed\xa0\x84\xed\xb2\x9a'
	filtered '--form=nfd --from=latin1' 0 'caf\xe9' 'cafe\u0301'
	filtered '--form=nfkc --from=auto --bom=strip' 0 '\xff\xfe\x01\xfb' 'fi'
}

test_form_in_place() {
	printf 'cafe\u0301\n' >place
	chmod 640 place
	exits 0 u filter --form=nfc --in-place place
	printf 'caf\u00e9\n' | cmp - place
	[ "$(stat -c %a place)" = 640 ] || fail 'another mode'
	printf 'cafe\u0301\xff' >place
	exits 1 u filter --form=nfc --in-place place
	printf 'cafe\u0301\xff' | cmp - place
}

test_form_run_too_long() {
	{ printf e; yes "$ACUTE" | head -n 1025 | tr -d '\n'; printf x; } >flood
	exits 1 u filter --form=nfd flood
	err_has 'flood:1:1026: byte 2049: combining-run: CC 81'
	[ "$(wc -c <out)" = 2049 ] || fail 'expected all before it'
	exits 0 u filter --form=nfd --on-error=drop flood
	[ "$(wc -c <out)" = 2050 ] || fail 'expected all but one'
	exits 0 u filter --stream-safe flood
	[ "$(wc -c <out)" = $((2052 + 34 * 2)) ] || fail 'expected 34 joiners'
	cp out safe
	exits 0 u filter --stream-safe safe
	cmp safe out || fail 'expected no more of them'
}

test_form_senseless() {
	local form
	for form in --form=nfc --stream-safe; do
		exits 2 u filter $form --on-error=escape good
		silent
		err_has "--on-error=escape and $form do not go together: what is escaped comes back byte for byte"
		exits 2 u filter $form --unescape good
		err_has "--unescape and $form do not go together: what was escaped comes back byte for byte"
		exits 2 u filter $form --to=ucs2 good
		err_has "--to-profile=ucs2 and $form do not go together: a form may make code points that ucs2"
	done
	for form in filter check; do
		exits 2 u $form --forbid=control,not-normalized good
		silent
		err_has "--forbid=not-normalized: 'check --normalized=FORM' asks whether a text is in a form, 'filter --form=FORM' makes it so"
	done
	exits 2 u check --normalized=none good
	err_has "--normalized: unknown value 'none'; known: nfc, nfd, nfkc, nfkd, nfkc-casefold, nfd-casefold"
}

# --- check --normalized

test_normalized_records() {
	printf 'caf\u00e9\nxe\u0301 \u212b\xffy\n' >mixed
	exits 1 u check --normalized=nfc mixed good
	out_is 'mixed:2:2: byte 7: not-normalized: 65\nmixed:2:5: byte 11: not-normalized: E2 84 AB (U+212B)\nmixed:2:6: byte 14: invalid-byte: FF\n'
	exits 1 u check --normalized=nfd - <mixed
	out_is '-:1:4: byte 3: not-normalized: C3 A9 (U+00E9)\n-:2:5: byte 11: not-normalized: E2 84 AB (U+212B)\n-:2:6: byte 14: invalid-byte: FF\n'
}

# What stands before an error is in its form or is not, whatever follows.
test_normalized_before_error() {
	printf 'e\u0301\xff' >before
	exits 1 u check --normalized=nfc before
	out_is 'before:1:1: byte 0: not-normalized: 65\nbefore:1:3: byte 3: invalid-byte: FF\n'
}

test_normalized_styles() {
	printf 'e\u0301\u0340e\u0301e\u0301' >three
	exits 1 u check --list --normalized=nfc good three
	out_is 'three\n'
	exits 1 u check --quiet --normalized=nfc three
	silent
	exits 1 u check --max-errors=1 --normalized=nfc three
	out_is 'three:1:1: byte 0: not-normalized: 65\n'
	err_has 'three: 3 errors, 1 shown'
	run u check --json --normalized=nfc three good
	json 'L[0]["error_count"] == 3 and not L[0]["valid"] and L[0]["bytes"] == 11 and L[0]["code_points"] == 4'
	json 'L[0]["errors"][1] == {"offset": 5, "length": 1, "reason": "not-normalized", "bytes": "65", "span": 1, "value": 101, "line": 1, "column": 4, "code_point": "U+0065", "character": "LATIN SMALL LETTER E"}'
	json 'L[1]["valid"]'
}

test_normalized_sparse() {
	truncate -s 5G sparse 2>err || skip 'no room for a file of 5 GiB'
	printf 'e\u0301' >>sparse
	exits 1 u check --normalized=nfc sparse
	out_is 'sparse:1:5368709121: byte 5368709120: not-normalized: 65\n'
	# A letter before a hole, and a mark after it.
	printf e >holes
	truncate -s 4M holes
	printf '\u0301' >>holes
	exits 0 u check --normalized=nfc holes
}

test_normalized_charset() {
	printf 'caf\xe9' >latin
	exits 1 u check --from=latin1 --normalized=nfd latin
	out_is 'latin:1:4: byte 3: not-normalized: C3 A9 (U+00E9)\n'
	printf 'e\0\x01\x03' >wide
	exits 1 u check --from=utf-16le --normalized=nfc wide
	out_is 'wide:1:1: byte 0: not-normalized: 65 00\n'
}

# Every chunk and window may end anywhere in a cluster: one record for each.
test_normalized_many() {
	local n
	n=$(or_fewer 300000 30000)
	yes "ae$ACUTE" | head -n "$n" | tr -d '\n' >many
	exits 1 u check --json --max-errors=0 --normalized=nfc many
	json 'L[0]["error_count"] == '"$n"' and L[0]["bytes"] == 4 * '"$n"
	exits 0 u check --quiet --normalized=nfd many
}

# Regression: more than 65,535 code points that no form holds in a row.
test_normalized_ignorables() {
	{ printf a; yes $'\u00ad' | head -n 100000 | tr -d '\n'; } >shy
	exits 1 u check --normalized=nfkc-casefold shy
	out_is 'shy:1:2: byte 1: not-normalized: C2 AD (U+00AD SOFT HYPHEN)\n'
	# The letter composes over them, and is the first difference, up to where the manual says.
	{ printf e; yes $'\u00ad' | head -n 1088 | tr -d '\n'; printf '\314\201'; } >shy
	run u check --max-errors=1 --normalized=nfkc-casefold shy
	out_is 'shy:1:1: byte 0: not-normalized: 65\n'
	{ printf e; yes $'\u00ad' | head -n 1089 | tr -d '\n'; printf '\314\201'; } >shy
	run u check --max-errors=1 --normalized=nfkc-casefold shy
	out_is 'shy:1:2: byte 1: not-normalized: C2 AD (U+00AD SOFT HYPHEN)\n'
}
