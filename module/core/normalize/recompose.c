// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The Canonical Composition Algorithm (D117) without memory.
 *
 * A starter is given when all code points that may compose with it were read.
 * The nonstarters that remain are not kept: the text is read a second time from
 * the starter on, and composed in the same way.  If the text has changed
 * meanwhile, there may be fewer of them, and the second time counts.
 */
#include "normalize/canonical.h"
#include "normalize/recompose.h"

void u8c_recompose_init(struct u8c_recompose *t, enum utf8check_form form, const u8 *p,
			size_t n)
{
	u8c_reorder_init(&t->text, form, p, n);
	t->left = 0;
	t->has_next = false;
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
	t->last_class = point >> 24;
	t->left--;
	return point & 0x1fffff;
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
			if (point >> 24)
				continue;
			/* Nothing stood between them. */
			t->starter = starter;
			t->again = t->text;
		} else if (point >> 24) {
			last = point >> 24;
			t->left++;
		} else {
			break;
		}
	}
	t->next = point;
	t->has_next = true;
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
	point = t->has_next ? t->next : u8c_reorder_next(&t->text);
	t->has_next = false;
	if (point == U8C_END) {
		t->next = point;
		t->has_next = true;
		return point;
	}
	if (!u8c_composes(t->text.at.form))
		return u8c_fold_last(t->text.at.form, point);
	if (point >> 24 || !(u8c_class_of(point) & U8C_FORWARD))
		return point & 0x1fffff;
	return compose_on(t, point);
}
