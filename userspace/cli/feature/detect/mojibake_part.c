// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Mojibake in a part of a text that is none as a whole.
 *
 * A sequence of UTF-8 that was read in a charset is a lead, a character that the
 * charset has for a lead byte, and characters that it has for continuations.
 * may_begin_misread() finds by a few bytes where real text hardly ever has such a lead
 * before such a continuation: so nearly all blocks of a text are passed over.
 *
 * A few characters of real text may be such a sequence by chance.  So places have points
 * (misread_points()), and only where these are enough is a text said to be mojibake.
 */
#include <string.h>
#include "feature/detect/mojibake_part.h"
#include "feature/detect/plausible.h"
#include "utf8check.h"

/* The compiler makes vector code of a loop over so many bytes. */
#define PLACES_AT_ONCE 64

/* A sequence and what is beside it: 4 characters, and one on each side. */
#define BESIDE 20

/* Sequences one after another that are taken as one place, and bytes of so many. */
#define RUN_MAX 12
#define RUN_BYTES (RUN_MAX * 4 * 4)

/* So many are sure, whatever they look like. */
#define RUN_SURE 3

/**
 * struct run - misread sequences, one after another
 *
 * @n: how many.
 * @bytes: how many bytes of the text they are.
 * @last: where the last begins.
 * @points: the most that one of them has.
 * @at: the sequences.
 */
struct run {
	unsigned int n;
	size_t bytes;
	size_t last;
	unsigned int points;
	struct misread at[RUN_MAX];
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
	m->mender = NULL;
	m->given = BESIDE;
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
	/* windows-1251: a lead, and no letter of Russian; for emoji, er. */
	u8 lead = ((b & 0xfe) == 0xa0) | ((u8)(b - 0x92) < 4) | (b == 0xb2);
	u8 russian = (a == 0xd0) & lead & (c >= 0xc2) &
		     !((c == 0xd0) & (d >= 0x90)) & !((c == 0xd1) & (d < 0x90));
	u8 emoji = (a == 0xd1) & (b == 0x80) & (c == 0xd1) & (d == 0x9f);
	u8 marked = (a == 0xd0) & (b >= 0x90) & ((c == 0xc2) | (c == 0xe2) | (c == 0xd2));
	/* KOI8-R: a letter, and a part of a box. */
	u8 box = ((a & 0xfe) == 0xd0) & (c == 0xe2) & (d >= 0x94) & (d <= 0x96);
	/* What KOI8-R has for Russian: pe or ya, and a sign, or io of either case. */
	u8 pe = ((a == 0xd0) & (b == 0xbf)) | ((a == 0xd1) & (b == 0x8f));
	u8 sign = pe & ((c == 0xc2) | (c == 0xe2) | ((c == 0xc3) & (d == 0xb7)) |
			((c == 0xd0) & (d == 0x81)) | ((c == 0xd1) & (d == 0x91)));
	/* CP866: a part of a box, and a letter; Te or Io, and a capital. */
	u8 after_box = (a == 0xe2) & (((b == 0x95) & ((c == 0xa8) | (c == 0xa4))) |
				      ((b == 0x94) & ((c == 0x9c) | (c == 0xac))));
	u8 capital = (a == 0xd1) & (b == 0x82) & (c == 0xd0) & (d == 0x90);
	u8 capitals = (a == 0xd0) & (b == 0x81) & (c == 0xd0) & (d == 0xaf);

