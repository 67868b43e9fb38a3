// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which implementation of the core's hot loops is used; the only file that
 * takes the vector registers from the kernel and gives them back.
 *
 * A section in which they are the module's costs as much as it takes to save
 * and restore what was in them, about 150 ns, and no task runs on the processor
 * meanwhile.  (Later sections of the same system call find them saved.)  So a
 * section is short, and what is short is left to general registers, which also
 * run where sections may not be begun: in interrupts that came upon one, and in
 * those that cannot be masked.
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
#include <linux/cache.h>
#include <linux/errno.h>
#include <linux/minmax.h>
#include <linux/printk.h>

#include "impl.h"
#include "section.h"

#define SHORT 512u
#define LONG_ASCII 6144u
/*
 * Bytes of a section: mostly a fraction of a microsecond, ten of them for the
 * repair of text that is all errors.
 */
#define SECTION 4096u

/*
 * UTF-16 takes general registers a nanosecond for each byte, so that a section
 * pays sooner.
 */
#define SHORT_UTF16 256u

/* For what has no vectors of its own. */
#define GENERAL_UTF16 \
	.valid_utf16 = u8c_valid_utf16, \
	.from_utf16 = u8c_from_utf16, \
	.to_utf16 = u8c_to_utf16

const struct u8c_impl *utf8check_impl __ro_after_init;

static const struct u8c_impl scalar = {
	.name = "scalar",
	.valid_up_to = u8c_valid_up_to_scalar,
	.count = u8c_count,
	.lines = u8c_lines,
	.copy_valid = u8c_copy_valid_scalar,
	.replace = u8c_replace_scalar,
	GENERAL_UTF16,
	.candidates = u8c_candidates_scalar,
};

#ifdef CONFIG_X86_64
static const struct u8c_impl bmi2 = {
	.name = "bmi2",
	.needs = U8C_CPU_BMI2,
	.valid_up_to = u8c_valid_up_to_bmi2,
	.count = u8c_count,
	.lines = u8c_lines,
	.copy_valid = u8c_copy_valid_bmi2,
	.replace = u8c_replace_bmi2,
	GENERAL_UTF16,
	.candidates = u8c_candidates_bmi2,
};
#endif

const struct u8c_impl *utf8check_impl_general __ro_after_init = &scalar;

#ifdef CONFIG_UML
/* User Mode Linux is a process: core/validate/cpu.c asks the processor. */
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
	return u8c_ascii_up_to(p, min_t(size_t, n, LONG_ASCII));
}

/* May a section begin for what comes behind @done of @n bytes? */
static bool is_worth_it(size_t done, size_t n)
{
	return n - done >= SHORT && may_begin();
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
	struct section section;

	while (is_worth_it(done, n)) {
		part = section_of(p + done, n - done);
		begin_section(&section);
		good = vectors(p + done, part);
		end_section(&section);
		done += good;
		/* What a section broke off is the start of the next one. */
		if (part - good > 3 || done == n)
			return done;
	}
	return done + utf8check_impl_general->valid_up_to(p + done, n - done);
}

static u64 count(u64 (*vectors)(const u8 *p, size_t n, u64 *by_length),
		 const u8 *p, size_t n, u64 *by_length)
{
	size_t done = before_sections(p, n);
	u64 points = done;
	size_t part;
	struct section section;

	by_length[0] += done;
	while (is_worth_it(done, n)) {
		part = section_of(p + done, n - done);
		begin_section(&section);
		points += vectors(p + done, part, by_length);
		end_section(&section);
		done += part;
	}
	return points + utf8check_impl_general->count(p + done, n - done,
						      by_length);
}

/* What is marked at once is no longer than a section. */
static void mark(void (*vectors)(enum u8c_form form, const u8 *p, size_t n,
				 u64 *marks),
		 enum u8c_form form, const u8 *p, size_t n, u64 *marks)
{
	struct section section;

	if (!is_worth_it(0, n)) {
		utf8check_impl_general->candidates(form, p, n, marks);
		return;
	}
	begin_section(&section);
	vectors(form, p, n, marks);
	end_section(&section);
}

static u64 lines(u64 (*vectors)(const u8 *p, size_t n), const u8 *p, size_t n)
{
	u64 found = 0;
	size_t part;
	struct section section;

	while (is_worth_it(0, n)) {
		part = min_t(size_t, n, SECTION);
		begin_section(&section);
		found += vectors(p, part);
		end_section(&section);
		p += part;
		n -= part;
	}
	return found + utf8check_impl_general->lines(p, n);
}

static size_t pass(size_t (*vectors)(const u8 *p, size_t n, u8 *out,
				     u64 *by_length),
		   const u8 *p, size_t n, u8 *out, u64 *by_length)
{
	size_t done = before_sections(p, n);
	size_t part, good;
	struct section section;

	by_length[0] += done;
	if (out)
		memcpy(out, p, done);
	while (is_worth_it(done, n)) {
		part = section_of(p + done, n - done);
		begin_section(&section);
		good = vectors(p + done, part, out ? out + done : NULL,
			       by_length);
		end_section(&section);
		done += good;
		if (part - good > 3 || done == n)
			return done;
	}
	return done + utf8check_impl_general->copy_valid(p + done, n - done,
						   out ? out + done : NULL,
						   by_length);
}

