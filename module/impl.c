// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which implementation of the core's hot loops is used; the only file that
 * takes the vector registers from the kernel and gives them back.
 *
 * A section in which they are the module's costs as much as it takes to save
 * and restore what was in them, about 150 ns, and no task runs on the processor
 * meanwhile.  (Later sections of the same system call find them saved.)  So a
 * section is short, and what is short is left to general registers, which also
 * run where sections may not be begun, in interrupts that came upon one.
 *
 * Where the bounds are from: nanoseconds of u8c_impl.pass without sections, gcc
 * 12, Emerald Rapids.  With 150 for the section, text that is not ASCII is done
 * sooner by AVX-512 from about 430 bytes on, by AVX2 from 560, by SSSE3, whose
 * processors have no BMI2, from 380: SHORT is amid them, and above all names.
 * ASCII is so from about 6 KiB on: LONG_ASCII.  Validation alone, which counts
 * nothing, would have them at 600, 780, 430 bytes and beyond 16 KiB.
 *
 *	bytes	not ASCII                              ASCII
 *		general BMI2  SSSE3  AVX2 AVX-512      general AVX-512
 *	 256	    169  131     65    54      23           17      13
 *	 384	    239  181     87    71      35           20      22
 *	 512	    316  236    109    86      37           24      14
 *	 768	    478  349    153   113      51           32      17
 *	1024	    655  483    199   138      63           42      20
 *	4096	   2608 1948    758   447     218          154      70
 *	6144	   3773 2869   1123   662     322          227      69
 *	8192	   5018 3800   1506   873     426          308     108
 */
#include <linux/errno.h>
#include <linux/minmax.h>
#include <linux/printk.h>

#include "impl.h"

#ifdef CONFIG_X86_64
#define HAS_VECTORS
#include <asm/cpufeature.h>
#include <asm/fpu/api.h>
#include <asm/simd.h>
#elif defined(CONFIG_ARM64) && !defined(CONFIG_CPU_BIG_ENDIAN)
#define HAS_VECTORS
#include <asm/cpufeature.h>
#include <asm/neon.h>
#include <asm/simd.h>
#define kernel_fpu_begin kernel_neon_begin
#define kernel_fpu_end kernel_neon_end
#endif

#define SHORT 512u
#define LONG_ASCII 6144u
/* Bytes of a section: a fraction of a microsecond. */
#define SECTION 4096u

const struct u8c_impl *utf8check_impl;

static const struct u8c_impl scalar = {
	.name = "scalar",
	.valid_up_to = u8c_valid_up_to_scalar,
	.count = u8c_count,
	.lines = u8c_lines,
	.pass = u8c_pass_scalar,
	.repair = u8c_repair_scalar,
};

#ifdef CONFIG_X86_64
static const struct u8c_impl bmi2 = {
	.name = "bmi2",
	.needs = U8C_CPU_BMI2,
	.valid_up_to = u8c_valid_up_to_bmi2,
	.count = u8c_count,
	.lines = u8c_lines,
	.pass = u8c_pass_bmi2,
	.repair = u8c_repair_bmi2,
};
#endif

/* The best one that may run anywhere. */
static const struct u8c_impl *general = &scalar;

#ifdef CONFIG_UML
/* User Mode Linux is a process: core/cpu.c asks the processor. */
#elif defined(CONFIG_X86_64)
u32 u8c_cpu_features(void)
{
	const u64 ymm = XFEATURE_MASK_FP | XFEATURE_MASK_SSE | XFEATURE_MASK_YMM;
	u32 has = 0;

	if (boot_cpu_has(X86_FEATURE_SSSE3))
		has |= U8C_CPU_SSSE3;
	if (boot_cpu_has(X86_FEATURE_BMI2))
		has |= U8C_CPU_BMI2;
	if (!boot_cpu_has(X86_FEATURE_BMI2) || !boot_cpu_has(X86_FEATURE_POPCNT))
		return has;
	if (boot_cpu_has(X86_FEATURE_AVX2) && cpu_has_xfeatures(ymm, NULL))
		has |= U8C_CPU_AVX2;
	if (boot_cpu_has(X86_FEATURE_AVX512F) &&
	    boot_cpu_has(X86_FEATURE_AVX512BW) &&
	    boot_cpu_has(X86_FEATURE_AVX512VL) &&
	    boot_cpu_has(X86_FEATURE_AVX512VBMI) &&
	    boot_cpu_has(X86_FEATURE_AVX512_VBMI2) &&
	    cpu_has_xfeatures(ymm | XFEATURE_MASK_AVX512, NULL))
		has |= U8C_CPU_AVX512;
	return has;
}
#elif defined(HAS_VECTORS)
u32 u8c_cpu_features(void)
{
	return cpu_have_named_feature(ASIMD) ? U8C_CPU_NEON : 0;
}
#else
u32 u8c_cpu_features(void)
{
	return 0;
}
#endif

#ifdef HAS_VECTORS
/*
 * How much is passed over before the first section of @n bytes.  Of more than
 * LONG_ASCII of them there is one in any case: it begins at once.
 */
static size_t before_sections(const u8 *p, size_t n)
{
	if (n < SHORT || n >= LONG_ASCII + SHORT)
		return 0;
	return u8c_ascii_up_to(p, min(n, LONG_ASCII));
}

/* May a section begin for what comes behind @done of @n bytes? */
static bool is_worth_it(size_t done, size_t n)
{
	return n - done >= SHORT && may_use_simd();
}

