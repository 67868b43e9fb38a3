// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which implementation of the core's hot loops is used; the only file that
 * takes the vector registers from the kernel and gives them back.
 *
 * A section is one use of the vector registers.  To save and restore them costs about 150 ns;
 * a section is not preempted.  (Later sections of the same system call find them
 * saved.)  So sections are short, and short texts are left to general registers, as are texts
 * where no section may begin: in an interrupt of a section, and in an NMI.
 *
 * The bounds were measured: u8c_validate_impl.copy_valid without sections, by gcc 12 on Emerald
 * Rapids.  With 150 ns for the section, AVX-512 is faster on text that is not ASCII
 * from about 260 bytes on, AVX2 from 340, SSSE3 from 380: SHORT is above these, and greater
 * than all names.  On ASCII AVX-512 is faster from about 6 KiB on: LONG_ASCII.
 */
#include <linux/cache.h>
#include <linux/container_of.h>
#include <linux/irqflags.h>
#include <linux/kernel.h>
#include <linux/minmax.h>
#include <linux/preempt.h>
#include <linux/printk.h>

#include "compat.h"
#include "utf8check_private.h"

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
#endif

#define SHORT 384u
#define LONG_ASCII 6144u
/*
 * Bytes of a section that validates, counts or copies: two to four microseconds.  A larger
 * section would be slower: validation by AVX2 has 0.97 of its speed without sections, or 0.94
 * where branches are not predicted; with 16 KiB 0.95 and 0.91.
 */
#define SECTION 32768u
/* Bytes of a section that repairs or converts: ten microseconds where all text is errors. */
#define SMALL_SECTION 4096u

/* In general registers UTF-16 and UTF-32 take a nanosecond a byte, so a section pays earlier. */
#define SHORT_WIDE 256u

const struct u8c_impl *utf8check_impl __ro_after_init;

