// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * One code point as bytes, in any profile and encoding.
 */
#include "codec/decode.h"

/* Writes the shortest sequence; leads go up to FF. */
static size_t encode_utf8(u64 cp, u8 *out)
{
	size_t n = 1, i;

	if (cp < 0x80) {
		out[0] = cp;
		return 1;
	}
	/* A lead of n bytes has 7 - n bits for the value, FF none. */
	do
		n++;
	while (n < 8 && cp >> (5 * n + 1));
	for (i = n - 1; i > 0; i--, cp >>= 6)
		out[i] = 0x80 | (cp & 0x3f);
	out[0] = (u8)(0xff00 >> n) | cp;
	return n;
}

static void put_unit(u8 *p, unsigned int size, bool big, u32 value)
{
	for (unsigned int i = 0; i < size; i++, value >>= 8)
		p[big ? size - 1 - i : i] = value;
}

static size_t encode_utf16(bool big, u64 cp, u8 *out)
{
	if (cp < 0x10000) {
		put_unit(out, 2, big, cp);
		return 2;
	}
	put_unit(out, 2, big, 0xd7c0 + (cp >> 10));
	put_unit(out + 2, 2, big, 0xdc00 | (cp & 0x3ff));
	return 4;
}

static size_t encode_utf32(bool big, u64 cp, u8 *out)
{
	put_unit(out, 4, big, cp);
	return 4;
}

static bool profile_has(const struct u8c_coding *c, u64 cp)
{
	const struct u8c_rule *rule = &u8c_rules[c->profile];

	if (cp > rule->last)
		return false;
	if (!u8c_is_surrogate(cp))
		return true;
	return rule->surrogates && !(c->after_high && u8c_is_low_surrogate(cp));
}

size_t u8c_encode(const struct u8c_coding *c, u64 cp, u8 *out)
{
	const struct u8c_rule *rule = &u8c_rules[c->profile];
	bool big = c->encoding == UTF8CHECK_ENCODING_UTF16BE ||
		   c->encoding == UTF8CHECK_ENCODING_UTF32BE;

	if (!profile_has(c, cp))
		return 0;
	switch (c->encoding) {
	case UTF8CHECK_ENCODING_UTF8:
		break;
	case UTF8CHECK_ENCODING_UTF16LE:
	case UTF8CHECK_ENCODING_UTF16BE:
		return cp > 0x10ffff ? 0 : encode_utf16(big, cp, out);
	default:
		return cp > 0xffffffff ? 0 : encode_utf32(big, cp, out);
	}
	if (rule->two_byte_nul && !cp) {
		out[0] = 0xc0;
		out[1] = 0x80;
		return 2;
	}
	if (rule->pairs && cp > 0xffff) {
		encode_utf8(0xd7c0 + (cp >> 10), out);
		encode_utf8(0xdc00 | (cp & 0x3ff), out + 3);
		return 6;
	}
	return encode_utf8(cp, out);
}