	return latin | russian | marked | emoji | box | sign | after_box | capital | capitals;
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

/*
 * Are the characters at @p a sequence of UTF-8 that was read in a charset?  Return: how
 * many bytes they are; 0 if not.
 */
static size_t read_misread(const struct charset *set, const u8 *p, size_t n, struct misread *m)
{
	u8 bytes[4] = { 0 };
	unsigned int length = 1;
	size_t size = 0;
	u64 meant;
	int byte;

	for (m->n = 0; m->n < length; m->n++) {
		size += read_point(p + size, n - size, &m->cp[m->n]);
		byte = charset_byte(set, m->cp[m->n]);
		if (byte < 0x80)
			return 0;
		bytes[m->n] = byte;
		if (!m->n)
			length = length_by_lead(byte);
	}
	if (!length || utf8check_decode(NULL, bytes, length, true, &meant, NULL) != (int)length)
		return 0;
	m->meant = meant;
	return size;
}

/*
 * Find the run at @p.  If one sequence counts, the others do: in a word of Cyrillic some
 * look as if they were right.
 */
static void find_run(struct run *r, const struct charset *set, const u8 *p, size_t n)
{
	struct misread *m = r->at;
	size_t size = read_misread(set, p, n, m);
	u32 before = point_before(p);
	unsigned int points;

	*r = (struct run){ };
	read_misread(set, p, n, m);
	while (size && is_everyday(m->meant)) {
		m->before = before;
		before = m->cp[m->n - 1];
		r->last = r->bytes;
		r->bytes += size;
		read_point(p + r->bytes, n - r->bytes, &m->after);
		size = ++r->n < RUN_MAX ? read_misread(set, p + r->bytes, n - r->bytes, m + 1) : 0;
		m->chained = size && is_everyday(m[1].meant);
		points = misread_points(m++);
		if (points > r->points)
			r->points = points;
	}
	/* Not by chance, though each alone may be a part of a word. */
	if (r->n >= RUN_SURE && r->points < MISREAD_SURE)
		r->points = MISREAD_SURE;
}

static void give(struct mojibake_part *m, const u8 *p, size_t n)
{
	if (n)
		m->mender->give(m->mender->context, p, n);
}

static void mend_run(struct mojibake_part *m, const struct run *r, const u8 *p)
{
	u8 meant[RUN_MAX * 4];
	struct mojibake_mended mended = {
		.offset = m->offset + (p - m->text) - BESIDE,
		.was = p, .was_n = r->bytes, .meant = meant,
	};
	unsigned int i;

	for (i = 0; i < r->n; i++)
		mended.meant_n += utf8check_encode(NULL, r->at[i].meant, meant + mended.meant_n);
	give(m, m->text + m->given, p - (m->text + m->given));
	m->given = p + r->bytes - m->text;
	if (m->mender->tell)
		m->mender->tell(m->mender->context, &mended);
	give(m, meant, mended.meant_n);
}

static void count_run(struct mojibake_part *m, struct mojibake_places *places,
		      const struct run *r, const u8 *p)
{
	u64 offset = m->offset + (p - m->text) - BESIDE;

	evidence_add(&places->evidence, r->points);
	if (!places->places)
		places->first = offset;
	places->last = offset + r->last;
	places->places += r->n;
}

/* Look at one place.  Return: how many bytes are decided. */
static size_t look_for_misread(struct mojibake_part *m, const u8 *p, size_t n)
{
	unsigned int i, least = m->mender ? m->mender->least : MISREAD_LIKELY;
	struct run r;

	for (i = 0; i < m->charsets; i++) {
		if (m->mender && !(m->mender->charsets >> i & 1))
			continue;
		find_run(&r, m->places[i].read_as, p, n);
		if (r.points < least)
			continue;
		if (m->mender)
			mend_run(m, &r, p);
		else
			count_run(m, &m->places[i], &r, p);
		return r.bytes;
	}
	return 1;
}

/* Look at the places before @to; up to RUN_BYTES after it are read. */
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
	if (m->mender && at > m->given) {
		give(m, m->text + m->given, at - m->given);
		m->given = at;
	}
}

/* Keep what was not looked at, and what is beside it. */
static void keep_undecided(struct mojibake_part *m)
{
	size_t gone = m->from - BESIDE;

	m->n -= gone;
	m->from = BESIDE;
	m->given -= gone;
	m->offset += gone;
	memmove(m->text, m->text + gone, m->n);
}

void mojibake_part_push(struct mojibake_part *m, const u8 *p, size_t n)
{
	if (n)
		memcpy(m->text + m->n, p, n);
	m->n += n;
	if (!n) {
		memset(m->text + m->n, 0, MOJIBAKE_PART_KEPT);
		scan_places(m, m->n);
	} else if (m->n > m->from + RUN_BYTES) {
		scan_places(m, m->n - RUN_BYTES);
		keep_undecided(m);
	}
}

struct mojibake_places mojibake_part_answer(const struct mojibake_part *m)
{
	struct mojibake_places best = { 0 };
	unsigned int i;

	for (i = 0; i < m->charsets; i++)
		if (m->places[i].places > best.places &&
		    evidence_is_enough(&m->places[i].evidence, m->offset + m->n))
			best = m->places[i];
	return best;
}

unsigned int mojibake_part_charsets(const struct mojibake_part *m)
{
	unsigned int i, charsets = 0;

	for (i = 0; i < m->charsets; i++)
		if (evidence_is_enough(&m->places[i].evidence, m->offset + m->n))
			charsets |= 1u << i;
	return charsets;
}
