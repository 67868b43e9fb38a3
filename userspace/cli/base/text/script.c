// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The script that a code point belongs to.
 */
#include "base/text/script.h"

/* The last change of script at or before a code point. */
static unsigned int find_change(u32 cp)
{
	unsigned int low = 0, high = ucd_script_change_count;

	while (high - low > 1) {
		unsigned int middle = (low + high) / 2;

		if (ucd_script_changes[middle] >> 8 > cp)
			high = middle;
		else
			low = middle;
	}
	return low;
}

unsigned int script_of(u32 cp)
{
	return ucd_script_changes[find_change(cp)] & 0xff;
}

void script_fill(u8 *to, u32 first, unsigned int n)
{
	unsigned int at = find_change(first);

	for (unsigned int i = 0; i < n; i++) {
		if (at + 1 < ucd_script_change_count &&
		    ucd_script_changes[at + 1] >> 8 == first + i)
			at++;
		to[i] = ucd_script_changes[at] & 0xff;
	}
}

const char *script_name(unsigned int script)
{
	return script < ucd_script_count ? ucd_script_names[script] : NULL;
}
