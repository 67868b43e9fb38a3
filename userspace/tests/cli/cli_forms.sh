# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Tests of normalization: filter --form, check --normalized; sourced by cli.sh.

ACUTE=$'\u0301'

# A pipe that is cut anywhere.
test_form_splits() {
	local i
	for i in 1 2 3 4 5 6; do
		printf 'xe\u0301\u0323\n' | { head -c $i; sleep 0.02; cat; } | u filter --form=nfc >out
		out_is 'x\u1eb9\u0301\n'
	done
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

# --- check --normalized

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
