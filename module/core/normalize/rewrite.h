/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The form of a text.
 */
#ifndef U8C_NORMALIZE_REWRITE_H
#define U8C_NORMALIZE_REWRITE_H

#include "normalize/sink.h"
#include "impl/impl.h"

/**
 * u8c_rewrite() - write the form of a text
 * @s: where to
 * @impl: the implementation to use
 * @form: enum utf8check_form but UTF8CHECK_FORM_NONE
 * @text: well-formed (RFC 3629), between places where a text may be cut
 * @at: when a run of nonstarters is too long, the offset of the code point that
 *	does not fit in it
 *
 * Return: how many bytes were taken: all, or where the segment begins that has
 * such a run.
 */
size_t u8c_rewrite(struct u8c_sink *s, const struct u8c_impl *impl,
		   enum utf8check_form form, struct u8c_text text, size_t *at);

/* hangul.c: syllables and jamo, from UTF-8 to UTF-8 (Unicode section 3.12) */

/**
 * u8c_hangul_split() - write syllables as jamo
 * @s: where to
 * @form: a form that decomposes
 * @p: well-formed bytes, from a place where the text may be cut
 * @end: where they end
 *
 * One or two characters of ASCII between syllables are written too.
 *
 * Return: how many bytes of the text were taken, up to a place where it may be
 * cut; 0 where no syllable begins.
 */
size_t u8c_hangul_split(struct u8c_sink *s, enum utf8check_form form, const u8 *p,
			const u8 *end);

/**
 * u8c_hangul_join() - write jamo as syllables
 * @s: where to
 * @form: a form that composes
 * @p: well-formed bytes, from a place where the text may be cut
 * @end: where they end
 *
 * Return: as u8c_hangul_split(); 0 also where the next code point may compose
 * with the syllable.
 */
size_t u8c_hangul_join(struct u8c_sink *s, enum utf8check_form form, const u8 *p,
		       const u8 *end);

#endif /* U8C_NORMALIZE_REWRITE_H */
