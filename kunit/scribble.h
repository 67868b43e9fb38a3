/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Text that changes while another task reads it: plain C, shared by the racers of the module's
 * API and of its calls for BPF programs.
 *
 * A text is made of pieces, well-formed and of twelve bytes each.  So the text stays
 * well-formed when one piece replaces another; only a reader during the write sees a mixture.
 * Ill-formed pieces and single bytes are taken back at once: if a text stayed ill-formed, most
 * calls would end at its start.
 */
#ifndef U8C_SCRIBBLE_H
#define U8C_SCRIBBLE_H

#include "sample.h"

#define U8C_PIECE 12u
/* The first pieces are well-formed. */
#define U8C_GOOD_PIECES 15u

static const u8 u8c_pieces[][U8C_PIECE + 1] = {
	"plain ASCII.",
	"../..\\:/a./b",
	"\xc3\xa9\xc3\xa0\xc3\xbc\xc3\xb1\xc3\xb6\xc3\x9f",	/* composites */
	"e\xcc\x81" "a\xcc\x80" "u\xcc\x88" "n\xcc\x83",	/* decomposed */
	/* Marks alone: first in canonical order, then not. */
	"\xcc\xa7\xcc\xa3\xcc\x80\xcc\x81\xcc\x82\xcc\x83",
	"\xcc\x81\xcc\xa3\xcc\x80\xcc\xb4\xcc\x81\xcc\xa7",
	"\xe0\xbd\xb1\xe0\xbd\xb2\xe0\xbd\xb4\xe0\xbe\x80",	/* Tibetan */
	"\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e\xe6\x96\x87",
	"\xed\x95\x9c\xea\xb8\x80\xea\xb0\x80\xea\xb0\x81",	/* Hangul */
	"\xe1\x84\x80\xe1\x85\xa1\xe1\x86\xa8\xe1\x84\x92",	/* jamo */
	"\xe1\x86\xa8\xe1\x85\xa1\xe1\x86\xa8\xe1\x86\xa8",
	"\xef\xbc\x8f\xef\xbc\x8e\xe2\x80\xa6\xef\xac\x83",	/* compatibility */
	"\xe2\x80\x8c\xe2\x80\x8d\xef\xbb\xbf\xe2\x80\xae",	/* ignorable */
	"\xf0\x9f\x91\x8b\xf0\x9f\x98\x80\xf0\xa0\x80\xae",
	"\xf0\x9d\x85\x9e\xf0\x91\x82\x9a\xf0\x91\x82\xba",	/* decompose */
	/* From here on ill-formed. */
	"\xc0\xaf\xc0\xae\xc0\x80\xc1\x9c\xe0\x80\xaf/",
	"\xf0\x9f\x91\xf0\x9f\x91\xf0\x9f\x91\xf0\x9f\x91",
	"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80",
	"\xff\xfe\xff\xfe\xff\xff\xff\xff\xff\xff\xff\xff",
	"\xed\xa0\x80\xed\xb0\x80\xed\xaf\xbf\xed\xbf\xbf",
	"\xe2\x82\xe2\x82\xe2\x82\xe2\x82\xe2\x82\xe2\x82",
	"\xf8\x80\x80\x80\xaf\xfc\x80\x80\x80\x80\xae\xf4",
	"\xf4\xbf\xbf\xbf\xf7\xbf\xbf\xbf\xf5\x80\x80\x80",
	"\0\0\0\0\0\0\0\0\0\0\0\0",
	"\x3d\xd8\x01\xde" "a\0\x01\xdc\0\xd8\xdc\x01",	/* units of UTF-16 */
};

/* Bytes that change what the bytes after them are. */
static const u8 u8c_single_bytes[] = {
	0x00, 0x2f, 0x41, 0x80, 0xbf, 0xc0, 0xc3, 0xcc, 0xe0, 0xe1, 0xed, 0xef,
	0xf0, 0xf4, 0xf8, 0xfe, 0xff,
};

/* The compiler must write what came before, even if it is overwritten next. */
static inline void u8c_scribble_done(void)
{
	__asm__ __volatile__("" : : : "memory");
}

