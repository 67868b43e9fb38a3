// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What came of a row.
 */
#include <stdarg.h>
#include <stdio.h>
#include "test.h"

void test_fail(struct test *t, const char *format, ...)
{
	va_list args;

	if (t->verdict == FAILED)
		return;
	t->verdict = FAILED;
	va_start(args, format);
	vsnprintf(t->detail, sizeof(t->detail), format, args);
	va_end(args);
}
