// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Which code points come back from a charset as they went into it.
 *
 * Each code point is tried once, alone, when it is met first.
 */
#include <iconv.h>
#include <stdlib.h>
#include <string.h>
#include "base/charset/round_trip.h"
#include "utf8check.h"

#define TRIED_MAX 64	/* for a code point, with the shifts around it */

enum { UNTRIED, KEPT, CHANGED };

/**
 * struct round_trip - a charset and what is known of it
 *
 * @to: writes it.
 * @from: reads it.
 * @points: UNTRIED, KEPT or CHANGED, by code point; room for all that four bytes can say.
 */
struct round_trip {
	iconv_t to;
	iconv_t from;
	u8 points[0x200000];
};

struct round_trip *round_trip_open(const char *charset)
{
	struct round_trip *r = calloc(1, sizeof(*r));

	if (!r)
		return NULL;
	r->to = iconv_open(charset, "UTF-8");
	r->from = iconv_open("UTF-8", charset);
	if (r->to != (iconv_t)-1 && r->from != (iconv_t)-1)
		return r;
	round_trip_close(r);
	return NULL;
}

void round_trip_close(struct round_trip *r)
{
	if (!r)
		return;
	if (r->to != (iconv_t)-1)
		iconv_close(r->to);
	if (r->from != (iconv_t)-1)
		iconv_close(r->from);
	free(r);
}

/* Convert a text, at most TRIED_MAX bytes.  Return: false where that cannot be done. */
static bool convert_whole(iconv_t cd, const char *in, size_t n, char *out, size_t *made)
{
	char *from = (char *)in, *to = out;
	size_t room = TRIED_MAX;

	iconv(cd, NULL, NULL, NULL, NULL);
	if (iconv(cd, &from, &n, &to, &room) == (size_t)-1 || n ||
	    iconv(cd, NULL, NULL, &to, &room) == (size_t)-1)
		return false;
	*made = to - out;
	return true;
}

static bool comes_back(struct round_trip *r, const u8 *p, size_t n, const char *there,
		       size_t there_n)
{
	char back[TRIED_MAX];
	size_t back_n;
	int order;

	/* A letter with a mark may go there as one code point and come back as two. */
	return convert_whole(r->from, there, there_n, back, &back_n) &&
	       !utf8check_compare_form(UTF8CHECK_FORM_NFC, p, n, back, back_n, &order) && !order;
}

/* A code point that iconv cannot write counts as kept: the caller of iconv sees it. */
static u8 try_round_trip(struct round_trip *r, const u8 *p, size_t n)
{
	char there[TRIED_MAX];
	size_t there_n;

	if (!convert_whole(r->to, (const char *)p, n, there, &there_n))
		return KEPT;
	/* A byte of ASCII that stays is taken for ASCII, whatever iconv reads there. */
	if (n == 1 && there_n == 1 && there[0] == (char)*p)
		return KEPT;
	return comes_back(r, p, n, there, there_n) ? KEPT : CHANGED;
}

bool round_trip_has(struct round_trip *r, char ascii)
{
	const u8 p = ascii;
	char there[TRIED_MAX];
	size_t n;

	return convert_whole(r->to, &ascii, 1, there, &n) && comes_back(r, &p, 1, there, n);
}

size_t round_trip_length(struct round_trip *r, const u8 *p, size_t n)
{
	const u8 *at = p, *end = p + n;
	unsigned int length;

	for (; at < end; at += length) {
		u32 cp = decode_well_formed(at, &length);

		if (r->points[cp] == KEPT)
			continue;
		if (r->points[cp] == UNTRIED)
			r->points[cp] = try_round_trip(r, at, length);
		if (r->points[cp] == CHANGED)
			break;
	}
	return at - p;
}
