// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * UTF-16 and UTF-32.
 *
 * Which code points there are is the profile's to say: with RFC 3629 a lone
 * surrogate is an error, with WTF-8 it is not; with RFC 2279 UTF-32 goes up to
 * 7FFFFFFF, as UCS-4 did.
 */
#include "codec/wide.h"

static u32 unit(const u8 *p, unsigned int size, bool big)
{
	u32 value = 0;
	unsigned int i;

	for (i = 0; i < size; i++)
		value = value << 8 | p[big ? i : size - 1 - i];
	return value;
}

static void put(u8 *p, unsigned int size, bool big, u32 value)
{
	unsigned int i;

	for (i = 0; i < size; i++, value >>= 8)
		p[big ? size - 1 - i : i] = value;
}

static int wrong(struct utf8check_error *e, const u8 *p, enum utf8check_reason reason,
		 unsigned int length, u64 value)
{
	u8c_record_error(e, p, length, reason, value);
	if (reason == UTF8CHECK_INCOMPLETE)
		e->span = 0;
	return 0;
}

int u8c_decode_utf16(const struct u8c_coding *c, struct u8c_text text,
		     bool final, u64 *cp, struct utf8check_error *e)
{
	bool big = c->encoding == UTF8CHECK_UTF16BE;
	const u8 *p = text.p;
	u32 first, second;

	if (text.n < 2)
		return final ? wrong(e, p, UTF8CHECK_INCOMPLETE, text.n, 0) : -1;
	first = unit(p, 2, big);
	*cp = first;
	if (!u8c_is_surrogate(first))	/* no profile ends before U+FFFF */
		return 2;
	if (u8c_is_high_surrogate(first)) {
		if (text.n < 4 && !final)
			return -1;
		second = text.n < 4 ? 0 : unit(p + 2, 2, big);
		if (u8c_is_low_surrogate(second)) {
			*cp = u8c_join_surrogates(first, second);
			return *cp <= u8c_rules[c->profile].last ? 4 :
			       wrong(e, p, UTF8CHECK_OUT_OF_RANGE, 4, *cp);
		}
	}
	if (u8c_rules[c->profile].surrogates)
		return 2;
	/* At the end: half of a pair, and half of a unit of the other half. */
	if (u8c_is_high_surrogate(first) && text.n == 3)
		return wrong(e, p, UTF8CHECK_INCOMPLETE, 3, 0);
	return wrong(e, p, UTF8CHECK_SURROGATE, 2, first);
}

int u8c_decode_utf32(const struct u8c_coding *c, struct u8c_text text,
		     bool final, u64 *cp, struct utf8check_error *e)
{
	const struct u8c_rule *rule = &u8c_rules[c->profile];
	const u8 *p = text.p;
	u32 value;

	if (text.n < 4)
		return final ? wrong(e, p, UTF8CHECK_INCOMPLETE, text.n, 0) : -1;
	value = unit(p, 4, c->encoding == UTF8CHECK_UTF32BE);
	if (value > rule->last)
		return wrong(e, p, UTF8CHECK_OUT_OF_RANGE, 4, value);
	if (u8c_is_surrogate(value) &&
	    (!rule->surrogates || (c->after_high && u8c_is_low_surrogate(value))))
		return wrong(e, p, UTF8CHECK_SURROGATE, 4, value);
	*cp = value;
	return 4;
}

size_t u8c_encode_utf16(bool big, u64 cp, u8 *out)
{
	if (cp < 0x10000) {
		put(out, 2, big, cp);
		return 2;
	}
	put(out, 2, big, 0xd7c0 + (cp >> 10));
	put(out + 2, 2, big, 0xdc00 | (cp & 0x3ff));
	return 4;
}

size_t u8c_encode_utf32(bool big, u64 cp, u8 *out)
{
	put(out, 4, big, cp);
	return 4;
}
