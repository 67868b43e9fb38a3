# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash
# The status is read by cli.sh.
# shellcheck disable=SC2034
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

test_part_of_check() {
	printf 'a\303\251\n\200z' >text
	run u check --part=2/2 text
	status_is 0
	json 'L[0]["partial"] == "check" and L[0]["file"] == "text" and [L[0][k] for k in ("first", "last", "parts", "size", "start", "end")] == [2, 2, 2, 6, 3, 6]'
	json '[L[0][k] for k in ("code_points", "end_line", "end_column")] == [2, 2, 3]'
	json 'L[0]["errors"] == [[4, 1, "unexpected-continuation", "80", 0, 0, 2, 1]]'
	run u check --part=1/2 text
	status_is 0
	json '[L[0][k] for k in ("start", "end", "code_points", "end_line", "end_column", "errors")] == [0, 3, 2, 1, 3, []]'
	# In the share of part 2 the text cannot be cut: it belongs to part 1.
	printf 'a\314\201\314\201b' >text
	run u check --part=1/3 text
	json '[L[0][k] for k in ("start", "end", "code_points")] == [0, 5, 3]'
	run u check --part=2/3 text
	json '[L[0][k] for k in ("start", "end", "code_points")] == [6, 6, 0]'
	run u check --part=3/3 text
	json '[L[0][k] for k in ("start", "end", "code_points")] == [5, 6, 1]'
}

test_merge_check() {
	parts 3 check bad
	run u merge part3 part1 part2
	status_is 1
	out_is "$BAD"
	run u merge --json part2 part1 part3
	status_is 1
	u check --json bad | cmp - out || fail 'expected what check prints'
	cat part2 part3 | u merge --partial >part23 || fail 'expected a partial result'
	run u merge - part1 <part23
	status_is 1
	out_is "$BAD"
	run u merge --list part1 part23
	out_is 'bad\n'
	run u merge -m 1 part1 part23
	status_is 1
	err_has 'bad: 5 errors, 1 shown'
	parts 5 check empty
	run u merge part1 part2 part3 part4 part5
	status_is 0
	silent
	parts 3 check binary
	run u merge part2 part1 part3
	status_is 0
	u check binary | cmp - out || fail 'expected one line, as of check'
}

# The bytes of a name come back as they were, and nothing in it reaches a terminal.
test_merge_names() {
	local name=$'e\e[31m\n"\\\377'
	printf '\200' >"$name"
	parts 2 check "$name"
	run u merge part1 part2
	status_is 1
	u check "$name" | cmp - out || fail 'expected what check prints'
	run u merge --json part1 part2
	u check --json "$name" | cmp - out || fail 'expected what check prints'
}

test_merge_wrong_parts() {
	parts 4 check bad
	run u merge part1 part2 part4
	status_is 2
	silent
	err_has 'bad: part 3 of 4 is missing'
	run u merge part3
	status_is 2
	err_has 'parts 1 to 2 of 4 are missing'
	err_has 'part 4 of 4 is missing'
	run u merge --partial part1 part4
	status_is 2
	err_has 'parts 2 to 3 of 4 are missing'
	run u merge part1 part2 part2 part3 part4
	status_is 2
	err_has 'bad: part 2 of 4 is there twice'
	u merge --partial part2 part3 >part23
	run u merge part1 part23 part3 part4
	status_is 2
	err_has 'bad: part 3 of 4 is there twice'
	u check --part=2/3 bad >other
	run u merge part1 other part3 part4
	status_is 2
	err_has 'cut in two ways'
	cp bad copy
	u check --part=2/4 copy >other
	run u merge part1 other part3 part4
	status_is 2
	err_has 'different files'
	u check --profile=wtf8 --part=2/4 bad >other
	run u merge part1 other part3 part4
	status_is 2
	err_has 'different options'
}

