// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Random texts in every profile and encoding.
 */
#include <string.h>
#include "kunit/exhaustive.h"
#include "kunit/reference_profile.h"
#include "texts.h"

u64 texts_code_point(u64 last)
{
	static const u8 bits[] = { 7, 7, 11, 16, 17, 21, 26, 31, 32, 36, 42 };
	u64 cp;

	do {
		unsigned int i = random_below(U8C_ARRAY_SIZE(bits));

		cp = (u64)random_below(1u << 21) << 21 | random_below(1u << 21);
		cp &= (1ull << bits[i]) - 1;
	} while (cp > last);
	switch (random_below(24)) {
	case 0:
		return '\n';
	case 1:
		return '\\';
	case 2:
		return 0xd800 + random_below(0x800);
	case 3:
		return 0xfeff;
	default:
		return cp;
	}
}

size_t texts_well_formed(const struct u8c_coding *c,
			 const struct u8c_coding *only, u8 *p, size_t room)
{
	struct u8c_coding now = *c, other = only ? *only : *c;
	u8 bytes[U8C_SEQUENCE_MAX];
	size_t n = 0;

	for (;;) {
		u64 cp = texts_code_point((1ull << 42) - 1);
		size_t length = u8c_ref_write(&now, cp, bytes);

		if (!length || !u8c_ref_write(&other, cp, p + n))
			continue;
		if (n + 2 * U8C_SEQUENCE_MAX > room)
			return n;
		memcpy(p + n, bytes, length);
		n += length;
		now.after_high = cp >= 0xd800 && cp <= 0xdbff;
		other.after_high = now.after_high;
	}
}

/* A few bytes that are ill-formed in most profiles; at most 8. */
static size_t error(u8 *p)
{
	static const u8 seconds[] = {
		0x80, 0x81, 0x82, 0x83, 0x84, 0x87, 0x88, 0x8f, 0x90, 0x9f,
		0xa0, 0xaf, 0xb0, 0xbf, 0x41,
	};
	size_t n = 1 + random_below(U8C_SEQUENCE_MAX), i;

	p[0] = u8c_edges[random_below(U8C_EDGES)];
	for (i = 1; i < n; i++)
		p[i] = 0x80 + random_below(64);
	if (n > 1)
		p[1] = seconds[random_below(sizeof(seconds))];
	return n;
}

/* Three bytes of a surrogate. */
static size_t surrogate(u8 *p)
{
	p[0] = 0xed;
	p[1] = 0xa0 + random_below(32);
	p[2] = 0x80 + random_below(64);
	return 3;
}

size_t texts_any(const struct u8c_coding *c, u8 *p, size_t room)
{
	u32 bad = random_below(3) * 4;
	size_t n = 0, part;

	while (n + 3 * U8C_SEQUENCE_MAX <= room) {
		part = 2 * U8C_SEQUENCE_MAX + random_below(20);
		if (part > room - n)
			part = room - n;
		if (random_below(12) < bad)
			n += random_below(2) ? error(p + n) : surrogate(p + n);
		else
			n += texts_well_formed(c, NULL, p + n, part);
	}
	for (part = random_below(1 + bad); n && part; part--)
		p[random_below(n)] = random_below(256);
	/* The text may be cut off at any place. */
	return n - random_below(n < 8 ? n + 1 : 8);
}
