// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Any bytes, in the profile and encoding of C: u8c_decode() says what the reference
 * says, and the record is the same.
 */
#include "kunit/exhaustive.h"
#include "kunit/reference.h"
#include "any.h"

int main(void)
{
	struct utf8check_error e = { 0 }, want_e = { 0 };
	const struct u8c_coding c = any_coding();
	const size_t n = any_size(1, U8C_SEQUENCE_MAX + 1);
	u8 *const bytes = any_bytes(n);
	const bool final = nondet_bool();
	u64 cp = 0, want_cp = 0;
	int got, want;

	got = u8c_decode(&c, u8c_text(bytes, n), final, &cp, &e);
	want = u8c_ref_sequence(&c, bytes, n, final, &want_cp, &want_e);
	__CPROVER_assert(got == want, "answer");
	__CPROVER_assert(got <= 0 || cp == want_cp, "code point");
	__CPROVER_assert(got || u8c_same_error(&e, &want_e), "record");
	return 0;
}
