/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A text in any normalization form, read code point by code point without
 * memory for it.
 */
#ifndef U8C_NORMALIZE_RECOMPOSE_H
#define U8C_NORMALIZE_RECOMPOSE_H

#include "normalize/reorder.h"

/**
 * struct u8c_recompose - a text under a normalization form
 *
 * @text: the text, decomposed, from what is not composed yet on.
 * @again: the text after the starter that was given last, where nonstarters
 *	remained after it.
 * @starter: that starter, as far as it is composed with code points of @again.
 * @left: how many nonstarters remain.
 * @last_class: the class of the last of them that was given; -1 before that.
 * @next: the next code point, if it was read already, with its class in the
 *	highest byte.
 * @has_next: @next is set.
 */
struct u8c_recompose {
	struct u8c_reorder text;
	struct u8c_reorder again;
	u32 starter;
	u32 next;
	size_t left;
	int last_class;
	bool has_next;
};

/**
 * u8c_recompose_init() - start to read a text
 * @t: the reader; any content
 * @form: enum utf8check_form but UTF8CHECK_FORM_NONE
 * @p: the bytes, well-formed (RFC 3629)
 * @n: how many
 */
void u8c_recompose_init(struct u8c_recompose *t, enum utf8check_form form, const u8 *p,
			size_t n);

/* The next code point; or U8C_END. */
u32 u8c_recompose_next(struct u8c_recompose *t);

#endif /* U8C_NORMALIZE_RECOMPOSE_H */
