// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The slow reference: protected names.
 *
 * A text is code points here.  Its NFKC_Casefold is made as a whole, by the reference
 * for the forms, and only then cut, and compared.  Where a reading has a number after a
 * tilde, the short names with this number are made of the protected name.
 */
#include "best_fit_list.h"
#include "reference_form.h"
#include "reference_protect.h"

#define MOST 255
#define FOLDED U8C_REF_FORM(MOST)

/* A text as code points. */
struct text {
	size_t n;
	u64 cp[FOLDED];
};

static u64 work[U8C_REF_FORM_WORK(MOST)];

/* A form of any length, 2 to 8 bytes, of a code point.  Return: its length, or 0. */
static int decode_longer(const u8 *p, size_t n, u64 *cp)
{
	static const u8 first[] = { 0xc0, 0xe0, 0xf0, 0xf8, 0xfc, 0xfe, 0xff };
	size_t length = 1, i;

	while (length < 8 && p[0] >= first[length - 1])
		length++;
	if (length == 1 || length > n)
		return 0;
	*cp = length == 8 ? 0 : p[0] - first[length - 2];
	for (i = 1; i < length; i++) {
		if (p[i] / 64 != 2)
			return 0;
		*cp = *cp * 64 + p[i] % 64;
	}
	return *cp > 0x10ffff || (*cp >= 0xd800 && *cp <= 0xdfff) ? 0 : length;
}

/* Ways to read, that add up; without DROPS and ENDS it replaces. */
enum { STRICT, LONGER = 1, DROPS = 2, ENDS = 4, WAYS = 6 };

/* What the bytes are in one of the ways.  Return: whether they are ill-formed. */
static bool decode(const u8 *p, size_t n, int way, struct text *to)
{
	struct utf8check_error e;
	bool ill = false;
	int length;

	for (to->n = 0; n; n -= length, p += length) {
		length = u8c_ref_decode(p, n, true, &to->cp[to->n++], &e);
		if (length)
			continue;
		ill = true;
		if (way & LONGER)
			length = decode_longer(p, n, &to->cp[to->n - 1]);
		if (length)
			continue;
		length = way & ENDS ? n : e.length;
		if (way & (DROPS | ENDS))
			to->n--;
		else
			to->cp[to->n - 1] = 0;
	}
	return ill;
}

static void fold(const struct text *from, struct text *to)
{
	to->n = u8c_ref_form(UTF8CHECK_FORM_NFKC_CASEFOLD, false, from->cp, from->n, to->cp, work);
}

/* What a code page of Windows, whose rows begin at @first, makes of the text. */
static void narrow(const struct text *from, size_t first, struct text *to)
{
	const u32 (*const end)[3] = u8c_best_fit_list + U8C_ARRAY_SIZE(u8c_best_fit_list);
	const u32 (*row)[3];

	*to = *from;
	for (size_t i = 0; i < from->n; i++)
		for (row = u8c_best_fit_list + first; row < end; row++)
			if ((*row)[0] == u8c_best_fit_list[first][0] && (*row)[1] == from->cp[i])
				to->cp[i] = (*row)[2];
}

static bool is_one_of(u64 c, const char *list)
{
	for (; *list; list++)
		if (c == (u8)*list)
			return true;
	return false;
}

