// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * How a check of /dev/utf8check ends that fails or is skipped.
 */
#include <stdarg.h>

#include "device.h"

void fail_at(const char *file, int line, const char *why, ...)
{
	const char *base = strrchr(file, '/');
	va_list args;

	printf("# %s:%d: ", base ? base + 1 : file, line);
	va_start(args, why);
	vprintf(why, args);
	va_end(args);
	putchar('\n');
	fflush(stdout);
	_exit(1);
}

void skip(const char *why, ...)
{
	va_list args;

	printf("# ");
	va_start(args, why);
	vprintf(why, args);
	va_end(args);
	putchar('\n');
	fflush(stdout);
	_exit(SKIPPED);
}
