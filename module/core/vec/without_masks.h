/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Comparisons of a machine that has no registers of masks: by bit 7 of each byte.
 */
#ifndef U8C_VEC_WITHOUT_MASKS_H
#define U8C_VEC_WITHOUT_MASKS_H

#include "vec/vector.h"

/* 255 or 0 for each byte. */
typedef vector truth;

static __always_inline truth equal(vector a, vector b)
{
	return (vector)(a == b);
}

static __always_inline truth not_below(vector a, vector b)
{
	return (vector)(greater_of(a, b) == a);
}

/* @v, and 0 where @t is not. */
static __always_inline vector only(truth t, vector v)
{
	return t & v;
}

static __always_inline u64 where(truth t)
{
	return bits_7(t);
}

static __always_inline u64 where_not_zero(vector v)
{
	return bits_7((vector)(v != 0));
}

/* @least is 80 or more. */
static __always_inline u64 where_not_below(vector v, u8 least)
{
	return bits_7(subtract_to_zero(v, each(least - 0x80)));
}

/*
 * Adds 1 to the bytes of @counters where @v is not below @least.  Only signed bytes can be
 * compared, so bit 7 is inverted first; for several calls the compiler does that once.
 */
static __always_inline vector count_not_below(vector counters, vector v, u8 least)
{
	return counters - (vector)((numbers)(v ^ 0x80) > (signed char)(least - 0x81));
}

static __always_inline vector count_equal(vector counters, vector v, u8 byte)
{
	return counters - (vector)(v == byte);
}

#endif /* U8C_VEC_WITHOUT_MASKS_H */
