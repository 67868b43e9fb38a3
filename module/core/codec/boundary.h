/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Boundaries found from anywhere.
 */
#ifndef U8C_CODEC_BOUNDARY_H
#define U8C_CODEC_BOUNDARY_H

#include "codec/decode.h"

/**
 * u8c_next_boundary() - the first place at or after an offset where a sequence
 *	can start
 * @c: how the text is written
 * @p: the text, or its last @n bytes, from a whole unit on
 * @n: how many bytes
 * @at: the offset, at most @n
 *
 * Looks at no more than a sequence's length.  In well-formed text the answer
 * is the start of the next sequence, or @at itself if one starts there.
 *
 * Return: the offset; in ill-formed text maybe U8C_SEQUENCE_MAX after @at and no boundary.
 */
size_t u8c_next_boundary(const struct u8c_coding *c, const u8 *p, size_t n,
			 size_t at);

/*
 * The last place at or before an offset where a sequence can start; parameters as for
 * u8c_next_boundary().  Return: its offset; in ill-formed text as there.
 */
size_t u8c_previous_boundary(const struct u8c_coding *c, const u8 *p, size_t n,
			     size_t at);

/*
 * Can a sequence start at @at?  Parameters as for u8c_next_boundary().  At the start and at
 * the end of the text the answer is yes.
 */
bool u8c_is_boundary(const struct u8c_coding *c, const u8 *p, size_t n,
		     size_t at);

/*
 * Bytes that are needed on each side of a place, when only a few bytes of the text are at
 * hand: a boundary is found within a sequence's length, and whether it is one is seen from
 * a sequence's length around it: twice a sequence's length, and as much again to spare.
 */
#define U8C_AROUND (4 * U8C_SEQUENCE_MAX)

/**
 * struct u8c_place - the boundaries on both sides of a byte
 *
 * @previous: the last one at or before it.
 * @next: the first one at or after it.
 * @has_previous: @previous is within a sequence's length.
 * @has_next: @next is within a sequence's length.
 */
struct u8c_place {
	u64 previous;
	u64 next;
	bool has_previous;
	bool has_next;
};

/**
 * u8c_resync() - both boundaries
 * @c: how the text is written
 * @p: the text, or U8C_AROUND bytes of it on both sides of @at (fewer at its start and end),
 *	from a multiple of four on, as units are counted from the start
 * @n: how many bytes
 * @at: the offset in them, at most @n
 * @place: filled, with offsets in them
 *
 * Return: false when one of the two is not there: the text is ill-formed.
 */
bool u8c_resync(const struct u8c_coding *c, const u8 *p, size_t n, size_t at,
		struct u8c_place *place);

/* compare.c: the order of code points */

/* In place of a code point where there is none; greater than all code points. */
#define U8C_NO_POINT (~(u64)0)

/**
 * struct u8c_difference - where two texts first differ
 *
 * @order: -1, 0 or 1 as @a is before @b, equal to it or after it.
 * @offset: of the first sequence that differs, the same in both texts; the length of
 *	equal texts.
 * @cp: the code point there in each; U8C_NO_POINT where the text is ill-formed
 *	or at its end.
 * @length: bytes of it, of an ill-formed one's maximal subpart; 0 at the end.
 */
struct u8c_difference {
	int order;
	u64 offset;
	u64 cp[2];
	u8 length[2];
};

/**
 * u8c_differ() - compare two texts by code points
 * @c: how both are written
 * @a: the one
 * @b: the other
 * @d: filled
 *
 * For UTF-8 without pairs of surrogates that is the order of the bytes; this keeps code point
 * order in all encodings and profiles.  Ill-formed sequences are after all code points, in the
 * order of their bytes; a text is after its own prefixes.
 */
void u8c_differ(const struct u8c_coding *c, struct u8c_text a,
		struct u8c_text b, struct u8c_difference *d);

/* The order of the bytes: -1, 0 or 1. */
int u8c_compare_bytes(const u8 *a, size_t an, const u8 *b, size_t bn);

/* How many bytes two texts of @n bytes have in common at their start. */
size_t u8c_same_start(const u8 *a, const u8 *b, size_t n);

#endif /* U8C_CODEC_BOUNDARY_H */
