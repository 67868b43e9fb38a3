// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Lookups in the generated tables of normalization, and the rules for Hangul.
 */
#include "normalize/data.h"

/* U+0345 folds when the text is in order; until then it stays. */
static const u8 kinds[U8C_FORMS] = {
	[UTF8CHECK_FORM_NFC] = U8C_KIND_CANONICAL,
	[UTF8CHECK_FORM_NFD] = U8C_KIND_CANONICAL,
	[UTF8CHECK_FORM_NFKC] = U8C_KIND_COMPATIBILITY,
	[UTF8CHECK_FORM_NFKD] = U8C_KIND_COMPATIBILITY,
	[UTF8CHECK_FORM_NFKC_CASEFOLD] = U8C_KIND_IDENTIFIER,
	[UTF8CHECK_FORM_NFD_CASEFOLD] = U8C_KIND_FOLD,
};

bool u8c_has_boundary_before(enum utf8check_form form, u64 cp)
{
	return form == UTF8CHECK_FORM_NONE || cp > 0x10ffff ||
	       u8c_class_begins(form, u8c_class_of(cp));
}

size_t u8c_segment_end(enum utf8check_form form, const u8 *p, size_t n)
{
	const u8 *at, *end = p + n, *next;
	u32 bits;

	for (at = u8c_look(p, end, &bits); at < end; at = next) {
		next = u8c_look(at, end, &bits);
		if (u8c_class_begins(form, bits))
			break;
	}
	return at - p;
}

size_t u8c_segment_start(enum utf8check_form form, const u8 *p, size_t from, size_t n)
{
	const u8 *at = p + n;

	while (at > p + from) {
		at = u8c_step_back(p + from, at);
		if (u8c_has_boundary_at(form, at, p + n))
			break;
	}
	return at - p;
}

static u32 compose_hangul(u32 first, u32 second)
{
	u32 l = first - U8C_HANGUL_L, v = second - U8C_HANGUL_V;
	u32 s = first - U8C_HANGUL_S, t = second - U8C_HANGUL_T;

	if (l < U8C_HANGUL_L_COUNT && v < U8C_HANGUL_V_COUNT)
		return U8C_HANGUL_S +
		       (l * U8C_HANGUL_V_COUNT + v) * U8C_HANGUL_T_COUNT;
	if (s < U8C_HANGUL_S_COUNT && s % U8C_HANGUL_T_COUNT == 0 &&
	    t - 1 < U8C_HANGUL_T_COUNT - 1)
		return first + t;
	return 0;
}

u32 u8c_compose(u32 first, u32 second)
{
	u32 bucket = U8C_PAIR_BUCKET(first, second), i;
	u64 key = U8C_PAIR_KEY(first, second);

	if (second - U8C_HANGUL_V < 0x100)
		return compose_hangul(first, second);
	/* The composite is in the lowest 21 bits, the pair above. */
	for (i = u8c_pair_start[bucket]; i < u8c_pair_start[bucket + 1]; i++)
		if ((u8c_pairs[i] ^ key) < (u64)1 << 21)
			return u8c_pairs[i] & 0x1fffff;
	return 0;
}

bool u8c_find_mapping(enum utf8check_form form, u32 cp, struct u8c_mapping *m)
{
	return form != UTF8CHECK_FORM_NONE && u8c_find_of(kinds[form], cp, m);
}

bool u8c_find_composed(enum utf8check_form form, u32 cp, struct u8c_mapping *m)
{
	return u8c_find_of(U8C_KIND_COMPOSED + kinds[form], cp, m);
}

unsigned int u8c_decompose(enum utf8check_form form, u32 cp, u32 *out)
{
	struct u8c_mapping m;
	unsigned int n = 0;

	out[0] = cp;
	if (form == UTF8CHECK_FORM_NONE)
		return 1;
	if (u8c_is_hangul(cp)) {
		out[2] = u8c_split_hangul(cp, &out[0], &out[1]);
		return out[2] ? 3 : 2;
	}
	if (!u8c_find_mapping(form, cp, &m)) {
		out[0] = u8c_with_class(cp);
		return 1;
	}
	for (const u8 *end = m.p + m.n; m.p < end && n < U8C_MAPPING_MAX; n++)
		out[n] = u8c_with_class(u8c_take(&m.p, end));
	return n;
}
