/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The script that a code point belongs to (UAX #24).
 */
#ifndef DETECT_SCRIPT_H
#define DETECT_SCRIPT_H

#include "core/u8c.h"

/* All scripts have a number below this. */
#define SCRIPTS_MAX 256

/* The number of a code point's script, at most U+10FFFF. */
unsigned int script_of(u32 cp);

/* The same of @n code points from @first on, much faster than one by one. */
void script_fill(u8 *to, u32 first, unsigned int n);

/* The long name of a script, as "Old_Italic"; NULL for a number that names none. */
const char *script_name(unsigned int script);

#endif /* DETECT_SCRIPT_H */
