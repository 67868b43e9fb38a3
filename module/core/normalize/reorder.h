/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A text decomposed and in canonical order, read code point by code point
 * without memory for it.
 */
#ifndef U8C_NORMALIZE_REORDER_H
#define U8C_NORMALIZE_REORDER_H

#include "normalize/data.h"

/* What the readers below answer at the end of the text. */
#define U8C_END 0xffffffffu

/* Nonstarters of one run that are put in order at once. */
#define U8C_REORDER_RUN 8

/**
 * struct u8c_decomposed - a text decomposed, not in order yet
 *
 * @p: the next of its bytes, well-formed (RFC 3629).
 * @end: where they end.
 * @map: the next of what the code point before became.
 * @map_end: where that ends.
 * @stop: the bits of classes that must be looked at.
 * @form: enum utf8check_form.
 * @vowel: the V of a Hangul syllable that is due, or 0.
 * @final: the T that is due behind it, or 0.
 */
struct u8c_decomposed {
	const u8 *p;
	const u8 *end;
	const u8 *map;
	const u8 *map_end;
	u32 stop;
	u16 vowel;
	u16 final;
	u8 form;
};

void u8c_decomposed_init(struct u8c_decomposed *t, enum utf8check_form form, const u8 *p,
		     size_t n);

/* The next code point, its class in the highest byte; or U8C_END. */
u32 u8c_decomposed_next(struct u8c_decomposed *t);

/**
 * struct u8c_reorder - a text decomposed and in canonical order
 *
 * Holds no run: a short one is kept in @short_run, a long one is gone through
 * once for each class that occurs in it, of which there are fewer than 60.
 *
 * @at: the text from the next starter on, or from the run that is gone through.
 * @run: the text from the first nonstarter of that run on.
 * @run_end: the text after a long run.
 * @short_run: nonstarters in order.
 * @count: how many.
 * @given: how many of them were given.
 * @class: the class that is looked for in a long run; 0 outside of one.
 * @above: the least class above it that was met; 0 for none.
 */
struct u8c_reorder {
	struct u8c_decomposed at;
	struct u8c_decomposed run;
	struct u8c_decomposed run_end;
	u32 short_run[U8C_REORDER_RUN];
	u8 count;
	u8 given;
	u8 class;
	u8 above;
};

/**
 * u8c_reorder_init() - start to read a text
 * @t: the reader; any content
 * @form: enum utf8check_form but UTF8CHECK_FORM_NONE; of those that compose, what they
 *	compose
 * @p: the bytes, well-formed (RFC 3629)
 * @n: how many
 */
void u8c_reorder_init(struct u8c_reorder *t, enum utf8check_form form, const u8 *p,
		      size_t n);

/* The next code point, its class in the highest byte; or U8C_END. */
u32 u8c_reorder_next(struct u8c_reorder *t);

/* What a code point out of u8c_reorder_next() is: U+0345 folds in order. */
static inline u32 u8c_reorder_point(const struct u8c_reorder *t, u32 point)
{
	u32 cp = point & 0x1fffff;

	return t->at.form == UTF8CHECK_NFD_CASEFOLD && cp == 0x345 ? 0x3b9 : cp;
}

#endif /* U8C_NORMALIZE_REORDER_H */
