// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Dangers of well-formed names.
 *
 * It is enough to ask of each code point by itself what normalization makes of
 * it.  Decomposition is by the code point, whatever stands beside it; ordering
 * moves nothing but nonstarters, and ASCII characters are starters; composition
 * gives no ASCII character.  It can only take one away, as it makes U+226E of
 * a '<' and U+0338: that is no danger, and U+226E is one under NFD.
 */
#include "name/danger.h"
#include "codec/decode.h"
#include "name/property.h"

enum utf8check_class u8c_danger(u64 cp)
{
	u8 properties;

	U8C_ONCE(cp);
	if (cp > 0x10ffff)
		return UTF8CHECK_CLASS_OK;
	properties = u8c_property_byte(cp);
	if (properties & U8C_PROPERTY_COMPAT_DANGER)
		return UTF8CHECK_COMPAT_DANGER;
	if (properties & U8C_PROPERTY_TRANSLIT_DANGER)
		return UTF8CHECK_TRANSLIT_DANGER;
	return UTF8CHECK_CLASS_OK;
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
	/* Well-formed sequences are where their leads are: each byte may be one. */
	while (at < n && !ignorable_length(p + at, n - at))
		at++;
	return at < n;
}
