# SPDX-License-Identifier: GPL-2.0-only OR MIT
# shellcheck shell=bash
# Tests of profiles, encodings, actions and marks; sourced by cli.sh.

# A pair of surrogates, a lone high one, six bytes, eight bytes.
PAIR='\355\240\275\355\270\200' HIGH='\355\240\275' SIX='\375\277\277\277\277\277'
EIGHT='\377\277\277\277\277\277\277\277'

# Which sequences a profile has is in data/vectors/profiles.jsonl; here is that each option
# takes its name: a text that it takes, and one that it refuses.
test_profiles() {
	local profile good bad
	while read -r profile good bad; do
		rows <<-END
		0 | check --profile=$profile | $good | |
		0 | filter --profile=$profile --to=$profile | | = |
		1 | check --profile=$profile | $bad | ~ |
		1 | filter --profile=$profile --to=$profile | | ~ |
		END
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

# Where errors are, how long they are, and what converted text is; what the output cannot hold
# is an error with its offset, never lost.
test_encodings() {
	rows <<-END
	1 | check --profile=cesu8 | a$HIGH${HIGH}b\355\240 | text:1:2: byte 1: surrogate: ED A0 BD\ntext:1:3: byte 4: surrogate: ED A0 BD\ntext:1:5: byte 8: incomplete: ED A0\n |
	1 | check --profile=wtf8 | $PAIR\n\0 | text:1:2: byte 3: surrogate: ED B8 80\n |
	1 | check --profile=mutf8 | | text:2:1: byte 7: invalid-byte: 00\n |
	1 | check --json --profile=ucs2 | \360\237\230\200\376\202\200\200\200\200\200 | json L[0]["errors"][0]["reason"] == "out-of-range" and L[0]["errors"][0]["value"] == 0x1f600 |
	0 | check --json --profile=extended | | json L[0]["valid"] and L[0]["code_points"] == 2 |
	1 | check --profile=cesu8 | $PAIR$PAIR\377 | text:1:3: byte 12: invalid-byte: FF\n |
	0 | filter --profile=cesu8 | a$PAIR | a\0360\0237\0230\0200 |
	0 | filter --to=cesu8 | a\360\237\230\200 | a\0355\0240\0275\0355\0270\0200 |
	0 | filter --to=mutf8 | a\0 | a\0300\0200 |
	1 | filter --profile=wtf8 | ab${HIGH}c | ab | text:1:3: byte 2: surrogate: ED A0 BD
	0 | filter --profile=wtf8 --on-error=replace | | ab\0357\0277\0275c |
	1 | filter --profile=rfc2279 | ab${SIX}c | ab | byte 2: out-of-range: FD BF BF BF BF BF
	1 | filter --to=ucs2 | x\360\237\230\200 | x | byte 1: out-of-range: F0 9F 98 80
	1 | check --from=utf-16le | a\0\n\0\0\334b\0\0\330 | text:2:1: byte 4: surrogate: 00 DC\ntext:2:3: byte 8: surrogate: 00 D8\n |
	1 | filter --from=utf-16le | | a\n | text:2:1: byte 4: surrogate: 00 DC
	0 | filter --from=utf-16le --on-error=replace | | a\n\0357\0277\0275b\0357\0277\0275 |
	0 | filter --from=utf-16le --profile=wtf8 --to=wtf8 | | a\n\0355\0260\0200b\0355\0240\0200 |
	1 | filter --profile=wtf8 --to=utf-16le | a\n\355\260\200b\355\240\200 | ~ |
	0 | filter --profile=wtf8 --to=utf-16le --to-profile=wtf8 | | a\0\n\0\0\0334b\0\0\0330 |
	1 | check --from=utf-32be | \0\021\0\0\0\0\0 | text:1:1: byte 0: out-of-range: 00 11 00 00\ntext:1:2: byte 4: incomplete: 00 00 00\n |
	0 | filter --from=auto | \377\376a\0 | \0357\0273\0277a |
	0 | filter --from=auto --bom=strip | | a |
	0 | filter --from=auto | h\303\251 | = |
	1 | check --from=auto | \377\376\0\0a\0\0\0\0\0\021\0\377 | text:1:3: byte 8: out-of-range: 00 00 11 00\ntext:1:4: byte 12: incomplete: FF\n |
	1 | check --from=auto --list good | \376\377\0a\334\0\0b\334\0 | text\n |
	1 | check --from=auto | | text:1:3: byte 4: surrogate: DC 00\ntext:1:5: byte 8: surrogate: DC 00\n |
	1 | filter --from=utf-16le --to=utf-16le --on-error=pass | a\0\0\334b\0 | = |
	END
}

test_marks_and_actions() {
	rows <<-END
	0 | filter --bom=strip | \357\273\277a | a |
	0 | filter | | = |
	0 | filter --bom=add | | = |
	0 | filter --bom=require | | = |
	1 | filter --bom=forbid | | | text:1:1: byte 0: bom: EF BB BF (U+FEFF ZERO WIDTH NO-BREAK SPACE)
	0 | filter --bom=add | a | \0357\0273\0277a |
	0 | filter --bom=add --to=utf-16be | | \0376\0377\0a |
	1 | filter --bom=require | | | text:1:1: byte 0: bom: missing
	1 | check --bom=require | \357\273\277a\357\273\277\377 | text:1:4: byte 7: invalid-byte: FF\n |
	1 | check --bom=forbid | | text:1:1: byte 0: bom: EF BB BF (U+FEFF ZERO WIDTH NO-BREAK SPACE)\ntext:1:4: byte 7: invalid-byte: FF\n |
	1 | check --bom=require | a\377 | text:1:1: byte 0: bom: missing\ntext:1:2: byte 1: invalid-byte: FF\n |
	1 | check --bom=forbid | | text:1:2: byte 1: invalid-byte: FF\n |
	1 | check --bom=require --json empty | \357\273\277 | json L[0]["errors"] == [{"offset": 0, "length": 0, "reason": "bom", "bytes": "", "line": 1, "column": 1}] |
	2 | check --bom=strip | | | it is for 'filter'
	1 | check --forbid=control,bidi-control | a\tb\033[m\342\200\256x\n | text:1:4: byte 3: control: 1B (U+001B ESCAPE)\ntext:1:7: byte 6: bidi-control: E2 80 AE (U+202E RIGHT-TO-LEFT OVERRIDE)\n |
	0 | check | | |
	0 | filter --forbid=control --on-error=escape | | a\tb\\\\x1b[m\0342\0200\0256x\n |
	0 | filter --forbid=control --forbid=bidi-control --on-error=drop | | a\tb[mx\n |
	0 | filter --on-error=escape | a\\\\b\300\257\\\\xff\377 | a\\\\\\\\b\\\\xc0\\\\xaf\\\\\\\\xff\\\\xff |
	0 | check --forbid=control | h\303\251\n | |
	0 | filter --summary | | = |
	1 | filter --unescape | ab\\\\n | ab | text:1:3: byte 2: truncated: 5C
	1 | filter --unescape | ab\\\\x4 | ab | incomplete
	0 | filter --on-error=shortest | ..\300\257..\374\200\200\200\200\257$PAIR | ../../\0360\0237\0230\0200 |
	1 | filter --on-error=shortest | a\300\256\377b | a. | text:1:2: byte 1: overlong: C0 AE
	1 | filter --on-error=shortest | | a. | text: byte 3: cannot be mended
	END
	exits 0 u filter --on-error=replace --summary bad
	[ "$(sort err)" = $'bad: overlong: 1\nbad: surrogate: 1\nbad: unexpected-continuation: 3' ] || fail 'expected three lines'
}

# At the edges of chunks, and in holes.
test_far_encodings() {
	local shift n
	for shift in 1 2 3 4 5 6; do
		head -c $((1048576 - shift)) /dev/zero | tr '\0' a >text
		printf '%b' "$PAIR$HIGH" >>text
		rows <<-END
		1 | check --profile=cesu8 | | text:1:$((1048578 - shift)): byte $((1048582 - shift)): surrogate: ED A0 BD\n |
		1 | check --profile=wtf8 | | text:1:$((1048578 - shift)): byte $((1048579 - shift)): surrogate: ED B8 80\n |
		END
	done
	printf 'a\0' >text
	truncate -s 4M text
	printf '\0\334' >>text
	rows <<<'1 | check --from=utf-16le | | text:1:2097153: byte 4194304: surrogate: 00 DC\n |'
	printf a >text
	truncate -s 1100000 text
	rows <<<'1 | check --json --profile=mutf8 --max-errors=1 | | json L[0]["error_count"] == 1099999 and L[0]["errors"][0]["reason"] == "invalid-byte" |'
	n=$(or_fewer 1100000 70000)
	rm text
	truncate -s "$n" text
	rows <<<"1 | check --forbid=control --max-errors=0 --json | | json L[0]['error_count'] == $n |"
}

test_round_trips() {
	local e p
	for p in rfc3629 wtf8 cesu8 mutf8 ucs2 rfc2279 extended; do
		u filter --profile=$p --to=$p --on-error=escape binary >escaped
		exits 0 u check --profile=$p escaped
		exits 0 u filter --profile=$p --to=$p --unescape escaped
		cmp binary out || fail "$p: expected the original bytes"
	done
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

# Two options, in either order, and why not.
test_senseless() {
	local first second why
	local utf8='cesu8 and mutf8 are ways to write UTF-8 only, and ucs2 has no UTF-32'
	local passed='ill-formed bytes can pass only when the encoding does not change'
	local unescaped='only UTF-8 is unescaped, and into UTF-8'
	while read -r first second why; do
		fails_with "$first and $second do not go together: $why" u filter "$first" "$second" good
		silent
		fails_with "$first and $second do not go together: $why" u filter "$second" "$first" good
	done <<-END
	--profile=cesu8 --from=utf-16le $utf8
	--profile=ucs2 --from=utf-32be $utf8
	--to-profile=mutf8 --to=utf-16be $utf8
	--to-profile=ucs2 --to=utf-32le $utf8
	--from=utf-16le --on-error=pass $passed
	--to=utf-16le --on-error=pass $passed
	--from=auto --on-error=pass $passed
	--on-error=escape --unescape the one undoes the other
	--from=utf-16le --unescape $unescaped
	--to=utf-16le --unescape $unescaped
	END
	fails_with '--profile=mutf8 and --from=utf-16be do not go together: ' u check --profile=mutf8 --from=utf-16be good
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
