// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * UTF-32 to and from UTF-8 without vector registers.
 *
 * Near the end of the text or of the room, code points are converted one at a time.
 */
#include "codec/point.h"
#include "wide/wide.h"

static u32 load_32(const u8 *p, bool big)
{
	u32 unit = u8c_load32_le(p);

	U8C_ONCE(unit);
	return big ? __builtin_bswap32(unit) : unit;
}

static void store_32(u8 *p, bool big, u32 unit)
{
	u8c_store_le(p, big ? __builtin_bswap32(unit) : unit, 4);
}

static bool is_scalar_value(u32 unit)
{
	return unit <= 0x10ffff && unit - 0xd800 >= 0x800;
}

size_t u8c_valid_utf32(const u8 *p, size_t n, bool big)
{
	size_t i = 0;

	while (n - i >= 4 && is_scalar_value(load_32(p + i, big)))
		i += 4;
	return i;
}

static unsigned int length_of_32(u32 cp)
{
	return 1 + (cp >= 0x80) + (cp >= 0x800) + (cp >= 0x10000);
}

static __always_inline size_t from_utf32(const u8 *in, size_t n, bool big,
					 struct u8c_transcoding *to)
{
	const u8 *p = in, *end = in + n;
	u8 *out = to->out;

	for (; end - p >= 4; p += 4) {
		u32 unit = load_32(p, big);

		if (!is_scalar_value(unit))
			break;
		if (to->out_end - out < 4 && to->out_end - out < (int)length_of_32(unit))
			break;
		out += u8c_put(unit, out);
	}
	to->out = out;
	return p - in;
}

size_t u8c_from_utf32_scalar(const u8 *in, size_t n, bool big,
			     struct u8c_transcoding *to, const struct u8c_wide_impl *self)
{
	return big ? from_utf32(in, n, true, to) : from_utf32(in, n, false, to);
}

/* Writes eight characters of ASCII, the first one lowest in @w. */
static __always_inline void store_8(u8 *out, bool big, u64 w)
{
	for (unsigned int i = 0; i < 8; i++)
		store_32(out + 4 * i, big, w >> 8 * i & 0x7f);
}

static __always_inline size_t to_utf32(const u8 *in, size_t n, bool big,
				       struct u8c_transcoding *to)
{
	const u8 *p = in, *end = in + n;
	u8 *out = to->out;
	u32 length, cp;
	u64 w;

	while (p < end && to->out_end - out >= 4) {
		if (end - p >= 8 && to->out_end - out >= 32) {
			w = u8c_load64_le(p);
			U8C_ONCE(w);
			if (!(w & U8C_HIGH_BITS)) {
				store_8(out, big, w);
				out += 32;
				p += 8;
				to->by_length[0] += 8;
				continue;
			}
		} else {
			w = u8c_head(p, end);
		}
		cp = w & 0x7f;
		length = w & 0x80 ? u8c_strict_point_of(w, &cp) : 1;
		if (!length || length > (size_t)(end - p))
			break;
		store_32(out, big, cp);
		out += 4;
		p += length;
		to->by_length[length - 1]++;
	}
	to->out = out;
	return p - in;
}

size_t u8c_to_utf32_scalar(const u8 *in, size_t n, bool big,
			   struct u8c_transcoding *to, const struct u8c_wide_impl *self)
{
	return big ? to_utf32(in, n, true, to) : to_utf32(in, n, false, to);
}

void u8c_swap_utf32(const u8 *in, size_t n, u8 *out)
{
	/* Read as little-endian, written as big: the other order either way. */
	for (size_t i = 0; n - i >= 4; i += 4)
		store_32(out + i, true, load_32(in + i, false));
}

void u8c_position_advance_utf32(struct u8c_position *pos, const u8 *p, size_t n, bool big)
{
	for (size_t i = 0; n - i >= 4; i += 4) {
		const bool feeds = load_32(p + i, big) == '\n';

		pos->line += feeds;
		pos->column = feeds ? 1 : pos->column + 1;
	}
}
