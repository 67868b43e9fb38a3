/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * UTF-16 and UTF-32 to UTF-8, and whether UTF-16 is well-formed.  The file that includes this
 * one includes the header of a machine first that has what vec/wide_vector.h says.
 *
 * Two vectors of units of 16 bits are taken at a time, as a mispredicted branch costs more
 * than it saves.  UTF-32 becomes such units where none is above U+FFFF.  The last two bytes
 * of what a unit becomes stay in its 16 bits, the byte that comes first lowest:
 *
 *   a unit             first of the two     second
 *   below 80           0, to be dropped     the unit
 *   below 800          C0 | bits 10..6      80 | bits 5..0
 *   high surrogate     F0 | bits of the code point's first two bytes
 *   low surrogate      80 | bits of the code point's last two bytes
 *   any other          80 | bits 11..6      80 | bits 5..0, E0 | bits 15..12
 *                                           before both
 *
 * so that surrogates are two units of two bytes each.  The machine drops the bytes that are
 * not there, by a table or by an instruction.
 *
 * What has little room is left to general registers.
 */
#ifndef U8C_VEC_FROM_WIDE_H
#define U8C_VEC_FROM_WIDE_H

#include "vec/wide_vector.h"

#define UNITS (VECTOR / 2)
/* What the units of a vector may write, and more. */
#define PUT_ROOM (2 * VECTOR)

/**
 * struct unit_constants - the constants of conversions from UTF-16 and UTF-32
 *
 * @from_80: the bits of units from 80 on.
 * @from_800: the bits of units from 800 on.
 * @d800: the first surrogate.
 * @low_bytes: the low byte of each unit.
 * @value: the bits of a byte after a tag.
 * @tag_two: the tags of the two bytes of units from 80 to 7FF.
 * @tag_last: the tags of the last two of three bytes.
 * @tag_first: the tag of the first of three bytes.
 */
struct unit_constants {
	words from_80;
	words from_800;
	words d800;
	words low_bytes;
	words value;
	words tag_two;
	words tag_last;
	words tag_first;
};

static __always_inline void set_constants(struct unit_constants *t)
{
	t->from_80 = words_in_register(each_word(0xff80));
	t->from_800 = words_in_register(each_word(0xf800));
	t->d800 = words_in_register(each_word(0xd800));
	t->low_bytes = words_in_register(each_word(0x00ff));
	t->value = words_in_register(each_word(0x3f3f));
	t->tag_two = words_in_register(each_word(0x80c0));
	t->tag_last = words_in_register(each_word(0x8080));
	t->tag_first = words_in_register(each_word(0xe000));
}

/* FFFF for each unit that has @value in @bits. */
static __always_inline words units_with(words v, words bits, words value)
{
	return (words)((v & bits) == value);
}

static __always_inline words units_without(words v, words bits)
{
	return units_with(v, bits, each_word(0));
}

/* Writes the units of a vector, which are below 800. */
static __always_inline u8 *put_below_800(const struct unit_constants *t, words v, u8 *out)
{
	words last = v << 8, two = ((last | v >> 6) & t->value) | t->tag_two;

	return put_two(choose_without(v, t->from_80, last, two), units_without(v, t->from_80), out);
}

/* The first and the second halves of pairs of surrogates, all bits of each. */
struct surrogates {
	words high;
	words low;
};

static __always_inline struct surrogates surrogates_of(const struct unit_constants *t, words v)
{
	words all = units_with(v, t->from_800, t->d800);
	words high = units_with(v, each_word(0xfc00), t->d800);

	return (struct surrogates){ high, all ^ high };
}

/* @two with the bytes of the pairs of @v. */
static __always_inline words with_pairs(const struct unit_constants *t, words two, words v,
					const struct surrogates *pairs)
{
	/* D800 becomes F000; 40 more, as the code point is 10000 more than both halves say. */
	words cp = v + 0x1840, first = cp >> 8 | (cp << 6 & t->value) | t->tag_last;
	/*
	 * Bits 5 and 4 of the low one's first byte are the two lowest bits of the high one; made
	 * as those of any other unit, both would be set.
	 */
	words before = two & (unit_before(v) << 4 | each_word(0xffcf));

	return choose(pairs->low, before, choose(pairs->high, first, two));
}

