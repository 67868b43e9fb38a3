// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The slow reference: sequences of every profile and encoding, and whole texts.
 *
 * A profile of UTF-8 is the set of its sequences, spelled as the standard spells
 * Table 3-7: rows of ranges, one for each byte.  Every question is
 * answered from all rows.  A code point is put together from the bits of its bytes.
 *
 * Three profiles have surrogates of three bytes; half() has the rules for what may
 * be next to a surrogate.
 */
#include "reference.h"

#define IN(profile) (1u << UTF8CHECK_PROFILE_##profile)
#define ALL ((1u << U8C_PROFILES) - 1)
#define LONG (IN(RFC2279) | IN(EXTENDED))
#define HALVES (IN(WTF8) | IN(CESU8) | IN(MUTF8))
#define PAIRS (IN(CESU8) | IN(MUTF8))
#define FOUR (IN(RFC3629) | IN(WTF8) | LONG)

/* Byte i of a sequence is from low[i] to high[i]. */
struct row {
	unsigned int profiles;
	unsigned int length;
	u8 low[8];
	u8 high[8];
};

static const struct row rows[] = {
	{ ALL & ~IN(MUTF8), 1, { 0x00 }, { 0x00 } },
	{ ALL, 1, { 0x01 }, { 0x7f } },
	{ IN(MUTF8), 2, { 0xc0, 0x80 }, { 0xc0, 0x80 } },
	{ ALL, 2, { 0xc2, 0x80 }, { 0xdf, 0xbf } },
	{ ALL, 3, { 0xe0, 0xa0, 0x80 }, { 0xe0, 0xbf, 0xbf } },
	{ ALL, 3, { 0xe1, 0x80, 0x80 }, { 0xec, 0xbf, 0xbf } },
	{ ALL, 3, { 0xed, 0x80, 0x80 }, { 0xed, 0x9f, 0xbf } },
	{ HALVES, 3, { 0xed, 0xa0, 0x80 }, { 0xed, 0xbf, 0xbf } },
	{ ALL, 3, { 0xee, 0x80, 0x80 }, { 0xef, 0xbf, 0xbf } },
	{ FOUR, 4, { 0xf0, 0x90, 0x80, 0x80 }, { 0xf0, 0xbf, 0xbf, 0xbf } },
	{ FOUR, 4, { 0xf1, 0x80, 0x80, 0x80 }, { 0xf3, 0xbf, 0xbf, 0xbf } },
	{ FOUR, 4, { 0xf4, 0x80, 0x80, 0x80 }, { 0xf4, 0x8f, 0xbf, 0xbf } },
	{ LONG, 4, { 0xf4, 0x90, 0x80, 0x80 }, { 0xf4, 0xbf, 0xbf, 0xbf } },
	{ LONG, 4, { 0xf5, 0x80, 0x80, 0x80 }, { 0xf7, 0xbf, 0xbf, 0xbf } },
	{ LONG, 5, { 0xf8, 0x88, 0x80, 0x80, 0x80 },
		   { 0xf8, 0xbf, 0xbf, 0xbf, 0xbf } },
	{ LONG, 5, { 0xf9, 0x80, 0x80, 0x80, 0x80 },
		   { 0xfb, 0xbf, 0xbf, 0xbf, 0xbf } },
	{ LONG, 6, { 0xfc, 0x84, 0x80, 0x80, 0x80, 0x80 },
		   { 0xfc, 0xbf, 0xbf, 0xbf, 0xbf, 0xbf } },
	{ LONG, 6, { 0xfd, 0x80, 0x80, 0x80, 0x80, 0x80 },
		   { 0xfd, 0xbf, 0xbf, 0xbf, 0xbf, 0xbf } },
	{ IN(EXTENDED), 7, { 0xfe, 0x82, 0x80, 0x80, 0x80, 0x80, 0x80 },
			   { 0xfe, 0xbf, 0xbf, 0xbf, 0xbf, 0xbf, 0xbf } },
	{ IN(EXTENDED), 8, { 0xff, 0x81, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80 },
			   { 0xff, 0xbf, 0xbf, 0xbf, 0xbf, 0xbf, 0xbf, 0xbf } },
};

#define ROWS U8C_ARRAY_SIZE(rows)

static bool between(u64 low, u64 x, u64 high)
{
	return low <= x && x <= high;
}

static bool is_high(u64 cp)
{
	return between(0xd800, cp, 0xdbff);
}

static bool is_low(u64 cp)
{
	return between(0xdc00, cp, 0xdfff);
}

static bool is_in(u8 profile, unsigned int profiles)
{
	return profiles & 1u << profile;
}

/* How many bytes at @p match the beginning of the row? */
static size_t bytes_of(const struct row *row, const u8 *p, size_t n)
{
	size_t i;

	for (i = 0; i < n && i < row->length; i++)
		if (!between(row->low[i], p[i], row->high[i]))
			break;
	return i;
}

