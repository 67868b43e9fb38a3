# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash
# Tests of profiles, encodings, actions and marks; sourced by cli.sh.

# A pair of surrogates, a lone high one, six bytes, eight bytes.
PAIR='\355\240\275\355\270\200'
HIGH='\355\240\275'
SIX='\375\277\277\277\277\277'
EIGHT='\377\277\277\277\277\277\277\277'

# profile_is NAME STATUS BYTES
profile_is() {
	printf '%b' "$3" >text
	exits "$2" u check --profile="$1" text
	exits "$2" u filter --profile="$1" --to="$1" text
	[ "$2" = 1 ] || cmp -s text out || fail "$1: expected the same bytes"
}

# Which sequences a profile has is in data/vectors/profiles.jsonl; here is that each option
# takes its name: a text that it takes, and one that it refuses.
test_profiles() {
	local profile good bad
	while read -r profile good bad; do
		profile_is "$profile" 0 "$good"
		profile_is "$profile" 1 "$bad"
	done <<-END
	rfc3629 \360\237\230\200 a$HIGH
	rfc3629 a\0b $SIX
	wtf8 a$HIGH a$PAIR
	cesu8 a$PAIR a$HIGH
	mutf8 a\300\200b a\0b
	ucs2 \342\202\254 \360\237\230\200
	ucs2 a\0b a$PAIR
	rfc2279 $SIX $EIGHT
	extended $EIGHT a$PAIR
	END
}

test_profile_records() {
	printf 'a\355\240\275\355\240\275b\355\240' >text
	exits 1 u check --profile=cesu8 text
	out_is 'text:1:2: byte 1: surrogate: ED A0 BD\ntext:1:3: byte 4: surrogate: ED A0 BD\ntext:1:5: byte 8: incomplete: ED A0\n'
	printf '\355\240\275\355\270\200\n\0' >text
	run u check --profile=wtf8 text
	out_is 'text:1:2: byte 3: surrogate: ED B8 80\n'
	run u check --profile=mutf8 text
	out_is 'text:2:1: byte 7: invalid-byte: 00\n'
	printf '\360\237\230\200\376\202\200\200\200\200\200' >text
	run u check --json --profile=ucs2 text
	json 'L[0]["errors"][0]["reason"] == "out-of-range" and L[0]["errors"][0]["value"] == 0x1f600'
	run u check --json --profile=extended text
	json 'L[0]["valid"] and L[0]["code_points"] == 2'
}

# A pair counts as one code point, a surrogate at a chunk's edge is not torn.
test_profile_columns() {
	printf '\355\240\275\355\270\200\355\240\275\355\270\200\377' >text
	run u check --profile=cesu8 text
	out_is 'text:1:3: byte 12: invalid-byte: FF\n'
	local shift
	for shift in 1 2 3 4 5 6; do
		head -c $((1048576 - shift)) /dev/zero | tr '\0' a >long
		printf '%b' "$PAIR$HIGH" >>long
		run u check --profile=cesu8 long
		out_is "long:1:$((1048578 - shift)): byte $((1048582 - shift)): surrogate: ED A0 BD\n"
		run u check --profile=wtf8 long
		out_is "long:1:$((1048578 - shift)): byte $((1048579 - shift)): surrogate: ED B8 80\n"
	done
}

test_convert() {
	printf '%b' "a$PAIR" >text
	exits 0 u filter --profile=cesu8 text
	out_is 'a\0360\0237\0230\0200'
	cp out proper
	run u filter --to=cesu8 proper
	cmp text out
	printf 'a\0' >text
	run u filter --to=mutf8 text
	out_is 'a\0300\0200'
}

# What the output cannot hold is an error with its offset, never lost.
test_convert_unrepresentable() {
	printf '%b' "ab${HIGH}c" >text
	exits 1 u filter --profile=wtf8 text
	out_is 'ab'
	err_has 'text:1:3: byte 2: surrogate: ED A0 BD'
	exits 0 u filter --profile=wtf8 --on-error=replace text
	out_is 'ab\0357\0277\0275c'
	printf '%b' "ab${SIX}c" >text
	exits 1 u filter --profile=rfc2279 text
	err_has 'byte 2: out-of-range: FD BF BF BF BF BF'
	printf 'x\360\237\230\200' >text
	exits 1 u filter --to=ucs2 text
	out_is x
	err_has 'byte 1: out-of-range: F0 9F 98 80'
}

test_wide() {
	local e
	command -v iconv >/dev/null || skip 'iconv is not there'
	for e in UTF-16LE UTF-16BE UTF-32LE UTF-32BE; do
		iconv -f UTF-8 -t $e good >wide
		exits 0 u filter --from="${e,,}" wide
		cmp good out || fail "from $e"
		exits 0 u filter --to="${e,,}" good
		cmp wide out || fail "to $e"
		exits 0 u check --from="${e,,}" --json wide
		json 'L[0]["code_points"] == 12'
	done
}

