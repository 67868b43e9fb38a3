// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The last bytes of a text, which are fewer than a word.
 */
#include "codec/point.h"

u32 u8c_last_bytes(const u8 *p, const u8 *end)
{
	u32 w = 0, i;

	for (i = 0; i < 3 && p < end; i++, p++)
		w |= (u32)*p << 8 * i;
	return w;
}
