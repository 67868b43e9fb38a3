// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The slow reference: single sequences and whole texts.
 *
 * Table 3-7 is spelled as the standard prints it: a sequence is well-formed when its bytes
 * match all of one of the nine rows.  What is wrong with one that is not, and how much of
 * it, reference_profile.c says.
 */
#include "reference.h"
#include "reference_profile.h"

struct row {
	u8 first_low, first_high;
	u8 second_low, second_high;
	unsigned int length;
};

/* Unicode 18.0, Table 3-7; each third and fourth byte is 80..BF. */
static const struct row table_3_7[] = {
	{ 0x00, 0x7f, 0x00, 0x00, 1 },
	{ 0xc2, 0xdf, 0x80, 0xbf, 2 },
	{ 0xe0, 0xe0, 0xa0, 0xbf, 3 },
	{ 0xe1, 0xec, 0x80, 0xbf, 3 },
	{ 0xed, 0xed, 0x80, 0x9f, 3 },
	{ 0xee, 0xef, 0x80, 0xbf, 3 },
	{ 0xf0, 0xf0, 0x90, 0xbf, 4 },
	{ 0xf1, 0xf3, 0x80, 0xbf, 4 },
	{ 0xf4, 0xf4, 0x80, 0x8f, 4 },
};

#define ROWS U8C_ARRAY_SIZE(table_3_7)

static bool between(u8 low, u8 b, u8 high)
{
	return low <= b && b <= high;
}

/* May byte @i of a sequence of @row be @b? */
static bool fits(const struct row *row, size_t i, u8 b)
{
	if (i == 0)
		return between(row->first_low, b, row->first_high);
	if (i == 1)
		return between(row->second_low, b, row->second_high);
	return between(0x80, b, 0xbf);
}

/* How many bytes at @p match the beginning of @row? */
static size_t bytes_of(const struct row *row, const u8 *p, size_t n)
{
	size_t i;

	for (i = 0; i < n && i < row->length; i++)
		if (!fits(row, i, p[i]))
			break;
	return i;
}

/* The length of the well-formed sequence that stands here, or 0. */
static size_t well_formed(const u8 *p, size_t n)
{
	size_t i;

	for (i = 0; i < ROWS; i++)
		if (bytes_of(&table_3_7[i], p, n) == table_3_7[i].length)
			return table_3_7[i].length;
	return 0;
}

int u8c_ref_decode(const u8 *p, size_t n, bool final, u64 *cp,
		   struct utf8check_error *e)
{
	static const struct u8c_coding utf8;

	return u8c_ref_sequence(&utf8, p, n, final, cp, e);
}

/* Moves past one code point or one maximal subpart. */
static void step(struct u8c_position *at, const u8 *p)
{
	at->column++;
	if (p[0] == '\n') {
		at->line++;
		at->column = 1;
	}
}

size_t u8c_ref_errors(const u8 *p, size_t n, struct utf8check_error *e, size_t room)
{
	struct u8c_position at = { .line = 1, .column = 1 };
	struct utf8check_error spare, *to;
	size_t found = 0, length;
	size_t i;
	u64 cp;

	for (i = 0; i < n; i += length) {
		to = found < room ? &e[found] : &spare;
		length = u8c_ref_decode(p + i, n - i, true, &cp, to);
		if (!length) {
			length = to->length;
			to->offset = i;
			to->line = at.line;
			to->column = at.column;
			found++;
		}
		step(&at, p + i);
	}
	return found;
}

size_t u8c_ref_valid_up_to(const u8 *p, size_t n)
{
	size_t i = 0;

	while (i < n && well_formed(p + i, n - i))
		i += well_formed(p + i, n - i);
	return i;
}

static unsigned int take(struct u8c_coding *c, const u8 *p, size_t n, u64 *cp)
{
	struct utf8check_error e;
	int length;

	*cp = ~(u64)0;
	if (!n)
		return 0;
	length = u8c_ref_sequence(c, p, n, true, cp, &e);
	c->after_high = length && *cp >= 0xd800 && *cp <= 0xdbff;
	if (length)
		return length;
	*cp = ~(u64)0;
	return e.length;
}

/* Orders by the bytes that are left; a text that has none is first. */
static int order_bytes(const u8 *a, size_t an, const u8 *b, size_t bn)
{
	size_t i;

	for (i = 0; i < an && i < bn; i++)
		if (a[i] != b[i])
			return a[i] < b[i] ? -1 : 1;
	return an < bn ? -1 : an > bn;
}

void u8c_ref_differ(const struct u8c_coding *c, const u8 *a, size_t an,
		    const u8 *b, size_t bn, struct u8c_difference *d)
{
	struct u8c_coding ca = *c, cb = *c;

	d->offset = 0;
	for (;;) {
		d->length[0] = take(&ca, a, an, &d->cp[0]);
		d->length[1] = take(&cb, b, bn, &d->cp[1]);
		if (!d->length[0] || !d->length[1] || d->cp[0] == d->cp[1])
			d->order = order_bytes(a, d->length[0], b, d->length[1]);
		else
			d->order = d->cp[0] < d->cp[1] ? -1 : 1;
		if (d->order || !d->length[0])
			return;
		a += d->length[0];
		an -= d->length[0];
		b += d->length[1];
		bn -= d->length[1];
		d->offset += d->length[0];
	}
}