test_wide_errors() {
	# a, line feed, lone low, b, lone high
	printf 'a\0\n\0\0\334b\0\0\330' >wide
	exits 1 u check --from=utf-16le wide
	out_is 'wide:2:1: byte 4: surrogate: 00 DC\nwide:2:3: byte 8: surrogate: 00 D8\n'
	exits 1 u filter --from=utf-16le wide
	out_is 'a\n'
	err_has 'wide:2:1: byte 4: surrogate: 00 DC'
	exits 0 u filter --from=utf-16le --on-error=replace wide
	out_is 'a\n\0357\0277\0275b\0357\0277\0275'
	exits 0 u filter --from=utf-16le --profile=wtf8 --to=wtf8 wide
	out_is 'a\n\0355\0260\0200b\0355\0240\0200'
	cp out lone
	exits 1 u filter --profile=wtf8 --to=utf-16le lone
	exits 0 u filter --profile=wtf8 --to=utf-16le --to-profile=wtf8 lone
	cmp wide out
	printf '\0\021\0\0\0\0\0' >wide
	run u check --from=utf-32be wide
	out_is 'wide:1:1: byte 0: out-of-range: 00 11 00 00\nwide:1:2: byte 4: incomplete: 00 00 00\n'
}

# A hole in a file of another encoding is text like any other.
test_wide_hole() {
	printf 'a\0' >wide
	truncate -s 4M wide
	printf '\0\334' >>wide
	run u check --from=utf-16le wide
	out_is 'wide:1:2097153: byte 4194304: surrogate: 00 DC\n'
}

test_hole_is_error() {
	printf a >holes
	truncate -s 1100000 holes
	exits 1 u check --json --profile=mutf8 --max-errors=1 holes
	json 'L[0]["error_count"] == 1099999 and L[0]["errors"][0]["reason"] == "invalid-byte"'
}

test_auto() {
	printf '\377\376a\0' >wide
	run u filter --from=auto wide
	out_is '\0357\0273\0277a'
	run u filter --from=auto --bom=strip wide
	out_is a
	run u filter --from=auto good
	cmp good out
	printf '\377\376\0\0a\0\0\0\0\0\021\0\377' >wide
	exits 1 u check --from=auto wide
	out_is 'wide:1:3: byte 8: out-of-range: 00 00 11 00\nwide:1:4: byte 12: incomplete: FF\n'
	printf '\376\377\0a\334\0\0b\334\0' >wide
	run u check --from=auto --list wide good
	out_is 'wide\n'
	run u check --from=auto wide
	out_is 'wide:1:3: byte 4: surrogate: DC 00\nwide:1:5: byte 8: surrogate: DC 00\n'
}

test_bom() {
	printf '\357\273\277a' >marked
	run u filter --bom=strip marked; out_is a
	run u filter marked; cmp marked out
	run u filter --bom=add marked; cmp marked out
	printf a >plain
	run u filter --bom=add plain; cmp marked out
	run u filter --bom=add --to=utf-16be plain; out_is '\0376\0377\0a'
	exits 0 u filter --bom=require marked; cmp marked out
	exits 1 u filter --bom=require plain
	silent
	err_has 'plain:1:1: byte 0: bom: missing'
	exits 1 u filter --bom=forbid marked
	silent
	err_has 'marked:1:1: byte 0: bom: EF BB BF (U+FEFF ZERO WIDTH NO-BREAK SPACE)'
}

test_check_bom() {
	printf '\357\273\277a\357\273\277\377' >marked
	printf 'a\377' >plain
	exits 1 u check --bom=require marked plain
	out_is 'marked:1:4: byte 7: invalid-byte: FF\nplain:1:1: byte 0: bom: missing\nplain:1:2: byte 1: invalid-byte: FF\n'
	run u check --bom=forbid marked plain
	out_is 'marked:1:1: byte 0: bom: EF BB BF (U+FEFF ZERO WIDTH NO-BREAK SPACE)\nmarked:1:4: byte 7: invalid-byte: FF\nplain:1:2: byte 1: invalid-byte: FF\n'
	exits 1 u check --bom=require --json empty
	json 'L[0]["errors"] == [{"offset": 0, "length": 0, "reason": "bom", "bytes": "", "line": 1, "column": 1}]'
	fails_with "it is for 'filter'" u check --bom=strip good
}

