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
#include "reference_danger.h"
#include "reference_decoder.h"
#include "reference_dotdot.h"
#include "reference_path.h"

/* In the order of their classes, both hidden and lax. */
static const u8 characters[] = { 0x00, '/', '\\', '.' };

#define CHARACTERS U8C_ARRAY_SIZE(characters)

static bool is_character(u64 cp)
{
	size_t i;

	for (i = 0; i < CHARACTERS; i++)
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
	size_t i;

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
	for (i = 0; i < number; i++)
		bytes[i] = 0x80;
	bytes[0] = leads[number];
	bytes[number - 1] += c % 64;
	bytes[number - 2] += c / 64;
	return number;
}

static bool is_hidden(const u8 *p, const u8 *bytes, size_t length)
{
	size_t i;

	for (i = 0; i < length; i++)
		if (p[i] != bytes[i])
			return false;
	return true;
}

/* Are the lead, and the low six bits of each other byte, the same? */
static bool is_masked(const u8 *p, const u8 *bytes, size_t length)
{
	size_t i;

	for (i = 1; i < length; i++)
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
	size_t number;

	if (p[0] < 0xc0)
		return 0;	/* no form begins so */
	for (number = PAIR; number < FORMS; number++)
		if (reads(p, n, c, number, lax))
			return form(c, number, bytes);
	return 0;
}

/* The length of any form of one of the four characters at @p, or 0. */
static size_t any_form_at(const u8 *p, size_t n, bool lax)
{
	size_t i;

	for (i = 0; i < CHARACTERS; i++)
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

/* The length of the component that begins at @at, SIZE_MAX where none does. */
static size_t component_at(const u8 *p, size_t n, bool path, size_t at)
{
	size_t end = at;

	if (at && !(path && p[at - 1] == '/'))
		return SIZE_MAX;
	while (end < n && !(path && p[end] == '/'))
		end++;
	return end - at;
}

/* Do the bytes at @at, as they are written, have class @class?  Sets @length. */
static bool as_written(const u8 *p, size_t n, bool path, size_t at,
		       unsigned int class, size_t *length)
{
	size_t component = component_at(p, n, path, at);

	*length = 1;
	switch (class) {
	case UTF8CHECK_NUL:
		return p[at] == 0;
	case UTF8CHECK_SEPARATOR:
		return p[at] == '/' && !path;
	case UTF8CHECK_BACKSLASH:
		return p[at] == '\\';
	case UTF8CHECK_DOT:
		return p[at] == '.' && component == 1;
	case UTF8CHECK_DOTDOT:
		*length = 2;
		return component == 2 && p[at] == '.' && p[at + 1] == '.';
	}
	return false;
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

/* Every class that some form at @at gives, from class @first on. */
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
	if (add_forms(to, p, n, at, false, UTF8CHECK_HIDDEN_NUL) ||
	    add_forms(to, p, n, at, true, UTF8CHECK_LAX_NUL))
		return;
	add(to, at, subpart, UTF8CHECK_ILL_FORMED);
}

/* Adds the dangers of the code point and of the component that begin at @at. */
static void add_dangers(struct list *to, const u8 *p, size_t n, bool path,
			size_t at)
{
	size_t component = component_at(p, n, path, at);
	unsigned int class;
	struct utf8check_error e;
	int length;
	u64 cp;

	length = u8c_ref_decode(p + at, n - at, true, &cp, &e);
	for (class = UTF8CHECK_COMPAT_DANGER; class <= UTF8CHECK_TRANSLIT_DANGER; class++) {
		if (length && u8c_ref_point_danger(cp, class))
			add(to, at, length, class);
		if (class == UTF8CHECK_IGNORABLE_DANGER && component != SIZE_MAX &&
		    u8c_ref_ignorable_danger(p + at, component))
			add(to, at, component, class);
	}
	if (length && cp > 0xffff && is_character(cp % 0x10000))
		add(to, at, length, UTF8CHECK_NARROW_DANGER);
}

static void add_written(struct list *to, const u8 *p, size_t n, bool path,
			size_t at)
{
	unsigned int class;
	size_t length;

	for (class = UTF8CHECK_NUL; class < UTF8CHECK_TOO_LONG; class++)
		if (as_written(p, n, path, at, class, &length))
			add(to, at, length, class);
	if (path && at == 0 && n > 4095)
		add(to, 0, n, UTF8CHECK_TOO_LONG);
	length = component_at(p, n, path, at);
	if (length != SIZE_MAX && length > 255)
		add(to, at, length, UTF8CHECK_TOO_LONG);
}

void u8c_ref_judge(const u8 *p, size_t n, bool path, u64 refuse,
		   struct utf8check_verdict *v, struct utf8check_finding *f, size_t room)
{
	static const struct utf8check_verdict nothing;
	struct list to = { .v = v, .f = f, .room = room };
	size_t at, next = 0;
	u64 offset = 0;

	*v = nothing;
	if (n == 0)
		add(&to, 0, 0, UTF8CHECK_EMPTY);
	if (n > 65536)
		add(&to, 0, n, UTF8CHECK_TOO_LONG);
	for (at = 0; at < n && n <= 65536; at = next) {
		next = at + scanned(p + at, n - at);
		add_ill_formed(&to, p, n, at);
		add_written(&to, p, n, path, at);
		add_dangers(&to, p, n, path, at);
	}
	v->ok = (v->classes & refuse) == 0;
	if (u8c_ref_readable(n))
		v->hidden_dotdot = u8c_ref_hidden_dotdot(p, n, &offset);
	if (v->hidden_dotdot)
		v->hidden_decoder = u8c_ref_who_reads(p, n, offset);
	v->hidden_offset = offset;
}
