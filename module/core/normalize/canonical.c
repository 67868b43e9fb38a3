// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Canonical ordering (D109) and composition (D117) of a text, without memory.
 *
 * A run of up to U8C_REORDER_RUN nonstarters is sorted by insertion.  A longer run is read
 * again and again: each time gives the nonstarters of one class, in their order, and finds the
 * least class above it.  There are few classes, so the work is linear in the length of the run.
 *
 * A starter is given when all code points that may compose with it were read.
 * The nonstarters that remain are not kept: the text is read a second time from
 * the starter on, and composed in the same way.
 *
 * If the text changes meanwhile, the next reading may give more or fewer nonstarters.  The run
 * still ends where it ended the first time, and it is read 255 times at most, so the work
 * stays linear in the length of the text.  The nonstarters that remain after a starter are
 * those of the second reading.
 */
#include "normalize/canonical.h"

/* A form that composes has no mapping for composites.  Here they decompose. */
static const u32 stops[U8C_FORMS] = {
	[UTF8CHECK_FORM_NFC] = U8C_STOP(UTF8CHECK_FORM_NFD),
	[UTF8CHECK_FORM_NFD] = U8C_STOP(UTF8CHECK_FORM_NFD),
	[UTF8CHECK_FORM_NFKC] = U8C_STOP(UTF8CHECK_FORM_NFKD),
	[UTF8CHECK_FORM_NFKD] = U8C_STOP(UTF8CHECK_FORM_NFKD),
	[UTF8CHECK_FORM_NFKC_CASEFOLD] = U8C_STOP(UTF8CHECK_FORM_NFKC_CASEFOLD) |
					 U8C_STOP(UTF8CHECK_FORM_NFD),
	[UTF8CHECK_FORM_NFD_CASEFOLD] = U8C_STOP(UTF8CHECK_FORM_NFD_CASEFOLD),
};

void u8c_decomposed_init(struct u8c_decomposed *t, enum utf8check_form form, const u8 *p,
			 size_t n)
{
	t->p = p;
	t->end = p + n;
	t->map = NULL;
	t->map_end = NULL;
	t->jamo = 0;
	t->stop = stops[form];
	t->form = form;
}

u32 u8c_decomposed_next(struct u8c_decomposed *t)
{
	struct u8c_mapping m;
	u32 bits, cp, l, v;

	while (t->map == t->map_end) {
		if (t->jamo) {
			v = t->jamo & 0xffff;
			t->jamo >>= 16;
			return v;
		}
		if (t->p >= t->end)
			return U8C_END;
		cp = u8c_take(&t->p, t->end);
		bits = u8c_class_of(cp);
		if (!(bits & t->stop))
			return cp | (bits & U8C_CCC_BITS);
		if (u8c_is_hangul(cp)) {
			t->jamo = u8c_split_hangul(cp, &l, &v) << 16;
			t->jamo |= v;
			return l;
		}
		if (!u8c_find_mapping(t->form, cp, &m))
			return cp | (bits & U8C_CCC_BITS);
		t->map = m.p;
		t->map_end = m.p + m.n;
	}
	return u8c_with_class(u8c_take(&t->map, t->map_end));
}

void u8c_reorder_init(struct u8c_reorder *t, enum utf8check_form form, const u8 *p, size_t n)
{
	u8c_decomposed_init(&t->at, form, p, n);
	t->count = 0;
	t->given = 0;
	t->class = 0;
	t->above = 0;
}

static bool is_nonstarter(u32 point)
{
	return point != U8C_END && u8c_class_part(point);
}

/*
 * Reads the rest of a long run, from @point on, to its end.
 *
 * Return: the least class in it.
 */
static u8 least_class(struct u8c_reorder *t, u32 point)
{
	unsigned int least = u8c_class_part(t->short_run[0]);

	do {
		least = u8c_class_part(point) < least ? u8c_class_part(point) : least;
		t->run_end = t->at;
		point = u8c_decomposed_next(&t->at);
	} while (is_nonstarter(point));
	return least;
}

/* Reads a run that begins with @point, the first after t->run. */
static void begin_run(struct u8c_reorder *t, u32 point)
{
	struct u8c_decomposed before;

	t->count = 0;
	t->given = 0;
	do {
		if (t->count == U8C_REORDER_RUN) {
			t->class = least_class(t, point);
			t->count = 0;
			t->above = 0;
			t->at = t->run;
			return;
		}
		u8c_canonical_insert(t->short_run, t->count++, point);
		before = t->at;
		point = u8c_decomposed_next(&t->at);
	} while (is_nonstarter(point));
	t->at = before;
}

