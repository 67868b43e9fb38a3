// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Protected names.
 *
 * A component is copied as another system may read it: small letters, the best fit of a code
 * page, no default-ignorables, and what NFKC_Casefold makes ASCII as ASCII.  NTFS leaves out
 * what begins at the first colon, and dots and spaces at the end of the rest.  A slash or
 * backslash in a reading makes a path of it on Windows.  A name that is ill-formed is read in
 * all ways of enum ill_formed, with longer forms and without.  The NFKC_Casefold of a reading
 * is hashed once, and compared only with patterns of the same hash.  Two texts have the same
 * NFKC_Casefold where they are the same decomposed and in canonical order: so they are hashed
 * and compared, which needs little stack.
 *
 * Short names are ASCII, and in a reading all is ASCII that becomes ASCII: a reading is taken
 * apart once, and its parts are compared as words.
 */
#include "codec/decode.h"
#include "codec/point.h"
#include "name/danger.h"
#include "name/name.h"
#include "name/property.h"
#include "name/protect.h"
#include "normalize/canonical.h"

#define FORM UTF8CHECK_FORM_NFKC_CASEFOLD

/* The most bytes that a code point becomes: as it is, or by an ASCII mapping. */
#define POINT_MAX 4

/* No code point: the bytes are left out. */
#define NOTHING 0xffffffffu

/*
 * Three bytes become at most four ("a.m." of U+33C2), others not more than they are;
 * and there is room for one code point more, which is asked before each.
 */
#define READING_MAX (U8C_NAME_MAX / 3 * 4 + POINT_MAX)

/* What a decoder does with bytes that it cannot read. */
enum ill_formed {
	REPLACED,	/* by a character that no protected name has */
	DROPPED,
	LAST,		/* the text ends there: so Git reads names for HFS+ */
	WAYS
};

/**
 * struct question - is a component taken for a protected name?
 *
 * @t: the protected names.
 * @name: the component, as it is written.
 * @ill_formed: how it is read where it is ill-formed.
 * @longer: forms longer than the shortest are read too.
 */
struct question {
	const struct u8c_protect *t;
	struct u8c_text name;
	enum ill_formed ill_formed;
	bool longer;
};

/* Writes what a code point above U+007F is read as, at most POINT_MAX bytes. */
static size_t put_point(u8 *to, u32 cp)
{
	struct u8c_mapping m;

	if (!u8c_find_mapping(FORM, cp, &m) || m.n > POINT_MAX || !u8c_is_ascii(m.p, m.n))
		return u8c_put(cp, to);
	memcpy(to, m.p, m.n);
	return m.n;
}

/**
 * struct narrowed - a code point that code pages narrow to ASCII
 *
 * @at: where the reading has it.
 * @n: how many bytes the reading has of it, 0 to POINT_MAX.
 * @row: the first row of the code point in the table of best fit.
 */
struct narrowed {
	u32 at : 12;
	u32 n : 4;
	u32 row : 16;
};

/**
 * struct reading - how the component is read without best fit
 *
 * @pages: the bits of all code pages that read the component otherwise.
 * @count: how many code points @narrowed has; each has two bytes or more in the component.
 * @narrowed: the code points that one of @pages narrows.
 * @n: bytes of the reading.
 * @p: the reading.
 */
struct reading {
	u16 pages;
	u8 count;
	struct narrowed narrowed[U8C_NAME_MAX / 2];
	size_t n;
	u8 p[READING_MAX];
};

/* The code point of a longer form of up to eight bytes.  Return: its length, or 0. */
static size_t take_longer(const u8 *p, const u8 *end, u32 *cp)
{
	const struct u8c_coding longest = { .profile = UTF8CHECK_PROFILE_EXTENDED };
	struct utf8check_error e;
	u64 value;
	int length = u8c_decode(&longest, u8c_text(p, end - p), true, &value, &e);

	if (!length) {
		length = e.span;
		value = e.value;
	}
	*cp = value;
	return value > 0x10ffff || u8c_is_surrogate(value) ? 0 : length;
}

