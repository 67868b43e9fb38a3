// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The slow reference: single sequences and whole texts.
 *
 * Table 3-7 is spelled as the standard prints it, and every question is answered
 * from its nine rows.  A sequence is well-formed when its bytes match all of a
 * row.  The maximal subpart (D93b) is the longest beginning of any row that the
 * bytes match, or one byte if they match none.
 *
 * A reason depends on the lead and on the byte after it; reason_of() has all
 * reasons, a line for each rule.
 */
#include "reference.h"

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

/* The length of the maximal subpart of the ill-formed sequence here (D93b). */
static size_t maximal_subpart(const u8 *p, size_t n)
{
	size_t longest = 1;
	size_t i;

	for (i = 0; i < ROWS; i++)
		if (bytes_of(&table_3_7[i], p, n) > longest)
			longest = bytes_of(&table_3_7[i], p, n);
	return longest;
}

/* How many bytes the lead asks for in RFC 2279, where 31 bits were encoded. */
static size_t asked_for(u8 lead)
{
	if (between(0xc0, lead, 0xdf))
		return 2;
	if (between(0xe0, lead, 0xef))
		return 3;
	if (between(0xf0, lead, 0xf7))
		return 4;
	if (between(0xf8, lead, 0xfb))
		return 5;
	if (between(0xfc, lead, 0xfd))
		return 6;
	return 1;
}

/* The lead and the continuations that follow it, as far as it asks for them. */
static size_t with_continuations(const u8 *p, size_t n)
{
	size_t i = 1;

	while (i < n && i < asked_for(p[0]) && between(0x80, p[i], 0xbf))
		i++;
	return i;
}

static u8 reason_of(const u8 *p, size_t n)
{
	u8 lead = p[0];
	u8 second = n > 1 ? p[1] : 0;

	if (between(0x80, lead, 0xbf))
		return UTF8CHECK_REASON_UNEXPECTED_CONTINUATION;
	if (between(0xfe, lead, 0xff))
		return UTF8CHECK_REASON_INVALID_BYTE;
	if (between(0xc0, lead, 0xc1))
		return UTF8CHECK_REASON_OVERLONG;	/* below U+0080 */
	if (lead == 0xe0 && between(0x80, second, 0x9f))
		return UTF8CHECK_REASON_OVERLONG;	/* below U+0800 */
	if (lead == 0xf0 && between(0x80, second, 0x8f))
		return UTF8CHECK_REASON_OVERLONG;	/* below U+10000 */
	if (lead == 0xf8 && between(0x80, second, 0x87))
		return UTF8CHECK_REASON_OVERLONG;	/* below 200000 */
	if (lead == 0xfc && between(0x80, second, 0x83))
		return UTF8CHECK_REASON_OVERLONG;	/* below 4000000 */
	if (lead == 0xed && between(0xa0, second, 0xbf))
		return UTF8CHECK_REASON_SURROGATE;	/* U+D800..U+DFFF */
	if (lead == 0xf4 && between(0x90, second, 0xbf))
		return UTF8CHECK_REASON_OUT_OF_RANGE;	/* from U+110000 */
	if (between(0xf5, lead, 0xfd))
		return UTF8CHECK_REASON_OUT_OF_RANGE;	/* from U+140000 */
	return maximal_subpart(p, n) == n ? UTF8CHECK_REASON_INCOMPLETE :
					    UTF8CHECK_REASON_TRUNCATED;
}

/* The lead gives what its length mark leaves, each other byte six bits. */
static u64 value_of(const u8 *p, size_t length)
{
	static const u8 lead_bits[] = { 0, 0x7f, 0x1f, 0x0f, 0x07, 0x03, 0x01 };
	u64 value = p[0] & lead_bits[length];
	size_t i;

	for (i = 1; i < length; i++)
		value = value * 64 + (p[i] - 0x80);
	return value;
}

static void record(const u8 *p, size_t n, struct utf8check_error *e)
{
	static const struct utf8check_error nothing;
	size_t i;

	*e = nothing;
	e->reason = reason_of(p, n);
	e->length = maximal_subpart(p, n);
	e->count = e->length;
	if ((e->reason == UTF8CHECK_REASON_OVERLONG || e->reason == UTF8CHECK_REASON_SURROGATE ||
	     e->reason == UTF8CHECK_REASON_OUT_OF_RANGE) &&
	    with_continuations(p, n) == asked_for(p[0])) {
		e->span = asked_for(p[0]);
		e->value = value_of(p, e->span);
		e->count = e->span;	/* never less than the length */
	}
	for (i = 0; i < e->count; i++)
		e->bytes[i] = p[i];
}

int u8c_ref_decode(const u8 *p, size_t n, bool final, u64 *cp,
		   struct utf8check_error *e)
{
	size_t length = well_formed(p, n);

	if (length) {
		*cp = value_of(p, length);
		return length;
	}
	/* All bytes so far are continuations, and the lead asks for more. */
	if (!final && with_continuations(p, n) == n && n < asked_for(p[0]))
		return -1;
	record(p, n, e);
	return 0;
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
	size_t found = 0;
	size_t i = 0;
	u64 cp;

	while (i < n) {
		to = found < room ? &e[found] : &spare;
		if (u8c_ref_decode(p + i, n - i, true, &cp, to)) {
			step(&at, p + i);
			i += well_formed(p + i, n - i);
			continue;
		}
		to->offset = i;
		to->line = at.line;
		to->column = at.column;
		found++;
		step(&at, p + i);
		i += to->length;
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

/* What an action makes of @n ill-formed bytes. */
static void put_error(const u8 *p, size_t n, enum utf8check_action action, u8 *out,
		      u64 *made)
{
	static const u8 replacement[] = { 0xef, 0xbf, 0xbd };	/* U+FFFD */
	const u8 *from = action == UTF8CHECK_ACTION_REPLACE ? replacement : p;
	size_t length = action == UTF8CHECK_ACTION_REPLACE ? 3 : n;
	size_t i;

	if (action == UTF8CHECK_ACTION_DROP)
		return;
	for (i = 0; i < length; i++, ++*made)
		if (out)
			out[*made] = from[i];
}

static void put_good(const u8 *p, size_t n, u8 *out, u64 *made)
{
	size_t i;

	for (i = 0; i < n; i++, ++*made)
		if (out)
			out[*made] = p[i];
}

void u8c_ref_filter(const u8 *p, size_t n, enum utf8check_action action, u8 *out,
		    struct u8c_ref_result *r)
{
	static const struct u8c_ref_result nothing = {
		.position = { .line = 1, .column = 1 },
	};
	size_t i, length;

	*r = nothing;
	u8c_ref_errors(p, n, &r->first, 1);
	for (i = 0; i < n; i += length) {
		length = well_formed(p + i, n - i);
		if (length) {
			r->code_points++;
			r->by_length[length - 1]++;
			put_good(p + i, length, out, &r->bytes_out);
		} else {
			r->errors++;
			r->by_reason[reason_of(p + i, n - i)]++;
			r->rejected = action == UTF8CHECK_ACTION_REJECT;
			if (r->rejected)
				break;
			length = maximal_subpart(p + i, n - i);
			put_error(p + i, length, action, out, &r->bytes_out);
		}
		step(&r->position, p + i);
	}
	r->bytes_in = i;
}
