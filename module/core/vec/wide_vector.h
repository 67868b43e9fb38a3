/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Vectors of units of UTF-16 and UTF-32, as far as the compiler knows them.
 *
 * The header of a machine that includes this one has after it, with a comment where it is not
 * said by the name: choose(), choose_without(), any_bits_set(), unit_bits() with UNIT_BITS and
 * LAST_UNIT, narrow_dwords(), narrow_words(), narrow_twice(), unit_before(); put_two(),
 * put_three(), put_four(), which drop bytes; half_of(), lay_out(), weighed(), widened(); and
 * a group of GROUP units with group_of(), compressed(), store_group(), store_points().
 */
#ifndef U8C_VEC_WIDE_VECTOR_H
#define U8C_VEC_WIDE_VECTOR_H

#include "vec/vector.h"
#include "wide/wide.h"

static __always_inline words each_word(u16 number)
{
	return (words){ 0 } + number;
}

static __always_inline words words_in_register(words v)
{
	return (words)in_register((vector)v);
}

/* The bytes of each number in the other order. */
static __always_inline words turned_words(words v)
{
	static const u8 order[] = { 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14 };

	return (words)look_up_16((vector)v, sixteen(order));
}

static __always_inline dwords turned_dwords(dwords v)
{
	static const u8 order[] = { 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12 };

	return (dwords)look_up_16((vector)v, sixteen(order));
}

/* @v, whose units have @size bytes; if @big, in the other order. */
static __always_inline vector turned(vector v, unsigned int size, bool big)
{
	if (!big)
		return v;
	return size == 2 ? (vector)turned_words((words)v) : (vector)turned_dwords((dwords)v);
}

#endif /* U8C_VEC_WIDE_VECTOR_H */
