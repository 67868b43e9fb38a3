// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Colours, as grep has them for the name and the place.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/say/escape.h"

u8 color_when;

static bool is_on;

static bool terminal_has_colors(void)
{
	const char *terminal = getenv("TERM"), *none = getenv("NO_COLOR");

	return isatty(STDOUT_FILENO) && isatty(STDERR_FILENO) && terminal && *terminal &&
	       strcmp(terminal, "dumb") && !(none && *none);
}

void color_decide(void)
{
	is_on = color_when == CLI_ALWAYS ||
		(color_when == CLI_AUTO && terminal_has_colors());
}

const char *color_code(enum color color)
{
	static const char *const codes[] = {
		[COLOR_NAME] = "\033[35m",
		[COLOR_PLACE] = "\033[32m",
		[COLOR_BAD] = "\033[1;31m",
		[COLOR_GOOD] = "\033[32m",
		[COLOR_NONE] = "\033[m",
	};

	return is_on ? codes[color] : "";
}

void color_begin(FILE *to, enum color color)
{
	if (is_on)
		fputs(color_code(color), to);
}

void color_end(FILE *to)
{
	color_begin(to, COLOR_NONE);
}

void color_print(FILE *to, enum color color, const char *word)
{
	color_begin(to, color);
	fputs(word, to);
	color_end(to);
}

void color_print_name(FILE *to, const void *p, size_t n)
{
	color_begin(to, COLOR_NAME);
	escaped_print(to, p, n);
	color_end(to);
}