/* The length of the sequence at @p, or 0 if it is not complete or ill-formed. */
static size_t full(u8 profile, const u8 *p, size_t n)
{
	for (size_t i = 0; i < ROWS; i++)
		if (is_in(profile, rows[i].profiles) &&
		    bytes_of(&rows[i], p, n) == rows[i].length)
			return rows[i].length;
	return 0;
}

/* The longest beginning of any sequence at @p, at least 1 (D93b). */
static size_t subpart(u8 profile, const u8 *p, size_t n)
{
	size_t longest = 1;
	size_t i, have;

	for (i = 0; i < ROWS; i++) {
		have = bytes_of(&rows[i], p, n);
		if (is_in(profile, rows[i].profiles) && have > longest)
			longest = have;
	}
	return longest;
}

/* Does any sequence begin with this byte? */
static bool begins(u8 profile, u8 lead)
{
	for (size_t i = 0; i < ROWS; i++)
		if (is_in(profile, rows[i].profiles) &&
		    between(rows[i].low[0], lead, rows[i].high[0]))
			return true;
	return false;
}

/* The number of bytes that a lead asks for, in RFC 2279 and its extensions. */
static size_t asked_for(u8 profile, u8 lead)
{
	static const u8 first[] = { 0xc0, 0xe0, 0xf0, 0xf8, 0xfc, 0xfe, 0xff };
	size_t n = 1;

	while (n <= sizeof(first) && lead >= first[n - 1])
		n++;
	return n > 6 && profile != UTF8CHECK_PROFILE_EXTENDED ? 1 : n;
}

/* The lead, and the continuations as far as it asks for them. */
static size_t continued(u8 profile, const u8 *p, size_t n)
{
	size_t i = 1;

	while (i < n && i < asked_for(profile, p[0]) &&
	       between(0x80, p[i], 0xbf))
		i++;
	return i;
}

/* The lead gives what its mark leaves, every other byte six bits. */
static u64 value_of(const u8 *p, size_t length)
{
	static const u8 bits[] = { 0, 0x7f, 0x1f, 0x0f, 0x07, 0x03, 0x01, 0, 0 };
	u64 value = p[0] & bits[length];

	for (size_t i = 1; i < length; i++)
		value = value * 64 + (p[i] - 0x80);
	return value;
}

/* Do these bytes begin an overlong sequence? */
static bool is_overlong(u8 profile, u8 lead, u8 second)
{
	switch (lead) {
	case 0xc0:
		return profile != UTF8CHECK_PROFILE_MUTF8 || between(0x81, second, 0xbf);
	case 0xc1:
		return true;
	case 0xe0:
		return between(0x80, second, 0x9f);
	case 0xf0:
		return between(0x80, second, 0x8f);
	case 0xf8:
		return between(0x80, second, 0x87);
	case 0xfc:
		return between(0x80, second, 0x83);
	case 0xfe:
		return between(0x80, second, 0x81);
	case 0xff:
		return second == 0x80;
	}
	return false;
}

static u8 reason_of(u8 profile, const u8 *p, size_t n)
{
	u8 lead = p[0];
	u8 second = n > 1 ? p[1] : 0;

	if (between(0x80, lead, 0xbf))
		return UTF8CHECK_REASON_UNEXPECTED_CONTINUATION;
	if (lead == 0x00 || (lead >= 0xfe && !begins(profile, lead)))
		return UTF8CHECK_REASON_INVALID_BYTE;
	if (is_overlong(profile, lead, second))
		return UTF8CHECK_REASON_OVERLONG;
	if (lead == 0xed && between(0xa0, second, 0xbf) &&
	    !is_in(profile, HALVES))
		return UTF8CHECK_REASON_SURROGATE;
	if (!begins(profile, lead))
		return UTF8CHECK_REASON_OUT_OF_RANGE;
	if (lead == 0xf4 && between(0x90, second, 0xbf) &&
	    !is_in(profile, LONG))
		return UTF8CHECK_REASON_OUT_OF_RANGE;
	return subpart(profile, p, n) == n ? UTF8CHECK_REASON_INCOMPLETE :
					     UTF8CHECK_REASON_TRUNCATED;
}

static int wrong(struct utf8check_error *e, const u8 *p, u8 reason, size_t length,
		 size_t span, u64 value)
{
	static const struct utf8check_error nothing;

	*e = nothing;
	e->reason = reason;
	e->length = length;
	e->span = span;
	e->value = value;
	e->count = span > length ? span : length;
	for (size_t i = 0; i < e->count; i++)
		e->bytes[i] = p[i];
	return 0;
}

