// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A row put to the engines: by its kind (trial_text.c, trial_name.c), or
 * skipped where no engine can do yet what it asks for.
 */
#include <stdarg.h>
#include <stdio.h>
#include "trial.h"

void trial_fail(struct trial *t, const char *format, ...)
{
	va_list args;

	if (t->verdict == FAILED)
		return;
	t->verdict = FAILED;
	va_start(args, format);
	vsnprintf(t->detail, sizeof(t->detail), format, args);
	va_end(args);
}

/* Classes that no engine finds yet: their tables are not built. */
#define CLASSES_MISSING \
	(U8C_BIT(U8C_CLASS_BOM) | U8C_BIT(U8C_CLASS_NOT_NORMALIZED))

static int skip(struct trial *t)
{
	t->verdict = SKIPPED;
	snprintf(t->detail, sizeof(t->detail),
		 "one of its classes is not supported yet");
	return 0;
}

int trial_run(struct trial *t, const struct vector *v)
{
	bool name = v->kind == VECTOR_NAME || v->kind == VECTOR_PATH;

	t->verdict = PASSED;
	t->disagree = false;
	t->detail[0] = '\0';
	if (name && (v->classes | U8C_BIT(v->primary)) & CLASSES_MISSING)
		return skip(t);
	return name ? trial_name(t, v) : trial_text(t, v);
}