/* Does a decoder that takes longer forms read the component otherwise? */
static bool has_longer(struct u8c_text name)
{
	const u8 *p = name.p, *const end = p + name.n;

	while (p < end) {
		const u32 head = u8c_head(p, end);
		u32 cp, n = (head & 0xff) < 0x80 ? 1 : u8c_strict_point_of(head, &cp);

		if (!n && take_longer(p, end, &cp))
			return true;
		p += n ? n : 1;
	}
	return false;
}

/*
 * Moves @p past a code point, or past a byte that is part of none.  Return: the code point;
 * NUL, which separates protected names; NOTHING.
 */
static u32 take_any(const struct question *q, const u8 **p, const u8 *end)
{
	const u32 head = u8c_head(*p, end);
	u32 cp = head & 0xff;
	size_t n = cp < 0x80 ? 1 : u8c_strict_point_of(head, &cp);

	if (!n && q->longer)
		n = take_longer(*p, end, &cp);
	if (n) {
		*p += n;
		return cp;
	}
	*p = q->ill_formed == LAST ? end : *p + 1;
	return q->ill_formed == REPLACED ? 0 : NOTHING;
}

/* Appends what a code point above U+007F is read as. */
static void add_point(struct reading *r, u32 cp)
{
	const struct u8c_best_fit_row *const first = u8c_best_fit_find(cp), *row;
	const size_t at = r->n;
	bool narrows = false;

	r->n += put_point(r->p + at, cp);
	for (row = first; row; row = u8c_best_fit_next(row)) {
		if (r->n - at == 1 && r->p[at] == u8c_lower_word(row->ascii))
			continue;
		r->pages |= row->pages;
		narrows = true;
	}
	if (narrows)
		r->narrowed[r->count++] = (struct narrowed){
			.at = at, .n = r->n - at, .row = first - u8c_best_fit_rows,
		};
}

/* Return: false without room, which only a component that changes meanwhile can need. */
static bool make_reading(struct reading *r, const struct question *q)
{
	const u8 *p = q->name.p, *end = p + q->name.n;
	u32 cp;

	r->pages = r->count = r->n = 0;
	while (p < end && r->n + POINT_MAX <= READING_MAX) {
		cp = take_any(q, &p, end);
		if (cp < 0x80)
			r->p[r->n++] = u8c_lower_word(cp);
		else if (cp != NOTHING)
			add_point(r, cp);
	}
	return p == end;
}

/* What a code page narrows the code point to, or 0. */
static u8 best_fit(const struct narrowed *narrowed, u16 page)
{
	const struct u8c_best_fit_row *row = u8c_best_fit_rows + narrowed->row;

	while (row && !(row->pages & page))
		row = u8c_best_fit_next(row);
	return row ? u8c_lower_word(row->ascii) : 0;
}

/* Writes the reading by a code page, up to READING_MAX bytes.  Return: how many. */
static size_t narrow(const struct reading *r, u16 page, u8 *to)
{
	size_t from = 0, n = 0, i;

	for (i = 0; i < r->count; i++) {
		const struct narrowed *narrowed = &r->narrowed[i];
		const u8 fit = best_fit(narrowed, page);

		if (!fit)
			continue;
		memcpy(to + n, r->p + from, narrowed->at - from);
		n += narrowed->at - from;
		to[n++] = fit;
		from = narrowed->at + narrowed->n;
	}
	memcpy(to + n, r->p + from, r->n - from);
	return n + r->n - from;
}

/* How many bytes of a reading NTFS takes for the name. */
static size_t ntfs_length(const u8 *p, size_t n)
{
	size_t length = u8c_length_before(p, n, ':');

	while (length && (p[length - 1] == '.' || p[length - 1] == ' '))
		length--;
	return length;
}

