// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * In place of module/core/impl/cpu.c: a processor that has AVX2 can do what AVX-512 is
 * made of here.
 */
#define u8c_cpu_features real_features
#include "../../../module/core/impl/cpu.c"
#undef u8c_cpu_features

u32 u8c_cpu_features(void);
u32 u8c_cpu_features(void)
{
	u32 has = real_features();

	return has & U8C_CPU_AVX2 ? has | U8C_CPU_AVX512 : has;
}
