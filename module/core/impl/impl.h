/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * An implementation: what the layers do with one instruction set, joined; and whole
 * buffers judged with it.
 */
#ifndef U8C_IMPL_H
#define U8C_IMPL_H

#include "validate/validate.h"
#include "wide/wide.h"

/* What the processor has and the system allows. */
#define U8C_CPU_SSSE3 1u	/* a shuffle of 16 bytes */
#define U8C_CPU_AVX2 2u		/* a shuffle of 32 bytes; with BMI2 and POPCNT */
#define U8C_CPU_AVX512 4u	/* F, BW, VL, VBMI, VBMI2; with BMI2 and POPCNT */
#define U8C_CPU_NEON 8u	/* of arm64, little endian */

/*
 * The implementations with vector registers, the preferred first.  IMPL(name) stands for
 * u8c_impl_name, which the file of its name in x86/ or arm64/ defines.  A program that embeds
 * the library's sources may leave them out.
 */
#if defined(__x86_64__) && !defined(UTF8CHECK_NO_SIMD)
#define U8C_IMPLS_OF_VECTORS(IMPL) IMPL(avx512) IMPL(avx2) IMPL(ssse3)
#elif defined(__AARCH64EL__) && !defined(UTF8CHECK_NO_SIMD)
#define U8C_IMPLS_OF_VECTORS(IMPL) IMPL(neon)
#else
#define U8C_IMPLS_OF_VECTORS(IMPL)
#endif

/* The U8C_CPU_ bits of this processor.  Any context. */
u32 u8c_cpu_features(void);

struct u8c_form_impl;

/**
 * struct u8c_byte_set - a set of leads and of controls of ASCII
 *
 * @bits_of: bits of each byte that is a lead or a control; 0 for all others.
 * @wanted: the set is all bytes that have one of these bits.
 * @rows: by the low half of a byte of the set, a bit for its high half: bits 0 to 3 for C
 *	to F, 4 for 0, 5 for 1, 6 for 7.
 */
struct u8c_byte_set {
	const u16 *bits_of;
	u16 wanted;
	u8 rows[16];
};

typedef bool u8c_find_bytes_fn(const struct u8c_byte_set *set, const u8 *p, size_t n, u64 *bits,
			       const struct u8c_form_impl *self);
typedef u64 u8c_candidates_fn(enum utf8check_form form, const u8 *p, size_t n, u64 *bits,
			      const struct u8c_form_impl *self);
typedef void u8c_lower_fn(const u8 *p, size_t n, u8 *out, const struct u8c_form_impl *self);

/* The most bytes that callers of @candidates or @find_bytes give at once. */
#define U8C_FIND_MAX 4096u

/**
 * struct u8c_form_impl - what normalization, and policies of text, do with vectors
 *
 * @candidates: sets one bit in @bits for each of the @n bytes at @p, well-formed
 *	(RFC 3629), that begins a code point after ASCII at which @form (not
 *	UTF8CHECK_FORM_NONE) stops, or a nonstarter at @p or after another
 *	nonstarter; clears the other bits of (@n + 63) / 64 words.  Returns a bit for
 *	each word that has any, bit i % 64 for word i.
 * @find_bytes: sets one bit in @bits for each of the @n bytes at @p, a multiple of 64,
 *	that is in the set.  Other leads and controls may have a bit too; the rest have
 *	none.  Returns false when no bit is set.
 * @lower: copies @n bytes at @p to @out, which may be @p, with small letters of
 *	ASCII in place of its capitals.
 */
struct u8c_form_impl {
	u8c_candidates_fn *candidates;
	u8c_lower_fn *lower;
	u8c_find_bytes_fn *find_bytes;
};

/**
 * struct u8c_impl - one implementation of the hot loops
 *
 * All give the same answers.  A caller picks an implementation once and passes
 * it on.  An implementation may wrap another one, as the kernel's do to save
 * registers first: so each function gets its own table as @self, the
 * last parameter, which leaves the others in the registers where they were.
 *
 * @name: what reports and the forcing parameter call it.
 * @needs: U8C_CPU_ bits that the processor must have.
 * @validate: UTF-8.
 * @wide: UTF-16 and UTF-32.
 * @form: normalization.
 */
struct u8c_impl {
	const char *name;
	u32 needs;
	const struct u8c_validate_impl *validate;
	const struct u8c_wide_impl *wide;
	const struct u8c_form_impl *form;
};

/* Defined in core/scalar.c, and in x86/ and arm64/ in the file of its name. */
extern const struct u8c_impl u8c_impl_scalar;
#define U8C_DECLARE(name) extern const struct u8c_impl u8c_impl_##name;
U8C_IMPLS_OF_VECTORS(U8C_DECLARE)
#undef U8C_DECLARE

/* Shared between files: AVX2 leaves short texts to SSSE3, AVX-512 counts by AVX2. */
u8c_valid_up_to_fn u8c_valid_up_to_ssse3;
u8c_count_fn u8c_count_avx2;
u8c_advance_fn u8c_advance_avx2;

/*
 * All that were built, the preferred first, ended by NULL: impls.c.  The kernel
 * has a table of its own, of implementations that save registers.
 */
extern const struct u8c_impl *const u8c_impls[];

/* Can this CPU run it? */
bool u8c_impl_usable(const struct u8c_impl *impl);

/**
 * u8c_impl_find() - the implementation of a name
 * @name: its name; NULL or "" or "auto" for the preferred one
 *
 * Return: the implementation, or NULL when there is none of that name that this CPU can run.
 */
const struct u8c_impl *u8c_impl_find(const char *name);

/* How many of the @n bytes at @p, written as @c says, are complete well-formed sequences. */
size_t u8c_valid_up_to(const struct u8c_impl *impl, const struct u8c_coding *c,
		       const u8 *p, size_t n);

/**
 * u8c_validate() - is a whole buffer well-formed?
 * @impl: the implementation to use
 * @c: how it is written
 * @p: the bytes; NUL is a byte like any other
 * @n: how many
 * @e: the first error, but for line and column, set when the answer is no; may be NULL
 *
 * Return: true when it is.
 */
bool u8c_validate(const struct u8c_impl *impl, const struct u8c_coding *c,
		  const u8 *p, size_t n, struct utf8check_error *e);

#endif /* U8C_IMPL_H */