static struct u8c_text text_of(const struct u8c_protect *t, const struct u8c_pattern *pattern)
{
	return u8c_text(t->text + pattern->at, pattern->n);
}

static bool is_written_so(const struct question *q, const struct u8c_pattern *pattern)
{
	return q->name.n == pattern->n &&
	       !memcmp(q->name.p, q->t->text + pattern->at, pattern->n);
}

static u64 hash_point(u64 hash, u32 cp)
{
	return (hash ^ cp) * 0x9e3779b97f4a7c15ull;
}

/* The hash of a well-formed text. */
static noinline u64 hash_form(struct u8c_text text)
{
	struct u8c_reorder points;
	u64 hash = 0;
	u32 cp;

	if (u8c_is_ascii(text.p, text.n)) {
		for (size_t i = 0; i < text.n; i++)
			hash = hash_point(hash, u8c_lower_word(text.p[i]));
		return hash;
	}
	u8c_reorder_init(&points, FORM, text.p, text.n);
	while ((cp = u8c_reorder_next(&points)) != U8C_END)
		hash = hash_point(hash, cp);
	return hash;
}

static bool begins_as_protected(const struct u8c_protect *t, u8 b)
{
	return t->first[b >> 3] >> (b & 7) & 1;
}

/*
 * Can the reading be a protected name?  It has to begin with the first byte of one, where that is
 * ASCII; and a reading that is not ASCII is never the same as a name that is.
 */
static bool may_be_same(const struct u8c_protect *t, struct u8c_text reading)
{
	return reading.n && (reading.p[0] >= 0x80 || begins_as_protected(t, reading.p[0])) &&
	       (t->beyond_ascii || u8c_is_ascii(reading.p, reading.n));
}

/* Is the reading that of a protected name?  The loop is short: hostile names ask often. */
static bool is_protected_text(const struct question *q, struct u8c_text reading)
{
	struct u8c_shortened shortened;
	bool is_short;
	u64 hash;

	if (!may_be_same(q->t, reading))
		return false;
	hash = hash_form(reading);
	is_short = u8c_shortened_read(&shortened, reading.p, reading.n);
	for (u32 i = 0; i < q->t->count; i++) {
		const struct u8c_pattern *pattern = &q->t->patterns[i];

		const bool same = hash == pattern->hash &&
				  !u8c_reorder_compare(FORM, reading, text_of(q->t, pattern));

		if ((same || (is_short && u8c_short_name_is(&pattern->short_name, &shortened))) &&
		    !is_written_so(q, pattern))
			return true;
	}
	return false;
}

/* Is a reading, or what NTFS makes of it, a protected name? */
static bool is_protected_on_ntfs(const struct question *q, struct u8c_text reading)
{
	const size_t length = ntfs_length(reading.p, reading.n);

	return is_protected_text(q, reading) ||
	       (length < reading.n && is_protected_text(q, u8c_text(reading.p, length)));
}

/* Is a reading protected, or a component of it, where Windows takes it for a path? */
static bool is_protected_on_windows(const struct question *q, struct u8c_text reading)
{
	if (is_protected_on_ntfs(q, reading))
		return true;
	for (size_t at = 0, end; at < reading.n; at = end + 1) {
		for (end = at; end < reading.n; end++)
			if (reading.p[end] == '/' || reading.p[end] == '\\')
				break;
		if (end - at < reading.n &&
		    is_protected_on_ntfs(q, u8c_text(reading.p + at, end - at)))
			return true;
	}
	return false;
}

/* Is the component protected, as it is read without best fit, or by one of the code pages? */
static noinline bool is_read_as_protected(const struct question *q)
{
	u8 narrowed[READING_MAX];
	struct reading r;
	size_t n;

	/* A reading that cannot be made is not trusted. */
	if (!make_reading(&r, q) || is_protected_on_windows(q, u8c_text(r.p, r.n)))
		return true;
	for (; r.pages; r.pages &= r.pages - 1) {
		n = narrow(&r, r.pages & -r.pages, narrowed);
		if (is_protected_on_windows(q, u8c_text(narrowed, n)))
			return true;
	}
	return false;
}