static u8 small(u8 c)
{
	return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

/* What Windows leaves of a name for a short one, as small letters. */
static size_t simplify(const u8 *p, size_t n, u8 *out)
{
	size_t made = 0, i;

	for (i = 0; i < n; i++)
		if (p[i] != ' ' && p[i] != '.')
			out[made++] = is_one_of(p[i], "+,;=[]") ? '_' : small(p[i]);
	return made;
}

/* Where the last dot is; @n where there is none but those at the start. */
static size_t last_dot(const u8 *p, size_t n)
{
	size_t first = 0, at;

	while (first < n && p[first] == '.')
		first++;
	for (at = n; at > first; at--)
		if (p[at - 1] == '.')
			return at - 1;
	return n;
}

static bool is_short_already(const u8 *p, size_t n)
{
	size_t dot = last_dot(p, n), i;
	u8 simple[MOST];

	for (i = 0; i < n; i++)
		if (is_one_of(p[i], "+,;=[]"))
			return false;
	/* Only the dot before the extension may go. */
	if (simplify(p, n, simple) != n - (dot < n))
		return false;
	return dot >= 1 && dot <= 8 && (dot == n || (n - dot >= 2 && n - dot <= 4));
}

static bool gets_short_name(const u8 *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (p[i] < ' ' || p[i] > '~' || is_one_of(p[i], "\"*/:<>?\\|"))
			return false;
	return !is_short_already(p, n);
}

/* The two characters and the checksum.  Return: the length. */
static size_t fallback(const u8 *p, size_t n, const u8 *stem, size_t stem_n, u8 *out)
{
	u32 sum = 0, digit, i;
	size_t made = 0;
	u64 product;

	for (i = 0; i < n; i++)
		sum = (sum * 37 + p[i]) % 65536;
	product = (u64)sum * 314159269 & 0xffffffff;
	if (product >= 0x80000000)
		product = 0x100000000ull - product;
	sum = (u32)product % 1000000007;
	while (made < stem_n && made < 2) {
		out[made] = stem[made];
		made++;
	}
	for (i = 0; i < 4; i++) {
		digit = sum >> 4 * i & 15;
		out[made++] = digit < 10 ? '0' + digit : 'a' + digit - 10;
	}
	return made;
}

/*
 * Makes the short name with the tilde and number at @mark, @mark_n bytes.  Return: its
 * length; 0 where there is none.
 */
static size_t short_name(struct u8c_text name, const u8 *mark, size_t mark_n, bool summed, u8 *out)
{
	size_t dot = last_dot(name.p, name.n), n, tail = 0;
	u8 stem[MOST], extension[MOST], sum[6];

	n = simplify(name.p, dot, stem);
	if (!n)
		return 0;
	if (dot < name.n)
		tail = simplify(name.p + dot, name.n - dot, extension);
	if (summed) {
		n = fallback(name.p, name.n, stem, n, sum);
		memcpy(stem, sum, n);
	}
	if (n > 6)
		n = 6;
	if (n + mark_n > 8)
		n = 8 - mark_n;
	memcpy(out, stem, n);
	memcpy(out + n, mark, mark_n);
	n += mark_n;
	if (tail > 3)
		tail = 3;
	if (!tail)
		return n;
	out[n++] = '.';
	memcpy(out + n, extension, tail);
	return n + tail;
}

/* Is a reading one of the short names of a protected name? */
static bool is_short_of(const u64 *cp, size_t n, struct u8c_text name)
{
	u8 reading[12], mark[8], made[16];
	size_t i, tilde, mark_n = 1, length;
	bool summed;

	if (n > 12 || !gets_short_name(name.p, name.n))
		return false;
	for (i = 0; i < n; i++) {
		if (cp[i] > 0x7f)
			return false;
		reading[i] = cp[i];
	}
	for (tilde = 0; tilde < n && reading[tilde] != '~'; tilde++)
		;
	mark[0] = '~';
	for (i = tilde + 1; i < n && mark_n < 8 && reading[i] >= '0' && reading[i] <= '9'; i++)
		mark[mark_n++] = reading[i];
	if (mark_n < 2 || mark[1] == '0')
		return false;
	for (i = 0; i < 2; i++) {
		summed = i;
		if (!summed && (mark_n != 2 || mark[1] > '4'))
			continue;
		length = short_name(name, mark, mark_n, summed, made);
		if (length && length == n && !memcmp(made, reading, n))
			return true;
	}
	return false;
}

static struct text written, narrowed, folded, pattern_text, pattern_folded;

/* Is the reading that of the protected name? */
static bool is_same(const u64 *cp, size_t n, struct u8c_text name)
{
	if (!n)
		return false;
	if (is_short_of(cp, n, name))
		return true;
	if (n != pattern_folded.n)
		return false;
	for (size_t i = 0; i < n; i++)
		if (cp[i] != pattern_folded.cp[i])
			return false;
	return true;
}

/* Is the reading the protected name, as it is or as NTFS has it? */
static bool is_same_or_cut(const u64 *cp, size_t n, struct u8c_text name)
{
	if (is_same(cp, n, name))
		return true;
	for (size_t i = 0; i < n; i++)
		if (cp[i] == ':')
			n = i;
	while (n && (cp[n - 1] == ' ' || cp[n - 1] == '.'))
		n--;
	return is_same(cp, n, name);
}

static bool is_read_as(const struct text *t, struct u8c_text name)
{
	size_t first, last;

	if (is_same_or_cut(t->cp, t->n, name))
		return true;
	for (first = 0; first <= t->n; first = last + 1) {
		for (last = first; last < t->n; last++)
			if (t->cp[last] == '/' || t->cp[last] == '\\')
				break;
		if (is_same_or_cut(t->cp + first, last - first, name))
			return true;
	}
	return false;
}

/* Is what is in @written taken for it? */
static bool is_written_for(struct u8c_text name)
{
	u32 page = 0;

	fold(&written, &folded);
	if (is_read_as(&folded, name))
		return true;
	for (size_t row = 0; row < U8C_ARRAY_SIZE(u8c_best_fit_list); row++) {
		if (u8c_best_fit_list[row][0] == page)
			continue;
		page = u8c_best_fit_list[row][0];
		narrow(&written, row, &narrowed);
		fold(&narrowed, &folded);
		if (is_read_as(&folded, name))
			return true;
	}
	return false;
}

static bool is_taken_for(const u8 *p, size_t n, struct u8c_text name)
{
	if (n == name.n && !memcmp(p, name.p, n))
		return false;
	decode(name.p, name.n, STRICT, &pattern_text);
	fold(&pattern_text, &pattern_folded);
	for (int way = 0; way < WAYS; way++) {
		if (!decode(p, n, way, &written) && way)
			return false;
		if (is_written_for(name))
			return true;
	}
	return false;
}

bool u8c_ref_is_protected(const struct u8c_protect *t, const u8 *p, size_t n)
{
	for (u32 i = 0; n <= MOST && i < t->count; i++) {
		const struct u8c_pattern *pattern = &t->patterns[i];

		if (is_taken_for(p, n, u8c_text(t->text + pattern->at, pattern->n)))
			return true;
	}
	return false;
}
