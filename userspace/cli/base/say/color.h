/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Colours of what a command finds.
 */
#ifndef SAY_COLOR_H
#define SAY_COLOR_H

#include <stdio.h>
#include "base/types.h"

/* The value of --color: enum cli_when. */
extern u8 color_when;

/*
 * Decide whether there are colours, after the options are known.  "auto": only where
 * standard output and standard error, on which errors are printed too, are both a
 * terminal, and NO_COLOR is not set.
 */
void color_decide(void);

enum color {
	COLOR_NAME,
	COLOR_PLACE,
	COLOR_BAD,
	COLOR_GOOD,
	COLOR_NONE,
};

/* What begins a colour on a terminal, at most 7 bytes; "" where there are no colours. */
const char *color_code(enum color color);

/* Print in a colour from here on, to color_end(). */
void color_begin(FILE *to, enum color color);
void color_end(FILE *to);

/* Print bytes of a name, escaped, in the colour of names. */
void color_print_name(FILE *to, const void *p, size_t n);

void color_print(FILE *to, enum color color, const char *word);

#endif /* SAY_COLOR_H */
