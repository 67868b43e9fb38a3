// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The slow reference: each class is looked for singly, at each byte.
 */
#include "danger_lists.h"
#include "reference_form.h"
#include "reference_policy.h"

typedef const u32 range[2];

static bool is_in_list(range *list, size_t n, u64 cp)
{
	for (size_t i = 0; i < n; i++)
		if (list[i][0] <= cp && cp <= list[i][1])
			return true;
	return false;
}

#define IS_IN(list, cp) is_in_list(list, U8C_ARRAY_SIZE(list), cp)

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

static const char *const devices[] = {
	"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$",
	"COM0", "COM1", "COM2", "COM3", "COM4", "COM5", "COM6", "COM7", "COM8", "COM9",
	"LPT0", "LPT1", "LPT2", "LPT3", "LPT4", "LPT5", "LPT6", "LPT7", "LPT8", "LPT9",
	/* U+00B9, U+00B2, U+00B3 */
	"COM\xc2\xb9", "COM\xc2\xb2", "COM\xc2\xb3",
	"LPT\xc2\xb9", "LPT\xc2\xb2", "LPT\xc2\xb3",
};

static u8 upper(u8 b)
{
	return b >= 'a' && b <= 'z' ? b - 'a' + 'A' : b;
}

/* Are the first bytes the @word, but for case?  Return: how many, or 0. */
static size_t begins_with(const u8 *p, size_t n, const char *word)
{
	size_t i;

	for (i = 0; word[i]; i++)
		if (i == n || upper(p[i]) != (u8)word[i])
			return 0;
	return i;
}

static bool is_device(const u8 *p, size_t n)
{
	size_t base = 0, i;

	while (base < n && p[base] != '.' && p[base] != ':')
		base++;
	while (base && p[base - 1] == ' ')
		base--;
	for (i = 0; i < U8C_ARRAY_SIZE(devices); i++)
		if (base && begins_with(p, base, devices[i]) == base)
			return true;
	return false;
}

/* The short form of .git: alone, before dots and spaces, or before a stream. */
static bool is_short_git(const u8 *p, size_t n)
{
	size_t i = begins_with(p, n, "GIT~1");

	if (!i)
		return false;
	if (i < n && p[i] == ':')
		return true;
	for (; i < n; i++)
		if (p[i] != '.' && p[i] != ' ')
			return false;
	return true;
}

bool u8c_ref_windows_component(const u8 *p, size_t n)
{
	return is_device(p, n) || is_short_git(p, n);
}

bool u8c_ref_windows_byte(const u8 *p, size_t n, size_t at)
{
	static const char reserved[] = "<>:\"|?*";

	for (size_t i = 0; reserved[i]; i++)
		if (p[at] == (u8)reserved[i])
			return true;
	if (at + 1 < n || (p[at] != '.' && p[at] != ' '))
		return false;
	/* "." and ".." are what they are. */
	return p[at] == ' ' || n > 2 || (n == 2 && p[0] != '.');
}

static bool is_in(const u8 *list, u8 b)
{
	return list[b / 8] & 1 << b % 8;
}

static bool is_listed(const struct u8c_ref_place *place, u8 b)
{
	const struct utf8check_policy *policy = place->q->policy;
	bool first = place->at == place->begin, last = place->at + 1 == place->end;

	return (first && is_in(policy->first, b)) || (last && is_in(policy->last, b)) ||
	       (!first && !last && is_in(policy->middle, b));
}

/* The length of the well-formed code point at a byte, or 0. */
static size_t point_at(const u8 *p, size_t n, u64 *cp)
{
	struct utf8check_error e;
	int length = u8c_ref_decode(p, n, true, cp, &e);

	return length > 0 ? length : 0;
}

/*
 * The code points of the piece that well-formed text begins with: up to the next one
 * of ASCII, which composes with nothing before it.
 */
static size_t read_piece(const u8 *p, size_t n, u64 *points)
{
	size_t many = 0, at = 0;

	while (at < n && many < U8C_REF_PIECE && (p[at] >= 0x80 || !many))
		at += point_at(p + at, n - at, &points[many++]);
	return many;
}

static u64 piece[U8C_REF_PIECE], form[U8C_REF_FORM(U8C_REF_PIECE)];
static u64 work[U8C_REF_FORM_WORK(U8C_REF_PIECE)];

