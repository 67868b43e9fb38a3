/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Random text that normalization is about: combining marks, Hangul, code points
 * that decompose, that compose or that are left out.  Plain C, with the data of
 * the slow reference.
 */
#ifndef U8C_SAMPLE_FORM_H
#define U8C_SAMPLE_FORM_H

#include "reference_form.h"
#include "reference_ucd.h"
#include "sample.h"

/* The most code points that u8c_sample_form_points() makes. */
#define U8C_SAMPLE_FORM_MAX 40

static inline u32 u8c_sample_mark(struct u8c_chance *c)
{
	u32 i = u8c_chance_below(c, u8c_ref_classes_count);

	/* Also marks of one class, which keep their order. */
	return u8c_chance_below(c, 4) ? u8c_ref_classes[i].cp :
					0x300 + u8c_chance_below(c, 0x15);
}

/* A random code point of a random row of a table. */
static inline u32 u8c_sample_row(struct u8c_chance *c,
				 const struct u8c_ref_mapping *rows, u32 count)
{
	const struct u8c_ref_mapping *row = &rows[u8c_chance_below(c, count)];

	return row->first + u8c_chance_below(c, row->last - row->first + 1);
}

/* A code point that NFKC_Casefold leaves out. */
static inline u32 u8c_sample_ignorable(struct u8c_chance *c)
{
	static const u32 some[] = { 0xad, 0x34f, 0x61c, 0x115f, 0x180b, 0x200b,
				    0x200d, 0xfe0f, 0xfeff, 0xe0100 };

	return some[u8c_chance_below(c, U8C_ARRAY_SIZE(some))];
}

static inline u32 u8c_sample_scalar(struct u8c_chance *c)
{
	u32 cp = u8c_chance_below(c, 0x110000 - 0x800);

	return cp < 0xd800 ? cp : cp + 0x800;
}

/* Makes a few code points.  Return: how many. */
static inline u32 u8c_sample_form_points(struct u8c_chance *c, u32 *out)
{
	const struct u8c_ref_pair *pair;
	u32 n = 0, many;

	switch (u8c_chance_below(c, 12)) {
	case 0:
		out[0] = u8c_chance_below(c, 8) ? 'a' : '\n';
		return 1;
	case 1:
		out[0] = u8c_chance_below(c, 0x80);
		return 1;
	case 2:		/* marks, now and then as many as a text may have */
		many = u8c_chance_below(c, u8c_chance_below(c, 8) ? 4 :
					   U8C_SAMPLE_FORM_MAX);
		while (n < many)
			out[n++] = u8c_sample_mark(c);
		return n;
	case 3:
		out[0] = 0xac00 + u8c_chance_below(c, 11172);
		if (u8c_chance_below(c, 2))
			out[0] -= (out[0] - 0xac00) % 28;
		return 1;
	case 4:		/* jamo, some of them at the edges of what composes */
		out[0] = 0x1100 + u8c_chance_below(c, 0x14);
		out[1] = 0x1160 + u8c_chance_below(c, 0x17);
		out[2] = 0x11a6 + u8c_chance_below(c, 0x1e);
		return 1 + u8c_chance_below(c, 3);
	case 5:
	case 6:
		pair = &u8c_ref_pairs[u8c_chance_below(c, u8c_ref_pairs_count)];
		out[n++] = pair->first;
		if (!u8c_chance_below(c, 3))
			out[n++] = u8c_sample_mark(c);
		out[n++] = pair->second;
		return n;
	case 7:
		out[0] = u8c_sample_row(c, u8c_ref_canonical,
					u8c_ref_canonical_count);
		return 1;
	case 8:
		out[0] = u8c_sample_row(c, u8c_ref_compatible,
					u8c_ref_compatible_count);
		return 1;
	case 9:
		out[0] = u8c_chance_below(c, 2) ? u8c_sample_ignorable(c) :
			 u8c_sample_row(c, u8c_ref_casefold,
					u8c_ref_casefold_count);
		return 1;
	case 10:
		out[0] = u8c_sample_row(c, u8c_ref_folds, u8c_ref_folds_count);
		return 1;
	default:
		out[0] = u8c_sample_scalar(c);
		return 1;
	}
}

/**
 * u8c_sample_form_text() - random text in any encoding, with some errors
 * @c: the random numbers
 * @coding: how it is written
 * @bad: how many of 256 pieces are errors
 * @out: room for the text
 * @n: bytes to make; the last sequence may be cut off
 */
static inline void u8c_sample_form_text(struct u8c_chance *c,
					const struct u8c_coding *coding,
					u32 bad, u8 *out, size_t n)
{
	u32 points[U8C_SAMPLE_FORM_MAX], many, i;
	u8 bytes[U8C_SEQUENCE_MAX];
	size_t made = 0, length;

	while (made < n) {
		bool error = u8c_chance_below(c, 256) < bad;

		many = error ? 1 : u8c_sample_form_points(c, points);
		for (i = 0; i < many && made < n; i++) {
			length = error ? u8c_sample_error(c, bytes) :
					 u8c_encode(coding, points[i], bytes);
			if (length > n - made)
				length = n - made;
			memcpy(out + made, bytes, length);
			made += length;
		}
	}
}

#endif /* U8C_SAMPLE_FORM_H */
