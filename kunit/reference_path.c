// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The slow reference: names and paths.
 *
 * Four characters matter: NUL, slash, backslash, dot.  Each can be written in
 * seven longer forms (two bytes to eight) and as two surrogates, where only
 * the low bits count.  form() spells them out.  A hidden form has just these
 * bytes; a lax form has the same lead, and the same low six bits in each other byte.
 *
 * Findings are looked for place by place and class by class, so they are found in
 * their order.
 */
#include "reference_decoder.h"
#include "reference_path.h"
#include "reference_policy.h"
#include "reference_protect.h"

/* In the order of their classes, both hidden and lax. */
static const u8 characters[] = { 0x00, '/', '\\', '.' };

#define CHARACTERS U8C_ARRAY_SIZE(characters)

static bool is_character(u64 cp)
{
	for (size_t i = 0; i < CHARACTERS; i++)
		if (cp == characters[i])
			return true;
	return false;
}

/* Forms are numbered by their length; 1 is the pair of surrogates. */
#define PAIR 1
#define FORMS 9

/* Form @number of the character @c.  Return: its length. */
static size_t form(u8 c, size_t number, u8 *bytes)
{
	static const u8 leads[FORMS] = {
		0, 0, 0xc0, 0xe0, 0xf0, 0xf8, 0xfc, 0xfe, 0xff
	};

	if (number == PAIR) {
		/* U+D800, and U+DC00 + c */
		bytes[0] = 0xed;
		bytes[1] = 0xa0;
		bytes[2] = 0x80;
		bytes[3] = 0xed;
		bytes[4] = 0xb0 + c / 64;
		bytes[5] = 0x80 + c % 64;
		return 6;
	}
	for (size_t i = 0; i < number; i++)
		bytes[i] = 0x80;
	bytes[0] = leads[number];
	bytes[number - 1] += c % 64;
	bytes[number - 2] += c / 64;
	return number;
}

static bool is_hidden(const u8 *p, const u8 *bytes, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (p[i] != bytes[i])
			return false;
	return true;
}

/* Are the lead, and the low six bits of each other byte, the same? */
static bool is_masked(const u8 *p, const u8 *bytes, size_t length)
{
	for (size_t i = 1; i < length; i++)
		if (p[i] % 64 != bytes[i] % 64)
			return false;
	return p[0] == bytes[0];
}

/* Can form @number at @p be read as @c?  @lax: by masking only. */
static bool reads(const u8 *p, size_t n, u8 c, size_t number, bool lax)
{
	u8 bytes[U8C_SEQUENCE_MAX];
	size_t length = form(c, number, bytes);

	if (length > n)
		return false;
	if (!lax)
		return is_hidden(p, bytes, length);
	return number != PAIR && is_masked(p, bytes, length) &&
	       !is_hidden(p, bytes, length);
}

/* The length of whatever form of @c stands at @p, or 0. */
static size_t form_at(const u8 *p, size_t n, u8 c, bool lax)
{
	u8 bytes[U8C_SEQUENCE_MAX];

	if (p[0] < 0xc0)
		return 0;	/* no form begins so */
	for (size_t number = PAIR; number < FORMS; number++)
		if (reads(p, n, c, number, lax))
			return form(c, number, bytes);
	return 0;
}

/* The length of any form of one of the four characters at @p, or 0. */
static size_t any_form_at(const u8 *p, size_t n, bool lax)
{
	for (size_t i = 0; i < CHARACTERS; i++)
		if (form_at(p, n, characters[i], lax))
			return form_at(p, n, characters[i], lax);
	return 0;
}

/* The length of the well-formed sequence at @p; 0 and @subpart if it is not. */
static size_t well_formed(const u8 *p, size_t n, size_t *subpart)
{
	struct utf8check_error e;
	u64 cp;
	int length = u8c_ref_decode(p, n, true, &cp, &e);

	*subpart = length ? 0 : e.length;
	return length;
}

/* How many bytes the scan passes here. */
static size_t scanned(const u8 *p, size_t n)
{
	size_t subpart;
	size_t length = well_formed(p, n, &subpart);

	if (!length)
		length = any_form_at(p, n, false);
	return length ? length : subpart;
}

