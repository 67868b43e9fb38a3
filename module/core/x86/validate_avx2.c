// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Validation, copying, counting and repair with AVX2.
 */
#ifndef __CHECKER__
#include "x86/x86.h"

#define VECTOR 32
typedef u8 vector __attribute__((vector_size(VECTOR)));
typedef long long quads __attribute__((vector_size(VECTOR)));
typedef u16 halves __attribute__((vector_size(VECTOR)));
typedef char shuffled __attribute__((vector_size(VECTOR)));
typedef short words __attribute__((vector_size(VECTOR)));
typedef int dwords __attribute__((vector_size(VECTOR)));

#define SHUFFLE(table, index) \
	((vector)__builtin_ia32_pshufb256((shuffled)(table), (shuffled)(index)))
/* A difference that stops at 0; newer compilers have another name for it. */
#if __has_builtin(__builtin_elementwise_sub_sat)
#define SUBTRACT(a, b) __builtin_elementwise_sub_sat((vector)(a), (vector)(b))
#else
#define SUBTRACT(a, b) \
	((vector)__builtin_ia32_psubusb256((shuffled)(a), (shuffled)(b)))
#endif
/* There is no shift of single bytes: bits that come from the next byte are cut off. */
#define HIGH_HALF(v, low_half) ((vector)((halves)(v) >> 4) & (low_half))
/* Numbers become smaller ones, and what is too large the largest. */
#define JOIN_DWORDS(a, b) ((vector)__builtin_ia32_packssdw256((dwords)(a), (dwords)(b)))
#define JOIN_WORDS(a, b) ((vector)__builtin_ia32_packsswb256((words)(a), (words)(b)))
#define KEEP(v) __asm__ ("" : "+x" (v))
#define NOT_ZERO(v) (!__builtin_ia32_ptestz256((quads)(v), (quads)(v)))
#define BITS_7(v) ((u32)__builtin_ia32_pmovmskb256((shuffled)(v)))
#define ANY_BIT_7(v) (BITS_7(v) != 0)
#define FIRST(v) __builtin_ctz(BITS_7((v) != 0))
#define TWICE(...) __VA_ARGS__, __VA_ARGS__
#define GENERAL u8c_valid_up_to_bmi2

#include "validate/shuffle_replace.h"

const struct u8c_validate_impl u8c_validate_avx2 = {
	.valid_up_to = valid_up_to_shuffle,
	.count = count_vector,
	.lines = lines_vector,
	.copy_valid = copy_valid_shuffle,
	.replace = replace_shuffle,
};
#endif
