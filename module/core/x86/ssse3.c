// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * All hot loops with SSSE3, whose shuffle the method needs.
 */
#ifndef __CHECKER__
#include "validate/validate.h"

#define VECTOR 16
typedef u8 vector __attribute__((vector_size(VECTOR)));
typedef u16 halves __attribute__((vector_size(VECTOR)));
typedef char shuffled __attribute__((vector_size(VECTOR)));

#define SHUFFLE(table, index) \
	((vector)__builtin_ia32_pshufb128((shuffled)(table), (shuffled)(index)))
/* Not below 0; newer compilers have another name for it. */
#if __has_builtin(__builtin_elementwise_sub_sat)
#define SUBTRACT(a, b) __builtin_elementwise_sub_sat((vector)(a), (vector)(b))
#else
#define SUBTRACT(a, b) \
	((vector)__builtin_ia32_psubusb128((shuffled)(a), (shuffled)(b)))
#endif
/* There is no shift of bytes: what comes from the next one is cut off. */
#define HIGH_HALF(v, low_half) ((vector)((halves)(v) >> 4) & (low_half))
#define KEEP(v) __asm__ ("" : "+x" (v))
#define NOT_ZERO(v) (__builtin_ia32_pmovmskb128((shuffled)((v) == 0)) != 0xffff)
#define BITS_7(v) ((u32)__builtin_ia32_pmovmskb128((shuffled)(v)))
#define ANY_BIT_7(v) (BITS_7(v) != 0)
#define TWICE(...) __VA_ARGS__
#define GENERAL u8c_valid_up_to_scalar
#define VALID_UP_TO u8c_valid_up_to_ssse3

#include "validate/shuffle.h"

#define COUNT u8c_count_ssse3
#define LINES u8c_lines_ssse3
#include "validate/count_vector.h"

#define PASS u8c_copy_valid_ssse3
#define REPAIR u8c_replace_ssse3
#include "validate/shuffle_replace.h"
#endif
