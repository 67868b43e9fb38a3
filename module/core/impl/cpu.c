// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* CPUID, where no kernel answers for it (Intel's manual, volume 2, CPUID and XGETBV). */
#include "impl/impl.h"

#ifdef __x86_64__

#define ALL_OF(word, bits) (((word) & (bits)) == (bits))

#define SSSE3 (1u << 9)			/* leaf 1, ECX */
#define POPCNT (1u << 23)
#define OSXSAVE (1u << 27)
#define AVX2 (1u << 5)			/* leaf 7, EBX */
#define BMI2 (1u << 8)
#define AVX512 (1u << 16 | 1u << 30 | 1u << 31)	/* F, BW, VL */
#define VBMI (1u << 1 | 1u << 6)	/* leaf 7, ECX: VBMI, VBMI2 */
#define YMM 0x06u			/* XCR0: registers that are saved */
#define ZMM 0xe6u

struct leaf {
	u32 a, b, c, d;
};

static struct leaf cpuid(u32 number)
{
	struct leaf l = { .a = number };

	__asm__ volatile ("cpuid" : "+a" (l.a), "=b" (l.b), "+c" (l.c),
			  "=d" (l.d));
	return l;
}

static u32 saved_registers(void)
{
	u32 low, high;

	__asm__ volatile ("xgetbv" : "=a" (low), "=d" (high) : "c" (0));
	return low;
}

static u32 ask(void)
{
	struct leaf one = cpuid(1), seven = { 0 };
	u32 saved = one.c & OSXSAVE ? saved_registers() : 0, has = 0;

	if (cpuid(0).a >= 7)
		seven = cpuid(7);
	if (one.c & SSSE3)
		has |= U8C_CPU_SSSE3;
	if (!(one.c & POPCNT) || !(seven.b & BMI2))
		return has;
	if (ALL_OF(saved, YMM) && seven.b & AVX2)
		has |= U8C_CPU_AVX2;
	if (ALL_OF(saved, ZMM) && ALL_OF(seven.b, AVX512) &&
	    ALL_OF(seven.c, VBMI))
		has |= U8C_CPU_AVX512;
	return has;
}

#elif defined(__AARCH64EL__)

static u32 ask(void)
{
	return U8C_CPU_NEON;
}

#else

static u32 ask(void)
{
	return 0;
}

#endif

/* Read once: CPUID may take tens of microseconds in a virtual machine. */
u32 u8c_cpu_features(void)
{
	enum { KNOWN = 1u << 31 };
	static u32 known;
	u32 features = __atomic_load_n(&known, __ATOMIC_RELAXED);

	if (!features) {
		features = ask() | KNOWN;
		__atomic_store_n(&known, features, __ATOMIC_RELAXED);
	}
	return features & ~KNOWN;
}