static inline void u8c_scribble_put(u8 *p, const u8 *piece)
{
	memcpy(p, piece, U8C_PIECE);
	u8c_scribble_done();
}

static inline const u8 *u8c_any_piece(struct u8c_chance *c, u32 below)
{
	return u8c_pieces[u8c_chance_below(c, below)];
}

/* Fills @n bytes with well-formed text; the last piece may be cut off. */
static inline void u8c_scribble_fill(struct u8c_chance *c, u8 *p, size_t n)
{
	const u8 *piece = u8c_pieces[0];

	for (size_t i = 0; i < n; i++) {
		if (i % U8C_PIECE == 0)
			piece = u8c_any_piece(c, U8C_GOOD_PIECES);
		p[i] = piece[i % U8C_PIECE];
	}
}

/* Changes one of the last @n bytes before @end for a moment. */
static inline void u8c_scribble_byte(struct u8c_chance *c, u8 *end, size_t n)
{
	u8 *at = end - 1 - u8c_chance_below(c, n);
	u8 was = *at;

	*at = u8c_single_bytes[u8c_chance_below(c, sizeof(u8c_single_bytes))];
	u8c_scribble_done();
	if (u8c_chance_below(c, 4))
		u8c_chance_next(c);
	*at = was;
	u8c_scribble_done();
}

/* Nanoseconds, or many microseconds. */
static inline void u8c_scribble_wait(struct u8c_chance *c)
{
	u32 n = u8c_chance_below(c, 2u << u8c_chance_below(c, 17));

	while (n--)
		u8c_scribble_done();
}

/* All bytes are the same for a moment. */
static inline void u8c_scribble_same(struct u8c_chance *c, u8 *p, size_t n)
{
	memset(p, u8c_single_bytes[u8c_chance_below(c, sizeof(u8c_single_bytes))], n);
	u8c_scribble_wait(c);
	u8c_scribble_fill(c, p, n);
	u8c_scribble_wait(c);
}

/**
 * u8c_scribble() - change a text a little
 * @c: the random numbers
 * @p: the bytes
 * @n: how many, and not 0; of those after the last whole piece only single ones change
 *
 * The changes of one call are of one kind.  They are all over the text, or, mostly,
 * many in one small part of the text, where a reader may be at the moment.
 */
static inline void u8c_scribble(struct u8c_chance *c, u8 *p, size_t n)
{
	u32 pieces = n / U8C_PIECE, kind = pieces ? u8c_chance_below(c, 6) : 4, i;
	u32 window = 1 + u8c_chance_below(c, 64);
	const u8 *a = u8c_any_piece(c, U8C_GOOD_PIECES);
	const u8 *b = u8c_any_piece(c, U8C_ARRAY_SIZE(u8c_pieces));
	u8 *end = p + n;
	size_t at;

	window = window < pieces && u8c_chance_below(c, 4) ? window : pieces;
	if (kind == 5) {
		u8c_scribble_same(c, p, n);
		return;
	}
	p += U8C_PIECE * u8c_chance_below(c, pieces - window + 1);
	for (i = 0; i < 64; i++) {
		at = U8C_PIECE * u8c_chance_below(c, window ?: 1);
		switch (kind) {
		case 0:		/* random pieces */
			u8c_scribble_put(p + at,
					 u8c_any_piece(c, U8C_GOOD_PIECES));
			break;
		case 1:		/* in rhythm */
			u8c_scribble_put(p + at, i & 1 ? a : u8c_pieces[0]);
			break;
		case 2:		/* often ill-formed */
			u8c_scribble_put(p + at, b);
			u8c_scribble_put(p + at, a);
			break;
		case 3:
			u8c_scribble_byte(c, p + window * U8C_PIECE, window * U8C_PIECE);
			break;
		default:	/* the last sequence gets longer than what is left, or shorter */
			u8c_scribble_byte(c, end, n < 5 ? n : 5);
			break;
		}
	}
}

#endif /* U8C_SCRIBBLE_H */
