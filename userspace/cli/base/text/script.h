/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The script that a code point belongs to (UAX #24).
 */
#ifndef TEXT_SCRIPT_H
#define TEXT_SCRIPT_H

#include "base/types.h"

/* All scripts have a number below this. */
#define SCRIPTS_MAX 256

/* The number of a code point's script, at most U+10FFFF. */
unsigned int script_of(u32 cp);

/* The scripts of @n code points from @first on: much faster than script_of() of each. */
void script_fill(u8 *to, u32 first, unsigned int n);

/* The long name of a script, as "Old_Italic"; NULL for a number that names none. */
const char *script_name(unsigned int script);

/* The Script property as a table. */

/* Long names by number; 0 is Unknown. */
extern const char *const ucd_script_names[];
extern const unsigned int ucd_script_count;

/*
 * Where the script changes, sorted, the first at U+0000: the code point << 8 |
 * the number of the script that begins there.
 */
extern const u32 ucd_script_changes[];
extern const unsigned int ucd_script_change_count;

#endif /* TEXT_SCRIPT_H */
