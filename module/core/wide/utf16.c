// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * UTF-16 to and from UTF-8 without vector registers: four units at a time in a
 * 64-bit word where that helps.
 *
 * Four units of ASCII are packed into four bytes.  Other units that are no surrogates have
 * their bytes computed at once, in words of their first and of their last two bytes; then the
 * most bytes that a unit can have are stored, and the next unit overwrites those that it does
 * not have: no branch asks for the length, as it could not be predicted.
 *
 * Towards the end of the text or of the room one code point at a time is left.
 */
#include "codec/point.h"
#include "wide/wide.h"

#define EACH(unit) (0x0001000100010001ull * (unit))

/* Four units, the first one lowest. */
static u64 load_units(const u8 *p, bool big)
{
	u64 w = u8c_load64_le(p);

	return big ? (w & EACH(0xff)) << 8 | (w >> 8 & EACH(0xff)) : w;
}

static __always_inline u32 load_unit(const u8 *p, bool big)
{
	return big ? p[0] << 8 | p[1] : p[0] | p[1] << 8;
}

static __always_inline void store_unit(u8 *p, bool big, u32 unit)
{
	p[big] = unit;
	p[!big] = unit >> 8;
}

/* Is any of four units zero? */
static bool any_zero(u64 w)
{
	return (w - EACH(1)) & ~w & EACH(0x8000);
}

static bool any_surrogate(u64 w)
{
	return any_zero((w & EACH(0xf800)) ^ EACH(0xd800));
}

static bool are_units_ascii(u64 w)
{
	return !(w & EACH(0xff80));
}

/* Four units below 100 as four bytes. */
static u32 pack(u64 w)
{
	w |= w >> 8;
	return (w & 0xffff) | (w >> 16 & 0xffff0000);
}

/* The low four bytes of @w as four units. */
static __always_inline u64 unpack(u32 bytes)
{
	u64 w = bytes;

	w = (w | w << 16) & 0x0000ffff0000ffffull;
	return (w | w << 8) & EACH(0xff);
}

/* The four bytes of a pair, the first one lowest. */
static __always_inline u32 pair_bytes(u32 high, u32 low)
{
	u32 cp = u8c_join_surrogates(high, low);

	return 0x808080f0 | cp >> 18 | (cp >> 4 & 0x3f00) |
	       (cp << 10 & 0x3f0000) | (cp << 24 & 0x3f000000);
}

/* 1 in each of the four units of @w that is not zero; all are below 8000. */
static u64 nonzero(u64 w)
{
	return (w + EACH(0x7fff)) >> 15 & EACH(1);
}

/*
 * The last two bytes of four units, the first of them lowest, where those in
 * @longer (1 in each) have two, and those in @three one before them:
 *
 *	unit		bytes		longer	three	here (the low byte first)
 *	0041		41		0	0	0041
 *	00E9		C3 A9		1	0	A9C3
 *	4E2D		E4 B8 AD	1	1	ADB8
 */
static u64 last_two(u64 w, u64 longer, u64 three)
{
	u64 two = (w << 8 & EACH(0x3f00)) | (w >> 6 & EACH(0x3f)) |
		  (EACH(0x80c0) ^ three << 6);
	u64 mask = (longer << 16) - longer;	/* FFFF for each 1 */

	return (two & mask) | (w & ~mask);
}

/* Four units below 800.  Return: the end of their bytes; one more is written. */
static __always_inline u8 *put_four_short(u64 w, u8 *out)
{
	u64 longer = nonzero(w >> 7 & EACH(0x1ff));

	w = last_two(w, longer, 0);
#pragma GCC unroll 4
	for (unsigned int i = 0; i < 4; i++, w >>= 16, longer >>= 16) {
		u8c_store_le(out, w, 2);
		out += 1 + (longer & 1);
	}
	return out;
}

/* The UTF-8 of two units, three bytes each. */
static u64 six_bytes(u64 first, u64 two)
{
	return (first & 0xff) | (two & 0xffff) << 8 |
	       (first & 0xff0000) << 8 | (two & 0xffff0000) << 16;
}

/* Four units that are no surrogates.  Return: as put_four_short(). */
static __always_inline u8 *put_four(u64 w, u8 *out)
{
	u64 longer = nonzero(w >> 7 & EACH(0x1ff));
	u64 three = nonzero(w >> 11 & EACH(0x1f));
	u64 first = (w >> 12 & EACH(0xf)) | EACH(0xe0);

	w = last_two(w, longer, three);
	if (three == EACH(1)) {
		u8c_store_le(out, six_bytes(first, w), 8);
		u8c_store_le(out + 6, six_bytes(first >> 32, w >> 32), 8);
		return out + 12;
	}
#pragma GCC unroll 4
	for (unsigned int i = 0; i < 4; i++) {
		if (three & 1) {
			u8c_store_le(out, (first & 0xff) | (w & 0xffff) << 8, 4);
			out += 3;
		} else {
			u8c_store_le(out, w, 2);
			out += 1 + (longer & 1);
		}
		w >>= 16;
		longer >>= 16;
		first >>= 16;
		three >>= 16;
	}
	return out;
}

