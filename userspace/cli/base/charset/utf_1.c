// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * UTF-1.
 *
 * Controls and ASCII are themselves, and A0 leads in what is left of Latin-1.  Any other
 * lead says how many bytes follow; these are digits of base 190, for which only bytes
 * stand that are neither controls nor the space.  So each code point has one form.
 */
#include "base/charset/decoder.h"

#define BASE 190

/* The first lead byte of a range, the length of its sequences, and its first code point. */
static const struct {
	u8 lead;
	u8 length;
	u32 first;
} rows[] = {
	{ 0xfc, 5, 0x38e2e },
	{ 0xf6, 3, 0x4016 },
	{ 0xa1, 2, 0x100 },
};

/* Is the byte printable, in the left or the right half of a code table?  Then its digit. */
static int digit_of(u8 byte)
{
	if (byte >= 0xa0)
		return byte - 0x42;
	return byte >= 0x21 && byte <= 0x7e ? byte - 0x21 : -1;
}

static int take_latin(const u8 *p, size_t n, u32 *cp)
{
	if (n < 2)
		return 0;
	*cp = p[1];
	return p[1] >= 0xa0 ? 2 : -1;
}

static int utf_1_take(void *state, const u8 *p, size_t n, u32 *cp)
{
	unsigned int i, row = 0;
	u64 value;

	if (*p < 0xa0) {
		*cp = *p;
		return 1;
	}
	if (*p == 0xa0)
		return take_latin(p, n, cp);
	while (*p < rows[row].lead)
		row++;
	value = *p - rows[row].lead;
	for (i = 1; i < rows[row].length; i++) {
		if (i == n)
			return 0;
		if (digit_of(p[i]) < 0)
			return -i;
		value = value * BASE + digit_of(p[i]);
	}
	*cp = value + rows[row].first;
	return is_scalar_value(value + rows[row].first) ? (int)i : -(int)i;
}

const struct decoder_kind utf_1_kind = { "UTF-1", .take = utf_1_take };
