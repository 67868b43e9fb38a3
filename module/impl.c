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
 * The bounds come from nanoseconds of u8c_validate_impl.copy_valid without sections, with
 * gcc 12 on Emerald Rapids.  With 150 for the section, text that is not ASCII is done
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
#include <linux/container_of.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/printk.h>

#include "section.h"
#include "utf8check_private.h"

#define SHORT 512u
#define LONG_ASCII 6144u
/*
 * Bytes of a section that validates, counts or copies: two to four microseconds.  Each begins
 * a text anew: validation by AVX2 is at 0.97 of its speed without sections, or 0.94 where the
 * processor has not learnt the text; with 16 KiB it is at 0.95 and 0.91.
 */
#define SECTION 32768u
/* Bytes of a section that repairs or converts: ten microseconds where all text is errors. */
#define SMALL_SECTION 4096u

/*
 * UTF-16 and UTF-32 take general registers a nanosecond for each byte, so that a
 * section pays sooner.
 */
#define SHORT_WIDE 256u

const struct u8c_impl *utf8check_impl __ro_after_init;
const struct u8c_impl *utf8check_impl_general __ro_after_init = &u8c_impl_scalar;

#ifdef CONFIG_UML
/* User Mode Linux is a process: core/impl/cpu.c asks the processor. */
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

/* The place of an implementation in the array, by its name; and how many. */
#define INDEX(name) INDEX_##name,
enum { U8C_IMPLS_OF_VECTORS(INDEX) VECTOR_IMPLS };

#ifdef HAS_VECTORS
/**
 * struct guarded - an implementation that begins and ends sections
 *
 * Written once, by wrap(), before the first caller.
 *
 * @impl: what callers get: the three tables below it.
 * @validate: functions of this file, for UTF-8.
 * @wide: for UTF-16 and UTF-32.
 * @form: for normalization.
 * @vectors: the core's implementation, which runs within the sections.
 */
struct guarded {
	struct u8c_impl impl;
	struct u8c_validate_impl validate;
	struct u8c_wide_impl wide;
	struct u8c_form_impl form;
	const struct u8c_impl *vectors;
};

/* What runs within the sections of the guarded functions @self. */
#define VECTORS_OF(self, jobs) (container_of(self, const struct guarded, jobs)->vectors->jobs)

/*
 * How many bytes are passed over before the first section of @n bytes.  A text of
 * more than LONG_ASCII bytes has a section in any case: the section begins at
 * once.
 */
static size_t before_sections(const u8 *p, size_t n)
{
	if (n < SHORT || n >= LONG_ASCII + SHORT)
		return 0;
	return u8c_ascii_up_to(p, min_t(size_t, n, LONG_ASCII));
}

/* May a section begin for what follows @done of @n bytes? */
static bool is_worth_it(size_t done, size_t n)
{
	return n - done >= SHORT && may_begin();
}

/* Bytes of the next section, up to @most: whole sequences, where the text is well-formed. */
static size_t section_of(const u8 *p, size_t n, size_t most)
{
	size_t part = most;

	if (n <= most)
		return n;
	while (part > most - 3 && u8c_is_continuation(p[part]))
		part--;
	return part;
}

static size_t section_valid_up_to(const u8 *p, size_t n, const struct u8c_validate_impl *self)
{
	const struct u8c_validate_impl *vectors = VECTORS_OF(self, validate);
	const struct u8c_validate_impl *general = utf8check_impl_general->validate;
	size_t done = before_sections(p, n);
	size_t part, good;
	struct section section;

	while (is_worth_it(done, n)) {
		part = section_of(p + done, n - done, SECTION);
		begin_section(&section);
		good = vectors->valid_up_to(p + done, part, vectors);
		end_section(&section);
		done += good;
		/* What a section broke off is the start of the next one. */
		if (part - good > 3 || done == n)
			return done;
	}
	return done + general->valid_up_to(p + done, n - done, general);
}

static u64 section_count(const u8 *p, size_t n, u64 *by_length,
			 const struct u8c_validate_impl *self)
{
	const struct u8c_validate_impl *vectors = VECTORS_OF(self, validate);
	const struct u8c_validate_impl *general = utf8check_impl_general->validate;
	size_t done = before_sections(p, n);
	u64 points = done;
	size_t part;
	struct section section;

	by_length[0] += done;
	while (is_worth_it(done, n)) {
		part = section_of(p + done, n - done, SECTION);
		begin_section(&section);
		points += vectors->count(p + done, part, by_length, vectors);
		end_section(&section);
		done += part;
	}
	return points + general->count(p + done, n - done, by_length, general);
}

