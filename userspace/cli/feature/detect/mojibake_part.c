// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Mojibake in a part of a text that is none as a whole.
 *
 * A sequence of UTF-8 that was read in a charset is a lead, a character that the
 * charset has for a lead byte, and characters that it has for continuations.
 * may_begin_misread() finds by a few bytes where real text hardly ever has such a lead
 * before such a continuation: so nearly all blocks of a text are passed over.
 *
 * A few characters of real text may be such a sequence by chance.  So they count
 * only if they look strange, and if there are three or more of them, or two of
 * the most frequent kind, or two sequences one after the other.
 */
#include <string.h>
#include "feature/detect/mojibake_part.h"
#include "feature/detect/plausible.h"
#include "utf8check.h"

/* The compiler makes vector code of a loop over so many bytes. */
#define PLACES_AT_ONCE 64

/* A sequence and what is beside it: 4 characters, and one on each side. */
#define BESIDE 20

/**
 * struct misread - a sequence of UTF-8 that was read in a charset
 *
 * @cp: the characters.
 * @n: how many.
 * @bytes: how many bytes of the text they are.
 * @lead: the lead byte.
 * @meant: the code point that was read.
 */
struct misread {
	u32 cp[4];
	unsigned int n;
	size_t bytes;
	u8 lead;
	u64 meant;
};

void mojibake_part_start(struct mojibake_part *m, const struct charset *charsets,
			 unsigned int n)
{
	unsigned int i;

	memset(m->places, 0, sizeof(m->places));
	m->charsets = n < ARRAY_SIZE(m->places) ? n : ARRAY_SIZE(m->places);
	for (i = 0; i < m->charsets; i++)
		m->places[i].read_as = &charsets[i];
	m->offset = 0;
	/* Before the text there is room for spaces. */
	m->from = BESIDE;
	m->n = BESIDE;
	memset(m->text, ' ', BESIDE);
}

/*
 * May a misread sequence begin with these bytes?  There is no branch, so that 16
 * or more places are decided at a time.
 */
static inline u8 may_begin_misread(const u8 *p)
{
	u8 a = p[0], b = p[1], c = p[2], d = p[3];

	/* Latin-1 and windows-1252: a letter, and no letter of its kind. */
	u8 latin = (a == 0xc3) & (c >= 0xc2) & (c != 0xc3);
	/* windows-1251: Er, Es, Ve or ve, and no letter of Russian; for emoji, er. */
	u8 lead = ((b & 0xfe) == 0xa0) | (b == 0x92) | (b == 0xb2);
	u8 russian = (a == 0xd0) & lead & (c >= 0xc2) &
		     !((c == 0xd0) & (d >= 0x90)) & !((c == 0xd1) & (d < 0x90));
	u8 emoji = (a == 0xd1) & (b == 0x80) & (c == 0xd1) & (d == 0x9f);
	/* KOI8-R: a letter, and a part of a box. */
	u8 box = ((a & 0xfe) == 0xd0) & (c == 0xe2) & (d >= 0x94) & (d <= 0x96);
	/* CP866: a part of a box, and a letter; Te or Io, and a capital. */
	u8 after_box = (a == 0xe2) & (b == 0x95) & ((c == 0xa8) | (c == 0xa4));
	u8 capital = (a == 0xd1) & (b == 0x82) & (c == 0xd0) & (d == 0x90);
	u8 capitals = (a == 0xd0) & (b == 0x81) & (c == 0xd0) & (d == 0xaf);

	return latin | russian | emoji | box | after_box | capital | capitals;
}

static bool block_may(const u8 *p)
{
	u8 any = 0;
	unsigned int i;

	for (i = 0; i < PLACES_AT_ONCE; i++)
		any |= may_begin_misread(p + i);
	return any;
}

/* Return: the bytes of the code point at @p; 0 when it is ill-formed. */
static size_t read_point(const u8 *p, size_t n, u32 *cp)
{
	u64 value;
	int length = utf8check_decode(NULL, p, n, true, &value, NULL);

	*cp = length > 0 ? value : ' ';
	return length > 0 ? length : 0;
}

