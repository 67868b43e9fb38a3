# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Tests of profiles, encodings, actions and marks; sourced by cli.sh.

# A pair of surrogates, a lone high one, six bytes, eight bytes.
PAIR='\355\240\275\355\270\200' HIGH='\355\240\275' SIX='\375\277\277\277\277\277'
EIGHT='\377\277\277\277\277\277\277\277'

# Which sequences a profile has is in data/vectors/profiles.jsonl; here is that each option
# takes its name: a text that it takes, and one that it refuses.
test_profiles() {
	local profile good bad command
	while read -r profile good bad; do
		printf '%b' "$good" >text
		exits 0 u check --profile=$profile text
		exits 0 u filter --profile=$profile --to=$profile text
		cmp text out || fail 'expected the text'
		printf '%b' "$bad" >text
		for command in check "filter --to=$profile"; do exits 1 u $command --profile=$profile text; done
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

# At the edges of chunks, and in holes.
test_far_encodings() {
	local shift n
	for shift in 1 2 3 4 5 6; do
		head -c $((1048576 - shift)) /dev/zero | tr '\0' a >text
		printf '%b' "$PAIR$HIGH" >>text
		run u check --profile=cesu8 text
		out_is "text:1:$((1048578 - shift)): byte $((1048582 - shift)): surrogate: ED A0 BD\n"
		run u check --profile=wtf8 text
		out_is "text:1:$((1048578 - shift)): byte $((1048579 - shift)): surrogate: ED B8 80\n"
	done
	printf 'a\0' >text
	truncate -s 4M text
	printf '\0\334' >>text
	exits 1 u check --from=utf-16le text
	out_is 'text:1:2097153: byte 4194304: surrogate: 00 DC\n'
	printf a >text
	truncate -s 1100000 text
	exits 1 u check --json --profile=mutf8 --max-errors=1 text
	json 'L[0]["error_count"] == 1099999 and L[0]["errors"][0]["reason"] == "invalid-byte"'
	n=$(or_fewer 1100000 70000)
	rm text
	truncate -s "$n" text
	exits 1 u check --forbid=control --max-errors=0 --json text
	json "L[0]['error_count'] == $n"
}

test_round_trips() {
	local p
	for p in rfc3629 wtf8 cesu8 mutf8 ucs2 rfc2279 extended; do
		u filter --profile=$p --to=$p --on-error=escape binary >escaped
		exits 0 u check --profile=$p escaped
		exits 0 u filter --profile=$p --to=$p --unescape escaped
		cmp binary out || fail "$p: expected the original bytes"
	done
}

# Of an earlier --to nothing stays: no profile, and no mark.
test_to_twice() {
	exits 0 u filter --to=mutf8 --to=utf-16le good
	cp out last
	exits 0 u filter --to=utf-16le good
	cmp last out || fail 'after mutf8'
	exits 0 u filter --to=utf-8-sig --to=utf-8 good
	cmp good out || fail 'after a mark'
	exits 0 u filter --bom=add --to=utf-8-sig --to=utf-8 good
	out_is "\ufeff$(cat good)\n"
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
				u $command --from=$from --profile=$profile text >out 2>err ||
					[ $? != 2 ] || all=2
			done
			u $command --from=auto --profile=$profile text >out 2>err || got=$?
			[ "$((got & 2))" = "$all" ] || fail "$command $profile: expected $all, as of the encodings"
			[ "$all" = 0 ] || err_has "--profile=$profile and --from=auto do not go together: "
		done
	done
}
