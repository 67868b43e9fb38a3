// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Tests the engines with a row: by its kind (trial_text.c, trial_name.c,
 * trial_order.c), or skips it if no engine can do yet what the row asks for.
 */
#include "trial.h"

int trial_run(struct trial *t, const struct vector *v)
{
	t->verdict = PASSED;
	t->disagree = false;
	t->detail[0] = '\0';
	switch (v->kind) {
	case VECTOR_NAME:
	case VECTOR_PATH:
		return trial_name(t, v);
	case VECTOR_BOUNDARY:
		return trial_boundary(t, v);
	case VECTOR_ORDER:
		return trial_order(t, v);
	case VECTOR_SIGNATURE:
		return trial_signature(t, v);
	default:
		return trial_text(t, v);
	}
}
