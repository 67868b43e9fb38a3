/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Generated table of the code points that become dangerous in other hands.
 * Private to the core.
 */
#ifndef U8C_NAME_UCD_DANGER_H
#define U8C_NAME_UCD_DANGER_H

#include "codec/names.h"

/*
 * Sorted: each entry is a code point, shifted left by eight, and the class
 * (enum utf8check_class) of all code points from it to the next entry's.
 */
extern const u32 u8c_dangers[], u8c_dangers_count;

/*
 * Bit (b & 7) of byte b >> 3 for the code points from b << 8 on: one of these
 * 256 has a class.  From @u8c_danger_blocks_end on none has.
 */
extern const u8 u8c_danger_blocks[];
extern const u32 u8c_danger_blocks_end;

#endif /* U8C_NAME_UCD_DANGER_H */
