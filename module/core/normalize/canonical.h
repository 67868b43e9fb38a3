/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Canonical ordering and composition (Unicode section 3.11): of code points in an
 * array, and of a text that is read code point by code point, without memory for it.
 * A code point that is not the final one has its class in the highest byte.
 */
#ifndef U8C_NORMALIZE_CANONICAL_H
#define U8C_NORMALIZE_CANONICAL_H

#include "normalize/data.h"

/* Puts @point to its place after @count code points in canonical order (D109). */
static inline void u8c_canonical_insert(u32 *p, unsigned int count, u32 point)
{
	u32 class = u8c_class_part(point);

	for (; class && count && u8c_class_part(p[count - 1]) > class; count--)
		p[count] = p[count - 1];
	p[count] = point;
}

static inline void u8c_canonical_sort(u32 *p, unsigned int count)
{
	for (unsigned int i = 1; i < count; i++)
		u8c_canonical_insert(p, i, p[i]);
}

/*
 * Composes *@starter with @point, unless a code point between the two blocks
 * @point (D115).  @last is the class of the last code point between them, -1
 * when there is none.
 */
static inline bool u8c_canonical_join(u32 *starter, int last, u32 point)
{
	u32 composite = last < (int)u8c_class_part(point) ?
			u8c_compose(*starter, u8c_point_part(point)) : 0;

	if (composite)
		*starter = composite;
	return composite;
}

/*
 * Composes @count code points that are in canonical order (D117).
 *
 * Return: how many are left.
 */
static inline unsigned int u8c_canonical_compose(u32 *p, unsigned int count)
{
	unsigned int i, kept = 0;
	u32 *starter = NULL;
	int last = -1;

	for (i = 0; i < count; i++) {
		u32 point = p[i];

		if (starter && u8c_canonical_join(starter, last, point))
			continue;
		if (u8c_class_part(point)) {
			last = u8c_class_part(point);
		} else {
			last = -1;
			starter = p + kept;
		}
		p[kept++] = point;
	}
	return kept;
}

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
 * @jamo: what comes next of a Hangul syllable: V, and T above it, each of 16 bits; or 0.
 */
struct u8c_decomposed {
	const u8 *p;
	const u8 *end;
	const u8 *map;
	const u8 *map_end;
	u32 stop;
	u32 jamo;
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

/*
 * Starts to read @n bytes at @p, well-formed (RFC 3629).  @form: not UTF8CHECK_FORM_NONE; of a
 * form that composes, the text before composition.
 */
void u8c_reorder_init(struct u8c_reorder *t, enum utf8check_form form, const u8 *p, size_t n);

/* The next code point, its class in the highest byte; or U8C_END. */
u32 u8c_reorder_next(struct u8c_reorder *t);

/*
 * The order of the code points of two texts, well-formed (RFC 3629), decomposed and in canonical
 * order: -1, 0 or 1 as @a is before @b, the same or after it.
 */
int u8c_reorder_compare(enum utf8check_form form, struct u8c_text a, struct u8c_text b);

/**
 * struct u8c_recompose - a text under a normalization form
 *
 * @text: the text, decomposed, after @next.
 * @again: the text after the starter that was given last, where nonstarters remained after it.
 * @starter: the starter that was given last, as far as it is composed with code points of
 *	@again.
 * @left: how many nonstarters of @again are not given yet.
 * @last_class: the class of the nonstarter of @again that was given last; -1 before the first.
 * @next: the code point before @text, with its class in the highest byte; or U8C_END.
 */
struct u8c_recompose {
	struct u8c_reorder text;
	struct u8c_reorder again;
	u32 starter;
	u32 next;
	size_t left;
	int last_class;
};

/* As u8c_reorder_init(); a form that composes is composed. */
void u8c_recompose_init(struct u8c_recompose *t, enum utf8check_form form, const u8 *p, size_t n);

/* The next code point; or U8C_END. */
u32 u8c_recompose_next(struct u8c_recompose *t);

#endif /* U8C_NORMALIZE_CANONICAL_H */
