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
		return REASON_BIT(UTF8CHECK_REASON_UNASSIGNED);
	return (u64)(u8c_property_byte(cp) & U8C_PROPERTY_REASONS) << UTF8CHECK_REASON_CONTROL;
}

/* White_Space above ASCII (PropList.txt). */
static bool is_white_space(u32 cp)
{
	switch (cp) {
	case 0x85:
	case 0xa0:
	case 0x1680:
	case 0x2000 ... 0x200a:
	case 0x2028 ... 0x2029:
	case 0x202f:
	case 0x205f:
	case 0x3000:
		return true;
	default:
		return false;
	}
}

u64 u8c_reasons_of(u64 cp)
{
	u64 found;

	U8C_ONCE(cp);
	found = u8c_properties(cp);
	if (found & REASON_BIT(UTF8CHECK_REASON_DEFAULT_IGNORABLE))
		found |= REASON_BIT(UTF8CHECK_REASON_MISPLACED_IGNORABLE);
	if (cp > 0xffff)
		return found | REASON_BIT(UTF8CHECK_REASON_SUPPLEMENTARY);
	if (cp == 0xfffd)
		return found | REASON_BIT(UTF8CHECK_REASON_REPLACEMENT);
	return found | (is_white_space(cp) ? REASON_BIT(UTF8CHECK_REASON_WHITE_SPACE) : 0);
}

bool u8c_is_default_ignorable(u64 cp)
{
	return u8c_properties(cp) & REASON_BIT(UTF8CHECK_REASON_DEFAULT_IGNORABLE);
}

enum utf8check_reason u8c_forbidden(u64 cp, u64 forbid)
{
	u64 found;

	if (likely(!forbid))
		return UTF8CHECK_REASON_NONE;
	if (cp == '\t' || cp == '\n' || cp == '\r')
		return UTF8CHECK_REASON_NONE;
	found = u8c_reasons_of(cp) & forbid;
	return found ? __builtin_ctzll(found) : UTF8CHECK_REASON_NONE;
}

/* The bits of @forbid in u8c_property_by_lead. */
static u16 screened_bits(u64 forbid)
{
	if (forbid & REASON_BIT(UTF8CHECK_REASON_MISPLACED_IGNORABLE))
		forbid |= REASON_BIT(UTF8CHECK_REASON_DEFAULT_IGNORABLE);
	return (forbid >> UTF8CHECK_REASON_CONTROL & U8C_PROPERTY_REASONS) |
	       (forbid >> UTF8CHECK_REASON_WHITE_SPACE << U8C_PROPERTY_RULE_SHIFT &
		U8C_PROPERTY_RULES);
}

/* The bits of @refused, from screened_bits(), in u8c_property_second. */
static u8 second_bits(u16 refused)
{
	return (refused & U8C_PROPERTY_REASONS) |
	       (refused & U8C_PROPERTY_SPACE ? U8C_SECOND_SPACE : 0) |
	       (refused & U8C_PROPERTY_RULES & ~U8C_PROPERTY_SPACE ? U8C_SECOND_OTHER : 0);
}

/* All that is known of code points that begin with one of the eight bytes. */
static u16 properties_of_8(const u8 *p)
{
	const u16 *of = u8c_property_by_lead;

	return of[p[0]] | of[p[1]] | of[p[2]] | of[p[3]] |
	       of[p[4]] | of[p[5]] | of[p[6]] | of[p[7]];
}

/* All that is known of code points that begin with the two bytes. */
static u8 properties_of_two(u8 first, u8 second)
{
	return u8c_property_second[u8c_property_second_at[first] + (second & 63)];
}

/* All that is known of code points that begin with one of the eight bytes and the next one. */
static __always_inline u8 properties_of_pairs(const u8 *p)
{
	return properties_of_two(p[0], p[1]) | properties_of_two(p[1], p[2]) |
	       properties_of_two(p[2], p[3]) | properties_of_two(p[3], p[4]) |
	       properties_of_two(p[4], p[5]) | properties_of_two(p[5], p[6]) |
	       properties_of_two(p[6], p[7]) | properties_of_two(p[7], p[8]);
}

/* May the code point that begins at @p be refused? */
static __always_inline bool is_suspect(const u8 *p, const u8 *end, u8 refused)
{
	return properties_of_two(p[0], p + 1 < end ? p[1] : 0) & refused;
}

/*
 * Goes on to the first suspect, and past those after it, which are often together.
 *
 * Return: the end of these; *@found is set where one is forbidden, to its place.
 */
static const u8 *pass_suspects(const u8 *p, const u8 *end, u64 forbid, const u8 **found)
{
	const u8 refused = second_bits(screened_bits(forbid));
	u32 length;

	while (p < end && !is_suspect(p, end, refused))
		p++;
	while (p < end && is_suspect(p, end, refused)) {
		if (u8c_reasons_of(u8c_point_of(u8c_head(p, end), &length)) & forbid) {
			*found = p;
			break;
		}
		p = u8c_after(p, end, length);
	}
	return p;
}

/* Words that are looked at by pairs, after a lead that is suspect. */
#define BY_PAIRS 8

size_t u8c_allowed_up_to(const u8 *text, size_t n, u64 forbid)
{
	const u16 refused = screened_bits(forbid);
	const u8 second = second_bits(refused);
	const u8 *p = text, *end = text + n, *found = NULL;
	unsigned int i;

	do {
		while (end - p > 8 && !(properties_of_8(p) & refused))
			p += 8;
		for (i = 0; i < BY_PAIRS && p < end && !found; i++) {
			if (end - p > 8 && !(properties_of_pairs(p) & second))
				p += 8;
			else
				p = pass_suspects(p, end, forbid, &found);
		}
	} while (p < end && !found);
	return (found ? found : p) - text;
}
