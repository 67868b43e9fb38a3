/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Whole buffers: how far they are well-formed, and the first error.
 */
#ifndef U8C_VALIDATE_H
#define U8C_VALIDATE_H

#include "validate/count.h"
#include "validate/cpu.h"
#include "validate/replace.h"

struct u8c_transcoding;

/* The jobs of struct u8c_impl, by which its members are declared too. */
typedef size_t u8c_valid_up_to_fn(const u8 *p, size_t n, const struct u8c_impl *self);
typedef u64 u8c_count_fn(const u8 *p, size_t n, u64 *by_length,
			 const struct u8c_impl *self);
typedef u64 u8c_lines_fn(const u8 *p, size_t n, const struct u8c_impl *self);
typedef size_t u8c_copy_valid_fn(const u8 *p, size_t n, u8 *out, u64 *by_length,
				 const struct u8c_impl *self);
typedef void u8c_replace_fn(struct u8c_replacement *r, const struct u8c_impl *self);
typedef size_t u8c_valid_utf16_fn(const u8 *p, size_t n, bool big, size_t *pairs,
				  const struct u8c_impl *self);
typedef size_t u8c_transcode_fn(const u8 *in, size_t n, bool big,
				struct u8c_transcoding *to, const struct u8c_impl *self);
typedef bool u8c_candidates_fn(enum utf8check_form form, const u8 *p, size_t n, u64 *bits,
			       const struct u8c_impl *self);
typedef void u8c_lower_fn(const u8 *p, size_t n, u8 *out, const struct u8c_impl *self);

/**
 * struct u8c_impl - one implementation of the hot loops
 *
 * All give the same answers.  A caller picks an implementation once and passes
 * it on.  An implementation may wrap another one, as the kernel's do to save
 * registers first: so each function gets its own implementation as @self, the
 * last parameter, which leaves the others in the registers where they were.
 *
 * @name: what reports and the forcing parameter call it.
 * @needs: U8C_CPU_ bits that the processor must have.
 * @valid_up_to: the length of the longest prefix of @n bytes at @p that is a
 *	sequence of complete well-formed sequences (RFC 3629).
 * @count: the number of code points in @n bytes of well-formed UTF-8 at @p,
 *	whole sequences; by_length[i] grows by the number of sequences of i + 1
 *	bytes, for i from 0 to 3.
 * @lines: how many of @n bytes at @p are LF.
 * @copy_valid: the same as @valid_up_to; copies these bytes to @out, unless @out
 *	is NULL, and counts them in @by_length as @count does.  More bytes of
 *	@out, up to @n, may be written.
 * @replace: replaces errors until less than U8C_REPAIR_TEXT bytes of text or
 *	U8C_REPAIR_ROOM bytes of room are left; never stops within a sequence.
 * @valid_utf16: u8c_valid_utf16_scalar().
 * @from_utf16: u8c_from_utf16_scalar().
 * @to_utf16: u8c_to_utf16_scalar().
 * @from_utf32: u8c_from_utf32_scalar().
 * @to_utf32: u8c_to_utf32_scalar().
 * @candidates: sets one bit in @bits for each of the @n bytes at @p, well-formed
 *	(RFC 3629), that begins a code point after ASCII at which @form (not
 *	UTF8CHECK_FORM_NONE) stops, or a nonstarter at @p or after another
 *	nonstarter; clears the other bits of (@n + 63) / 64 words.  Returns whether
 *	any bit is set.
 * @lower: copies @n bytes at @p to @out, which may be @p, with small letters of
 *	ASCII in place of its capitals.
 */
struct u8c_impl {
	const char *name;
	u32 needs;
	u8c_valid_up_to_fn *valid_up_to;
	u8c_count_fn *count;
	u8c_lines_fn *lines;
	u8c_copy_valid_fn *copy_valid;
	u8c_replace_fn *replace;
	u8c_valid_utf16_fn *valid_utf16;
	u8c_transcode_fn *from_utf16;
	u8c_transcode_fn *to_utf16;
	u8c_transcode_fn *from_utf32;
	u8c_transcode_fn *to_utf32;
	u8c_candidates_fn *candidates;
	u8c_lower_fn *lower;
};

/* Each is defined in core/scalar.c or in the file of its name in x86/ or arm64/. */
extern const struct u8c_impl u8c_impl_scalar;
#define U8C_DECLARE(name) extern const struct u8c_impl u8c_impl_##name;
U8C_IMPLS_OF_VECTORS(U8C_DECLARE)
U8C_IMPLS_GENERAL(U8C_DECLARE)
#undef U8C_DECLARE

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
		  const u8 *p, size_t n, struct utf8check_error *e);

#endif /* U8C_VALIDATE_H */