test_merge_garbage() {
	local line
	parts 1 check bad
	for line in '{}' '[]' '{"partial":"check"}' "$(head -c 200 part1)" "$(cat part1)x" \
		"$(sed 's/"release":"/"release":"9/' part1)" \
		"$(sed 's/"partial":"check"/"partial":"name"/' part1)" "$(sed 's/"end":12/"end":13/' part1)" \
		"$(sed 's/"errors":\[\[/"errors":[[-/' part1)" "$(sed 's/"errors":.*/"errors":[[]]}/' part1)" \
		"$(sed 's/"start":0/"start":1/' part1)" "$(sed 's/"size":12/"size":13/' part1)" \
		"$(sed 's/"encoding":"utf-8"/"encoding":"utf-16le"/' part1)" \
		"$(sed 's/"profile":"rfc3629"/"profile":"rfc"/' part1)" "$(sed 's/"end_column":/"row":/' part1)"; do
		printf '%s\n' "$line" >wrong
		run u merge wrong
		status_is 2
		silent
		err_has 'wrong: line 1 is no partial result of utf8check '
	done
	head -c 5000 /dev/urandom >wrong
	run u merge wrong
	status_is 2
	run u merge empty
	status_is 2
	err_has 'there is no partial result'
	run u merge nowhere
	status_is 2
	err_has 'nowhere: No such file'
	run u merge folder
	status_is 2
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
		run u merge part1 part2
		status_is 2
		silent
		err_has 'text: part 2 does not begin where the part before it ends'
	done
}

# pieces N OPTION...: the parts of a file that is filtered, with their pieces.
pieces() {
	local n=$1 k
	shift
	for ((k = 1; k <= n; k++)); do
		u filter --part="$k/$n" -o "piece$k" "$@" >"part$k" 2>part-err || fail "part $k: $(cat part-err)"
	done
}

test_merge_filter() {
	local form word
	pieces 3 --on-error=replace bad
	run u merge part3 part2 part1
	status_is 0
	u filter --on-error=replace bad | cmp - out || fail 'expected what filter writes'
	run u merge -o made part3 part2 part1
	status_is 0
	silent
	u filter --on-error=replace bad | cmp - made || fail 'expected what filter writes'
	pieces 4 bad
	run u merge part1 part2 part3 part4
	status_is 1
	out_is 'ab\n\0303\0251'
	err_has 'bad:2:2: byte 5: overlong: C0 AF'
	# A run of marks that is longer than each part, and what it belongs to.
	for form in nfc nfd; do
		for word in 300 1024 1025; do
			{ printf a; for ((; word > 0; word--)); do printf '\314\201\314\243'; done; printf 'b\n'; } >marks
			pieces 7 --form=$form --on-error=replace marks
			run u merge part1 part2 part3 part4 part5 part6 part7
			u filter --form=$form --on-error=replace marks | cmp - out || fail "expected what filter writes, $form"
		done
	done
}

test_merge_pieces() {
	pieces 2 --on-error=drop binary
	cp piece2 saved
	echo more >>piece2
	run u merge part1 part2
	status_is 2
	silent
	err_has 'piece2: is not what the part has written'
	rm piece2
	run u merge -o made part1 part2
	status_is 2
	err_has 'piece2: No such file'
	[ ! -e made ] || fail 'expected no output'
	cp saved piece2
	run u merge -o piece1 part1 part2
	status_is 2
	err_has 'piece1: is both a piece and the output'
	status=0
	u merge part1 part2 >>piece1 2>err || status=$?
	status_is 2
	err_has 'piece1: is both a piece and the output'
	run u merge -o made part1 part2
	status_is 0
	u filter --on-error=drop binary | cmp - made || fail 'expected what filter writes'
	u filter --part=1/1 --on-error=drop -o - binary >part
	run u merge part </dev/null
	status_is 0
	u filter --on-error=drop binary | cmp - out || fail 'expected what filter writes'
	# Both parts have written as many bytes: what is in the file is of the second.
	printf 'abcd' >even
	u filter --part=1/2 -o piece even >part1
	u filter --part=2/2 -o ./piece even >part2
	run u merge part1 part2
	status_is 2
	silent
	err_has 'piece: two parts have written it'
	run u filter --part=1/2 binary
	status_is 2
	err_has '--part needs --output'
	run u filter --part=1/2 -o binary binary
	status_is 2
	silent
	run u filter --part=1/2 --unescape -o piece binary
	status_is 2
	err_has '--part does not go with --unescape'
	run u filter --part=1/2 --from=latin1 -o piece binary
	status_is 2
	err_has '--part does not go with --from=latin1'
	run u filter --part=1/2 --in-place -o piece binary
	status_is 2
	[ -e /dev/full ] || return 0
	run u filter --part=1/2 -o /dev/full --on-error=drop binary
	status_is 2
	silent
	err_has 'No space left'
	run u merge -o /dev/full part1 part2
	status_is 2
}

