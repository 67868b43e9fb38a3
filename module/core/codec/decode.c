// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * One sequence at a time, in any profile and encoding (Unicode Table 3-7, RFC 3629
 * section 4, RFC 2279 section 2, UTR #26).
 *
 * This is the slow and exact half of the core: the hot loops only find where
 * well-formed text ends, and what stands there is judged here.
 *
 * A lead says how long a sequence a lax decoder reads (its "lax length", 1 to 8).  The lead
 * alone, and better the lead and the byte after it, narrow the value down to a range.  The
 * sequence can continue while the profile writes some value of that range in that length: not
 * too small for the length (overlong), not too large for the profile (out of range), not a
 * surrogate.  The second byte settles all three, since every bound is a multiple of what the
 * bytes after it can add.  Table 3-7's ranges of second bytes are what comes out for RFC 3629.
 *
 * The maximal subpart (D93b) of an ill-formed sequence is as much of a well-formed one as is
 * there, at least one byte.  The record also says whether the bytes are a complete longer form,
 * which takes more bytes than that.  As long as those could still come the answer is
 * "undecided", so that a stream gives the same record in any split.
 *
 * For UTF-16 and UTF-32 (section 3.10) the profile says which code points there are: with RFC
 * 3629 a lone surrogate is an error, with WTF-8 it is not; with RFC 2279 UTF-32 goes up to
 * 7FFFFFFF, as UCS-4 did.
 */
#include "codec/decode.h"

const struct u8c_coding u8c_rfc3629;

const struct u8c_rule u8c_rules[U8C_PROFILES] = {
	[UTF8CHECK_PROFILE_RFC3629] = { .last = 0x10ffff, .longest = 4 },
	[UTF8CHECK_PROFILE_WTF8] = { .last = 0x10ffff, .longest = 4, .surrogates = true },
	[UTF8CHECK_PROFILE_CESU8] = { .last = 0x10ffff, .longest = 3, .pairs = true },
	[UTF8CHECK_PROFILE_MUTF8] = {
		.last = 0x10ffff, .longest = 3,
		.surrogates = true, .pairs = true, .two_byte_nul = true,
	},
	[UTF8CHECK_PROFILE_UCS2] = { .last = 0xffff, .longest = 3 },
	[UTF8CHECK_PROFILE_RFC2279] = { .last = 0x7fffffff, .longest = 6 },
	[UTF8CHECK_PROFILE_EXTENDED] = { .last = 0x3ffffffffffull, .longest = 8 },
};

/* The smallest value for each length. */
static const u64 smallest[U8C_SEQUENCE_MAX + 1] = {
	0, 0, 0x80, 0x800, 0x10000, 0x200000, 0x4000000, 0x80000000,
	0x1000000000ull,
};

unsigned int u8c_lax_length(u8 lead)
{
	/* The number of ones before the first zero bit. */
	if (lead < 0x80)
		return 1;
	if (lead < 0xc0)
		return 0;
	return lead == 0xff ? 8 : __builtin_clz((u8)~lead) - 24;
}

/* The value of the first @known bytes of a sequence of @lax. */
static u64 prefix(const u8 *p, unsigned int lax, unsigned int known)
{
	u64 value = lax < 8 ? p[0] & (0x7f >> lax) : 0;

	for (unsigned int i = 1; i < known; i++)
		value = value << 6 | (p[i] & 0x3f);
	return value;
}

u64 u8c_lax_value(const u8 *p, unsigned int n)
{
	return n == 1 ? p[0] : prefix(p, n, n);
}

void u8c_record_error(struct utf8check_error *e, const u8 *p, unsigned int length,
		      enum utf8check_reason reason, u64 value)
{
	memset(e, 0, sizeof(*e));
	e->reason = reason;
	e->length = length;
	e->span = length;
	e->count = length;
	e->value = value;
	u8c_snapshot(e->bytes, p, length);
}

