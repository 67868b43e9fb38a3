# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Tests of --part and merge; sourced by cli.sh.  Random texts, cuts and orders are
# in tests/parts.

# parts N COMMAND...: the partial results of all parts, a file each.
parts() {
	local n=$1 k
	shift
	for ((k = 1; k <= n; k++)); do
		u "$@" --part="$k/$n" >"part$k" 2>part-err || fail "part $k: $(cat part-err)"
	done
}

# The bytes of a name come back as they were, and nothing in it reaches a terminal.
test_merge_names() {
	local name=$'e\e[31m\n"\\\377'
	printf '\200' >"$name"
	parts 2 check "$name"
	exits 1 u merge part1 part2
	u check "$name" | cmp - out || fail 'expected what check prints'
	run u merge --json part1 part2
	u check --json "$name" | cmp - out || fail 'expected what check prints'
}

test_merge_garbage() {
	local line
	parts 1 check bad
	for line in '{}' '[]' '{"partial":"check"}' "$(head -c 200 part1)" "$(cat part1)x" \
		"$(sed 's/"release":"/"release":"9/' part1)" \
		"$(sed 's/"partial":"check"/"partial":"name"/' part1)" "$(sed 's/"end":12/"end":13/' part1)" \
		"$(sed 's/"errors":\[\[\[/"errors":[[[-/' part1)" "$(sed 's/"errors":.*/"errors":[[]]}/' part1)" \
		"$(sed 's/"errors":\[\[\[[0-9]*,/"errors":[[[/' part1)" "$(sed 's/"unexpected-continuation"/"unexpected"/' part1)" \
		"$(sed 's/,"80"\]/,80]/' part1)" "$(sed 's/,"80"\]/,"8"]/' part1)" \
		"$(sed 's/"start":0/"start":1/' part1)" "$(sed 's/"size":12/"size":13/' part1)" \
		"$(sed 's/"parts":1/"parts":2/; s/"end":12/"end":0/' part1)" \
		"$(sed 's/"parts":1/"parts":18446744073709551615/; s/"last":1/"last":18446744073709551610/' part1)" \
		"$(sed 's/"encoding":"utf-8"/"encoding":"utf-16le"/' part1)" \
		"$(sed 's/"profile":"rfc3629"/"profile":"rfc"/' part1)" "$(sed 's/"end_column":/"row":/' part1)"; do
		printf '%s\n' "$line" >wrong
		fails_with 'wrong: line 1 is no partial result of utf8check ' u merge wrong
		silent
	done
	head -c 5000 /dev/urandom >wrong
	fails_with 'wrong: line ' u merge wrong
	fails_with 'there is no partial result' u merge empty
	fails_with 'nowhere: No such file' u merge nowhere
	fails_with 'folder: Is a directory' u merge folder
}

# The file was changed after one part was judged, and has as many bytes as before.
test_merge_changed() {
	local text
	for text in 'ab\303\251ef' 'abc\314\201\200'; do
		printf abcdef >text
		u check --part=1/2 text >part1
		# shellcheck disable=SC2059
		printf "$text" >text
		u check --part=2/2 text >part2
		fails_with 'text: part 2 does not begin where the part before it ends' u merge part1 part2
		silent
	done
}

# What would be left out in silence is refused.
test_merge_options() {
	local word
	parts 2 check bad
	u stats --json bad >pieces || :
	for word in --list --quiet --max-errors=1 --text --json; do
		fails_with 'exclude each other' u merge --partial "$word" part1 part2
		silent
		[ "$word" = --json ] || fails_with "are for parts of 'check'" u merge "$word" pieces
		silent
	done
	fails_with "are for parts of 'check'" u merge --partial pieces
	silent
}

# Random texts and cuts are in tests/parts.
test_merge_stats() {
	printf 'a\r\n\303\251\303\251bc\rd\200\n\nxyz' >text
	{ head -c 3 text | u stats --json; u stats --json empty; tail -c +4 text | u stats --json; } >pieces || :
	exits 1 u merge pieces
	u stats <text | cmp - out || fail 'expected what stats prints'
	run u merge --json pieces
	u stats --json <text | cmp - out || fail 'expected what stats prints'
	# What merge has added up is added up again.
	{ cat out; u stats --json empty; } >sum
	cp out wanted
	exits 1 u merge --json sum empty
	cmp wanted out || fail 'expected the sum'
	exits 0 u merge --json <(u stats --json good) <(u stats --json empty)
	json 'L[0]["file"] == "good" and L[0]["lines"]["count"] == 2'
	exits 0 u merge --json <(u stats --json empty)
	u stats --json empty | cmp - out || fail 'expected what stats prints'
}
