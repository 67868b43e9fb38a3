// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Dangers of well-formed names.
 *
 * Each code point can be judged alone.  Its decomposition does not depend on its neighbours;
 * ordering moves only nonstarters, and ASCII characters are starters; composition gives no
 * ASCII character.  It can only take one away, as it makes U+226E of a '<' and U+0338: that is
 * no danger, and U+226E is one under NFD.
 */
#include "name/danger.h"
#include "codec/decode.h"
#include "name/name.h"
#include "name/property.h"

/* By a search: few names need it. */
const struct u8c_best_fit_row *u8c_best_fit_find(u64 cp)
{
	unsigned int from = 0, to = u8c_best_fit_count, middle;

	U8C_ONCE(cp);
	while (from < to) {
		middle = (from + to) / 2;
		if (u8c_best_fit_rows[middle].cp < cp)
			from = middle + 1;
		else
			to = middle;
	}
	if (from == u8c_best_fit_count || u8c_best_fit_rows[from].cp != cp)
		return NULL;
	return &u8c_best_fit_rows[from];
}

const struct u8c_best_fit_row *u8c_best_fit_next(const struct u8c_best_fit_row *row)
{
	const struct u8c_best_fit_row *const next = row + 1;

	return next < u8c_best_fit_rows + u8c_best_fit_count && next->cp == row->cp ? next : NULL;
}

bool u8c_becomes_dash(u64 cp)
{
	return cp == 0xfe63 || cp == 0xff0d;
}

/* Does NFKC make a @ : ? # or slash of a code point for which the table has a danger? */
static bool parts_url(u32 cp)
{
	switch (cp) {
	case 0x2047 ... 0x2049:
	case 0x2100 ... 0x2101:
	case 0x2105 ... 0x2106:
	case 0x2a74:
	case 0xfe13:
	case 0xfe16:
	case 0xfe55 ... 0xfe56:
	case 0xfe5f:
	case 0xfe6b:
	case 0xff03:
	case 0xff0f:
	case 0xff1a:
	case 0xff1f ... 0xff20:
		return true;
	default:
		return false;
	}
}

/* The dangers of a code point for which the table says that it has one. */
static u64 listed_dangers(u32 cp, u8 properties, bool begins)
{
	const struct u8c_best_fit_row *row = u8c_best_fit_find(cp);
	u64 found = 0;

	if (properties & U8C_PROPERTY_COMPAT_DANGER && (begins || !u8c_becomes_dash(cp)))
		found |= U8C_BIT(UTF8CHECK_CLASS_COMPAT_DANGER);
	if (parts_url(cp))
		found |= U8C_BIT(UTF8CHECK_CLASS_URL_DANGER);
	else if (properties & U8C_PROPERTY_OTHER_DANGER && (!row || row->is_translit))
		found |= U8C_BIT(UTF8CHECK_CLASS_TRANSLIT_DANGER);
	if (row && row->is_danger)
		found |= U8C_BIT(UTF8CHECK_CLASS_BESTFIT_DANGER);
	return found;
}

u64 u8c_dangers(u64 cp, bool begins)
{
	u8 properties;

	U8C_ONCE(cp);
	if (cp > 0x10ffff)
		return 0;
	properties = u8c_property_byte(cp) &
		     (U8C_PROPERTY_COMPAT_DANGER | U8C_PROPERTY_OTHER_DANGER);
	return properties ? listed_dangers(cp, properties, begins) : 0;
}

/* The length of the default-ignorable code point at @p; 0 if there is none. */
static size_t ignorable_length(const u8 *p, size_t n)
{
	struct utf8check_error e;
	u64 cp;
	int length;

	if (p[0] < 0xc2)	/* begins nothing above U+007F */
		return 0;
	length = u8c_decode(&u8c_rfc3629, u8c_text(p, n), true, &cp, &e);
	return length && u8c_is_default_ignorable(cp) ? length : 0;
}

bool u8c_hides_dot(const u8 *p, size_t n)
{
	size_t at = 0, length;

	while (at < n && (length = ignorable_length(p + at, n - at)))
		at += length;
	if (at == n || p[at] != '.')
		return false;
	if (at)
		return true;
	/* Every byte is tried: only a lead begins a code point. */
	while (at < n && !ignorable_length(p + at, n - at))
		at++;
	return at < n;
}