#ifdef CONFIG_X86_64
static void repair(void (*vectors)(struct u8c_replacement *r), struct u8c_replacement *r)
{
	const u8 *end = r->end, *last;
	struct section section;

	do {
		last = r->in;
		if (!is_worth_it(0, end - last))
			break;
		r->end = last + min_t(size_t, end - last, SECTION);
		begin_section(&section);
		vectors(r);
		end_section(&section);
		/* Less than a step of a section is the start of the next. */
	} while (r->in > last);
	r->end = end;
	utf8check_impl_general->replace(r);
}

#define GUARDED_REPAIR(isa) \
	static void repair_##isa(struct u8c_replacement *r) \
	{ \
		repair(u8c_replace_##isa, r); \
	}

static bool is_utf16_worth_it(size_t done, size_t n)
{
	return n - done >= SHORT_UTF16 && may_begin();
}

static size_t valid_utf16(size_t (*vectors)(const u8 *p, size_t n, bool big,
					    size_t *pairs),
			  const u8 *p, size_t n, bool big, size_t *pairs)
{
	size_t done = 0, part, good;
	struct section section;

	while (is_utf16_worth_it(done, n)) {
		part = min_t(size_t, n - done, SECTION);
		begin_section(&section);
		good = vectors(p + done, part, big, pairs);
		end_section(&section);
		done += good;
		/* More than half a pair or half a unit is left. */
		if (part - good > 3)
			break;
	}
	return done + u8c_valid_utf16(p + done, n - done, big, pairs);
}

static size_t from_utf16(size_t (*vectors)(const u8 *in, size_t n, bool big,
					   struct u8c_transcoding *to),
			 const u8 *in, size_t n, bool big,
			 struct u8c_transcoding *to)
{
	size_t done = 0, part, good;
	struct section section;

	while (is_utf16_worth_it(done, n)) {
		part = min_t(size_t, n - done, SECTION);
		begin_section(&section);
		good = vectors(in + done, part, big, to);
		end_section(&section);
		done += good;
		if (part - good > 3)
			break;
	}
	return done + u8c_from_utf16(in + done, n - done, big, to);
}

static size_t to_utf16(size_t (*vectors)(const u8 *in, size_t n, bool big,
					 struct u8c_transcoding *to),
		       const u8 *in, size_t n, bool big,
		       struct u8c_transcoding *to)
{
	size_t done = 0, part, good;
	struct section section;

	while (is_utf16_worth_it(done, n)) {
		part = section_of(in + done, n - done);
		begin_section(&section);
		good = vectors(in + done, part, big, to);
		end_section(&section);
		done += good;
		if (good < part)
			break;
	}
	return done + u8c_to_utf16(in + done, n - done, big, to);
}
#endif

/* An implementation whose every call begins and ends its sections. */
#define GUARDED(isa, bits, ...) \
	static size_t valid_up_to_##isa(const u8 *p, size_t n) \
	{ \
		return valid_up_to(u8c_valid_up_to_##isa, p, n); \
	} \
	static u64 count_##isa(const u8 *p, size_t n, u64 *by_length) \
	{ \
		return count(u8c_count_##isa, p, n, by_length); \
	} \
	static void mark_##isa(enum u8c_form form, const u8 *p, size_t n, \
			       u64 *marks) \
	{ \
		mark(u8c_candidates_##isa, form, p, n, marks); \
	} \
	static u64 lines_##isa(const u8 *p, size_t n) \
	{ \
		return lines(u8c_lines_##isa, p, n); \
	} \
	static size_t pass_##isa(const u8 *p, size_t n, u8 *out, \
				 u64 *by_length) \
	{ \
		return pass(u8c_copy_valid_##isa, p, n, out, by_length); \
	} \
	static const struct u8c_impl isa = { \
		.name = #isa, \
		.needs = bits, \
		.valid_up_to = valid_up_to_##isa, \
		.count = count_##isa, \
		.lines = lines_##isa, \
		.copy_valid = pass_##isa, \
		.candidates = mark_##isa, \
		__VA_ARGS__ \
	}

#define GUARDED_UTF16(isa) \
	static size_t valid_utf16_##isa(const u8 *p, size_t n, bool big, \
					size_t *pairs) \
	{ \
		return valid_utf16(u8c_valid_utf16_##isa, p, n, big, pairs); \
	} \
	static size_t from_utf16_##isa(const u8 *in, size_t n, bool big, \
				       struct u8c_transcoding *to) \
	{ \
		return from_utf16(u8c_from_utf16_##isa, in, n, big, to); \
	} \
	static size_t to_utf16_##isa(const u8 *in, size_t n, bool big, \
				     struct u8c_transcoding *to) \
	{ \
		return to_utf16(u8c_to_utf16_##isa, in, n, big, to); \
	}

#define UTF16_OF(isa) \
	.valid_utf16 = valid_utf16_##isa, \
	.from_utf16 = from_utf16_##isa, \
	.to_utf16 = to_utf16_##isa
#endif

#ifdef CONFIG_X86_64
GUARDED_REPAIR(avx512)
GUARDED_REPAIR(avx2)
GUARDED_REPAIR(ssse3)
GUARDED_UTF16(avx512)
GUARDED_UTF16(avx2)
GUARDED(avx512, U8C_CPU_AVX512, .replace = repair_avx512, UTF16_OF(avx512));
GUARDED(avx2, U8C_CPU_AVX2, .replace = repair_avx2, UTF16_OF(avx2));
GUARDED(ssse3, U8C_CPU_SSSE3, .replace = repair_ssse3, GENERAL_UTF16);
#elif defined(HAS_VECTORS)
GUARDED(neon, U8C_CPU_NEON, .replace = u8c_replace_scalar, GENERAL_UTF16);
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
		utf8check_impl_general = &bmi2;
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