/* Is a pair at @p, of @n bytes?  @high is the first unit there; *@low becomes the second. */
static __always_inline bool is_pair(const u8 *p, size_t n, bool big, u32 high, u32 *low)
{
	if (n < 4 || !u8c_is_high_surrogate(high))
		return false;
	*low = load_unit(p + 2, big);
	U8C_ONCE(*low);
	return u8c_is_low_surrogate(*low);
}

/* Converts one code point.  Return: its bytes of UTF-16; 0 if there is none, or no room. */
static __always_inline size_t put_one(const u8 *in, size_t n, bool big, struct u8c_transcoding *to)
{
	size_t room = to->out_end - to->out;
	unsigned int length;
	u32 unit, low;
	u8 bytes[4];

	if (n < 2)
		return 0;
	unit = load_unit(in, big);
	U8C_ONCE(unit);
	if (u8c_is_surrogate(unit)) {
		if (!is_pair(in, n, big, unit, &low) || room < 4)
			return 0;
		u8c_store_le(to->out, pair_bytes(unit, low), 4);
		to->out += 4;
		to->pairs++;
		return 4;
	}
	length = u8c_put(unit, bytes);
	if (length > room)
		return 0;
	memcpy(to->out, bytes, length);
	to->out += length;
	return 2;
}

/* The high bits of two pairs of surrogates. */
#define TWO_PAIRS 0xdc00d800dc00d800ull
/* Room for the UTF-8 of four units; the last one stores four bytes. */
#define FOUR_ROOM 16

size_t u8c_from_utf16_scalar(const u8 *in, size_t n, bool big,
			     struct u8c_transcoding *caller, const struct u8c_wide_impl *self)
{
	struct u8c_transcoding to = *caller;
	const u8 *p = in, *end = in + n;
	size_t one;

	while (end - p >= 8 && to.out_end - to.out >= FOUR_ROOM) {
		u64 w = load_units(p, big);

		if (are_units_ascii(w)) {
			u8c_store_le(to.out, pack(w), 4);
			to.out += 4;
		} else if (!(w & EACH(0xf800))) {
			to.out = put_four_short(w, to.out);
		} else if (!any_surrogate(w)) {
			to.out = put_four(w, to.out);
		} else if ((w & EACH(0xfc00)) == TWO_PAIRS) {
			u8c_store_le(to.out, pair_bytes(w & 0xffff, w >> 16 & 0xffff), 4);
			u8c_store_le(to.out + 4, pair_bytes(w >> 32 & 0xffff, w >> 48), 4);
			to.out += 8;
			to.pairs += 2;
		} else {
			one = put_one(p, end - p, big, &to);
			if (!one)
				break;
			p += one;
			continue;
		}
		p += 8;
	}
	do {
		one = put_one(p, end - p, big, &to);
		p += one;
	} while (one);
	*caller = to;
	return p - in;
}

size_t u8c_valid_utf16_scalar(const u8 *p, size_t n, bool big, size_t *pairs,
			      const struct u8c_wide_impl *self)
{
	size_t i = 0;
	u32 unit, low;

	while (n - i >= 2) {
		if (n - i >= 8 && !any_surrogate(load_units(p + i, big))) {
			i += 8;
			continue;
		}
		unit = load_unit(p + i, big);
		U8C_ONCE(unit);
		if (!u8c_is_surrogate(unit)) {
			i += 2;
		} else if (is_pair(p + i, n - i, big, unit, &low)) {
			i += 4;
			++*pairs;
		} else {
			break;
		}
	}
	return i;
}

static __always_inline void store_units(u8 *p, bool big, u64 units)
{
	if (big)
		units = (units & EACH(0xff)) << 8 | (units >> 8 & EACH(0xff));
	u8c_store_le(p, units, 8);
}

/* Writes a code point whose UTF-8 has @n bytes.  Return: bytes of UTF-16. */
static __always_inline unsigned int store_point(u8 *out, bool big, u32 cp, unsigned int n)
{
	if (n < 4) {
		store_unit(out, big, cp);
		return 2;
	}
	store_unit(out, big, 0xd7c0 + (cp >> 10));
	store_unit(out + 2, big, 0xdc00 | (cp & 0x3ff));
	return 4;
}

/**
 * struct to_utf16 - how far a conversion to UTF-16 has come
 *
 * @p: the next byte.
 * @out: the next free byte.
 * @by_length: counts sequences, in the caller's counts: to count on the stack and add the sums
 *	in the end is slower, as the processor waits until they are stored.
 */
struct to_utf16 {
	const u8 *p;
	u8 *out;
	u64 *by_length;
};

/*
 * Two sequences in a word, the first byte lowest: their tags, and the bits of tags.  C3 A9 C3 A9 is
 * A9C3A9C3, of which TWO_BITS are 80C080C0; two sequences of three bytes have 48 bits.  C0 and
 * C1, whose bits 1E are 0, begin nothing.
 */