/* How many code points of the first piece stay?  Sets how many @many it has. */
static size_t unchanged(const u8 *p, size_t n, size_t *many)
{
	size_t same = 0, made;

	*many = read_piece(p, n, piece);
	made = u8c_ref_form(UTF8CHECK_FORM_NFC, false, piece, *many, form, work);
	while (same < *many && same < made && piece[same] == form[same])
		same++;
	return same;
}

size_t u8c_ref_changed(const u8 *p, size_t n)
{
	size_t at = 0, same, many, i;
	u64 cp;

	if (u8c_ref_valid_up_to(p, n) < n)
		return n;
	while (at < n) {
		same = unchanged(p + at, n - at, &many);
		for (i = 0; i < same; i++)
			at += point_at(p + at, n - at, &cp);
		if (same < many)
			break;
	}
	return at;
}

/* Is the byte, alone, of the class? */
static bool is_byte(const struct u8c_ref_place *place, unsigned int class)
{
	const u8 b = place->q->p[place->at];

	switch (class) {
	case UTF8CHECK_CLASS_LEADING_SPACE:
		return place->at == place->begin && b == ' ';
	case UTF8CHECK_CLASS_TRAILING_SPACE:
		return place->at + 1 == place->end && b == ' ';
	case UTF8CHECK_CLASS_TRAILING_DOT:
		return place->at + 1 == place->end && b == '.';
	case UTF8CHECK_CLASS_FORBIDDEN_BYTE:
		return place->at < place->end && is_listed(place, b);
	}
	return false;
}

/* White_Space above ASCII: what the standard calls separators, and NEL. */
static bool u8c_ref_is_white_space(u64 cp)
{
	static const u16 all[] = {
		0x85, 0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006,
		0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000,
	};

	for (size_t i = 0; i < U8C_ARRAY_SIZE(all); i++)
		if (all[i] == cp)
			return true;
	return false;
}

/* Is the code point at the place of the class? */
static bool is_point(const struct u8c_ref_place *place, unsigned int class, u64 cp)
{
	switch (class) {
	case UTF8CHECK_CLASS_CONTROL:
		return u8c_properties(cp) & 1ull << UTF8CHECK_REASON_CONTROL;
	case UTF8CHECK_CLASS_BIDI_CONTROL:
		return u8c_properties(cp) & 1ull << UTF8CHECK_REASON_BIDI_CONTROL;
	case UTF8CHECK_CLASS_DEFAULT_IGNORABLE:
		return u8c_properties(cp) & 1ull << UTF8CHECK_REASON_DEFAULT_IGNORABLE;
	case UTF8CHECK_CLASS_NONCHARACTER:
		return u8c_properties(cp) & 1ull << UTF8CHECK_REASON_NONCHARACTER;
	case UTF8CHECK_CLASS_UNASSIGNED:
		return u8c_properties(cp) & 1ull << UTF8CHECK_REASON_UNASSIGNED;
	case UTF8CHECK_CLASS_PRIVATE_USE:
		return u8c_properties(cp) & 1ull << UTF8CHECK_REASON_PRIVATE_USE;
	case UTF8CHECK_CLASS_WHITE_SPACE:
		return u8c_ref_is_white_space(cp);
	case UTF8CHECK_CLASS_REPLACEMENT:
		return cp == 0xfffd;
	case UTF8CHECK_CLASS_SUPPLEMENTARY:
		return cp >> 16;
	case UTF8CHECK_CLASS_BOM:
		return place->at == place->begin && cp == 0xfeff;
	case UTF8CHECK_CLASS_NOT_NORMALIZED:
		return place->at == place->changed;
	case UTF8CHECK_CLASS_LEADING_DASH:
		return place->at == place->begin && u8c_ref_is_dash(cp);
	}
	return false;
}

size_t u8c_ref_by_policy(const struct u8c_ref_place *place, unsigned int class)
{
	size_t length;
	u64 cp;

	if (!(place->q->policy->refuse & U8C_BIT(class)))
		return 0;
	if (is_byte(place, class))
		return 1;
	length = point_at(place->q->p + place->at, place->q->n - place->at, &cp);
	return length && is_point(place, class, cp) ? length : 0;
}
