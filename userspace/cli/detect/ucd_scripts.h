/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The Script property (UAX #24) as a table; script.h is the way to it.
 */
#ifndef DETECT_UCD_SCRIPTS_H
#define DETECT_UCD_SCRIPTS_H

#include "core/u8c.h"

/* Long names by number; 0 is Unknown. */
extern const char *const ucd_script_names[];
extern const unsigned int ucd_script_count;

/*
 * Where the script changes, sorted, the first at U+0000: the code point << 8 |
 * the number of the script that begins there.
 */
extern const u32 ucd_script_changes[];
extern const unsigned int ucd_script_change_count;

#endif /* DETECT_UCD_SCRIPTS_H */
