/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Text that a normalization form does not change, as far as that can be seen
 * without normalizing it.
 */
#ifndef U8C_NORMALIZE_QUICK_CHECK_H
#define U8C_NORMALIZE_QUICK_CHECK_H

#include "normalize/data.h"
#include "impl/impl.h"

/**
 * u8c_stable_up_to() - how far a form leaves text as it is
 * @impl: the implementation to use
 * @form: enum utf8check_form
 * @p: the bytes, well-formed (RFC 3629), from a place where a text may be cut
 * @n: how many
 * @final: no byte follows them
 *
 * Return: the length of a prefix that stays as it is, whatever precedes and
 * follows it, and after which the text may be cut.  The prefix is not always
 * the longest one: it ends before a run of many nonstarters.  When not @final,
 * it also ends before the last starter, which may compose with the bytes to
 * come.
 */
size_t u8c_stable_up_to(const struct u8c_impl *impl, enum utf8check_form form,
			const u8 *p, size_t n, bool final);

/* What Quick_Check values say: is a text normalized?  MAYBE: only normalizing it tells. */
enum u8c_quick { U8C_QUICK_YES = 0, U8C_QUICK_NO = 1, U8C_QUICK_MAYBE = 2 };

/**
 * u8c_quick_check() - is a text normalized? (UAX #15 section 9)
 * @impl: the implementation that validates
 * @form: enum utf8check_form
 * @text: any bytes
 * @offset: byte offset of the first code point whose Quick_Check is not Yes, or
 *	that is not in canonical order; the text's length when there is none; not
 *	changed when the text is not well-formed
 * @e: the first error, but for line and column, when it is not well-formed;
 *	may be NULL
 *
 * Any context; constant stack.
 *
 * Return: enum u8c_quick; -1 when the text is not well-formed (RFC 3629).
 */
int u8c_quick_check(const struct u8c_impl *impl, enum utf8check_form form,
		    struct u8c_text text, size_t *offset, struct utf8check_error *e);

#endif /* U8C_NORMALIZE_QUICK_CHECK_H */
