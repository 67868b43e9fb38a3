// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Properties of code points, as far as policies ask, from a generated table.
 */
#include "name/property.h"
#include "codec/point.h"

#define REASON_BIT(reason) ((u64)1 << (reason))

u64 u8c_properties(u64 cp)
{
	U8C_ONCE(cp);
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

/* All that is known of code points that begin with one of the eight bytes. */
static __always_inline u8 properties_of_8(const u8 *p)
{
	const u8 *of = u8c_property_by_lead;

	return of[p[0]] | of[p[1]] | of[p[2]] | of[p[3]] |
	       of[p[4]] | of[p[5]] | of[p[6]] | of[p[7]];
}

size_t u8c_allowed_up_to(const u8 *text, size_t n, u64 forbid)
{
	const u8 refused = forbid >> UTF8CHECK_CONTROL & U8C_PROPERTY_REASONS;
	const u8 *p = text, *end = text + n, *stop;
	u32 length;

	while (p < end) {
		if (end - p >= 8 && !(properties_of_8(p) & refused)) {
			p += 8;
			continue;
		}
		stop = end - p >= 8 ? p + 8 : end;
		while (p < stop) {
			if (!(u8c_property_by_lead[*p] & refused)) {
				p++;
				continue;
			}
			if (u8c_properties(u8c_point_of(u8c_head(p, end), &length)) & forbid)
				return p - text;
			p = u8c_after(p, end, length);
		}
	}
	return n;
}
