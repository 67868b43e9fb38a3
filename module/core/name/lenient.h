/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What a decoder that is not strict reads from an ill-formed sequence.
 * Private to the core.
 */
#ifndef U8C_NAME_LENIENT_H
#define U8C_NAME_LENIENT_H

#include "codec/decode.h"

/* The characters that matter in a path, in the order of their classes. */
enum u8c_special {
	U8C_SPECIAL_NUL,
	U8C_SPECIAL_SEPARATOR,
	U8C_SPECIAL_BACKSLASH,
	U8C_SPECIAL_DOT,
	U8C_SPECIAL_NONE
};

static __always_inline enum u8c_special u8c_special_of(u64 value)
{
	switch (value) {
	case 0:
		return U8C_SPECIAL_NUL;
	case '/':
		return U8C_SPECIAL_SEPARATOR;
	case '\\':
		return U8C_SPECIAL_BACKSLASH;
	case '.':
		return U8C_SPECIAL_DOT;
	}
	return U8C_SPECIAL_NONE;
}

enum u8c_lenient_kind {
	U8C_LENIENT_NOTHING,	/* no decoder reads a mark here */
	U8C_LENIENT_HIDDEN,	/* one that takes longer forms does */
	U8C_LENIENT_LAX,		/* one that only masks does */
};

/**
 * struct u8c_lenient - how an ill-formed sequence can be read
 *
 * @kind: which decoder reads a mark here.
 * @mark: the mark; U8C_SPECIAL_NONE with U8C_LENIENT_NOTHING.
 * @length: the bytes that it reads as the mark, 2 to 8.
 * @subpart: the maximal subpart that a strict decoder steps over, 1 to 3; 1 to
 *	4 of a well-formed sequence.
 */
struct u8c_lenient {
	enum u8c_lenient_kind kind;
	enum u8c_special mark;
	unsigned int length;
	unsigned int subpart;
};

/**
 * u8c_lenient_read() - how the ill-formed sequence at @p can be read
 * @p: bytes that begin with an ill-formed sequence and have an end
 * @n: how many, at least 1
 * @r: the reading
 *
 * If the bytes have changed meanwhile and are well-formed, nothing is read there, and the
 * subpart is the whole sequence.
 */
void u8c_lenient_read(const u8 *p, size_t n, struct u8c_lenient *r);

#endif /* U8C_NAME_LENIENT_H */