/* Makes the record of a sequence of UTF-8.  Return: 0, as u8c_decode() does then. */
static int sequence_error(struct utf8check_error *e, const u8 *p, enum utf8check_reason reason,
			  unsigned int length, unsigned int span)
{
	u8c_record_error(e, p, span ? span : length, reason,
			 span ? u8c_lax_value(p, span) : 0);
	e->length = length;
	e->span = span;
	return 0;
}

/*
 * The first @known bytes of a sequence of @lax bytes are at @p.  Return: why no value that it
 * can have is well-formed; UTF8CHECK_REASON_NONE when one is.
 */
static enum utf8check_reason reason_of_value(const struct u8c_rule *rule, const u8 *p,
					     unsigned int lax, unsigned int known)
{
	unsigned int open = 6 * (lax - known);
	u64 low = prefix(p, lax, known) << open;
	u64 high = low | (((u64)1 << open) - 1);

	if (rule->two_byte_nul && lax == 2 && low == 0)
		return UTF8CHECK_REASON_NONE;
	if (high < smallest[lax])
		return UTF8CHECK_REASON_OVERLONG;
	if (low > rule->last || lax > rule->longest)
		return UTF8CHECK_REASON_OUT_OF_RANGE;
	/* If the lowest value is a surrogate, all are. */
	if (u8c_is_surrogate(low) && !rule->surrogates && !rule->pairs)
		return UTF8CHECK_REASON_SURROGATE;
	return UTF8CHECK_REASON_NONE;
}

/* Can the bytes after three begin a low surrogate (ED B0..BF 80..BF), as far as they are there? */
static bool may_be_low(struct u8c_text text)
{
	return (text.n < 4 || text.p[3] == 0xed) &&
	       (text.n < 5 || (text.p[4] & 0xf0) == 0xb0) &&
	       (text.n < 6 || u8c_is_continuation(text.p[5]));
}

/*
 * A complete three-byte surrogate that the profile knows, at @p: alone, or the
 * first half of a pair.  Return: as u8c_decode().
 */
static int decode_surrogate(const struct u8c_coding *c, struct u8c_text text,
			    bool final, u64 *cp, struct utf8check_error *e)
{
	const struct u8c_rule *rule = &u8c_rules[c->profile];
	const u8 *p = text.p;
	u64 half = u8c_lax_value(p, 3);

	if (rule->pairs && u8c_is_high_surrogate(half) && may_be_low(text)) {
		if (text.n >= 6) {
			*cp = u8c_join_surrogates(half, u8c_lax_value(p + 3, 3));
			return 6;
		}
		if (!final)
			return U8C_UNDECIDED;
	}
	if (!rule->surrogates || (c->after_high && u8c_is_low_surrogate(half)))
		return sequence_error(e, p, UTF8CHECK_REASON_SURROGATE, 3, 3);
	*cp = half;
	return 3;
}

static int decode_utf8(const struct u8c_coding *c, struct u8c_text text,
		       bool final, u64 *cp, struct utf8check_error *e)
{
	const struct u8c_rule *rule = &u8c_rules[c->profile];
	const u8 *p = text.p;
	const size_t n = text.n;
	unsigned int lax = u8c_lax_length(p[0]);
	unsigned int have = 1;
	enum utf8check_reason reason;

	if (lax == 1 && (p[0] || !rule->two_byte_nul)) {
		*cp = p[0];
		return 1;
	}
	if (lax == 0)
		return sequence_error(e, p, UTF8CHECK_REASON_UNEXPECTED_CONTINUATION, 1, 0);
	if (lax == 1 || (lax > 6 && lax > rule->longest))
		return sequence_error(e, p, UTF8CHECK_REASON_INVALID_BYTE, 1, 0);
	while (have < lax && have < n && u8c_is_continuation(p[have]))
		have++;
	if (have < lax && have == n && !final)
		return U8C_UNDECIDED;

	reason = reason_of_value(rule, p, lax, have > 1 ? 2 : 1);
	if (reason)
		return sequence_error(e, p, reason, 1, have == lax ? lax : 0);
	if (have < lax)
		return sequence_error(e, p, have == n ? UTF8CHECK_REASON_INCOMPLETE :
				      UTF8CHECK_REASON_TRUNCATED, have, 0);
	*cp = u8c_lax_value(p, lax);
	if (unlikely(u8c_is_surrogate(*cp)))
		return decode_surrogate(c, text, final, cp, e);
	return lax;
}

