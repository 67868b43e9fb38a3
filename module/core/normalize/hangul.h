/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Hangul syllables and jamo, from UTF-8 to UTF-8 (Unicode section 3.12).
 */
#ifndef U8C_NORMALIZE_HANGUL_H
#define U8C_NORMALIZE_HANGUL_H

#include "normalize/sink.h"

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

#endif /* U8C_NORMALIZE_HANGUL_H */