struct list {
	struct utf8check_verdict *v;
	struct utf8check_finding *f;
	size_t room;
};

static void add(struct list *to, size_t offset, size_t length,
		unsigned int class)
{
	if (to->v->findings < to->room) {
		to->f[to->v->findings].offset = offset;
		to->f[to->v->findings].length = length;
		to->f[to->v->findings].what = class;
	}
	to->v->findings++;
	to->v->classes |= (u64)1 << class;
	if (!to->v->primary || class < to->v->primary)
		to->v->primary = class;
}

/* Adds every class that some form at @at gives, from class @first on. */
static bool add_forms(struct list *to, const u8 *p, size_t n, size_t at,
		      bool lax, unsigned int first)
{
	bool any = false;
	size_t i, length;

	for (i = 0; i < CHARACTERS; i++) {
		length = form_at(p + at, n - at, characters[i], lax);
		if (!length)
			continue;
		add(to, at, length, first + i);
		any = true;
	}
	return any;
}

static void add_ill_formed(struct list *to, const u8 *p, size_t n, size_t at)
{
	size_t subpart;

	if (well_formed(p + at, n - at, &subpart))
		return;
	if (add_forms(to, p, n, at, false, UTF8CHECK_CLASS_HIDDEN_NUL) ||
	    add_forms(to, p, n, at, true, UTF8CHECK_CLASS_LAX_NUL))
		return;
	add(to, at, subpart, UTF8CHECK_CLASS_ILL_FORMED);
}

/* Adds what the byte is as it is written. */
static void add_written(struct list *to, const struct u8c_name_query *q, size_t at)
{
	if (q->p[at] == 0)
		add(to, at, 1, UTF8CHECK_CLASS_NUL);
	if (q->p[at] == '/' && !q->path)
		add(to, at, 1, UTF8CHECK_CLASS_SEPARATOR);
	if (q->p[at] == '\\')
		add(to, at, 1, UTF8CHECK_CLASS_BACKSLASH);
	if (q->p[at] == '\n')
		add(to, at, 1, UTF8CHECK_CLASS_NEWLINE);
}

/* Adds what the component as a whole is, if it begins here. */
static void add_component(struct list *to, const struct u8c_ref_place *place)
{
	const u8 *p = place->q->p + place->begin;
	size_t at = place->at, n = place->end - place->begin;

	if (at != place->begin)
		return;
	if (at == 0 && place->q->path && place->q->n > 4095)
		add(to, 0, place->q->n, UTF8CHECK_CLASS_TOO_LONG);
	if (n == 1 && p[0] == '.')
		add(to, at, n, UTF8CHECK_CLASS_DOT);
	if (n == 2 && p[0] == '.' && p[1] == '.')
		add(to, at, n, UTF8CHECK_CLASS_DOTDOT);
	if (n > 255)
		add(to, at, n, UTF8CHECK_CLASS_TOO_LONG);
	if (u8c_ref_ignorable_danger(p, n))
		add(to, at, n, UTF8CHECK_CLASS_IGNORABLE_DANGER);
	if (u8c_ref_windows_component(p, n))
		add(to, at, n, UTF8CHECK_CLASS_WINDOWS_RESERVED);
	if (place->q->protect && place->q->n <= 4095 &&
	    u8c_ref_is_protected(place->q->protect, p, n))
		add(to, at, n, UTF8CHECK_CLASS_PROTECTED);
}

/* A combining mark after a letter, which may be any character that is not ASCII. */
static bool is_on_letter(const struct u8c_ref_place *place, u64 cp)
{
	const u8 *p = place->q->p + place->at;

	if (cp < 0x300 || cp > 0x36f || place->at == place->begin)
		return false;
	return p[-1] > 0x7f || (p[-1] >= 'A' && p[-1] <= 'Z') || (p[-1] >= 'a' && p[-1] <= 'z');
}

