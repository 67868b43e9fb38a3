// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Dangers of well-formed names.  No byte below 80 is looked up: a name in
 * ASCII pays for one comparison a byte, and where it begins with a dot, for
 * one more.  Most scripts have no danger: a bit for each 256 code points says
 * so at once.
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
#include "name/ucd_danger.h"

static bool in_harmless_block(u64 cp)
{
	return cp >= u8c_danger_blocks_end ||
	       !(u8c_danger_blocks[cp >> 11] >> (cp >> 8 & 7) & 1);
}

enum utf8check_class u8c_danger(u64 cp)
{
	u32 found;

	if (likely(in_harmless_block(cp)))
		return UTF8CHECK_CLASS_OK;
	found = u8c_how_many_up_to(u8c_dangers, u8c_dangers_count, cp << 8 | 0xff);
	return found ? u8c_dangers[found - 1] & 0xff : UTF8CHECK_CLASS_OK;
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
