# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Tests of policies for names and paths; sourced by cli.sh.  Which name each of them
# refuses is in data/vectors/names.jsonl; here is that the options have their names.

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