# What would be left out in silence is refused.
test_merge_options() {
	local word
	parts 2 check bad
	for word in --output=made --summary --break-links; do
		run u merge "$word" part1 part2
		status_is 2
		silent
		err_has "are for all parts of 'filter'"
		[ ! -e made ] || fail 'expected no output'
	done
	pieces 2 --on-error=drop bad
	run u merge --partial -o made part1 part2
	status_is 2
	err_has "are for all parts of 'filter'"
	for word in --list --quiet --max-errors=1 --text --json; do
		run u merge "$word" part1 part2
		status_is 2
		silent
		err_has "all parts of 'check'"
	done
	parts 2 stats bad
	run u merge --quiet part1 part2
	status_is 2
	silent
	run u merge --partial --json part1 part2
	status_is 2
	silent
}

test_merge_stats() {
	printf 'a\r\n\303\251\303\251bc\rd\200\n\nxyz' >text
	parts 5 stats text
	run u merge part1 part5 part3 part2 part4
	status_is 1
	u stats text | cmp - out || fail 'expected what stats prints'
	run u merge --json part1 part5 part3 part2 part4
	u stats --json text | cmp - out || fail 'expected what stats prints'
	run u stats --json --part=1/2 text
	status_is 2
	u check --part=1/5 text >part1
	run u merge part1 part5 part3 part2 part4
	status_is 2
	err_has 'of different commands'
}

test_part_usage() {
	local word
	for word in 0/1 2/1 1/0 1 / 1/ /1 a/b 1/2/3 -1/2 99999999999/99999999999 ''; do
		run u check --part="$word" good
		status_is 2
		err_has "--part: '$word' is not K/N"
	done
	run u check --part=1/2 --from=latin1 good
	status_is 2
	err_has '--part does not go with --from=latin1'
	for word in --json --list --quiet --text --max-errors=1 --html=page; do
		run u check --part=1/2 "$word" good
		status_is 2
		err_has "are for 'merge'"
	done
	run u check --part=1/2 good bad
	status_is 2
	err_has '--part needs one FILE'
	run u check --part=1/2
	status_is 2
	run u check --part=1/2 -r folder
	status_is 2
	run u check --part=1/2 folder
	status_is 2
	err_has 'folder: Is a directory'
	run u check --part=1/2 nowhere
	status_is 2
	err_has 'nowhere: No such file'
	run u check --part=1/2 /dev/null
	status_is 2
	err_has '/dev/null: --part needs a regular file'
	# In /proc a file has bytes, but its size is 0; in /sys it is another one.
	run u check --part=1/1 /proc/version
	status_is 2
	silent
	err_has '/proc/version: --part needs a file whose size is known'
	if [ -e /sys/kernel/mm/transparent_hugepage/enabled ]; then
		run u stats --part=1/1 /sys/kernel/mm/transparent_hugepage/enabled
		status_is 2
		silent
		err_has 'enabled: ended before byte 4096'
	fi
	{
		head -c 1 >/dev/null
		run u check --part=1/2 -
	} <good
	status_is 2
	err_has 'a file that is read from its start'
	[ -e /dev/full ] || return 0
	status=0
	u check --part=1/2 good >/dev/full 2>err || status=$?
	status_is 2
	parts 1 check bad
	status=0
	u merge part1 >/dev/full 2>err || status=$?
	status_is 2
}

# A power failure after the command leaves the whole file, under its name.
test_merge_filter_is_synced() {
	command -v strace >/dev/null || skip 'strace is not there'
	strace -qq -o trace true 2>/dev/null || skip 'strace may not trace here'
	run u filter --part=1/1 -o piece good
	cp out part
	run strace -f -y -o trace -e trace=fsync,linkat "$UTF8CHECK" merge -o made part
	status_is 0
	[ "$(sed -nE 's/^[0-9]+ +(fsync|linkat)\(.*/\1/p' trace | paste -sd ' ')" = 'fsync linkat fsync' ] ||
		fail "expected the file, its name, its folder: $(cat trace)"
	grep -qF "<$PWD>)" trace || fail "expected the folder: $(cat trace)"
}