/* Bytes of the next section: whole sequences, where the text is well-formed. */
static size_t section_of(const u8 *p, size_t n)
{
	size_t part = SECTION;

	if (n <= SECTION)
		return n;
	while (part > SECTION - 3 && u8c_is_continuation(p[part]))
		part--;
	return part;
}

static size_t valid_up_to(size_t (*vectors)(const u8 *p, size_t n),
			  const u8 *p, size_t n)
{
	size_t done = before_sections(p, n);
	size_t part, good;

	while (is_worth_it(done, n)) {
		part = section_of(p + done, n - done);
		kernel_fpu_begin();
		good = vectors(p + done, part);
		kernel_fpu_end();
		done += good;
		/* What a section broke off is the start of the next one. */
		if (part - good > 3 || done == n)
			return done;
	}
	return done + general->valid_up_to(p + done, n - done);
}

static u64 count(u64 (*vectors)(const u8 *p, size_t n, u64 *by_length),
		 const u8 *p, size_t n, u64 *by_length)
{
	size_t done = before_sections(p, n);
	u64 points = done;
	size_t part;

	by_length[0] += done;
	while (is_worth_it(done, n)) {
		part = section_of(p + done, n - done);
		kernel_fpu_begin();
		points += vectors(p + done, part, by_length);
		kernel_fpu_end();
		done += part;
	}
	return points + general->count(p + done, n - done, by_length);
}

static u64 lines(u64 (*vectors)(const u8 *p, size_t n), const u8 *p, size_t n)
{
	u64 found = 0;
	size_t part;

	while (is_worth_it(0, n)) {
		part = min(n, SECTION);
		kernel_fpu_begin();
		found += vectors(p, part);
		kernel_fpu_end();
		p += part;
		n -= part;
	}
	return found + general->lines(p, n);
}

static size_t pass(size_t (*vectors)(const u8 *p, size_t n, u8 *out,
				     u64 *by_length),
		   const u8 *p, size_t n, u8 *out, u64 *by_length)
{
	size_t done = before_sections(p, n);
	size_t part, good;

	by_length[0] += done;
	if (out)
		memcpy(out, p, done);
	while (is_worth_it(done, n)) {
		part = section_of(p + done, n - done);
		kernel_fpu_begin();
		good = vectors(p + done, part, out ? out + done : NULL,
			       by_length);
		kernel_fpu_end();
		done += good;
		if (part - good > 3 || done == n)
			return done;
	}
	return done + general->pass(p + done, n - done,
				    out ? out + done : NULL, by_length);
}

#ifdef CONFIG_X86_64
static void repair(void (*vectors)(struct u8c_repair *r), struct u8c_repair *r)
{
	const u8 *end = r->end, *last;

	do {
		last = r->in;
		if (!is_worth_it(0, end - last))
			break;
		r->end = last + min_t(size_t, end - last, SECTION);
		kernel_fpu_begin();
		vectors(r);
		kernel_fpu_end();
		/* Less than a step of a section is the start of the next. */
	} while (r->in > last);
	r->end = end;
	general->repair(r);
}

#define GUARDED_REPAIR(isa) \
	static void repair_##isa(struct u8c_repair *r) \
	{ \
		repair(u8c_repair_##isa, r); \
	}
#endif

/* An implementation whose every call begins and ends its sections. */
#define GUARDED(isa, bits, repairs) \
	static size_t valid_up_to_##isa(const u8 *p, size_t n) \
	{ \
		return valid_up_to(u8c_valid_up_to_##isa, p, n); \
	} \
	static u64 count_##isa(const u8 *p, size_t n, u64 *by_length) \
	{ \
		return count(u8c_count_##isa, p, n, by_length); \
	} \
	static u64 lines_##isa(const u8 *p, size_t n) \
	{ \
		return lines(u8c_lines_##isa, p, n); \
	} \
	static size_t pass_##isa(const u8 *p, size_t n, u8 *out, \
				 u64 *by_length) \
	{ \
		return pass(u8c_pass_##isa, p, n, out, by_length); \
	} \
	static const struct u8c_impl isa = { \
		.name = #isa, \
		.needs = bits, \
		.valid_up_to = valid_up_to_##isa, \
		.count = count_##isa, \
		.lines = lines_##isa, \
		.pass = pass_##isa, \
		.repair = repairs, \
	}
#endif

#ifdef CONFIG_X86_64
GUARDED_REPAIR(avx512)
GUARDED_REPAIR(avx2)
GUARDED_REPAIR(ssse3)
GUARDED(avx512, U8C_CPU_AVX512, repair_avx512);
GUARDED(avx2, U8C_CPU_AVX2, repair_avx2);
GUARDED(ssse3, U8C_CPU_SSSE3, repair_ssse3);
#elif defined(HAS_VECTORS)
GUARDED(neon, U8C_CPU_NEON, u8c_repair_scalar);
#endif

const struct u8c_impl *const u8c_impls[] = {
#ifdef CONFIG_X86_64
	&avx512,
	&avx2,
	&ssse3,
	&bmi2,
#elif defined(HAS_VECTORS)
	&neon,
#endif
	&scalar,
	NULL
};

int utf8check_impl_choose(const char *name)
{
	const struct u8c_impl *const *i;

#ifdef CONFIG_X86_64
	if (u8c_impl_usable(&bmi2))
		general = &bmi2;
#endif
	utf8check_impl = u8c_impl_find(name);
	if (utf8check_impl)
		return 0;
	pr_err("no implementation \"%s\" for this CPU; there is:", name);
	for (i = u8c_impls; *i; i++)
		if (u8c_impl_usable(*i))
			pr_cont(" %s", (*i)->name);
	pr_cont("\n");
	return -EINVAL;
}