/* Writes the units of a vector, of which those in @pairs, if not NULL, are halves of pairs. */
static __always_inline u8 *put_units(const struct unit_constants *t, words v,
				     const struct surrogates *pairs, u8 *out)
{
	words ascii = units_without(v, t->from_80), not_three = units_without(v, t->from_800);
	words last = v << 8, two = choose(t->low_bytes, v >> 6, last);

	two = (two & t->value) | choose(not_three, t->tag_two, t->tag_last);
	if (pairs) {
		two = with_pairs(t, two, v, pairs);
		not_three |= pairs->high | pairs->low;
	}
	two = choose_without(v, t->from_80, last, two);
	if (pairs && !any_bits_set(~not_three, ~not_three))
		return put_two(two, ascii, out);
	/* E0 | bits 15..12, above a byte that is not kept. */
	return put_three((v >> 12 << 8) | t->tag_first, two, ascii, not_three, out);
}

/* Surrogates that stand alone, or whose other half is in the next vector. */
static __always_inline u32 are_alone(u32 high, u32 low)
{
	return (low & ~(high << UNIT_BITS)) | (high & ~(low >> UNIT_BITS));
}

/**
 * struct from_wide - how far a conversion from UTF-16 or UTF-32 has come
 *
 * @t: the constants.
 * @p: the next unit.
 * @end: of the text.
 * @out: the next free byte.
 * @full: the end of the room.
 * @big: the highest byte of a unit comes first.
 * @pairs: of surrogates so far.
 */
struct from_wide {
	struct unit_constants t;
	const u8 *p;
	const u8 *end;
	u8 *out;
	u8 *full;
	bool big;
	size_t pairs;
};

/* Does what @n vectors of 16-bit units may write fit, and are there @bytes? */
static __always_inline bool fits(const struct from_wide *f, long bytes, unsigned int n)
{
	return f->end - f->p >= bytes && f->full - f->out >= n * PUT_ROOM;
}

static const u8 but_last[VECTOR] = { [0 ... VECTOR - 3] = 0xff };

/*
 * Writes units with surrogates among them: all units, or all but the last one, if that is a
 * high surrogate.  Return: false where a surrogate stands alone.
 */
static __always_inline bool put_pairs(struct from_wide *f, words v)
{
	struct surrogates pairs = surrogates_of(&f->t, v);
	u32 high = unit_bits(pairs.high), low = unit_bits(pairs.low);
	u32 alone = are_alone(high, low);
	unsigned int units = UNITS;

	if (alone & ~LAST_UNIT || alone & low)
		return false;
	if (alone) {
		/* The last unit becomes NUL, which is one byte, the last. */
		units--;
		v &= (words)load(but_last);
		pairs.high &= (words)load(but_last);
	}
	f->out = put_units(&f->t, v, &pairs, f->out) - (UNITS - units);
	f->p += 2 * units;
	f->pairs += __builtin_popcount(low) / UNIT_BITS;
	return true;
}

static __always_inline bool any_surrogate(const struct unit_constants *t, words v, words next)
{
	words found = units_with(v, t->from_800, t->d800) | units_with(next, t->from_800, t->d800);

	return any_bits_set(found, found);
}

/*
 * Writes 2 * UNITS units; @all has the bits of each.  Return: false where a surrogate is among
 * them.
 */
static __always_inline bool put_two_vectors(struct from_wide *f, words v, words next, words all)
{
	if (!any_bits_set(all, f->t.from_800)) {
		f->out = put_below_800(&f->t, v, f->out);
		f->out = put_below_800(&f->t, next, f->out);
		return true;
	}
	if (any_surrogate(&f->t, v, next))
		return false;
	f->out = put_units(&f->t, v, NULL, f->out);
	f->out = put_units(&f->t, next, NULL, f->out);
	return true;
}

static __always_inline size_t from_utf16_of(const u8 *in, size_t n, bool big,
					    struct u8c_transcoding *to)
{
	struct from_wide f = {
		.p = in, .end = in + n, .out = to->out, .full = to->out_end, .big = big,
	};

	set_constants(&f.t);
	while (fits(&f, 2 * VECTOR, 2)) {
		words v = (words)turned(load(f.p), 2, big);
		words next = (words)turned(load(f.p + VECTOR), 2, big);

		if (!any_bits_set(v | next, f.t.from_80)) {
			store(f.out, narrow_words(v, next));
			f.out += VECTOR;
			f.p += 2 * VECTOR;
		} else if (put_two_vectors(&f, v, next, v | next)) {
			f.p += 2 * VECTOR;
		} else if (!put_pairs(&f, v)) {
			break;
		}
	}
	to->out = f.out;
	to->pairs += f.pairs;
	return f.p - in + u8c_from_utf16_scalar(f.p, f.end - f.p, big, to, NULL);
}

static size_t from_utf16_vector(const u8 *in, size_t n, bool big, struct u8c_transcoding *to,
				const struct u8c_wide_impl *self)
{
	return big ? from_utf16_of(in, n, true, to) : from_utf16_of(in, n, false, to);
}

