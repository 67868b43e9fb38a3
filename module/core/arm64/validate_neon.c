// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Validation and counting with NEON.
 */
#if !defined(__CHECKER__) && defined(__AARCH64EL__)
#include "arm64/neon.h"
#include "arm64/vector.h"

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
	return ((words)v)[0] | ((words)v)[1];
}

static __always_inline unsigned int first(vector v)
{
	u64 low = ((words)v)[0];

	return low ? __builtin_ctzll(low) / 8 : 8 + __builtin_ctzll(((words)v)[1]) / 8;
}

#define SHUFFLE(table, index) shuffle(table, index)
#define SUBTRACT(a, b) subtract(a, b)
#define HIGH_HALF(v, low_half) high_half(v, low_half)
#define KEEP(v) __asm__ ("" : "+w" (v))
#define NOT_ZERO(v) (any_bits(v) != 0)
#define ANY_BIT_7(v) ((any_bits(v) & 0x8080808080808080ull) != 0)
#define FIRST(v) first(v)
#define TWICE(...) __VA_ARGS__
#define GENERAL u8c_valid_up_to_scalar

#include "validate/shuffle.h"

const struct u8c_validate_impl u8c_validate_neon = {
	.valid_up_to = valid_up_to_shuffle,
	.count = count_vector,
	.lines = lines_vector,
	.copy_valid = u8c_copy_valid_in_turn,
	.replace = u8c_replace_scalar,
};
#endif