/* The code point that ends before @p, after BESIDE or more bytes. */
static u32 point_before(const u8 *p)
{
	const u8 *start = p - 1;
	u32 cp;

	while (p - start < 4 && (*start & 0xc0) == 0x80)
		start--;
	return read_point(start, p - start, &cp) == (size_t)(p - start) ? cp : ' ';
}

static unsigned int length_by_lead(u8 lead)
{
	if (lead < 0xc2 || lead > 0xf4)
		return 0;
	return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

/* Are the characters at @p a sequence of UTF-8 that was read in a charset? */
static bool is_misread(const struct charset *set, const u8 *p, size_t n,
		       struct misread *r)
{
	u8 bytes[4] = { 0 };
	unsigned int length = 1;
	int byte;

	r->bytes = 0;
	for (r->n = 0; r->n < length; r->n++) {
		r->bytes += read_point(p + r->bytes, n - r->bytes, &r->cp[r->n]);
		byte = charset_byte(set, r->cp[r->n]);
		if (byte < 0x80)
			return false;
		bytes[r->n] = byte;
		if (!r->n)
			length = length_by_lead(byte);
	}
	r->lead = bytes[0];
	return length &&
	       utf8check_decode(NULL, bytes, length, true, &r->meant, NULL) == (int)length;
}

static bool is_capital(u32 cp)
{
	return (cp >= 'A' && cp <= 'Z') || (cp >= 0xc0 && cp < 0xdf);
}

static bool counts_as_misread(const struct charset *set, const u8 *p, size_t n,
			      const struct misread *r)
{
	u32 before = point_before(p), after;
	struct misread next;

	read_point(p + r->bytes, n - r->bytes, &after);
	if (!is_everyday(r->meant) || !looks_strange(before, r->cp, r->n, after))
		return false;
	if (r->n > 2)
		return true;
	/* A letter of Latin-1, misread; but a name in capitals may end so before (R). */
	if ((r->cp[0] == 0xc2 || r->cp[0] == 0xc3) && !is_capital(before))
		return true;
	return is_misread(set, p + r->bytes, n - r->bytes, &next) &&
	       is_everyday(next.meant);
}

/* Look at one place.  Return: how many bytes are decided. */
static size_t look_for_misread(struct mojibake_part *m, const u8 *p, size_t n)
{
	struct mojibake_places *places;
	struct misread r;
	unsigned int i;

	for (i = 0; i < m->charsets; i++) {
		places = &m->places[i];
		if (!is_misread(places->read_as, p, n, &r) ||
		    !counts_as_misread(places->read_as, p, n, &r))
			continue;
		places->last = m->offset + (p - m->text) - BESIDE;
		if (!places->places++)
			places->first = places->last;
		return r.bytes;
	}
	return 1;
}

/* Look at the places before @to; up to PLACES_AT_ONCE + 3 bytes after it are read. */
static void scan_places(struct mojibake_part *m, size_t to)
{
	size_t at = m->from, end;

	while (at < to) {
		end = at + PLACES_AT_ONCE < to ? at + PLACES_AT_ONCE : to;
		if (!block_may(m->text + at))
			at = end;
		while (at < end)
			at += may_begin_misread(m->text + at) ?
			      look_for_misread(m, m->text + at, m->n - at) : 1;
	}
	m->from = at;
}

/* Keep what was not looked at, and what is beside it. */
static void keep_undecided(struct mojibake_part *m)
{
	size_t gone = m->from - BESIDE;

	m->n -= gone;
	m->from = BESIDE;
	m->offset += gone;
	memmove(m->text, m->text + gone, m->n);
}

void mojibake_part_push(struct mojibake_part *m, const u8 *p, size_t n)
{
	memcpy(m->text + m->n, p, n);
	m->n += n;
	if (!n) {
		memset(m->text + m->n, 0, MOJIBAKE_PART_KEPT);
		scan_places(m, m->n);
	} else if (m->n > m->from + 2 * BESIDE) {
		scan_places(m, m->n - 2 * BESIDE);
		keep_undecided(m);
	}
}

struct mojibake_places mojibake_part_answer(const struct mojibake_part *m)
{
	struct mojibake_places best = { 0 };
	unsigned int i;

	for (i = 0; i < m->charsets; i++)
		if (m->places[i].places > best.places)
			best = m->places[i];
	return best;
}