test_forbid() {
	local n
	printf 'a\tb\033[m\342\200\256x\n' >text
	exits 1 u check --forbid=control,bidi-control text
	out_is 'text:1:4: byte 3: control: 1B (U+001B ESCAPE)\ntext:1:7: byte 6: bidi-control: E2 80 AE (U+202E RIGHT-TO-LEFT OVERRIDE)\n'
	exits 0 u check text
	run u filter --forbid=control --on-error=escape text
	out_is 'a\tb\\x1b[m\0342\0200\0256x\n'
	run u filter --forbid=control --forbid=bidi-control --on-error=drop text
	out_is 'a\tb[mx\n'
	exits 0 u check --forbid=control good
	n=$(or_fewer 1100000 70000)
	truncate -s "$n" zeros
	run u check --forbid=control --max-errors=0 --json zeros
	json 'L[0]["error_count"] == '"$n"
}

test_escape_round_trip() {
	local p
	printf 'a\\b\300\257\\xff\377' >text
	exits 0 u filter --on-error=escape text
	out_is 'a\\\\b\\xc0\\xaf\\\\xff\\xff'
	for p in rfc3629 wtf8 cesu8 mutf8 ucs2 rfc2279 extended; do
		u filter --profile=$p --to=$p --on-error=escape binary >escaped
		exits 0 u check --profile=$p escaped
		exits 0 u filter --profile=$p --to=$p --unescape escaped
		cmp binary out || fail "$p: expected the original bytes"
	done
}

test_unescape_errors() {
	printf 'ab\\n' >text
	exits 1 u filter --unescape text
	out_is 'ab'
	err_has 'text:1:3: byte 2: truncated: 5C'
	printf 'ab\\x4' >text
	exits 1 u filter --unescape text
	out_is ab
}

test_shortest() {
	printf '..\300\257..\374\200\200\200\200\257%b' "$PAIR" >text
	exits 0 u filter --on-error=shortest text
	out_is '../../\0360\0237\0230\0200'
	printf 'a\300\256\377b' >text
	exits 1 u filter --on-error=shortest text
	out_is 'a.'
	err_has 'text:1:2: byte 1: overlong: C0 AE'
	err_has 'text: byte 3: cannot be mended'
}

test_pass_wide() {
	printf 'a\0\0\334b\0' >wide
	exits 1 u filter --from=utf-16le --to=utf-16le --on-error=pass wide
	cmp wide out
}

test_summary() {
	exits 0 u filter --on-error=replace --summary bad
	grep -qx 'bad: overlong: 1' err || fail overlong
	grep -qx 'bad: unexpected-continuation: 3' err || fail unexpected-continuation
	grep -qx 'bad: surrogate: 1' err || fail surrogate
	[ "$(wc -l <err)" = 3 ] || fail 'expected three lines'
	run u filter --summary good
	err_empty
}

# refused FIRST SECOND WHY: two options, in either order.
refused() {
	fails_with "$1 and $2 do not go together: $3" u filter "$1" "$2" good
	silent
	fails_with "$1 and $2 do not go together: $3" u filter "$2" "$1" good
}

test_senseless() {
	local why='cesu8 and mutf8 are ways to write UTF-8 only, and ucs2 has no UTF-32'
	refused --profile=cesu8 --from=utf-16le "$why"
	refused --profile=ucs2 --from=utf-32be "$why"
	refused --to-profile=mutf8 --to=utf-16be "$why"
	refused --to-profile=ucs2 --to=utf-32le "$why"
	why='ill-formed bytes can pass only when the encoding does not change'
	refused --from=utf-16le --on-error=pass "$why"
	refused --to=utf-16le --on-error=pass "$why"
	refused --from=auto --on-error=pass "$why"
	refused --on-error=escape --unescape 'the one undoes the other'
	why='only UTF-8 is unescaped, and into UTF-8'
	refused --from=utf-16le --unescape "$why"
	refused --to=utf-16le --unescape "$why"
	fails_with '--profile=mutf8 and --from=utf-16be do not go together: ' u check --profile=mutf8 --from=utf-16be good
}

# What does not come whole does not replace the file.
test_in_place_convert() {
	cp good place
	exits 0 u filter --in-place --to=utf-16le place
	run u filter --from=utf-16le place
	cmp good out
	cp place before
	exits 1 u filter --in-place --from=utf-32le place
	cmp place before
}

# "auto" takes the profiles that each encoding takes, which it may find; so does a part.
test_auto_profiles() {
	local profile command from all got
	printf '\377\376a\0' >text
	for profile in rfc3629 wtf8 rfc2279 extended cesu8 mutf8 ucs2; do
		for command in check 'check --part=1/2' filter; do
			all=0 got=0
			for from in utf-8 utf-16le utf-16be utf-32le utf-32be; do
				# shellcheck disable=SC2086 # words
				u $command --from=$from --profile=$profile text >out 2>err ||
					[ $? != 2 ] || all=2
			done
			# shellcheck disable=SC2086 # words
			u $command --from=auto --profile=$profile text >out 2>err || got=$?
			[ "$((got & 2))" = "$all" ] || fail "$command $profile: expected $all, as of the encodings"
			[ "$all" = 0 ] || err_has "--profile=$profile and --from=auto do not go together: "
		done
	done
}
