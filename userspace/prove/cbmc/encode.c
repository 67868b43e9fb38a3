// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * In any encoding and profile: what u8c_decode() reads u8c_encode() writes again, what
 * u8c_encode() writes u8c_decode() reads again, and the reference writes the same.
 */
#include "kunit/reference.h"
#include "any.h"

static bool same_bytes(const u8 *a, const u8 *b, size_t n)
{
	size_t i;

	for (i = 0; i < n && a[i] == b[i]; i++)
		;
	return i == n;
}

static void decode_then_encode(struct u8c_coding c)
{
	const size_t n = any_size(1, U8C_SEQUENCE_MAX);
	const u8 *const bytes = any_bytes(n);
	u8 *const again = any_bytes(U8C_SEQUENCE_MAX);
	struct utf8check_error e;
	u64 cp;
	int length;

	/* There a low surrogate after a high one is half of a pair. */
	__CPROVER_assume(!c.after_high || (c.encoding != UTF8CHECK_ENCODING_UTF16LE &&
					   c.encoding != UTF8CHECK_ENCODING_UTF16BE));
	length = u8c_decode(&c, u8c_text(bytes, n), nondet_bool(), &cp, &e);
	if (length <= 0)
		return;
	__CPROVER_assert(u8c_encode(&c, cp, again) == length, "the length again");
	__CPROVER_assert(same_bytes(bytes, again, length), "the bytes again");
}

static void encode_then_decode(struct u8c_coding c)
{
	u8 *const bytes = any_bytes(U8C_SEQUENCE_MAX), *const want = any_bytes(U8C_SEQUENCE_MAX);
	const u64 cp = nondet_u64();
	const size_t length = u8c_encode(&c, cp, bytes);
	struct utf8check_error e;
	u64 again;

	__CPROVER_assert(length <= U8C_SEQUENCE_MAX, "room");
	__CPROVER_assert(u8c_ref_write(&c, cp, want) == length, "the reference's length");
	__CPROVER_assert(same_bytes(bytes, want, length), "the reference's bytes");
	if (!length)
		return;
	__CPROVER_assert(u8c_decode(&c, u8c_text(bytes, length), true, &again, &e) ==
			 (int)length, "read again");
	__CPROVER_assert(again == cp, "the code point again");
}

int main(void)
{
	const struct u8c_coding c = any_coding();

	decode_then_encode(c);
	encode_then_decode(c);
	return 0;
}
