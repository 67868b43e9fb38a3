// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Validation, copying and counting with NEON, which all arm64 processors have.  TBL
 * counts its entries from the lowest byte, so this is for little endian.
 *
 * The two instructions that C has no operator for are spelled here: the
 * compiler's header of intrinsics has types of its own that the kernel's do not
 * agree with.
 */
#if !defined(__CHECKER__) && defined(__AARCH64EL__)
#include "validate/validate.h"

#define VECTOR 16
typedef u8 vector __attribute__((vector_size(VECTOR)));
typedef u64 quads __attribute__((vector_size(VECTOR)));

static __always_inline vector shuffle(vector table, vector index)
{
	vector v;

	__asm__ ("tbl %0.16b, {%1.16b}, %2.16b"
		 : "=w" (v) : "w" (table), "w" (index));
	return v;
}

static __always_inline vector subtract(vector a, vector b)
{
	vector v;

	__asm__ ("uqsub %0.16b, %1.16b, %2.16b"
		 : "=w" (v) : "w" (a), "w" (b));
	return v;
}

static __always_inline vector high_half(vector v, vector low_half)
{
	(void)low_half;	/* Zeros are shifted in. */
	return v >> 4;
}

static __always_inline u64 any_bits(vector v)
{
	return ((quads)v)[0] | ((quads)v)[1];
}

#define SHUFFLE(table, index) shuffle(table, index)
#define SUBTRACT(a, b) subtract(a, b)
#define HIGH_HALF(v, low_half) high_half(v, low_half)
#define KEEP(v) __asm__ ("" : "+w" (v))
#define NOT_ZERO(v) (any_bits(v) != 0)
#define ANY_BIT_7(v) ((any_bits(v) & 0x8080808080808080ull) != 0)
#define TWICE(...) __VA_ARGS__
#define GENERAL u8c_valid_up_to_scalar
#define VALID_UP_TO u8c_valid_up_to_neon

#include "validate/shuffle.h"

#define COUNT u8c_count_neon
#define LINES u8c_lines_neon
#include "validate/count_vector.h"

#define PASS u8c_copy_valid_neon
#include "validate/passing.h"
#endif