#ifdef CONFIG_UML
/* User Mode Linux is a process: core/impl/cpu.c asks the processor. */
#elif defined(CONFIG_X86_64)
u32 u8c_cpu_features(void)
{
	const u64 ymm = XFEATURE_MASK_FP | XFEATURE_MASK_SSE | XFEATURE_MASK_YMM;
	u32 has = 0;

	if (boot_cpu_has(X86_FEATURE_SSSE3))
		has |= U8C_CPU_SSSE3;
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
/**
 * struct section - one use of the vector registers
 *
 * @saved: where arm64 saves them while the section is interrupted.
 */
struct section {
#ifdef CONFIG_ARM64
	struct user_fpsimd_state saved;
#endif
};

static __always_inline void begin_section(struct section *s)
{
#ifdef CONFIG_ARM64
	kernel_neon_begin(&s->saved);
#else
	kernel_fpu_begin();
#endif
}

static __always_inline void end_section(struct section *s)
{
#ifdef CONFIG_ARM64
	kernel_neon_end(&s->saved);
#else
	kernel_fpu_end();
#endif
}

/*
 * A section may begin only in a task or a softirq that has preemption and interrupts
 * on, and no bottom halves disabled.  The kernel has one of these off wherever it saves or
 * loads a task's registers.  A tracer can call the module from there, and
 * may_use_simd() would allow it.  (In an NMI, may_use_simd() itself warns.)
 */
static inline bool may_begin(void)
{
	return !(preempt_count() & ~SOFTIRQ_OFFSET) && !irqs_disabled() &&
	       may_use_simd();
}

/**
 * struct wrapped - an implementation that begins and ends sections
 *
 * Written once, by wrap(), before the first caller.
 *
 * @impl: what callers get: the three tables below it.
 * @validate: functions of this file, for UTF-8.
 * @wide: for UTF-16 and UTF-32.
 * @form: for normalization.
 * @vectors: the core's implementation, which runs within the sections.
 */
struct wrapped {
	struct u8c_impl impl;
	struct u8c_validate_impl validate;
	struct u8c_wide_impl wide;
	struct u8c_form_impl form;
	const struct u8c_impl *vectors;
};

/* What runs within the sections of the functions @self of a struct wrapped. */
#define VECTORS_OF(self, jobs) (container_of(self, const struct wrapped, jobs)->vectors)

/**
 * struct parts - the parts of a text: sections as long as these pay, then the rest
 *
 * @text: the text.
 * @vectors: run within sections.
 * @least: bytes for which a section pays.
 * @most: bytes of a section.
 * @slack: bytes that a section may leave to the next one.  Where it leaves more it has met
 *	an error, or the end of the room for output.
 * @impl: does the present part; NULL before the first.
 * @done: bytes before the present part.
 * @n: bytes of the present part.
 * @good: how many of these were done; all, unless the caller says less.
 * @section: the present one.
 */
struct parts {
	struct u8c_text text;
	const struct u8c_impl *vectors;
	size_t least;
	size_t most;
	size_t slack;
	const struct u8c_impl *impl;
	size_t done;
	size_t n;
	size_t good;
	struct section section;
};

/* All but @section, which is large on arm64. */
static __always_inline void begin_parts(struct parts *s, const u8 *p, size_t n,
					const struct u8c_impl *vectors, size_t most)
{
	s->text = u8c_text(p, n);
	s->vectors = vectors;
	s->least = SHORT;
	s->most = most;
	s->slack = 3;
	s->impl = NULL;
	s->done = 0;
	s->good = 0;
}

/*
 * Passes over ASCII before the first section.  A text of LONG_ASCII + SHORT bytes or more has a
 * section in any case: the section begins at once.
 */
static __always_inline size_t pass_ascii(struct parts *s)
{
	const size_t n = s->text.n;

	if (n >= SHORT && n < LONG_ASCII + SHORT)
		s->done = u8c_ascii_up_to(s->text.p, min_t(size_t, n, LONG_ASCII));
	return s->done;
}

/*
 * Bytes of the next section: whole sequences, where the text is well-formed UTF-8.  UTF-16 and
 * UTF-32 may be cut amid a code point, which @slack allows.
 */
static size_t section_length(const u8 *p, size_t n, size_t most)
{
	size_t part = most;

	if (n <= most)
		return n;
	while (part > most - 3 && u8c_is_continuation(p[part]))
		part--;
	return part;
}

/* A section that leaves only so many bytes has processed some, so a loop over sections ends. */
static_assert(U8C_REPAIR_TEXT < SHORT_WIDE);

/*
 * Ends the present part, and begins the next.  The body of a loop over this processes @n bytes
 * from @done on with @impl; it must not leave the loop by a jump.
 */
static bool in_sections(struct parts *s)
{
	bool pays = true;

	s->done += s->good;
	if (s->impl == s->vectors) {
		end_section(&s->section);
		pays = s->n - s->good <= s->slack;
	} else if (s->impl) {
		/* A part without vectors is all the rest of the text. */
		return false;
	}
	s->n = s->text.n - s->done;
	/* An empty text has one part, for what it answers. */
	if (!s->n && s->impl)
		return false;
	s->impl = &u8c_impl_scalar;
	if (pays && s->n >= s->least && may_begin()) {
		s->n = section_length(s->text.p + s->done, s->n, s->most);
		s->impl = s->vectors;
		begin_section(&s->section);
	}
	s->good = s->n;
	return true;
}

static size_t section_valid_up_to(const u8 *p, size_t n, const struct u8c_validate_impl *self)
{
	struct parts s;

	begin_parts(&s, p, n, VECTORS_OF(self, validate), SECTION);
	pass_ascii(&s);
	while (in_sections(&s))
		s.good = s.impl->validate->valid_up_to(p + s.done, s.n, s.impl->validate);
	return s.done;
}

static u64 section_count(const u8 *p, size_t n, u64 *by_length,
			 const struct u8c_validate_impl *self)
{
	struct parts s;
	u64 points;

	begin_parts(&s, p, n, VECTORS_OF(self, validate), SECTION);
	points = pass_ascii(&s);
	by_length[0] += points;
	while (in_sections(&s))
		points += s.impl->validate->count(p + s.done, s.n, by_length, s.impl->validate);
	return points;
}

static_assert(U8C_FIND_MAX <= SECTION, "one part has all of a text that is searched");

static u64 section_candidates(enum utf8check_form form, const u8 *p, size_t n, u64 *bits,
			       const struct u8c_form_impl *self)
{
	struct parts s;
	u64 some = 0;

	begin_parts(&s, p, n, VECTORS_OF(self, form), SECTION);
	while (in_sections(&s))
		some = s.impl->form->candidates(form, p, n, bits, s.impl->form);
	return some;
}

static bool section_find_bytes(const struct u8c_byte_set *set, const u8 *p, size_t n, u64 *bits,
			       const struct u8c_form_impl *self)
{
	struct parts s;
	bool any = false;

	begin_parts(&s, p, n, VECTORS_OF(self, form), SECTION);
	while (in_sections(&s))
		any = s.impl->form->find_bytes(set, p, n, bits, s.impl->form);
	return any;
}

static void section_lower(const u8 *p, size_t n, u8 *out, const struct u8c_form_impl *self)
{
	struct parts s;

	begin_parts(&s, p, n, VECTORS_OF(self, form), SECTION);
	while (in_sections(&s))
		s.impl->form->lower(p + s.done, s.n, out + s.done, s.impl->form);
}

static void section_advance(struct u8c_position *pos, const u8 *p, size_t n,
			    const struct u8c_validate_impl *self)
{
	struct parts s;

	begin_parts(&s, p, n, VECTORS_OF(self, validate), SECTION);
	while (in_sections(&s))
		s.impl->validate->advance(pos, p + s.done, s.n, s.impl->validate);
}

static size_t section_copy_valid(const u8 *p, size_t n, u8 *out, u64 *by_length,
				 const struct u8c_validate_impl *self)
{
	struct parts s;
	size_t ascii;

	begin_parts(&s, p, n, VECTORS_OF(self, validate), SECTION);
	ascii = pass_ascii(&s);
	by_length[0] += ascii;
	if (out)
		memcpy(out, p, ascii);
	while (in_sections(&s))
		s.good = s.impl->validate->copy_valid(p + s.done, s.n, out ? out + s.done : NULL,
						      by_length, s.impl->validate);
	return s.done;
}

static void section_replace(struct u8c_replacement *r, const struct u8c_validate_impl *self)
{
	const u8 *const end = r->end, *last;
	struct parts s;

	begin_parts(&s, r->in, end - r->in, VECTORS_OF(self, validate), SMALL_SECTION);
	s.slack = U8C_REPAIR_TEXT;
	while (in_sections(&s)) {
		last = r->in;
		r->end = last + s.n;
		s.impl->validate->replace(r, s.impl->validate);
		s.good = r->in - last;
	}
	r->end = end;
}

/* Begins a text of UTF-16 or UTF-32, or one that becomes that. */
static __always_inline void begin_wide(struct parts *s, const u8 *p, size_t n,
				       const struct u8c_wide_impl *self)
{
	begin_parts(s, p, n, VECTORS_OF(self, wide), SMALL_SECTION);
	s->least = SHORT_WIDE;
}

static size_t section_valid_utf16(const u8 *p, size_t n, bool big, size_t *pairs,
				  const struct u8c_wide_impl *self)
{
	struct parts s;

	begin_wide(&s, p, n, self);
	while (in_sections(&s))
		s.good = s.impl->wide->valid_utf16(p + s.done, s.n, big, pairs, s.impl->wide);
	return s.done;
}

static size_t section_from_utf16(const u8 *p, size_t n, bool big, struct u8c_transcoding *to,
				 const struct u8c_wide_impl *self)
{
	struct parts s;

	begin_wide(&s, p, n, self);
	while (in_sections(&s))
		s.good = s.impl->wide->from_utf16(p + s.done, s.n, big, to, s.impl->wide);
	return s.done;
}

static size_t section_to_utf16(const u8 *p, size_t n, bool big, struct u8c_transcoding *to,
			       const struct u8c_wide_impl *self)
{
	struct parts s;

	begin_wide(&s, p, n, self);
	while (in_sections(&s))
		s.good = s.impl->wide->to_utf16(p + s.done, s.n, big, to, s.impl->wide);
	return s.done;
}

static size_t section_from_utf32(const u8 *p, size_t n, bool big, struct u8c_transcoding *to,
				 const struct u8c_wide_impl *self)
{
	struct parts s;

	begin_wide(&s, p, n, self);
	while (in_sections(&s))
		s.good = s.impl->wide->from_utf32(p + s.done, s.n, big, to, s.impl->wide);
	return s.done;
}

static size_t section_to_utf32(const u8 *p, size_t n, bool big, struct u8c_transcoding *to,
			       const struct u8c_wide_impl *self)
{
	struct parts s;

	begin_wide(&s, p, n, self);
	while (in_sections(&s))
		s.good = s.impl->wide->to_utf32(p + s.done, s.n, big, to, s.impl->wide);
	return s.done;
}

/* The place of an implementation in wrapped[], by its name. */
#define INDEX(name) INDEX_##name,
enum { U8C_IMPLS_OF_VECTORS(INDEX) };

#define WRAP(name) { .vectors = &u8c_impl_##name },

static struct wrapped wrapped[] __ro_after_init = {
	U8C_IMPLS_OF_VECTORS(WRAP)
};

static void wrap(struct wrapped *g)
{
	const struct u8c_impl *vectors = g->vectors;

	g->validate = (struct u8c_validate_impl) {
		.valid_up_to = section_valid_up_to,
		.count = section_count,
		.advance = section_advance,
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
	for (unsigned int i = 0; i < ARRAY_SIZE(wrapped); i++)
		wrap(&wrapped[i]);
}
#else
static void wrap_all(void)
{
}
#endif

#define WRAPPED(name) &wrapped[INDEX_##name].impl,

const struct u8c_impl *const u8c_impls[] = {
	U8C_IMPLS_OF_VECTORS(WRAPPED)
	&u8c_impl_scalar,
	NULL
};

int utf8check_impl_choose(const char *name)
{
	wrap_all();
	utf8check_impl = u8c_impl_find(name);
	if (utf8check_impl)
		return 0;
	pr_err("no implementation \"%s\" for this CPU; there is:", name);
	for (const struct u8c_impl *const *i = u8c_impls; *i; i++)
		if (u8c_impl_usable(*i))
			pr_cont(" %s", (*i)->name);
	pr_cont("\n");
	return -EINVAL;
}