/* A caller asks for no more bytes at once than a section has. */
static u64 section_candidates(enum utf8check_form form, const u8 *p, size_t n, u64 *bits,
			       const struct u8c_form_impl *self)
{
	const struct u8c_form_impl *vectors = VECTORS_OF(self, form);
	const struct u8c_form_impl *general = utf8check_impl_general->form;
	struct section section;
	u64 some;

	if (!is_worth_it(0, n))
		return general->candidates(form, p, n, bits, general);
	begin_section(&section);
	some = vectors->candidates(form, p, n, bits, vectors);
	end_section(&section);
	return some;
}

static bool section_find_bytes(const struct u8c_byte_set *set, const u8 *p, size_t n, u64 *bits,
			       const struct u8c_form_impl *self)
{
	const struct u8c_form_impl *vectors = VECTORS_OF(self, form);
	const struct u8c_form_impl *general = utf8check_impl_general->form;
	struct section section;
	bool any;

	if (!is_worth_it(0, n))
		return general->find_bytes(set, p, n, bits, general);
	begin_section(&section);
	any = vectors->find_bytes(set, p, n, bits, vectors);
	end_section(&section);
	return any;
}

static void section_lower(const u8 *p, size_t n, u8 *out, const struct u8c_form_impl *self)
{
	const struct u8c_form_impl *vectors = VECTORS_OF(self, form);
	const struct u8c_form_impl *general = utf8check_impl_general->form;
	struct section section;
	size_t part;

	while (is_worth_it(0, n)) {
		part = min_t(size_t, n, SECTION);
		begin_section(&section);
		vectors->lower(p, part, out, vectors);
		end_section(&section);
		p += part;
		out += part;
		n -= part;
	}
	general->lower(p, n, out, general);
}

static u64 section_lines(const u8 *p, size_t n, const struct u8c_validate_impl *self)
{
	const struct u8c_validate_impl *vectors = VECTORS_OF(self, validate);
	const struct u8c_validate_impl *general = utf8check_impl_general->validate;
	u64 found = 0;
	size_t part;
	struct section section;

	while (is_worth_it(0, n)) {
		part = min_t(size_t, n, SECTION);
		begin_section(&section);
		found += vectors->lines(p, part, vectors);
		end_section(&section);
		p += part;
		n -= part;
	}
	return found + general->lines(p, n, general);
}

static size_t section_copy_valid(const u8 *p, size_t n, u8 *out, u64 *by_length,
				 const struct u8c_validate_impl *self)
{
	const struct u8c_validate_impl *vectors = VECTORS_OF(self, validate);
	const struct u8c_validate_impl *general = utf8check_impl_general->validate;
	size_t done = before_sections(p, n);
	size_t part, good;
	struct section section;

	by_length[0] += done;
	if (out)
		memcpy(out, p, done);
	while (is_worth_it(done, n)) {
		part = section_of(p + done, n - done, SECTION);
		begin_section(&section);
		good = vectors->copy_valid(p + done, part,
					   out ? out + done : NULL, by_length,
					   vectors);
		end_section(&section);
		done += good;
		if (part - good > 3 || done == n)
			return done;
	}
	return done + general->copy_valid(p + done, n - done,
					  out ? out + done : NULL, by_length,
					  general);
}

static void section_replace(struct u8c_replacement *r, const struct u8c_validate_impl *self)
{
	const struct u8c_validate_impl *vectors = VECTORS_OF(self, validate);
	const struct u8c_validate_impl *general = utf8check_impl_general->validate;
	const u8 *end = r->end, *last;
	struct section section;

	do {
		last = r->in;
		if (!is_worth_it(0, end - last))
			break;
		r->end = last + min_t(size_t, end - last, SMALL_SECTION);
		begin_section(&section);
		vectors->replace(r, vectors);
		end_section(&section);
		/* Less than a step of a section is the start of the next. */
	} while (r->in > last);
	r->end = end;
	general->replace(r, general);
}

static bool is_wide_worth_it(size_t done, size_t n)
{
	return n - done >= SHORT_WIDE && may_begin();
}

static size_t section_valid_utf16(const u8 *p, size_t n, bool big, size_t *pairs,
				  const struct u8c_wide_impl *self)
{
	const struct u8c_wide_impl *vectors = VECTORS_OF(self, wide);
	size_t done = 0, part, good;
	struct section section;

	while (is_wide_worth_it(done, n)) {
		part = min_t(size_t, n - done, SMALL_SECTION);
		begin_section(&section);
		good = vectors->valid_utf16(p + done, part, big, pairs,
					    vectors);
		end_section(&section);
		done += good;
		/* More than half a pair or half a unit is left. */
		if (part - good > 3)
			break;
	}
	return done + u8c_wide_scalar.valid_utf16(p + done, n - done, big, pairs, NULL);
}

/* Runs @vectors in sections over UTF-16 or UTF-32, and @general over the rest. */
static size_t section_from_wide(u8c_transcode_fn *vectors, u8c_transcode_fn *general,
				struct u8c_text text, bool big, struct u8c_transcoding *to)
{
	size_t done = 0, part, good;
	struct section section;

