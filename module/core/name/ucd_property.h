/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Generated tables of properties: the sorted code points where each changes.
 * Private to the core.
 */
#ifndef U8C_NAME_UCD_PROPERTY_H
#define U8C_NAME_UCD_PROPERTY_H

#include "platform.h"

extern const u32 u8c_unassigned[], u8c_unassigned_count;
extern const u32 u8c_default_ignorable[], u8c_default_ignorable_count;
extern const u32 u8c_bidi_control[], u8c_bidi_control_count;

#endif /* U8C_NAME_UCD_PROPERTY_H */
