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
 * @end: behind them
 *
 * A character or two of ASCII between syllables go along.
 *
 * Return: how many bytes it took, up to where the text may be cut; 0 where no
 * syllable is.
 */
size_t u8c_hangul_split(struct u8c_sink *s, enum utf8check_form form, const u8 *p,
			const u8 *end);

/**
 * u8c_hangul_join() - write jamo as syllables
 * @s: where to
 * @form: a form that composes
 * @p: well-formed bytes, from a place where the text may be cut
 * @end: behind them
 *
 * Return: as u8c_hangul_split(); 0 where no syllable begins, or one that
 * something else may belong to.
 */
size_t u8c_hangul_join(struct u8c_sink *s, enum utf8check_form form, const u8 *p,
		       const u8 *end);

#endif /* U8C_NORMALIZE_HANGUL_H */