static int ill_formed(u8 profile, const u8 *p, size_t n, struct utf8check_error *e)
{
	u8 reason = reason_of(profile, p, n);
	size_t length = subpart(profile, p, n);
	size_t span = asked_for(profile, p[0]);

	if (reason != UTF8CHECK_REASON_OVERLONG && reason != UTF8CHECK_REASON_SURROGATE &&
	    reason != UTF8CHECK_REASON_OUT_OF_RANGE)
		return wrong(e, p, reason, length, 0, 0);
	if (continued(profile, p, n) < span)
		return wrong(e, p, reason, length, 0, 0);
	return wrong(e, p, reason, length, span, value_of(p, span));
}

/* How many bytes of a low surrogate are here, 0 to 3? */
static size_t bytes_of_low(const u8 *p, size_t n)
{
	static const struct row low = {
		0, 3, { 0xed, 0xb0, 0x80 }, { 0xed, 0xbf, 0xbf }
	};

	return bytes_of(&low, p, n);
}

/* The three bytes of a surrogate, where the profile knows them. */
static int half(const struct u8c_coding *c, const u8 *p, size_t n, bool final,
		u64 *cp, struct utf8check_error *e)
{
	u64 value = value_of(p, 3);
	size_t low = bytes_of_low(p + 3, n - 3);

	if (is_in(c->profile, PAIRS) && is_high(value)) {
		if (low == 3) {		/* D91 */
			*cp = 0x10000 + (value - 0xd800) * 0x400 +
			      (value_of(p + 3, 3) - 0xdc00);
			return 6;
		}
		if (low == n - 3 && !final)
			return -1;
	}
	if (c->profile == UTF8CHECK_PROFILE_CESU8 || (c->after_high && is_low(value)))
		return wrong(e, p, UTF8CHECK_REASON_SURROGATE, 3, 3, value);
	*cp = value;
	return 3;
}

static int sequence_of_utf8(const struct u8c_coding *c, const u8 *p, size_t n,
			    bool final, u64 *cp, struct utf8check_error *e)
{
	size_t length = full(c->profile, p, n);

	if (!length) {
		if (!final && continued(c->profile, p, n) == n &&
		    n < asked_for(c->profile, p[0]))
			return -1;
		return ill_formed(c->profile, p, n, e);
	}
	if (length == 3 && p[0] == 0xed && p[1] >= 0xa0)
		return half(c, p, n, final, cp, e);
	*cp = value_of(p, length);
	return length;
}

static bool is_big(const struct u8c_coding *c)
{
	return c->encoding == UTF8CHECK_ENCODING_UTF16BE ||
	       c->encoding == UTF8CHECK_ENCODING_UTF32BE;
}

static u64 unit_of(const struct u8c_coding *c, const u8 *p, size_t size)
{
	u64 value = 0;

	for (size_t i = 0; i < size; i++)
		value = value * 256 + (is_big(c) ? p[i] : p[size - 1 - i]);
	return value;
}

/* The last code point of each profile. */
static u64 last_of(u8 profile)
{
	switch (profile) {
	case UTF8CHECK_PROFILE_UCS2:
		return 0xffff;
	case UTF8CHECK_PROFILE_RFC2279:
		return 0x7fffffff;
	case UTF8CHECK_PROFILE_EXTENDED:
		return 0x3ffffffffffull;
	default:
		return 0x10ffff;
	}
}

static bool has_lone(u8 profile)
{
	return profile == UTF8CHECK_PROFILE_WTF8 || profile == UTF8CHECK_PROFILE_MUTF8;
}

static int sequence_of_utf16(const struct u8c_coding *c, const u8 *p, size_t n,
			     bool final, u64 *cp, struct utf8check_error *e)
{
	size_t length = 2;

	if (n < 2)
		return final ? wrong(e, p, UTF8CHECK_REASON_INCOMPLETE, n, 0, 0) : -1;
	*cp = unit_of(c, p, 2);
	if (is_high(*cp) && n < 4 && !final)
		return -1;
	if (is_high(*cp) && n >= 4 && is_low(unit_of(c, p + 2, 2))) {
		*cp = 0x10000 + (*cp - 0xd800) * 0x400 +
		      (unit_of(c, p + 2, 2) - 0xdc00);
		length = 4;
	}
	/* All that is unfinished at the end is one error. */
	if (is_high(*cp) && n == 3 && !has_lone(c->profile))
		return wrong(e, p, UTF8CHECK_REASON_INCOMPLETE, 3, 0, 0);
	if ((is_high(*cp) || is_low(*cp)) && !has_lone(c->profile))
		return wrong(e, p, UTF8CHECK_REASON_SURROGATE, length, length, *cp);
	if (*cp > last_of(c->profile))
		return wrong(e, p, UTF8CHECK_REASON_OUT_OF_RANGE, length, length, *cp);
	return length;
}

