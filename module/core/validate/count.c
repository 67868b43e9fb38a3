// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Counting by words: each byte of a 64-bit word is one counter.
 *
 * In well-formed text a sequence is as long as its lead says, so counting the leads from C0,
 * from E0 and from F0 on is enough.  Bit 7 of a byte, moved down to bit 0, is added up for 255
 * words at most before a counter could overflow.
 *
 * u8c_advance_scalar() moves a line and a column by such counts.
 */
#include "validate/validate.h"

/* The sum of the eight bytes of @w. */
static u64 sum_bytes(u64 w)
{
	const u64 even = 0x00ff00ff00ff00ffull;

	w = (w & even) + (w >> 8 & even);
	return w * 0x0001000100010001ull >> 48;
}

/* Counts in up to 255 words: [0] continuations; leads from C0 [1], E0 [2] and F0 [3] on. */
static void count_words(const u8 *p, size_t words, u64 *counts)
{
	u64 cont = 0, two = 0, three = 0, four = 0;

	for (; words; words--, p += 8) {
		u64 w = u8c_load64(p);
		u64 high, lead;

		if (!(w & U8C_HIGH_BITS))
			continue;
		high = w >> 7 & U8C_BYTES(1);
		lead = high & w >> 6;
		cont += high ^ lead;
		two += lead;
		lead &= w >> 5;
		three += lead;
		four += lead & w >> 4;
	}
	counts[0] += sum_bytes(cont);
	counts[1] += sum_bytes(two);
	counts[2] += sum_bytes(three);
	counts[3] += sum_bytes(four);
}

u64 u8c_count_scalar(const u8 *p, size_t n, u64 *by_length,
		     const struct u8c_validate_impl *self)
{
	u64 counts[4] = { 0, 0, 0, 0 };
	size_t left = n;

	while (left >= 8) {
		size_t skip = u8c_ascii_up_to(p, left), words;

		p += skip;
		left -= skip;
		words = left / 8 < 255 ? left / 8 : 255;
		count_words(p, words, counts);
		p += words * 8;
		left -= words * 8;
	}
	for (; left; left--, p++) {
		u32 byte = *p;

		U8C_ONCE(byte);
		counts[0] += u8c_is_continuation(byte);
		counts[1] += byte >= 0xc0;
		counts[2] += byte >= 0xe0;
		counts[3] += byte >= 0xf0;
	}
	by_length[0] += n - counts[0] - counts[1];
	by_length[1] += counts[1] - counts[2];
	by_length[2] += counts[2] - counts[3];
	by_length[3] += counts[3];
	return n - counts[0];
}

static u64 count_lines(const u8 *p, size_t n)
{
	u64 lines = 0;

	while (n >= 8) {
		size_t words = n / 8 < 255 ? n / 8 : 255;
		u64 sum = 0;

		n -= words * 8;
		for (; words; words--, p += 8)
			sum += u8c_bytes_that_are(u8c_load64(p), '\n') >> 7;
		lines += sum_bytes(sum);
	}
	for (; n; n--)
		lines += *p++ == '\n';
	return lines;
}

/* The place after the last LF of a text; its start if there is none, as the text has changed. */
static const u8 *last_line(const u8 *p, const u8 *end)
{
	while (end - p >= 8 && !u8c_bytes_that_are(u8c_load64(end - 8), '\n'))
		end -= 8;
	while (end > p && end[-1] != '\n')
		end--;
	return end;
}

void u8c_advance_scalar(struct u8c_position *pos, const u8 *p, size_t n,
			const struct u8c_validate_impl *self)
{
	u64 lines = count_lines(p, n), by_length[4] = { 0 };
	const u8 *end = p + n;

	if (lines) {
		pos->line += lines;
		pos->column = 1;
		p = last_line(p, end);
	}
	pos->column += u8c_count_scalar(p, end - p, by_length, NULL);
}
