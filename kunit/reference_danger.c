// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The slow reference: names that other programs make dangerous.
 */
#include "danger_lists.h"
#include "reference_danger.h"

typedef const u32 range[2];

static bool is_in(range *list, size_t n, u64 cp)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (list[i][0] <= cp && cp <= list[i][1])
			return true;
	return false;
}

#define IS_IN(list, cp) is_in(list, U8C_ARRAY_SIZE(list), cp)

bool u8c_ref_point_danger(u64 cp, unsigned int class)
{
	switch (class) {
	case UTF8CHECK_CLASS_COMPAT_DANGER:
		return IS_IN(u8c_compat_list, cp);
	case UTF8CHECK_CLASS_TRANSLIT_DANGER:
		return IS_IN(u8c_translit_list, cp);
	case UTF8CHECK_CLASS_BESTFIT_DANGER:
		return IS_IN(u8c_bestfit_list, cp);
	case UTF8CHECK_CLASS_URL_DANGER:
		return IS_IN(u8c_url_list, cp);
	}
	return false;
}

bool u8c_ref_is_dash(u64 cp)
{
	return cp == '-' || IS_IN(u8c_dash_list, cp);
}

bool u8c_ref_ignorable_danger(const u8 *p, size_t n)
{
	size_t at, length, left = 0, gone = 0;
	struct utf8check_error e;
	u8 first = 0;
	u64 cp;

	for (at = 0; at < n; at += length) {
		length = u8c_ref_decode(p + at, n - at, true, &cp, &e);
		if (length && IS_IN(u8c_ignorable_list, cp)) {
			gone++;
			continue;
		}
		if (!length)
			length = e.length;
		if (!left++)
			first = p[at];
	}
	return gone && first == '.';
}
