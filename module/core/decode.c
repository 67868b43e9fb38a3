// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * One sequence at a time, by Unicode Table 3-7 (RFC 3629 section 4).
 *
 * This is the slow and exact half of the core: the hot loops only find where
 * well-formed text ends, and what stands there is judged here.
 *
 * A lead says how long a sequence a lax decoder reads (its "lax length", 2 to
 * 8).  Table 3-7 cuts that down: fewer leads, and for E0, ED, F0 and F4 a
 * narrower range of second bytes.  A sequence is well-formed when the lead is
 * one of the table's, the second byte is in its range and all others up to the
 * lax length are continuations.  Otherwise its maximal subpart (D93b) is as
 * much of that as is there, at least one byte.
 *
 * The record of an ill-formed sequence also says whether the bytes are a
 * complete longer form, which takes more bytes than its maximal subpart.  As
 * long as those could still come the answer is "undecided", so that a stream
 * gives the same record in any split.
 */
#include "decode.h"

unsigned int u8c_lax_length(u8 lead)
{
	/* The number of ones before the first zero bit. */
	if (lead < 0x80)
		return 1;
	if (lead < 0xc0)
		return 0;
	return lead == 0xff ? 8 : __builtin_clz((u8)~lead) - 24;
}

u64 u8c_lax_value(const u8 *p, unsigned int n)
{
	u64 value = n < 8 ? p[0] & (0x7f >> n) : 0;
	unsigned int i;

	if (n == 1)
		return p[0];
	for (i = 1; i < n; i++)
		value = value << 6 | (p[i] & 0x3f);
	return value;
}

/* The second bytes that Table 3-7 allows after @lead; none when lo > hi. */
static void second_range(u8 lead, u8 *lo, u8 *hi)
{
	*lo = 0x80;
	*hi = 0xbf;
	switch (lead) {
	case 0xe0:
		*lo = 0xa0;
		break;
	case 0xed:
		*hi = 0x9f;
		break;
	case 0xf0:
		*lo = 0x90;
		break;
	case 0xf4:
		*hi = 0x8f;
		break;
	case 0xc0 ... 0xc1:
	case 0xf5 ... 0xff:
		*lo = 0xff;
		break;
	}
}

/*
 * Why @lead cannot be followed by the continuation @second, or, when @second
 * is none, why @lead can start nothing.
 */
static enum u8c_reason refusal(u8 lead, u8 second)
{
	switch (lead) {
	case 0xc0 ... 0xc1:
	case 0xe0:
	case 0xf0:
		return U8C_OVERLONG;
	case 0xed:
		return U8C_SURROGATE;
	case 0xf8:
		return (second & 0xf8) == 0x80 ? U8C_OVERLONG : U8C_OUT_OF_RANGE;
	case 0xfc:
		return (second & 0xfc) == 0x80 ? U8C_OVERLONG : U8C_OUT_OF_RANGE;
	case 0xfe ... 0xff:
		return U8C_INVALID_BYTE;
	}
	return U8C_OUT_OF_RANGE;
}

static void record(struct u8c_error *e, const u8 *p, enum u8c_reason reason,
		   unsigned int length, unsigned int span)
{
	memset(e, 0, sizeof(*e));
	e->reason = reason;
	e->length = length;
	e->span = span;
	e->count = span ? span : length;
	if (span)
		e->value = u8c_lax_value(p, span);
	memcpy(e->bytes, p, e->count);
}

int u8c_decode(const u8 *p, size_t n, bool final, u32 *cp, struct u8c_error *e)
{
	unsigned int lax = u8c_lax_length(p[0]);
	unsigned int have = 1;
	enum u8c_reason reason;
	u8 lo, hi;

	if (lax == 1) {
		*cp = p[0];
		return 1;
	}
	if (lax == 0 || lax > 6) {
		record(e, p, lax ? U8C_INVALID_BYTE : U8C_UNEXPECTED_CONTINUATION,
		       1, 0);
		return 0;
	}
	while (have < lax && have < n && u8c_is_continuation(p[have]))
		have++;
	if (have < lax && have == n && !final)
		return -1;

	second_range(p[0], &lo, &hi);
	if (lo > hi || (have > 1 && (p[1] < lo || p[1] > hi))) {
		reason = refusal(p[0], have > 1 ? p[1] : 0);
		record(e, p, reason, 1, have == lax ? lax : 0);
		return 0;
	}
	if (have < lax) {
		record(e, p, have == n ? U8C_INCOMPLETE : U8C_TRUNCATED, have, 0);
		return 0;
	}
	*cp = u8c_lax_value(p, lax);
	return lax;
}

size_t u8c_encode(u32 cp, u8 *out)
{
	if (cp < 0x80) {
		out[0] = cp;
		return 1;
	}
	if (cp < 0x800) {
		out[0] = 0xc0 | cp >> 6;
		out[1] = 0x80 | (cp & 0x3f);
		return 2;
	}
	if (cp - 0xd800 < 0x800 || cp > 0x10ffff)
		return 0;
	if (cp < 0x10000) {
		out[0] = 0xe0 | cp >> 12;
		out[1] = 0x80 | (cp >> 6 & 0x3f);
		out[2] = 0x80 | (cp & 0x3f);
		return 3;
	}
	out[0] = 0xf0 | cp >> 18;
	out[1] = 0x80 | (cp >> 12 & 0x3f);
	out[2] = 0x80 | (cp >> 6 & 0x3f);
	out[3] = 0x80 | (cp & 0x3f);
	return 4;
}
