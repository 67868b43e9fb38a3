// SPDX-License-Identifier: GPL-2.0-only
/*
 * UTF-8 and UTF-16, with the decoder of fs/unicode.
 */
#include <linux/errno.h>
#include <linux/module.h>
#include <linux/nls.h>

#include "codec/point.h"

#define LEAD_MAX 6	/* bytes of the longest sequence that RFC 2279 had */

/* How long the lead says that a sequence is; LEAD_MAX + 1 where the byte is no lead. */
static int length_by_lead(u8 lead)
{
	int ones = 0;

	for (; lead & 0x80; lead <<= 1)
		ones++;
	return ones == 1 || ones > LEAD_MAX ? LEAD_MAX + 1 : ones;
}

/*
 * What is wrong with bytes that do not begin with a code point.  EOVERFLOW, as it was, where they
 * end before what the lead announces; after no lead, before seven bytes.
 */
static int error_of(const u8 *s, int inlen)
{
	int n, length = length_by_lead(*s);

	for (n = 1; n <= LEAD_MAX && n != length; n++) {
		if (inlen <= n)
			return -EOVERFLOW;
		if (!u8c_is_continuation(s[n]))
			break;
	}
	return -EILSEQ;
}

/*
 * The bytes of a sequence, the first one lowest.  None is read after one that is no
 * continuation: callers give more bytes than there are before the NUL.
 */
static u32 head_of(const u8 *s, int inlen)
{
	const int length = length_by_lead(*s);
	u32 w = *s;

	for (int i = 1; i < 4 && i < length && i < inlen; i++) {
		w |= (u32)s[i] << 8 * i;
		if (!u8c_is_continuation(s[i]))
			break;
	}
	return w;
}

int utf8_to_utf32(const u8 *s, int inlen, unicode_t *pu)
{
	u32 w, cp;
	int n;

	if (inlen <= 0)
		return -EOVERFLOW;
	if (*s < 0x80) {
		*pu = *s;
		return 1;
	}
	w = head_of(s, inlen);
	n = u8c_strict_point_of(w, &cp);
	if (!n)
		return error_of(s, inlen);
	*pu = cp;
	return n;
}
EXPORT_SYMBOL(utf8_to_utf32);

static bool is_surrogate(u32 c)
{
	return c - 0xd800 < 0x800;
}

int utf32_to_utf8(unicode_t u, u8 *s, int maxout)
{
	u8 made[4];
	int n;

	if (!s)
		return 0;
	if (u > 0x10ffff || is_surrogate(u))
		return -EILSEQ;
	n = u8c_put(u, made);
	if (n > maxout)
		return -EOVERFLOW;
	memcpy(s, made, n);
	return n;
}
EXPORT_SYMBOL(utf32_to_utf8);

/* A unit in the order of @endian, or of the machine; there and back in the same way. */
static u16 in_order(u16 c, enum utf16_endian endian)
{
	if (endian == UTF16_LITTLE_ENDIAN)
		return (__force u16)cpu_to_le16(c);
	if (endian == UTF16_BIG_ENDIAN)
		return (__force u16)cpu_to_be16(c);
	return c;
}

int utf8s_to_utf16s(const u8 *s, int inlen, enum utf16_endian endian,
		    wchar_t *pwcs, int maxout)
{
	const u8 *end = s + inlen;
	wchar_t *op = pwcs, *last = pwcs + maxout;
	unicode_t u;
	int n;

	for (; s < end && op < last && *s; s += n) {
		n = utf8_to_utf32(s, end - s, &u);
		if (n < 0)
			return -EINVAL;
		if (u < 0x10000) {
			*op++ = in_order(u, endian);
			continue;
		}
		if (last - op < 2)
			break;
		u -= 0x10000;
		*op++ = in_order(0xd800 | u >> 10, endian);
		*op++ = in_order(0xdc00 | (u & 0x3ff), endian);
	}
	return op - pwcs;
}
EXPORT_SYMBOL(utf8s_to_utf16s);

/*
 * The code point at @pwcs; 0 at the end, and a surrogate where its other half is
 * missing.  @n is set to its units.
 */
static u32 take_utf16(const wchar_t *pwcs, int inlen, enum utf16_endian endian, int *n)
{
	u32 u = in_order(*pwcs, endian), v;

	*n = 1;
	if (u - 0xd800 >= 0x400 || inlen < 2)
		return u;
	v = in_order(pwcs[1], endian);
	if (v - 0xdc00 >= 0x400)
		return u;
	*n = 2;
	return 0x10000 + ((u & 0x3ff) << 10) + (v & 0x3ff);
}

int utf16s_to_utf8s(const wchar_t *pwcs, int inlen, enum utf16_endian endian,
		    u8 *s, int maxout)
{
	u8 *op = s, *last = s + maxout;
	int n, size;
	u32 u;

	for (; inlen > 0 && op < last; pwcs += n, inlen -= n) {
		u = take_utf16(pwcs, inlen, endian, &n);
		if (!u)
			break;
		/* Without its other half it is no character, and is left out. */
		if (is_surrogate(u))
			continue;
		size = utf32_to_utf8(u, op, last - op);
		if (size < 0)
			break;
		op += size;
	}
	return op - s;
}
EXPORT_SYMBOL(utf16s_to_utf8s);

MODULE_DESCRIPTION("UTF-8 and UTF-16 in names");
MODULE_LICENSE("GPL");
