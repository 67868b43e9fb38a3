/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What the processor can do, and the system lets it do.
 */
#ifndef U8C_VALIDATE_CPU_H
#define U8C_VALIDATE_CPU_H

#include "platform.h"

#define U8C_CPU_BMI2 1u		/* shifts that take their count anywhere */
#define U8C_CPU_SSSE3 2u	/* a shuffle of 16 bytes */
#define U8C_CPU_AVX2 4u		/* the same of 32; with BMI2 and POPCNT */
#define U8C_CPU_AVX512 8u	/* F, BW, VL, VBMI, VBMI2, and these two */
#define U8C_CPU_NEON 16u	/* of arm64, little endian */
/* Registers that a kernel must save before it uses them. */
#define U8C_CPU_VECTORS (~U8C_CPU_BMI2)

/* One bit for each of the above.  Any context. */
u32 u8c_cpu_features(void);

#endif /* U8C_VALIDATE_CPU_H */