static u32 code_unit(const u8 *p, unsigned int size, bool big)
{
	u32 value = 0;

	for (unsigned int i = 0; i < size; i++)
		value = value << 8 | p[big ? i : size - 1 - i];
	return value;
}

static int wide_error(struct utf8check_error *e, const u8 *p, enum utf8check_reason reason,
		      unsigned int length, u64 value)
{
	u8c_record_error(e, p, length, reason, value);
	if (reason == UTF8CHECK_REASON_INCOMPLETE)
		e->span = 0;
	return 0;
}

static int decode_utf16(const struct u8c_coding *c, struct u8c_text text,
			bool final, u64 *cp, struct utf8check_error *e)
{
	bool big = c->encoding == UTF8CHECK_ENCODING_UTF16BE;
	const u8 *p = text.p;
	u32 first, second;

	if (text.n < 2)
		return final ? wide_error(e, p, UTF8CHECK_REASON_INCOMPLETE, text.n, 0) :
			       U8C_UNDECIDED;
	first = code_unit(p, 2, big);
	*cp = first;
	if (!u8c_is_surrogate(first))	/* no profile ends before U+FFFF */
		return 2;
	if (u8c_is_high_surrogate(first)) {
		if (text.n < 4 && !final)
			return U8C_UNDECIDED;
		second = text.n < 4 ? 0 : code_unit(p + 2, 2, big);
		if (u8c_is_low_surrogate(second)) {
			*cp = u8c_join_surrogates(first, second);
			return *cp <= u8c_rules[c->profile].last ? 4 :
			       wide_error(e, p, UTF8CHECK_REASON_OUT_OF_RANGE, 4, *cp);
		}
	}
	if (u8c_rules[c->profile].surrogates)
		return 2;
	/* The text ends after a high surrogate and one byte more. */
	if (u8c_is_high_surrogate(first) && text.n == 3)
		return wide_error(e, p, UTF8CHECK_REASON_INCOMPLETE, 3, 0);
	return wide_error(e, p, UTF8CHECK_REASON_SURROGATE, 2, first);
}

static int decode_utf32(const struct u8c_coding *c, struct u8c_text text,
			bool final, u64 *cp, struct utf8check_error *e)
{
	const struct u8c_rule *rule = &u8c_rules[c->profile];
	const u8 *p = text.p;
	u32 value;

	if (text.n < 4)
		return final ? wide_error(e, p, UTF8CHECK_REASON_INCOMPLETE, text.n, 0) :
			       U8C_UNDECIDED;
	value = code_unit(p, 4, c->encoding == UTF8CHECK_ENCODING_UTF32BE);
	if (value > rule->last)
		return wide_error(e, p, UTF8CHECK_REASON_OUT_OF_RANGE, 4, value);
	if (u8c_is_surrogate(value) &&
	    (!rule->surrogates || (c->after_high && u8c_is_low_surrogate(value))))
		return wide_error(e, p, UTF8CHECK_REASON_SURROGATE, 4, value);
	*cp = value;
	return 4;
}

int u8c_decode(const struct u8c_coding *c, struct u8c_text text, bool final,
	       u64 *cp, struct utf8check_error *e)
{
	u8 copy[U8C_SEQUENCE_MAX];

	text = u8c_text(copy, u8c_snapshot(copy, text.p, text.n));
	switch (c->encoding) {
	case UTF8CHECK_ENCODING_UTF8:
		return decode_utf8(c, text, final, cp, e);
	case UTF8CHECK_ENCODING_UTF16LE:
	case UTF8CHECK_ENCODING_UTF16BE:
		return decode_utf16(c, text, final, cp, e);
	default:
		return decode_utf32(c, text, final, cp, e);
	}
}
