/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* What the processor has and the system allows; and the implementations for it. */
#ifndef U8C_IMPL_CPU_H
#define U8C_IMPL_CPU_H

#include "platform.h"

#define U8C_CPU_BMI2 1u		/* shifts by a count in any register */
#define U8C_CPU_SSSE3 2u	/* a shuffle of 16 bytes */
#define U8C_CPU_AVX2 4u		/* a shuffle of 32 bytes; with BMI2 and POPCNT */
#define U8C_CPU_AVX512 8u	/* F, BW, VL, VBMI, VBMI2; with BMI2 and POPCNT */
#define U8C_CPU_NEON 16u	/* of arm64, little endian */
/* The names that people use. */
#define U8C_CPU_NAMES \
	{ U8C_CPU_BMI2, "BMI2" }, { U8C_CPU_SSSE3, "SSSE3" }, \
	{ U8C_CPU_AVX2, "AVX2" }, \
	{ U8C_CPU_AVX512, "AVX-512 F, BW, VL, VBMI, VBMI2" }, \
	{ U8C_CPU_NEON, "NEON" }

/*
 * The implementations but u8c_impl_scalar, the preferred first: with vector registers, and
 * with general registers only.  IMPL(name) stands for u8c_impl_name, which the file of its
 * name in x86/ or arm64/ defines.  A program that embeds the library's sources may leave them
 * out.
 */
#if defined(__x86_64__) && !defined(UTF8CHECK_NO_SIMD)
#define U8C_IMPLS_OF_VECTORS(IMPL) IMPL(avx512) IMPL(avx2) IMPL(ssse3)
#define U8C_IMPLS_GENERAL(IMPL) IMPL(bmi2)
#elif defined(__AARCH64EL__) && !defined(UTF8CHECK_NO_SIMD)
#define U8C_IMPLS_OF_VECTORS(IMPL) IMPL(neon)
#define U8C_IMPLS_GENERAL(IMPL)
#else
#define U8C_IMPLS_OF_VECTORS(IMPL)
#define U8C_IMPLS_GENERAL(IMPL)
#endif

/* The U8C_CPU_ bits of this processor.  Any context. */
u32 u8c_cpu_features(void);

#endif /* U8C_IMPL_CPU_H */
