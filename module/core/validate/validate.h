/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Whole buffers: how far they are well-formed, and the first error.
 */
#ifndef U8C_VALIDATE_H
#define U8C_VALIDATE_H

#include "validate/count.h"
#include "validate/replace.h"

struct u8c_transcoding;

/**
 * struct u8c_impl - one implementation of the hot loops
 *
 * All give the same answers.  A caller picks one once and passes it on.
 *
 * @name: what reports and the forcing parameter call it.
 * @needs: U8C_CPU_ bits that the processor must have.
 * @valid_up_to: the length of the longest prefix of @n bytes at @p that is a
 *	sequence of complete well-formed sequences (RFC 3629).
 * @count: u8c_count().
 * @lines: u8c_lines().
 * @copy_valid: the same as @valid_up_to; copies these bytes to @out, unless it is
 *	NULL, and counts them in @by_length as u8c_count() does.  More bytes of
 *	@out, up to @n, may be written.
 * @replace: repairs a text, as validate/replace.h says.
 * @valid_utf16: u8c_valid_utf16().
 * @from_utf16: u8c_from_utf16().
 * @to_utf16: u8c_to_utf16().
 * @candidates: sets one bit in @bits for each byte of the @n at @p, well-formed (RFC
 *	3629), that begins a code point at which @form (not U8C_FORM_NONE)
 *	stops, or a nonstarter behind another or at @p; clears the others of
 *	(@n + 63) / 64 words.
 */
struct u8c_impl {
	const char *name;
	u32 needs;
	size_t (*valid_up_to)(const u8 *p, size_t n);
	u64 (*count)(const u8 *p, size_t n, u64 *by_length);
	u64 (*lines)(const u8 *p, size_t n);
	size_t (*copy_valid)(const u8 *p, size_t n, u8 *out, u64 *by_length);
	void (*replace)(struct u8c_replacement *r);
	size_t (*valid_utf16)(const u8 *p, size_t n, bool big, size_t *pairs);
	size_t (*from_utf16)(const u8 *in, size_t n, bool big,
			     struct u8c_transcoding *to);
	size_t (*to_utf16)(const u8 *in, size_t n, bool big,
			   struct u8c_transcoding *to);
	void (*candidates)(enum u8c_form form, const u8 *p, size_t n, u64 *marks);
};

/* All that were built, the preferred first, ended by NULL: impls.c. */
extern const struct u8c_impl *const u8c_impls[];

/* Can this CPU run it? */
bool u8c_impl_usable(const struct u8c_impl *impl);

/**
 * u8c_impl_find() - the implementation of a name
 * @name: its name; NULL or "" or "auto" for the preferred one
 *
 * Return: the implementation, or NULL when there is none of that name that this
 * CPU can run.
 */
const struct u8c_impl *u8c_impl_find(const char *name);

/**
 * u8c_valid_up_to() - how far bytes are well-formed
 * @impl: the implementation to use
 * @c: how they are written
 * @p: the bytes
 * @n: how many
 *
 * Return: the length of the longest prefix of complete well-formed sequences.
 */
size_t u8c_valid_up_to(const struct u8c_impl *impl, const struct u8c_coding *c,
		       const u8 *p, size_t n);

/**
 * u8c_validate() - is a whole buffer well-formed?
 * @impl: the implementation to use
 * @c: how it is written
 * @p: the bytes; NUL is a byte like any other
 * @n: how many
 * @e: the first error, but for line and column, when the answer is no; NULL
 *	where nobody asks
 *
 * Return: true when it is.
 */
bool u8c_validate(const struct u8c_impl *impl, const struct u8c_coding *c,
		  const u8 *p, size_t n, struct u8c_error *e);

/* The parts of the implementations; where there is none it is the general one. */
size_t u8c_valid_up_to_scalar(const u8 *p, size_t n);
size_t u8c_valid_up_to_bmi2(const u8 *p, size_t n);
size_t u8c_valid_up_to_ssse3(const u8 *p, size_t n);
size_t u8c_valid_up_to_avx2(const u8 *p, size_t n);
size_t u8c_valid_up_to_avx512(const u8 *p, size_t n);
size_t u8c_valid_up_to_neon(const u8 *p, size_t n);
size_t u8c_copy_valid_scalar(const u8 *p, size_t n, u8 *out, u64 *by_length);
size_t u8c_copy_valid_bmi2(const u8 *p, size_t n, u8 *out, u64 *by_length);
size_t u8c_copy_valid_ssse3(const u8 *p, size_t n, u8 *out, u64 *by_length);
size_t u8c_copy_valid_avx2(const u8 *p, size_t n, u8 *out, u64 *by_length);
size_t u8c_copy_valid_neon(const u8 *p, size_t n, u8 *out, u64 *by_length);
size_t u8c_copy_valid_avx512(const u8 *p, size_t n, u8 *out, u64 *by_length);
u64 u8c_lines_ssse3(const u8 *p, size_t n);
u64 u8c_lines_avx2(const u8 *p, size_t n);
u64 u8c_lines_avx512(const u8 *p, size_t n);
u64 u8c_lines_neon(const u8 *p, size_t n);
u64 u8c_count_ssse3(const u8 *p, size_t n, u64 *by_length);
u64 u8c_count_avx2(const u8 *p, size_t n, u64 *by_length);
u64 u8c_count_avx512(const u8 *p, size_t n, u64 *by_length);
u64 u8c_count_neon(const u8 *p, size_t n, u64 *by_length);
size_t u8c_valid_utf16_avx512(const u8 *p, size_t n, bool big, size_t *pairs);
size_t u8c_from_utf16_avx512(const u8 *in, size_t n, bool big,
			     struct u8c_transcoding *to);
size_t u8c_to_utf16_avx512(const u8 *in, size_t n, bool big,
			     struct u8c_transcoding *to);
size_t u8c_valid_utf16_avx2(const u8 *p, size_t n, bool big, size_t *pairs);
size_t u8c_from_utf16_avx2(const u8 *in, size_t n, bool big,
			     struct u8c_transcoding *to);
size_t u8c_to_utf16_avx2(const u8 *in, size_t n, bool big,
			     struct u8c_transcoding *to);
void u8c_candidates_scalar(enum u8c_form form, const u8 *p, size_t n, u64 *marks);
void u8c_candidates_bmi2(enum u8c_form form, const u8 *p, size_t n, u64 *marks);
void u8c_candidates_ssse3(enum u8c_form form, const u8 *p, size_t n, u64 *marks);
void u8c_candidates_avx2(enum u8c_form form, const u8 *p, size_t n, u64 *marks);
void u8c_candidates_avx512(enum u8c_form form, const u8 *p, size_t n, u64 *marks);
void u8c_candidates_neon(enum u8c_form form, const u8 *p, size_t n, u64 *marks);

#endif /* U8C_VALIDATE_H */
