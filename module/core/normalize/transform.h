/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Whole texts under a normalization form.
 *
 * All calls validate (RFC 3629), as far as the answer depends on the text, allocate nothing,
 * and use a constant amount of stack (see <linux/utf8check.h>).  Time is linear in the
 * length of the text, whatever it holds.
 *
 * Read lookup.h, data.h and canonical.h first, then candidates.h and rewrite.h; for streams
 * incremental.h and verify.h; for texts that are compared or hashed reader.h.
 */
#ifndef U8C_NORMALIZE_TRANSFORM_H
#define U8C_NORMALIZE_TRANSFORM_H

#include "normalize/rewrite.h"

/**
 * enum u8c_made - how normalizing a text ended
 *
 * @U8C_MADE: all of it was written.
 * @U8C_MADE_FULL: there is no room for all of it; the output is not valid, but its length is
 *	known.
 * @U8C_MADE_ILL_FORMED: the text is not well-formed.
 * @U8C_MADE_COMBINING_RUN: a run of nonstarters is longer than U8C_RUN_MAX.
 */
enum u8c_made {
	U8C_MADE,
	U8C_MADE_FULL,
	U8C_MADE_ILL_FORMED,
	U8C_MADE_COMBINING_RUN
};

/**
 * u8c_normalize() - the form of a text
 * @impl: the implementation that validates
 * @form: enum utf8check_form
 * @text: any bytes
 * @s: where the result goes, apart from @text; no room to ask for its size
 * @e: the first error, but for line and column, when the text is not
 *	well-formed or has too long a run; may be NULL
 *
 * Of a text whose runs are too long, the error is at the first code point that
 * does not fit in its run.
 *
 * Return: enum u8c_made.
 */
enum u8c_made u8c_normalize(const struct u8c_impl *impl, enum utf8check_form form,
			    struct u8c_text text, struct u8c_sink *s, struct utf8check_error *e);

/**
 * u8c_is_normalized() - is a text the same as its form?
 * @impl: the implementation that validates
 * @form: enum utf8check_form
 * @text: any bytes
 * @offset: byte offset of the first code point that is not the same in the
 *	form; the text's length where all are
 * @e: the first error, but for line and column, when the text is not
 *	well-formed; may be NULL; else not changed
 *
 * Exact, of runs of any length.  After a difference the text is not validated, but the
 * segment of the difference must end before an error.
 *
 * Return: whether it is; false when the text is not well-formed, and then
 * @offset is where.
 */
bool u8c_is_normalized(const struct u8c_impl *impl, enum utf8check_form form,
		       struct u8c_text text, size_t *offset, struct utf8check_error *e);

/* Is a text normalized?  MAYBE: only a comparison with its form can decide. */
enum u8c_quick { U8C_QUICK_ILL_FORMED = -1, U8C_QUICK_YES, U8C_QUICK_NO, U8C_QUICK_MAYBE };

/**
 * u8c_quick_check() - is a text normalized? (UAX #15 section 9)
 * @impl: the implementation that validates
 * @form: enum utf8check_form
 * @text: any bytes
 * @offset: byte offset of the first code point whose Quick_Check is not Yes, or
 *	that is not in canonical order; the text's length when there is none; not
 *	changed when the text is not well-formed
 * @e: the first error, but for line and column, when it is not well-formed; may be NULL
 *
 * After a No the text is not validated.
 *
 * Return: the answer; U8C_QUICK_ILL_FORMED by RFC 3629.
 */
enum u8c_quick u8c_quick_check(const struct u8c_impl *impl, enum utf8check_form form,
			       struct u8c_text text, size_t *offset, struct utf8check_error *e);

/*
 * compare_form.c: texts that are the same under a form, without making it.  Runs of any length.
 * UTF8CHECK_FORM_NFD_CASEFOLD is for names whose case does not count,
 * UTF8CHECK_FORM_NFKC_CASEFOLD for identifiers.
 */

/**
 * u8c_compare_form() - compare two texts under a form
 * @impl: the implementation that validates
 * @form: enum utf8check_form; with UTF8CHECK_FORM_NONE as they are
 * @a: one
 * @b: the other
 * @order: less than, equal to or greater than 0, as @a is before, the same as
 *	or after @b.  The order is that of the code points of the decomposed
 *	form: NFC and NFD give the same order, and so do NFKC and NFKD.
 *
 * Return: false when one of them is not well-formed.
 */
bool u8c_compare_form(const struct u8c_impl *impl, enum utf8check_form form,
		      struct u8c_text a, struct u8c_text b, int *order);

/**
 * u8c_match_form() - compare the form of a text with bytes
 * @impl: the implementation to use
 * @form: enum utf8check_form; with UTF8CHECK_FORM_NONE the text itself is compared
 * @text: any bytes
 * @made: any bytes, mostly a form that was made before
 *
 * Return: 1 when @made is the form of @text; 0 when it is not; -1 when @text is not
 * well-formed (RFC 3629), but 0 where its first code point is enough to say so.
 */
int u8c_match_form(const struct u8c_impl *impl, enum utf8check_form form,
		   struct u8c_text text, struct u8c_text made);

/**
 * u8c_hash_form() - hash a text under a form
 * @impl: the implementation that validates
 * @form: enum utf8check_form; with UTF8CHECK_FORM_NONE as it is
 * @text: any bytes
 * @seed: any number, for a hash of one's own
 * @hash: of the UTF-8 of the form: texts that u8c_compare_form() finds equal have the same.
 *	Stable for one version of this project and of Unicode; not safe against an attacker who
 *	knows @seed.
 *
 * Return: false when the text is not well-formed.
 */
bool u8c_hash_form(const struct u8c_impl *impl, enum utf8check_form form,
		   struct u8c_text text, u64 seed, u64 *hash);

#endif /* U8C_NORMALIZE_TRANSFORM_H */
