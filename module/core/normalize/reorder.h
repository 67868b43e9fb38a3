/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A text decomposed and in canonical order, read code point by code point
 * without memory for it.
 */
#ifndef U8C_NORMALIZE_REORDER_H
#define U8C_NORMALIZE_REORDER_H

#include "normalize/data.h"

/* The answer of the readers below at the end of the text. */
#define U8C_END 0xffffffffu

/* Nonstarters of one run that are put in order at once. */
#define U8C_REORDER_RUN 8

/**
 * struct u8c_decomposed - a text decomposed, not in order yet
 *
 * @p: the next of its bytes, well-formed (RFC 3629).
 * @end: where they end.
 * @map: the next byte of the mapping of the code point before @p.
 * @map_end: where that mapping ends.
 * @stop: the bits of the classes that have a mapping.
 * @form: enum utf8check_form.
 * @vowel: the V of a Hangul syllable that comes next, or 0.
 * @final: the T that comes after @vowel, or 0.
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
 * A short run of nonstarters is kept in @short_run.  A long one is read once
 * for each class that occurs in it, of which there are fewer than 60.
 *
 * @at: the text from the next code point on.
 * @run: the text from the first nonstarter of the run on.
 * @run_end: the text after a long run.
 * @short_run: nonstarters in order.
 * @count: how many nonstarters @short_run has.
 * @given: how many of them were given.
 * @class: the class that is read of a long run; 0 outside of one.
 * @above: the least class above @class that was met; 0 for none.
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
 * @form: enum utf8check_form but UTF8CHECK_FORM_NONE; of a form that composes, the text
 *	before composition
 * @p: the bytes, well-formed (RFC 3629)
 * @n: how many
 */
void u8c_reorder_init(struct u8c_reorder *t, enum utf8check_form form, const u8 *p,
		      size_t n);

/* The next code point, its class in the highest byte; or U8C_END. */
u32 u8c_reorder_next(struct u8c_reorder *t);

#endif /* U8C_NORMALIZE_REORDER_H */
