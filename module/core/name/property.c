// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Properties of code points, as far as policies ask: some by rule (Unicode
 * sections 23.1, 23.5 and 23.7), the others by search in generated tables.
 */
#include "name/property.h"
#include "name/ucd_property.h"

#define REASON_BIT(reason) ((u64)1 << (reason))

u32 u8c_how_many_up_to(const u32 *table, u32 n, u64 most)
{
	u32 low = 0, high = n;

	while (low < high) {
		u32 middle = (low + high) / 2;

		if (table[middle] <= most)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Each range of code points is two entries: where it begins, and where it has ended. */
static bool holds(const u32 *table, u32 n, u64 cp)
{
	return u8c_how_many_up_to(table, n, cp) & 1;
}

static bool is_control(u64 cp)
{
	return cp < 0x20 || cp - 0x7f < 0x21;
}

static bool is_noncharacter(u64 cp)
{
	return cp <= 0x10ffff &&
	       ((cp & 0xfffe) == 0xfffe || cp - 0xfdd0 < 0x20);
}

static bool is_private_use(u64 cp)
{
	return cp - 0xe000 < 0x1900 || cp - 0xf0000 < 0xfffe ||
	       cp - 0x100000 < 0xfffe;
}

static bool has(u64 cp, enum utf8check_reason reason)
{
	switch (reason) {
	case UTF8CHECK_CONTROL:
		return is_control(cp);
	case UTF8CHECK_BIDI_CONTROL:
		return holds(u8c_bidi_control, u8c_bidi_control_count, cp);
	case UTF8CHECK_DEFAULT_IGNORABLE:
		return holds(u8c_default_ignorable,
			     u8c_default_ignorable_count, cp);
	case UTF8CHECK_NONCHARACTER:
		return is_noncharacter(cp);
	case UTF8CHECK_UNASSIGNED:
		return cp > 0x10ffff ||
		       holds(u8c_unassigned, u8c_unassigned_count, cp);
	case UTF8CHECK_PRIVATE_USE:
		return is_private_use(cp);
	default:
		return false;
	}
}

u64 u8c_properties(u64 cp)
{
	unsigned int reason;
	u64 found = 0;

	for (reason = UTF8CHECK_CONTROL; reason <= UTF8CHECK_PRIVATE_USE; reason++)
		if (has(cp, reason))
			found |= REASON_BIT(reason);
	return found;
}

bool u8c_is_default_ignorable(u64 cp)
{
	return has(cp, UTF8CHECK_DEFAULT_IGNORABLE);
}

enum utf8check_reason u8c_forbidden(u64 cp, u64 forbid)
{
	unsigned int reason;

	if (likely(!forbid))
		return UTF8CHECK_NO_REASON;
	if (cp == '\t' || cp == '\n' || cp == '\r')
		return UTF8CHECK_NO_REASON;
	for (reason = UTF8CHECK_CONTROL; reason <= UTF8CHECK_PRIVATE_USE; reason++)
		if (forbid & REASON_BIT(reason) && has(cp, reason))
			return reason;
	return UTF8CHECK_NO_REASON;
}