#define TWO_TAGS 0x80c080c0u
#define TWO_BITS 0xc0e0c0e0u
#define THREE_TAGS 0x8080e08080e0ull
#define THREE_BITS 0xc0c0f0c0c0f0ull

/* Is @cp, read from three bytes, allowed there (Table 3-7)? */
static bool is_three(u32 cp)
{
	return cp >= 0x800 && cp - 0xd800 >= 0x800;
}

/* The code point of three bytes, the first of them lowest. */
static u32 join_three(u64 w)
{
	return (w & 15) << 12 | (w >> 2 & 0xfc0) | (w >> 16 & 0x3f);
}

/* Converts the sequence that @w begins with.  Return: false if it is none, or has no room. */
static __always_inline bool get_one(struct to_utf16 *f, const u8 *end, u32 w, bool big, size_t room)
{
	u32 cp = w & 0x7f, n = 1;

	if (w & 0x80)
		n = u8c_strict_point_of(w, &cp);
	if (!n || n > (size_t)(end - f->p) || room < (n == 4 ? 4 : 2))
		return false;
	f->out += store_point(f->out, big, cp, n);
	f->p += n;
	f->by_length[n - 1]++;
	return true;
}

/*
 * Converts what comes next, with eight bytes of text and 16 of room: eight characters of ASCII,
 * two sequences of two bytes or of three, or one of any length.  Return: as get_one().
 */
static __always_inline bool get_some(struct to_utf16 *f, const u8 *end, bool big)
{
	u64 w = u8c_load64_le(f->p);
	u32 a, b;

	U8C_ONCE(w);
	if (!(w & U8C_HIGH_BITS)) {
		store_units(f->out, big, unpack(w));
		store_units(f->out + 8, big, unpack(w >> 32));
		f->out += 16;
		f->p += 8;
		f->by_length[0] += 8;
		return true;
	}
	if ((w & TWO_BITS) == TWO_TAGS && w & 0x1e && w & 0x1e0000) {
		a = (w & 0x001f001f) << 6 | (w >> 8 & 0x003f003f);
		store_unit(f->out, big, a);
		store_unit(f->out + 2, big, a >> 16);
		f->out += 4;
		f->p += 4;
		f->by_length[1] += 2;
		return true;
	}
	a = join_three(w);
	b = join_three(w >> 24);
	if ((w & THREE_BITS) == THREE_TAGS && is_three(a) && is_three(b)) {
		store_unit(f->out, big, a);
		store_unit(f->out + 2, big, b);
		f->out += 4;
		f->p += 6;
		f->by_length[2] += 2;
		return true;
	}
	return get_one(f, end, w, big, 16);
}

size_t u8c_to_utf16_scalar(const u8 *in, size_t n, bool big,
			   struct u8c_transcoding *to, const struct u8c_wide_impl *self)
{
	struct to_utf16 f = { .p = in, .out = to->out, .by_length = to->by_length };
	const u8 *end = in + n;
	bool good = true;

	while (good && end - f.p >= 8 && to->out_end - f.out >= 16)
		good = get_some(&f, end, big);
	while (good && f.p < end)
		good = get_one(&f, end, u8c_head(f.p, end), big, to->out_end - f.out);
	to->out = f.out;
	return f.p - in;
}

void u8c_swap_utf16(const u8 *in, size_t n, u8 *out)
{
	size_t i = 0;

	for (; n - i >= 8; i += 8)
		u8c_store_le(out + i, load_units(in + i, true), 8);
	for (; n - i >= 2; i += 2)
		store_unit(out + i, true, load_unit(in + i, false));
}

/* The number of LF in UTF-16 of either byte order. */
static size_t line_feeds_16(const u8 *p, size_t n, bool big)
{
	const u64 lf = EACH('\n') << 8 * big;
	size_t lines = 0;

	while (n >= 8) {
		/* Each of four counters grows by one at most, for each word. */
		size_t words = n / 8 < 0xffff ? n / 8 : 0xffff;
		u64 counts = 0;

		for (n -= 8 * words; words; words--, p += 8) {
			u64 w = u8c_load64_le(p) ^ lf;

			/* The highest bit of each unit says that it differs. */
			w |= (w & EACH(0x7fff)) + EACH(0x7fff);
			counts += ~w >> 15 & EACH(1);
		}
		lines += (counts & 0xffff) + (counts >> 16 & 0xffff) +
			 (counts >> 32 & 0xffff) + (counts >> 48);
	}
	for (; n >= 2; n -= 2, p += 2)
		lines += load_unit(p, big) == '\n';
	return lines;
}

void u8c_position_advance_utf16(struct u8c_position *pos, const u8 *p, size_t n,
				size_t pairs, bool big)
{
	size_t lines = line_feeds_16(p, n, big);
	u32 unit;

	if (!lines) {
		pos->column += n / 2 - pairs;
		return;
	}
	pos->line += lines;
	pos->column = 1;
	/* Back to the last LF, if it is still there. */
	while (n >= 2) {
		n -= 2;
		unit = load_unit(p + n, big);
		if (unit == '\n')
			return;
		pos->column += !u8c_is_low_surrogate(unit);
	}
}