static size_t valid_utf16_vector(const u8 *p, size_t n, bool big, size_t *pairs,
				 const struct u8c_wide_impl *self)
{
	size_t good = 0, found = 0;

	while (n - good >= VECTOR) {
		words v = (words)turned(load(p + good), 2, big);
		words surrogates = units_with(v, each_word(0xf800), each_word(0xd800));
		u32 high, low, alone;

		if (!any_bits_set(surrogates, surrogates)) {
			good += VECTOR;
			continue;
		}
		high = unit_bits(units_with(v, each_word(0xfc00), each_word(0xd800)));
		low = unit_bits(surrogates) & ~high;
		alone = are_alone(high, low);
		if (alone & ~LAST_UNIT || alone & low)
			break;
		/* Half a pair at the end belongs to the next vector. */
		good += VECTOR - 2 * !!alone;
		found += __builtin_popcount(low) / UNIT_BITS;
	}
	*pairs += found;
	return good + u8c_valid_utf16_scalar(p + good, n - good, big, pairs, NULL);
}

/* Is any unit no Unicode scalar value? */
static bool has_ill_formed(dwords v)
{
	words found = (words)(v > each_dword(0x10ffff)) |
		      (words)((v & each_dword(0xfffff800)) == each_dword(0xd800));

	return any_bits_set(found, found);
}

typedef int signed_dwords __attribute__((vector_size(VECTOR)));

/* FFFFFFFF for each of the Unicode scalar values @v that is above @cp. */
static __always_inline dwords above(dwords v, u32 cp)
{
	return (dwords)((signed_dwords)v > (signed_dwords)each_dword(cp));
}

static __always_inline dwords choose_points(dwords mask, dwords yes, dwords no)
{
	return (dwords)choose((words)mask, (words)yes, (words)no);
}

/* Writes the units of a vector, each as one to four bytes.  Bytes that are there have bit 7. */
static __always_inline u8 *put_points(dwords v, u8 *out)
{
	dwords from_80 = above(v, 0x7f), from_800 = above(v, 0x7ff);
	dwords from_10000 = above(v, 0xffff);
	dwords bytes = (v >> 18 & each_dword(0x07)) | (v >> 4 & each_dword(0x3f00)) |
		       (v << 10 & each_dword(0x3f0000)) | (v << 24 & each_dword(0x3f000000));
	dwords tags = choose_points(from_10000, each_dword(0x808080f0),
				    choose_points(from_800, each_dword(0x8080e000),
						  each_dword(0x80c00000)));

	bytes = choose_points(from_80, bytes | tags, v << 24);
	return put_four(bytes, from_80 & ~from_10000, from_800, out);
}

/* Writes 2 * UNITS units of UTF-32.  Return: false where one is ill-formed. */
static __always_inline bool put_utf32(struct from_wide *f)
{
	dwords v[] = {
		(dwords)load(f->p), (dwords)load(f->p + VECTOR),
		(dwords)load(f->p + 2 * VECTOR), (dwords)load(f->p + 3 * VECTOR),
	};
	words all;

#pragma GCC unroll 4
	for (unsigned int i = 0; i < 4; i++)
		v[i] = f->big ? turned_dwords(v[i]) : v[i];
	all = (words)(v[0] | v[1] | v[2] | v[3]);
	if (!any_bits_set(all, (words)each_dword(~0x7fu))) {
		store(f->out, narrow_twice(v[0], v[1], v[2], v[3]));
		f->out += VECTOR;
		return true;
	}
	if (!any_bits_set(all, (words)each_dword(0xffff0000)))
		return put_two_vectors(f, narrow_dwords(v[0], v[1]), narrow_dwords(v[2], v[3]), all);
	if (has_ill_formed(v[0]) || has_ill_formed(v[1]) || has_ill_formed(v[2]) ||
	    has_ill_formed(v[3]))
		return false;
	f->out = put_points(v[1], put_points(v[0], f->out));
	f->out = put_points(v[3], put_points(v[2], f->out));
	return true;
}

static size_t from_utf32_vector(const u8 *in, size_t n, bool big, struct u8c_transcoding *to,
				const struct u8c_wide_impl *self)
{
	struct from_wide f = {
		.p = in, .end = in + n, .out = to->out, .full = to->out_end, .big = big,
	};

	set_constants(&f.t);
	while (fits(&f, 4 * VECTOR, 3) && put_utf32(&f))
		f.p += 4 * VECTOR;
	to->out = f.out;
	return f.p - in + u8c_from_utf32_scalar(f.p, f.end - f.p, big, to, NULL);
}

#endif /* U8C_VEC_FROM_WIDE_H */
