// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * How a name is read that is ill-formed, or that was misread before.
 */
#include <iconv.h>
#include <string.h>
#include "base/say/message.h"
#include "base/say/near.h"
#include "utf8check.h"
#include "base/charset/charset_name.h"
#include "base/option/table.h"
#include "base/say/escape.h"
#include "feature/rename/reading.h"

enum { MOJIBAKE, ESCAPE, REPLACE, CHARSET };

static const char *const words[] = {
	[MOJIBAKE] = "mojibake",
	[ESCAPE] = "escape",
	[REPLACE] = "replace",
};

bool name_text_add(struct name_text *t, const void *p, size_t n)
{
	if (n > sizeof(t->bytes) - t->n)
		return false;
	memcpy(t->bytes + t->n, p, n);
	t->n += n;
	return true;
}

void name_text_copy(struct name_text *to, const struct name_text *t)
{
	to->n = t->n;
	memcpy(to->bytes, t->bytes, t->n);
}

bool name_text_is_well_formed(const struct name_text *t)
{
	return utf8check_valid_up_to(t->bytes, t->n) == t->n;
}

/* Convert all of a text; false when it is not of the charset. */
static bool convert_name(iconv_t cd, const struct name_text *from,
			 struct name_text *to)
{
	char *in = (char *)from->bytes, *out = (char *)to->bytes;
	size_t left = from->n, room = sizeof(to->bytes);

	iconv(cd, NULL, NULL, NULL, NULL);
	if (iconv(cd, &in, &left, &out, &room) == (size_t)-1 ||
	    iconv(cd, NULL, NULL, &out, &room) == (size_t)-1)
		return false;
	to->n = sizeof(to->bytes) - room;
	return true;
}

/* Are the characters of ASCII the same bytes?  A kernel finds slashes by them. */
static bool has_ascii(iconv_t cd)
{
	static const char ascii[] = "./09AZaz";
	static struct name_text from, to;

	from.n = 0;
	name_text_add(&from, ascii, sizeof(ascii) - 1);
	return convert_name(cd, &from, &to) && to.n == from.n &&
	       !memcmp(to.bytes, from.bytes, to.n);
}

static bool take_reading_charset(struct reading *r, const char *word)
{
	const char *name = charset_read(word);
	iconv_t cd = name ? iconv_open("UTF-8", name) : (iconv_t)-1;

	if (cd == (iconv_t)-1) {
		cli_complain("--reading: unknown value '%s'; known: mojibake, escape, replace, and what 'iconv -l' lists",
			     word);
		return false;
	}
	if (has_ascii(cd)) {
		r->charset = cd;
		return true;
	}
	iconv_close(cd);
	cli_complain("--reading=%s: names cannot be in a charset without ASCII",
		     word);
	return false;
}

static bool take_one(void *to, const char *word)
{
	struct readings *all = to;
	struct reading *r = &all->list[all->count];

	if (all->count == READINGS_MAX) {
		cli_complain("--reading: more than %d", READINGS_MAX);
		return false;
	}
	r->charset = NULL;
	for (r->kind = 0; r->kind < CHARSET; r->kind++)
		if (near_same(words[r->kind], word))
			break;
	if (r->kind == CHARSET && !take_reading_charset(r, word))
		return false;
	all->mojibake |= r->kind == MOJIBAKE;
	all->count++;
	return true;
}

bool readings_take(void *to, const char *list)
{
	return option_each_word(list, take_one, to);
}

static bool add_escaped(struct name_text *to, const u8 *p, size_t n)
{
	char text[4 * UTF8CHECK_SEQUENCE_MAX + 1];

	hex_escape(text, p, n);
	return name_text_add(to, text, 4 * n);
}

/*
 * Replace or escape what is ill-formed.  As `filter --on-error=escape` does, a
 * backslash is doubled where the rest is escaped.
 */
static bool mend(const struct name_text *name, bool escape, struct name_text *to)
{
	const u8 *p = name->bytes, *end = p + name->n;
	struct utf8check_error e;
	bool good = true;
	u64 cp = 0;
	int n;

	to->n = 0;
	for (; p < end && good; p += n ? n : e.length) {
		n = utf8check_decode(NULL, p, end - p, true, &cp, &e);
		if (n)
			good = name_text_add(to, p, n) &&
			       (!escape || *p != '\\' || name_text_add(to, p, 1));
		else if (escape)
			good = add_escaped(to, p, e.length);
		else
			good = name_text_add(to, "\xef\xbf\xbd", 3);
	}
	return good;
}

static bool read_by(const struct readings *all, const struct reading *r,
		    const struct name_text *name, struct name_text *to)
{
	if (r->kind == CHARSET)
		return convert_name(r->charset, name, to) &&
		       name_text_is_well_formed(to);
	return mend(name, r->kind == ESCAPE, to);
}

bool readings_read(const struct readings *all, const struct name_text *name,
		   struct name_text *to)
{
	bool well_formed = name_text_is_well_formed(name);
	unsigned int i;

	if (well_formed)
		return all->mojibake && name->n <= NAME_ROOM / 4 &&
		       all->undo(name->bytes, name->n, to->bytes, &to->n);
	for (i = 0; i < all->count; i++)
		if (all->list[i].kind != MOJIBAKE &&
		    read_by(all, &all->list[i], name, to))
			return true;
	return false;
}

void readings_free(struct readings *all)
{
	while (all->count)
		if (all->list[--all->count].charset)
			iconv_close(all->list[all->count].charset);
}