static __always_inline void note_class_above(struct u8c_reorder *t, u8 class)
{
	if (class > t->class && (!t->above || class < t->above))
		t->above = class;
}

/* Passes over the code points of other classes, most of a long run, up to one with a mapping. */
static void pass_other_classes(struct u8c_reorder *t)
{
	const u8 *next = t->at.p, *const end = t->run_end.p;
	u32 bits;

	while (next < end) {
		bits = u8c_class_of(u8c_take(&next, end));
		if (bits & t->at.stop || bits >> U8C_CCC_SHIFT == t->class ||
		    !(bits >> U8C_CCC_SHIFT))
			break;
		note_class_above(t, bits >> U8C_CCC_SHIFT);
		t->at.p = next;
	}
}

/* The next code point of a long run; 0 at its end. */
static u32 next_of_class(struct u8c_reorder *t)
{
	u32 point;

	for (;;) {
		if (t->at.map == t->at.map_end)
			pass_other_classes(t);
		point = u8c_decomposed_next(&t->at);
		if (is_nonstarter(point) && t->at.p <= t->run_end.p) {
			if (u8c_class_part(point) == t->class)
				return point;
			note_class_above(t, u8c_class_part(point));
			continue;
		}
		t->class = t->above;
		if (!t->class) {
			t->at = t->run_end;
			return 0;
		}
		t->above = 0;
		t->at = t->run;
	}
}

u32 u8c_reorder_next(struct u8c_reorder *t)
{
	u32 point;

	for (;;) {
		if (t->given < t->count)
			return t->short_run[t->given++];
		point = t->class ? next_of_class(t) : 0;
		if (point)
			return point;
		t->run = t->at;
		point = u8c_decomposed_next(&t->at);
		if (!is_nonstarter(point))
			return point;
		begin_run(t, point);
	}
}

int u8c_reorder_compare(enum utf8check_form form, struct u8c_text a, struct u8c_text b)
{
	struct u8c_reorder x, y;
	u32 cp, other;

	u8c_reorder_init(&x, form, a.p, a.n);
	u8c_reorder_init(&y, form, b.p, b.n);
	do {
		cp = u8c_reorder_next(&x);
		other = u8c_reorder_next(&y);
		if (cp == U8C_END || other == U8C_END)
			return (cp != U8C_END) - (other != U8C_END);
	} while (cp == other);
	return u8c_point_part(cp) < u8c_point_part(other) ? -1 : 1;
}

void u8c_recompose_init(struct u8c_recompose *t, enum utf8check_form form, const u8 *p, size_t n)
{
	u8c_reorder_init(&t->text, form, p, n);
	t->next = u8c_reorder_next(&t->text);
	t->left = 0;
}

/* The next nonstarter after the starter that was given; or U8C_END. */
static u32 next_left(struct u8c_recompose *t)
{
	u32 point;

	do {
		point = u8c_reorder_next(&t->again);
		if (point == U8C_END) {
			t->left = 0;
			return point;
		}
	} while (u8c_canonical_join(&t->starter, t->last_class, point));
	t->last_class = u8c_class_part(point);
	t->left--;
	return u8c_point_part(point);
}

/* Composes @starter with all that follows it and is not blocked. */
static u32 compose_on(struct u8c_recompose *t, u32 starter)
{
	int last = -1;
	u32 point;

	t->starter = starter;
	t->again = t->text;
	t->last_class = -1;
	while ((point = u8c_reorder_next(&t->text)) != U8C_END) {
		if (u8c_canonical_join(&starter, last, point)) {
			if (u8c_class_part(point))
				continue;
			/* The two were adjacent. */
			t->starter = starter;
			t->again = t->text;
		} else if (u8c_class_part(point)) {
			last = u8c_class_part(point);
			t->left++;
		} else {
			break;
		}
	}
	t->next = point;
	return starter;
}

u32 u8c_recompose_next(struct u8c_recompose *t)
{
	u32 point;

	if (t->left) {
		point = next_left(t);
		if (point != U8C_END)
			return point;
	}
	point = t->next;
	if (point == U8C_END)
		return point;
	if (u8c_composes(t->text.at.form) && !u8c_class_part(point) &&
	    u8c_class_of(point) & U8C_FORWARD)
		return compose_on(t, point);
	t->next = u8c_reorder_next(&t->text);
	return u8c_fold_last(t->text.at.form, point);
}