	while (is_wide_worth_it(done, text.n)) {
		part = min_t(size_t, text.n - done, SMALL_SECTION);
		begin_section(&section);
		good = vectors(text.p + done, part, big, to, NULL);
		end_section(&section);
		done += good;
		/* More than half a pair or a part of a unit is left. */
		if (part - good > 3)
			break;
	}
	return done + general(text.p + done, text.n - done, big, to, NULL);
}

/* Runs @vectors in sections over UTF-8, and @general over the rest. */
static size_t section_to_wide(u8c_transcode_fn *vectors, u8c_transcode_fn *general,
			      struct u8c_text text, bool big, struct u8c_transcoding *to)
{
	size_t done = 0, part, good;
	struct section section;

	while (is_wide_worth_it(done, text.n)) {
		part = section_of(text.p + done, text.n - done, SMALL_SECTION);
		begin_section(&section);
		good = vectors(text.p + done, part, big, to, NULL);
		end_section(&section);
		done += good;
		if (good < part)
			break;
	}
	return done + general(text.p + done, text.n - done, big, to, NULL);
}

static size_t section_from_utf16(const u8 *in, size_t n, bool big,
				 struct u8c_transcoding *to, const struct u8c_wide_impl *self)
{
	return section_from_wide(VECTORS_OF(self, wide)->from_utf16, u8c_wide_scalar.from_utf16,
				 u8c_text(in, n), big, to);
}

static size_t section_to_utf16(const u8 *in, size_t n, bool big,
			       struct u8c_transcoding *to, const struct u8c_wide_impl *self)
{
	return section_to_wide(VECTORS_OF(self, wide)->to_utf16, u8c_wide_scalar.to_utf16,
			       u8c_text(in, n), big, to);
}

static size_t section_from_utf32(const u8 *in, size_t n, bool big,
				 struct u8c_transcoding *to, const struct u8c_wide_impl *self)
{
	return section_from_wide(VECTORS_OF(self, wide)->from_utf32, u8c_wide_scalar.from_utf32,
				 u8c_text(in, n), big, to);
}

static size_t section_to_utf32(const u8 *in, size_t n, bool big,
			       struct u8c_transcoding *to, const struct u8c_wide_impl *self)
{
	return section_to_wide(VECTORS_OF(self, wide)->to_utf32, u8c_wide_scalar.to_utf32,
			       u8c_text(in, n), big, to);
}

#define GUARD(name) { .vectors = &u8c_impl_##name },

static struct guarded guarded[] __ro_after_init = {
	U8C_IMPLS_OF_VECTORS(GUARD)
};

static void wrap(struct guarded *g)
{
	const struct u8c_impl *vectors = g->vectors;

	g->validate = (struct u8c_validate_impl) {
		.valid_up_to = section_valid_up_to,
		.count = section_count,
		.lines = section_lines,
		.copy_valid = section_copy_valid,
		.replace = vectors->validate->replace,
	};
	/* What is done without vectors needs no section. */
	if (g->validate.replace != u8c_replace_scalar)
		g->validate.replace = section_replace;
	g->wide = (struct u8c_wide_impl) {
		.valid_utf16 = section_valid_utf16,
		.from_utf16 = section_from_utf16,
		.to_utf16 = section_to_utf16,
		.from_utf32 = section_from_utf32,
		.to_utf32 = section_to_utf32,
	};
	g->form = (struct u8c_form_impl) {
		.candidates = section_candidates,
		.lower = section_lower,
		.find_bytes = section_find_bytes,
	};
	g->impl = *vectors;
	g->impl.validate = &g->validate;
	g->impl.form = &g->form;
	if (vectors->wide != &u8c_wide_scalar)
		g->impl.wide = &g->wide;
}

static void wrap_all(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(guarded); i++)
		wrap(&guarded[i]);
}
#else
static void wrap_all(void)
{
}
#endif

#define GUARDED(name) &guarded[INDEX_##name].impl,
#define GENERAL(name) &u8c_impl_##name,

const struct u8c_impl *const u8c_impls[] = {
	U8C_IMPLS_OF_VECTORS(GUARDED)
	U8C_IMPLS_GENERAL(GENERAL)
	&u8c_impl_scalar,
	NULL
};

/* The preferred one without vectors that this CPU can run; the last needs nothing. */
static const struct u8c_impl *choose_general(void)
{
	const struct u8c_impl *const *i = u8c_impls + VECTOR_IMPLS;

	while (!u8c_impl_usable(*i))
		i++;
	return *i;
}

int utf8check_impl_choose(const char *name)
{
	const struct u8c_impl *const *i;

	wrap_all();
	utf8check_impl_general = choose_general();
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
