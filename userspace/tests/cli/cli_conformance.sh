# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Tests of conformance; sourced by cli.sh.

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
	next TEXT,"at":1,"previous":1
	next TEXT,"at":1,"previous":1,"next":"none"
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
	signature_length "hex":"61","signature":"","signature_length":0
	signature_length "hex":"61","signature":null,"signature_length":"0"
	signature_length "hex":"61","signature":null,"signature_length":-1
	signature_length "hex":"61","signature":null,"signature_length":2
	signature_length "hex":"61","signature":"UTF-8","signature_length":0
	END
}

# A line that has no room ends the reading, but not in silence.
test_conformance_memory() {
	echo '{"id":"a","kind":"component","hex":"61","primary":"ok","classes":[]}' >rows
	truncate -s 300M rows
	(ulimit -v 200000 && exits 2 u conformance rows)
	err_has 'utf8check: conformance: rows: Cannot allocate memory'
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
