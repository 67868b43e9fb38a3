# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Tests of conformance; sourced by cli.sh.

test_conformance_rows() {
	cat >vectors <<-'END'
	{"id":"right","profile":"rfc3629","hex":"c0af","valid":false,"first_error_offset":0,"replaced_hex":"efbfbdefbfbd","more":[1]}

	{"id":"unasserted","profile":"rfc3629","hex":"61ff","valid":false,"first_error_offset":null,"replaced_hex":null}
	{"id":"wrong-verdict","profile":"rfc3629","hex":"c0af","valid":true}
	{"id":"wrong-offset","profile":"rfc3629","hex":"61ff","valid":false,"first_error_offset":0}
	{"id":"wrong-output","profile":"rfc3629","hex":"c0af","valid":false,"replaced_hex":"efbfbd"}
	{"id":"other-profile","profile":"wtf8","hex":"eda080","valid":true,"replaced_hex":"eda080"}
	{"id":"transcoded","from":"utf-16le","to":"utf-32be","in_hex":"6100","out_hex":"00000061"}
	{"id":"wrong-transcoded","from":"utf-16le","in_hex":"6100","out_hex":"62"}
	{"id":"policy","kind":"component","policy":"safe","hex":"2d61","primary":"leading-dash","classes":["leading-dash"]}
	{"id":"other-form","form":"nfc","in_hex":"65cc81","out_hex":"c3a9"}
	{"id":"stream-safe","stream_safe":true,"in_hex":"61","out_hex":"61"}
	{"id":"wrong-form","form":"nfc","in_hex":"65cc81","out_hex":"61"}
	{"id":"danger","kind":"component","hex":"efbc8f","primary":"compat-danger","classes":["compat-danger","bestfit-danger","url-danger"]}
	{"id":"ok-is-none","kind":"component","hex":"61","primary":"ok","classes":["ok"]}
	{"id":"wrong-class","kind":"component","hex":"2e2e","primary":"dot","classes":["dot"]}
	END
	exits 1 u conformance vectors
	tail -n 1 out | grep -qx '9 passed, 6 failed, 0 skipped' || fail 'expected other numbers'
	grep -q '^FAIL: wrong-verdict: .*expected valid, found overlong at byte 0' out || fail wrong-verdict
	grep -q '^FAIL: wrong-offset: .*expected 0, found 1' out || fail wrong-offset
	grep -q '^FAIL: wrong-output: .*expected efbfbd, found efbfbdefbfbd' out || fail wrong-output
	grep -q '^FAIL: wrong-class: .*expected dot \[dot\], found dotdot \[dotdot\]' out || fail wrong-class
	grep -q '^FAIL: wrong-transcoded: .*expected 62, found 61' out || fail wrong-transcoded
	grep -q '^FAIL: wrong-form: .*expected 61, found c3a9' out || fail wrong-form
	run u conformance --tap vectors
	[ "$(grep -c '^not ok' out)" = 6 ] || fail 'expected six times not ok'
	grep -qx 1..15 out || fail 'expected a plan'
	! grep -q '# SKIP' out || fail 'nothing is left out'
}

test_conformance_order() {
	cat >vectors <<-'END'
	{"id":"pair","profile":"cesu8","encoding":"utf-8","hex":"eda080edb080","at":3,"previous":0,"next":6,"more":null}
	{"id":"none","profile":"rfc3629","encoding":"utf-8","hex":"618080808080808080808080","at":10,"previous":null,"next":12}
	{"id":"wrong-previous","profile":"rfc3629","encoding":"utf-8","hex":"eda080edb080","at":3,"previous":0,"next":3}
	{"id":"wrong-next","profile":"rfc3629","encoding":"utf-16be","hex":"d800dc00","at":2,"previous":0,"next":null}
	{"id":"wrong-none","profile":"rfc3629","encoding":"utf-8","hex":"618080808080808080808080","at":10,"previous":0,"next":12}
	{"id":"supplementary","profile":"rfc3629","encoding":"utf-16be","hex":"ffff","other_hex":"d800dc00","order":-1,"first_difference":0}
	{"id":"equal","profile":"rfc3629","encoding":"utf-8","hex":"61","other_hex":"61","order":0,"first_difference":null}
	{"id":"wrong-order","profile":"rfc3629","encoding":"utf-8","hex":"61","other_hex":"62","order":1,"first_difference":0}
	{"id":"wrong-equal","profile":"rfc3629","encoding":"utf-8","hex":"61","other_hex":"","order":0,"first_difference":null}
	{"id":"wrong-difference","profile":"rfc3629","encoding":"utf-8","hex":"c3a9","other_hex":"c3aa","order":-1,"first_difference":1}
	{"id":"mark","hex":"fffe0000","signature":"UTF-32LE","signature_length":4}
	{"id":"no-mark","hex":"61","signature":null,"signature_length":0}
	{"id":"wrong-signature","hex":"fffe0000","signature":"UTF-16LE","signature_length":4}
	{"id":"wrong-length","hex":"fffe0000","signature":"UTF-32LE","signature_length":2}
	{"id":"wrong-no-mark","hex":"efbbbf","signature":null,"signature_length":0}
	{"id":"is-validity","profile":"rfc3629","hex":"61","valid":true,"at":"home","other_hex":1,"signature_length":-1}
	END
	exits 1 u conformance vectors
	tail -n 1 out | grep -qx '7 passed, 9 failed, 0 skipped' || fail 'expected other numbers'
	grep -qx "FAIL: wrong-previous: $ENGINE: previous: expected 0, found 3" out || fail wrong-previous
	grep -qx "FAIL: wrong-next: $ENGINE: next: expected none, found 4" out || fail wrong-next
	grep -qx "FAIL: wrong-none: $ENGINE: previous: expected 0, found none" out || fail wrong-none
	grep -qx "FAIL: wrong-order: $ENGINE: order: expected 1, found -1" out || fail wrong-order
	grep -qx "FAIL: wrong-equal: $ENGINE: order: expected 0, found 1" out || fail wrong-equal
	grep -qx "FAIL: wrong-difference: $ENGINE: first_difference: expected 1, found 0" out || fail wrong-difference
	grep -qx "FAIL: wrong-signature: $ENGINE: signature: expected UTF-16LE, found UTF-32LE" out || fail wrong-signature
	grep -qx "FAIL: wrong-length: $ENGINE: signature_length: expected 2, found 4" out || fail wrong-length
	grep -qx "FAIL: wrong-no-mark: $ENGINE: signature: expected none, found UTF-8" out || fail wrong-no-mark
}

