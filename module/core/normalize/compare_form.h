/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Texts that are the same under a normalization form, without making it.
 *
 * All calls validate (RFC 3629), allocate nothing, use a constant amount of stack (see
 * <linux/utf8check.h>), take linear time and runs of any length.  UTF8CHECK_FORM_NFD_CASEFOLD
 * is for names whose case does not count, UTF8CHECK_FORM_NFKC_CASEFOLD for identifiers.
 */
#ifndef U8C_NORMALIZE_COMPARE_FORM_H
#define U8C_NORMALIZE_COMPARE_FORM_H

#include "normalize/data.h"
#include "impl/impl.h"

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

#endif /* U8C_NORMALIZE_COMPARE_FORM_H */
