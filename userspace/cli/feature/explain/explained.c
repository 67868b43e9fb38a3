// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The rows of both tables, by their numbers.
 */
#include "base/types.h"
#include "utf8check.h"
#include "feature/explain/explained.h"

static const struct explained *const tables[] = { explained_names, explained_reasons };

static const struct explained *find_class(int number)
{
	const struct explained *e;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(tables); i++)
		for (e = tables[i]; e->brief; e++)
			if (e->class == number)
				return e;
	return NULL;
}

/* The row of a reason that is no class. */
static const struct explained *find_reason(int number)
{
	const struct explained *e;

	for (e = explained_reasons; e->brief; e++)
		if (e->reason == number && e->class == EXPLAINED_NO_NUMBER)
			return e;
	return NULL;
}

const struct explained *explained_row(unsigned int i)
{
	const struct explained *e;
	int number;

	for (number = 0; number < UTF8CHECK_CLASSES; number++) {
		e = find_class(number);
		if (e && !i--)
			return e;
	}
	for (number = 0; number < UTF8CHECK_REASONS; number++) {
		e = find_reason(number);
		if (e && !i--)
			return e;
	}
	return NULL;
}

const char *explained_word(const struct explained *e)
{
	return e->class == EXPLAINED_NO_NUMBER ? utf8check_reason_name(e->reason) :
						 utf8check_class_name(e->class);
}