/*
 * May a component be protected?  A reading of ASCII that is no path begins as the component does,
 * also without what NTFS leaves out.
 */
static bool may_be_protected(const struct u8c_protect *t, struct u8c_text name)
{
	for (size_t i = 0; i < name.n; i++)
		if (name.p[i] >= 0x80 || name.p[i] == '/' || name.p[i] == '\\')
			return true;
	return name.n && begins_as_protected(t, u8c_lower_word(name.p[0]) & 0x7f);
}

bool u8c_is_protected(const struct u8c_protect *t, const struct u8c_impl *impl,
		      struct u8c_text name)
{
	struct question q = { .t = t, .name = name };
	unsigned int way, ways;

	if (name.n > U8C_NAME_MAX || !may_be_protected(t, name))
		return false;
	if (u8c_validate(impl, &u8c_rfc3629, name.p, name.n, NULL))
		return is_read_as_protected(&q);
	ways = has_longer(name) ? 2 * WAYS : WAYS;
	for (way = 0; way < ways; way++) {
		q.ill_formed = way % WAYS;
		q.longer = way >= WAYS;
		if (is_read_as_protected(&q))
			return true;
	}
	return false;
}

static bool is_name(const u8 *p, size_t n)
{
	return n && n <= U8C_NAME_MAX && u8c_length_before(p, n, '/') == n &&
	       !(p[0] == '.' && (n == 1 || (n == 2 && p[1] == '.')));
}

static void add_first(struct u8c_protect *t, u32 b)
{
	if (b < 0x80)
		t->first[b >> 3] |= 1 << (b & 7);
}

/*
 * Notes what forms of protected names begin with, and whether they are ASCII.
 * Return: false where nothing is left of the pattern.
 */
static noinline bool note_form(struct u8c_protect *t, const struct u8c_pattern *pattern)
{
	const struct u8c_text text = text_of(t, pattern);
	struct u8c_reorder points;
	bool any = false;
	u32 cp;

	u8c_reorder_init(&points, FORM, text.p, text.n);
	for (; (cp = u8c_reorder_next(&points)) != U8C_END; any = true) {
		if (!any)
			add_first(t, cp);
		t->beyond_ascii |= cp >= 0x80;
	}
	if (any && pattern->short_name.stem) {
		add_first(t, pattern->short_name.stem & 0xff);
		/* The number may replace all characters before the tilde. */
		add_first(t, '~');
	}
	return any;
}

/* The pattern of @n bytes at @at in the text. */
static bool add_pattern(struct u8c_protect *t, const struct u8c_impl *impl, size_t at, size_t n)
{
	struct u8c_pattern *pattern = &t->patterns[t->count];
	const u8 *p = t->text + at;

	if (t->count == U8C_PROTECT_MAX || !is_name(p, n) ||
	    !u8c_validate(impl, &u8c_rfc3629, p, n, NULL))
		return false;
	pattern->hash = hash_form(u8c_text(p, n));
	pattern->at = at;
	pattern->n = n;
	u8c_short_name_make(&pattern->short_name, p, n);
	t->count++;
	return note_form(t, pattern);
}

bool u8c_protect_init(struct u8c_protect *t, const struct u8c_impl *impl, struct u8c_text patterns)
{
	size_t at = 0, n;

	t->count = 0;
	t->beyond_ascii = false;
	memset(t->first, 0, sizeof(t->first));
	if (!patterns.n || patterns.n > U8C_PROTECT_TEXT)
		return false;
	memmove(t->text, patterns.p, patterns.n);
	for (; at < patterns.n; at += n + 1) {
		n = u8c_length_before(t->text + at, patterns.n - at, 0);
		if (!add_pattern(t, impl, at, n))
			return false;
	}
	return true;
}