/* Adds what the code point becomes in other hands. */
static void add_dangers(struct list *to, const struct u8c_ref_place *place)
{
	size_t at = place->at;
	struct utf8check_error e;
	int length;
	u64 cp;

	length = u8c_ref_decode(place->q->p + at, place->q->n - at, true, &cp, &e);
	if (!length || cp < 0x80)
		return;
	if (u8c_ref_point_danger(cp, UTF8CHECK_CLASS_COMPAT_DANGER) ||
	    (at == place->begin && u8c_ref_is_dash(cp)))
		add(to, at, length, UTF8CHECK_CLASS_COMPAT_DANGER);
	if (u8c_ref_point_danger(cp, UTF8CHECK_CLASS_TRANSLIT_DANGER))
		add(to, at, length, UTF8CHECK_CLASS_TRANSLIT_DANGER);
	if (cp > 0xffff && is_character(cp % 0x10000))
		add(to, at, length, UTF8CHECK_CLASS_NARROW_DANGER);
	if (u8c_ref_point_danger(cp, UTF8CHECK_CLASS_BESTFIT_DANGER) &&
	    !is_on_letter(place, cp))
		add(to, at, length, UTF8CHECK_CLASS_BESTFIT_DANGER);
	if (u8c_ref_point_danger(cp, UTF8CHECK_CLASS_URL_DANGER))
		add(to, at, length, UTF8CHECK_CLASS_URL_DANGER);
}

/* Adds what the byte is to Windows. */
static void add_windows(struct list *to, const struct u8c_ref_place *place)
{
	if (place->at < place->end &&
	    u8c_ref_windows_byte(place->q->p + place->begin, place->end - place->begin,
				 place->at - place->begin))
		add(to, place->at, 1, UTF8CHECK_CLASS_WINDOWS_RESERVED);
}

static void add_by_policy(struct list *to, const struct u8c_ref_place *place)
{
	size_t length;

	for (unsigned int class = 0; class < U8C_CLASSES; class++) {
		if (!(U8C_POLICY_CLASSES & U8C_BIT(class)))
			continue;
		length = u8c_ref_by_policy(place, class);
		if (length)
			add(to, place->at, length, class);
	}
}

/* Finds the component of the byte at the place, from that of the byte before. */
static void find_component(struct u8c_ref_place *place)
{
	const struct u8c_name_query *q = place->q;

	if (place->at && !(q->path && q->p[place->at - 1] == '/'))
		return;
	place->begin = place->at;
	place->end = place->at;
	while (place->end < q->n && !(q->path && q->p[place->end] == '/'))
		place->end++;
}

/* Adds what is at the place, and up to @next, where the scan continues. */
static void add_place(struct list *to, struct u8c_ref_place *place, size_t next)
{
	const struct u8c_name_query *q = place->q;

	find_component(place);
	add_ill_formed(to, q->p, q->n, place->at);
	add_written(to, q, place->at);
	add_component(to, place);
	add_dangers(to, place);
	add_windows(to, place);
	for (; place->at < next; place->at++)
		add_by_policy(to, place);
}

void u8c_ref_judge_classes(const struct u8c_name_query *q)
{
	static const struct utf8check_verdict nothing;
	struct list to = { .v = q->v, .f = q->f, .room = q->f ? q->room : 0 };
	struct u8c_ref_place place = { .q = q, .changed = q->n };

	*q->v = nothing;
	if (q->n == 0)
		add(&to, 0, 0, UTF8CHECK_CLASS_EMPTY);
	if (q->n > 65536)
		add(&to, 0, q->n, UTF8CHECK_CLASS_TOO_LONG);
	if (q->n <= 4095 && q->policy->refuse & U8C_BIT(UTF8CHECK_CLASS_NOT_NORMALIZED))
		place.changed = u8c_ref_changed(q->p, q->n);
	while (place.at < q->n && q->n <= 65536)
		add_place(&to, &place,
			  place.at + scanned(q->p + place.at, q->n - place.at));
	q->v->ok = (q->v->classes & q->policy->refuse) == 0;
}

void u8c_ref_judge(const struct u8c_name_query *q)
{
	u64 offset = 0;

	u8c_ref_judge_classes(q);
	if (u8c_ref_readable(q->n))
		q->v->hidden_dotdot = u8c_ref_hidden_dotdot(q->p, q->n, &offset);
	if (q->v->hidden_dotdot)
		q->v->hidden_decoder = u8c_ref_who_reads(q->p, q->n, offset);
	q->v->hidden_offset = offset;
}