static int sequence_of_utf32(const struct u8c_coding *c, const u8 *p, size_t n,
			     bool final, u64 *cp, struct utf8check_error *e)
{
	if (n < 4)
		return final ? wrong(e, p, UTF8CHECK_REASON_INCOMPLETE, n, 0, 0) : -1;
	*cp = unit_of(c, p, 4);
	if (*cp > last_of(c->profile))
		return wrong(e, p, UTF8CHECK_REASON_OUT_OF_RANGE, 4, 4, *cp);
	if ((is_high(*cp) || is_low(*cp)) && !has_lone(c->profile))
		return wrong(e, p, UTF8CHECK_REASON_SURROGATE, 4, 4, *cp);
	if (c->after_high && is_low(*cp))
		return wrong(e, p, UTF8CHECK_REASON_SURROGATE, 4, 4, *cp);
	return 4;
}

int u8c_ref_sequence(const struct u8c_coding *c, const u8 *p, size_t n,
		     bool final, u64 *cp, struct utf8check_error *e)
{
	if (c->encoding == UTF8CHECK_ENCODING_UTF8)
		return sequence_of_utf8(c, p, n, final, cp, e);
	if (c->encoding == UTF8CHECK_ENCODING_UTF16LE || c->encoding == UTF8CHECK_ENCODING_UTF16BE)
		return sequence_of_utf16(c, p, n, final, cp, e);
	return sequence_of_utf32(c, p, n, final, cp, e);
}

/* Writes @cp in @length bytes, allowed or not. */
static void spread(u64 cp, size_t length, u8 *out)
{
	static const u8 marks[] = {
		0, 0x00, 0xc0, 0xe0, 0xf0, 0xf8, 0xfc, 0xfe, 0xff
	};

	for (size_t i = length - 1; i; i--, cp /= 64)
		out[i] = 0x80 + cp % 64;
	out[0] = marks[length] + cp;
}

/* The bytes that are a sequence of the profile and stand for @cp. */
static size_t write_utf8(u8 profile, u64 cp, u8 *out)
{
	static const u8 bits[] = { 0, 7, 11, 16, 21, 26, 31, 36, 42 };

	for (size_t n = 1; n <= 8; n++) {
		if (cp >> bits[n])
			continue;
		spread(cp, n, out);
		if (full(profile, out, n) == n)
			return n;
	}
	return 0;
}

static void put_unit(const struct u8c_coding *c, u64 unit, size_t size, u8 *out)
{
	for (size_t i = 0; i < size; i++, unit /= 256)
		out[is_big(c) ? size - 1 - i : i] = unit % 256;
}

/* The two surrogates of a supplementary code point (D91). */
static size_t write_pair(const struct u8c_coding *c, u64 cp, u8 *out)
{
	u64 high = 0xd800 + (cp - 0x10000) / 0x400;
	u64 low = 0xdc00 + (cp - 0x10000) % 0x400;

	if (c->encoding == UTF8CHECK_ENCODING_UTF8) {
		spread(high, 3, out);
		spread(low, 3, out + 3);
		return 6;
	}
	put_unit(c, high, 2, out);
	put_unit(c, low, 2, out + 2);
	return 4;
}

size_t u8c_ref_write(const struct u8c_coding *c, u64 cp, u8 *out)
{
	bool wide16 = c->encoding == UTF8CHECK_ENCODING_UTF16LE ||
		      c->encoding == UTF8CHECK_ENCODING_UTF16BE;
	bool pairs = wide16 || (c->encoding == UTF8CHECK_ENCODING_UTF8 &&
				is_in(c->profile, PAIRS));
	size_t size = wide16 ? 2 : 4;

	if (cp > last_of(c->profile))
		return 0;
	if ((is_high(cp) || is_low(cp)) && !has_lone(c->profile))
		return 0;
	/* Next to each other the two would be read as one pair. */
	if (c->after_high && is_low(cp))
		return 0;
	if (pairs && cp > 0xffff)
		return cp > 0x10ffff ? 0 : write_pair(c, cp, out);
	if (c->encoding == UTF8CHECK_ENCODING_UTF8)
		return write_utf8(c->profile, cp, out);
	if (cp > 0xffffffff)
		return 0;
	put_unit(c, cp, size, out);
	return size;
}

int u8c_ref_decode(const u8 *p, size_t n, bool final, u64 *cp, struct utf8check_error *e)
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
	u64 cp;

	for (size_t i = 0; i < n; i += length) {
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
	size_t length, i = 0;

	while (i < n && (length = full(UTF8CHECK_PROFILE_RFC3629, p + i, n - i)))
		i += length;
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
	c->after_high = length && is_high(*cp);
	if (length)
		return length;
	*cp = ~(u64)0;
	return e.length;
}

/* Orders by the bytes that are left; a text that has none is first. */
static int order_bytes(const u8 *a, size_t an, const u8 *b, size_t bn)
{
	for (size_t i = 0; i < an && i < bn; i++)
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
