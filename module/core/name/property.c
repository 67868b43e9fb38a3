// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Properties of code points, as far as policies ask, from a generated table.
 */
#include "name/property.h"

#define REASON_BIT(reason) ((u64)1 << (reason))

u64 u8c_properties(u64 cp)
{
	if (cp > 0x10ffff)
		return REASON_BIT(UTF8CHECK_UNASSIGNED);
	return (u64)(u8c_property_byte(cp) & U8C_PROPERTY_REASONS) << UTF8CHECK_CONTROL;
}

bool u8c_is_default_ignorable(u64 cp)
{
	return u8c_properties(cp) & REASON_BIT(UTF8CHECK_DEFAULT_IGNORABLE);
}

enum utf8check_reason u8c_forbidden(u64 cp, u64 forbid)
{
	u64 found;

	if (likely(!forbid))
		return UTF8CHECK_NO_REASON;
	if (cp == '\t' || cp == '\n' || cp == '\r')
		return UTF8CHECK_NO_REASON;
	found = u8c_properties(cp) & forbid;
	return found ? __builtin_ctzll(found) : UTF8CHECK_NO_REASON;
}
