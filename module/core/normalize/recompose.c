// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The Canonical Composition Algorithm (D117) without memory.
 *
 * A starter is given when all that may compose with it was read.  Nonstarters
 * that remained are not kept: they are read again, composing in the same way,
 * so that what was absorbed is passed over once more.  Should there be less of
 * them the second time, as the text has changed, those are all.
 */
#include "normalize/recompose.h"

void u8c_recompose_init(struct u8c_recompose *t, enum utf8check_form form, const u8 *p,
		       size_t n)
{
	u8c_reorder_init(&t->text, form, p, n);
	t->left = 0;
	t->has_next = false;
}

/* The next of the nonstarters behind the starter that was given; or U8C_END. */
static u32 next_left(struct u8c_recompose *t)
{
	u32 point, composite;

	for (;;) {
		point = u8c_reorder_next(&t->again);
		if (point == U8C_END) {
			t->left = 0;
			return point;
		}
		composite = point >> 24 > t->last_class ?
			    u8c_compose(t->starter, point & 0x1fffff) : 0;
		if (!composite)
			break;
		t->starter = composite;
	}
	t->last_class = point >> 24;
	t->left--;
	return point & 0x1fffff;
}

/* Composes @starter with all that follows it and is not blocked. */
static u32 compose_on(struct u8c_recompose *t, u32 starter)
{
	u32 point, composite;

	t->starter = starter;
	t->again = t->text;
	t->last_class = 0;
	for (;;) {
		point = u8c_reorder_next(&t->text);
		if (point == U8C_END)
			break;
		composite = point >> 24 > t->last_class || !t->left ?
			    u8c_compose(starter, point & 0x1fffff) : 0;
		if (composite) {
			starter = composite;
			if (point >> 24)
				continue;
			/* Nothing stood between them. */
			t->starter = starter;
			t->again = t->text;
		} else if (point >> 24) {
			t->last_class = point >> 24;
			t->left++;
		} else {
			break;
		}
	}
	t->next = point;
	t->has_next = true;
	t->last_class = 0;
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
		return u8c_reorder_point(&t->text, point);
	if (point >> 24 || !(u8c_class_of(point) & U8C_FORWARD))
		return point & 0x1fffff;
	return compose_on(t, point);
}