# Each has one mistake, which the message names.
test_conformance_order_malformed() {
	local text='"profile":"rfc3629","encoding":"utf-8","hex":"6162"' key keys
	while read -r key keys; do
		printf '{"id":"x",%s}\n' "${keys/TEXT/$text}" >rows
		fails_with "rows:1: \"$key\"" u conformance rows
		out_is '0 passed, 0 failed, 0 skipped\n'
	done <<-'END'
	at TEXT,"at":3,"previous":0,"next":0
	at TEXT,"at":-1,"previous":0,"next":0
	at TEXT,"at":1.0,"previous":1,"next":1
	at TEXT,"at":"1","previous":1,"next":1
	previous TEXT,"at":1,"next":1
	previous TEXT,"at":1,"previous":-1,"next":1
	previous TEXT,"at":1,"previous":1
	previous TEXT,"at":1,"previous":1,"next":"none"
	hex "profile":"rfc3629","encoding":"utf-8","at":0,"previous":0,"next":0
	hex "profile":"rfc3629","encoding":"utf-8","hex":"6","other_hex":"61","order":0,"first_difference":null
	profile "encoding":"utf-8","hex":"61","at":0,"previous":0,"next":0
	profile "profile":"utf9","encoding":"utf-8","hex":"61","at":0,"previous":0,"next":0
	profile "profile":"cesu8","encoding":"utf-16le","hex":"","at":0,"previous":0,"next":0
	profile "profile":"rfc3629","encoding":"auto","hex":"","at":0,"previous":0,"next":0
	encoding "profile":"rfc3629","hex":"61","at":0,"previous":0,"next":0
	encoding "profile":"rfc3629","encoding":"utf-7","hex":"61","other_hex":"61","order":0,"first_difference":null
	other_hex TEXT,"other_hex":"6","order":0,"first_difference":null
	order TEXT,"other_hex":"61","first_difference":1
	order TEXT,"other_hex":"61","order":2,"first_difference":1
	order TEXT,"other_hex":"61","order":true,"first_difference":1
	first_difference TEXT,"other_hex":"61","order":1
	first_difference TEXT,"other_hex":"61","order":1,"first_difference":"1"
	first_difference TEXT,"other_hex":"61","order":1,"first_difference":null
	first_difference TEXT,"other_hex":"6162","order":0,"first_difference":2
	hex "signature":null,"signature_length":0
	signature "hex":"61","signature_length":0
	signature "hex":"61","signature":1,"signature_length":1
	signature "hex":"61","signature":"","signature_length":0
	signature_length "hex":"61","signature":null,"signature_length":"0"
	signature_length "hex":"61","signature":null,"signature_length":-1
	signature_length "hex":"61","signature":null,"signature_length":2
	signature_length "hex":"61","signature":"UTF-8","signature_length":0
	END
}

# An engine that says something else than the other is status 3, also where
# another row has failed; nothing is wrong with those that agree.
test_conformance_disagree() {
	preload liar
	cat >rows <<-'END'
	{"id":"agreed","kind":"component","hex":"61","primary":"ok","classes":[]}
	{"id":"failed","kind":"component","hex":"61","primary":"dotdot","classes":["dotdot"]}
	{"id":"disagreed","kind":"component","hex":"2e2e","primary":"dotdot","classes":["dotdot"]}
	END
	exits 3 env UTF8CHECK_DEVICE=/dev/null LD_PRELOAD="$TMP/liar.so" \
		"$UTF8CHECK" conformance --engine=both rows
	grep -q '^FAIL: disagreed: device: expected dotdot' out || fail 'expected disagreed'
	tail -n 1 out | grep -qx '1 passed, 2 failed, 0 skipped' || fail 'expected other numbers'
	head -n 1 rows >one
	exits 0 env UTF8CHECK_DEVICE=/dev/null LD_PRELOAD="$TMP/liar.so" \
		"$UTF8CHECK" conformance --engine=both one
}
