// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Mojibake in parts of a text that is not mojibake as a whole.
 *
 * A sequence of UTF-8 that was read in a charset is a lead, a character that the
 * charset has for a lead byte, and characters that it has for continuations.  struct
 * misread_pairs has the pairs of characters that may begin a sequence; most pairs may not.
 *
 * A few characters of real text may look like a sequence by chance.  So places have points
 * (misread_points()), and only a text with enough points is reported as mojibake.
 */
#include <endian.h>
#include <string.h>
#include "feature/detect/mojibake_part.h"
#include "feature/detect/plausible.h"
#include "utf8check.h"

/* Bytes on each side of a place that are looked at for the word that it is in. */
#define WORD_BYTES 48

/* These, and 4 characters. */
#define BESIDE (WORD_BYTES + 16)

/* Adjacent sequences that are one place, at most, and their bytes. */
#define RUN_MAX 12
#define RUN_BYTES (RUN_MAX * 4 * 3)

/* Bytes after the start of a place that are looked at. */
#define AHEAD (RUN_BYTES + BESIDE)

/* Adjacent sequences that are certainly misread, whatever they look like. */
#define RUN_SURE 3

/* Likely places are not chance if there are three, and one in this many bytes. */
#define BYTES_PER_LIKELY 512

/**
 * struct run - misread sequences, one after another
 *
 * @n: how many.
 * @bytes: how many bytes of the text they are.
 * @last: where the last begins.
 * @points: the most that one of them has.
 * @letters: beside them, of the same word; other sequences count as one.
 * @others: characters in a row with them that are not ASCII, and no sequences.
 * @right: some of these were read right.
 * @at: the sequences.
 */
struct run {
	unsigned int n;
	size_t bytes;
	size_t last;
	unsigned int points;
	unsigned int letters;
	unsigned int others;
	bool right;
	struct misread at[RUN_MAX];
};

void misread_pairs_add(struct misread_pairs *p, const struct charset *set)
{
	u32 cp;

	if (set->wide || p->n == PAIRS_MAX)
		return;
	for (cp = 0x80; cp < CHARSET_END; cp++) {
		p->lead[cp] |= (set->code[cp] >= 0xc2 && set->code[cp] <= 0xf4) << p->n;
		p->continuation[cp] |= (set->code[cp] >= 0x80 && set->code[cp] <= 0xbf) << p->n;
	}
	p->sets[p->n++] = set;
}

void mojibake_part_start(struct mojibake_part *m, const struct misread_pairs *pairs)
{
	unsigned int i;

	memset(m->places, 0, sizeof(m->places));
	m->pairs = pairs;
	m->charsets = ~0u;
	for (i = 0; i < pairs->n; i++)
		m->places[i].read_as = pairs->sets[i];
	m->offset = 0;
	m->mender = NULL;
	m->given = BESIDE;
	/* Before the text there is room for spaces. */
	m->from = BESIDE;
	m->n = BESIDE;
	memset(m->text, ' ', BESIDE);
}

/* Return: the bytes of the code point at @p; 0 when it is ill-formed. */
static size_t read_point(const u8 *p, size_t n, u32 *cp)
{
	u64 value = *p;
	int length = n && *p < 0x80 ? 1 : utf8check_decode(NULL, p, n, true, &value, NULL);

	*cp = length > 0 ? value : ' ';
	return length > 0 ? length : 0;
}

/* Return: the bytes of the code point that ends before @p; of an ill-formed one any number. */
static size_t point_before(const u8 *p, u32 *cp)
{
	size_t n = 1;

	while (n < 4 && (p[-n] & 0xc0) == 0x80)
		n++;
	if (read_point(p - n, n, cp) != n)
		*cp = ' ';
	return n;
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
		byte = charset_code(set, m->cp[m->n]);
		if (byte < 0x80)
			return 0;
		bytes[m->n] = byte;
		if (!m->n)
			length = length_by_lead(byte);
	}
	if (!length || utf8check_decode(NULL, bytes, length, true, &meant, NULL) != (int)length)
		return 0;
	m->meant = meant;
	return is_everyday(meant) ? size : 0;
}

/* Characters outside ASCII beside a place: from this many in one run on, they are right. */
#define RIGHT_MIN 5

static bool is_boundary(u32 cp)
{
	return (cp < 0xa0 && !is_letter(cp)) || cp == 0xfffd;
}

/*
 * Count the character, or the sequence, at @p, which is beside the run @r; one that is not of
 * ASCII and no sequence is right, but where bytes may have been lost.  Return: its bytes.
 */
static size_t count_beside(struct run *r, const struct charset *set, const u8 *p, size_t n, u32 *cp)
{
	struct misread m;
	size_t size = read_misread(set, p, n, &m);
	u32 next;

	*cp = 'a';
	if (size) {
		r->letters += !is_drawn(&m);
		return size;
	}
	size = read_point(p, n, cp);
	read_point(p + size, 4, &next);
	r->letters += is_letter(*cp);
	r->others += *cp > 0xa0;
	r->right |= (*cp > 0xff && is_graphic(*cp)) || r->others == RIGHT_MIN ||
		    (*cp > 0x7f && is_letter(*cp) && is_right_before(*cp, next));
	return size ? size : 1;
}

/* Look at the word that the run at @p is in, with the signs in a row with it. */
static void look_at_word(struct run *r, const struct charset *set, const u8 *p, size_t n)
{
	const u8 *at, *end = p + (n < RUN_BYTES + WORD_BYTES ? n : RUN_BYTES + WORD_BYTES);
	unsigned int letters, others;
	u32 cp = 'a';

	for (at = p + r->bytes; at < end && !r->right && !is_boundary(cp);)
		at += count_beside(r, set, at, end - at, &cp);
	if (r->right)
		return;
	letters = r->letters;
	others = r->others;
	for (at = p; p - at < WORD_BYTES && (at[-1] >= 0x80 || is_letter(at[-1]));)
		at--;
	while (at < p) {
		at += count_beside(r, set, at, p - at, &cp);
		if (!is_boundary(cp))
			continue;
		r->letters = letters;
		r->others = others;
		r->right = false;
	}
}

/*
 * Find the run at @p.  If one sequence counts, the others do: in a word of Cyrillic some
 * look as if they were right.
 */
static void find_run(struct run *r, const struct charset *set, const u8 *p, size_t n)
{
	struct misread *m = r->at;
	unsigned int points;
	u32 before, before_that;
	size_t size;

	*r = (struct run){ };
	point_before(p - point_before(p, &before), &before_that);
	size = read_misread(set, p, n, m);
	while (size) {
		m->before = before;
		m->before_that = before_that;
		before_that = m->cp[m->n - 2];
		before = m->cp[m->n - 1];
		r->last = r->bytes;
		r->bytes += size;
		read_point(p + r->bytes, n - r->bytes, &m->after);
		size = ++r->n < RUN_MAX ? read_misread(set, p + r->bytes, n - r->bytes, m + 1) : 0;
		m->chained = size;
		points = misread_points(m++);
		if (points > r->points)
			r->points = points;
	}
	/* Certain together, though each alone may be part of a word. */
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

/* A charset of the places in which a code point is the byte C3; NULL if there is none. */
static struct mojibake_places *read_as_c3(struct mojibake_part *m, u32 cp)
{
	unsigned int i;

	for (i = 0; i < m->pairs->n; i++)
		if (m->charsets >> i & 1 && m->places[i].read_as->code[cp] == 0xc3)
			return &m->places[i];
	return NULL;
}

/* Do two small letters of ASCII end before @p? */
static bool is_small_end(const u8 *p)
{
	return p[-1] >= 'a' && p[-1] <= 'z' && p[-2] >= 'a' && p[-2] <= 'z';
}

static bool is_alone(const struct run *r)
{
	unsigned int i, drawn = 0;

	for (i = 0; i < r->n; i++)
		drawn += is_drawn(&r->at[i]);
	return (r->n == 1 || drawn == r->n) && misread_is_alone(r->at, r->letters);
}

static void count_run(struct mojibake_part *m, struct mojibake_places *places,
		      const struct run *r, const u8 *p)
{
	u64 offset = m->offset + (p - m->text) - BESIDE;

	if (!is_alone(r)) {
		places->sure += r->points >= MISREAD_SURE;
		places->likely += r->points == MISREAD_LIKELY;
	}
	if (!places->places)
		places->first = offset;
	places->last = offset + r->last;
	places->places += r->n;
}

/*
 * An a with grave whose second byte, a no-break space, an editor has turned into a space: it is
 * A with tilde and a space now, or in windows-1251 a word of one letter.  Where a letter follows,
 * the editor has also joined that space with the one after the word, so the space stays; except
 * in the Portuguese words that begin with this letter.  The end of a word of small letters is
 * enough for a verdict.  Return: how many bytes are mended.
 */
static size_t look_for_lost_space(struct mojibake_part *m, const u8 *p)
{
	struct run r = { .n = 1, .bytes = 2, .points = MISREAD_SURE, .letters = 2, .at[0].meant = 0xe0 };
	bool tilde = !memcmp(p, "\xc3\x83 ", 3);
	struct mojibake_places *places;

	if (!tilde && (memcmp(p - 1, " \xd0\x93 ", 4) || p[-2] >= 0x80))
		return 0;
	places = read_as_c3(m, tilde ? 0xc3 : 0x413);
	if (!places || p[-1] >= 0x80 || (p[-1] >= 'A' && p[-1] <= 'Z'))
		return 0;
	if (!m->mender && tilde && is_small_end(p))
		count_run(m, places, &r, p);
	if (!m->mender)
		return 0;
	if (tilde && (p[3] <= ' ' || !memcmp(p + 3, "s ", 2) || !memcmp(p + 3, "quele", 5) ||
		      !memcmp(p + 3, "quela", 5) || !memcmp(p + 3, "quilo", 5)))
		r.bytes = 3;
	mend_run(m, &r, p);
	return r.bytes;
}

/* Look at one place, for the charsets of @sets.  Return: how many bytes are decided. */
static size_t look_for_misread(struct mojibake_part *m, const u8 *p, size_t n, unsigned int sets)
{
	unsigned int i, least = m->mender ? m->mender->least : MISREAD_LIKELY;
	struct run r;

	for (i = 0; i < m->pairs->n; i++) {
		if (!(sets >> i & 1))
			continue;
		find_run(&r, m->places[i].read_as, p, n);
		if (r.points >= least)
			look_at_word(&r, m->places[i].read_as, p, n);
		if (r.points < least || r.right)
			continue;
		if (m->mender)
			mend_run(m, &r, p);
		else
			count_run(m, &m->places[i], &r, p);
		return r.bytes;
	}
	return 0;
}

/* The code point at @p, of text that is mostly well-formed, and BESIDE bytes after it. */
static inline u32 quick_point(const u8 *p, unsigned int *length)
{
	*length = p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;
	if (*length == 2)
		return (p[0] & 0x1f) << 6 | (p[1] & 0x3f);
	/* No charset has those of four bytes. */
	return *length == 3 ? (p[0] & 0xf) << 12 | (p[1] & 0x3f) << 6 | (p[2] & 0x3f) : 0;
}

static inline bool is_small_cyrillic(u32 cp)
{
	return cp - 0x430 <= 0x44f - 0x430;
}

/* The charsets in which a sequence may begin with these two. */
static inline unsigned int sets_of(const struct misread_pairs *pairs, u32 cp, u32 after)
{
	/* Nearly all words of Cyrillic have this pair in CP866. */
	unsigned int word = is_small_cyrillic(cp) & is_small_cyrillic(after);

	return pairs->lead[cp] & pairs->continuation[after] & (word - 1);
}

/* Is there a letter at @p that look_for_lost_space() looks at?  Few are. */
static inline bool may_lose_space(const u8 *p)
{
	return !memcmp(p, "\xc3\x83 ", 3) || !memcmp(p, "\xd0\x93 ", 3);
}

/* Look at the characters at @at, up to the next of ASCII, or @to.  Return: where that is. */
static size_t scan_others(struct mojibake_part *m, size_t at, size_t to)
{
	unsigned int length, next, sets;
	size_t found = 0;
	u32 cp, after;

	cp = quick_point(m->text + at, &length);
	while (at < to && m->text[at + length] >= 0x80) {
		after = quick_point(m->text + at + length, &next);
		sets = sets_of(m->pairs, cp, after) & m->charsets;
		found = sets ? look_for_misread(m, m->text + at, m->n - at, sets) : 0;
		if (found)
			return at + found;
		at += length;
		length = next;
		cp = after;
	}
	if (at >= to)
		return at;
	if (may_lose_space(m->text + at))
		found = look_for_lost_space(m, m->text + at);
	return at + (found ? found : length);
}

/* Look at the places before @to; up to AHEAD bytes after it are read. */
static void scan_places(struct mojibake_part *m, size_t to)
{
	size_t at = m->from;
	u64 high;

	while (at < to) {
		high = le64toh(load64(m->text + at)) & HIGH_BITS;
		at += high ? __builtin_ctzll(high) / 8 : 8;
		if (high && at < to)
			at = scan_others(m, at, to);
	}
	/* After the text there are zeros. */
	m->from = at < m->n ? at : m->n;
	if (m->mender && m->from > m->given) {
		give(m, m->text + m->given, m->from - m->given);
		m->given = m->from;
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
	size_t piece;

	if (!n) {
		memset(m->text + m->n, 0, MOJIBAKE_PART_KEPT);
		scan_places(m, m->n);
	}
	for (; n; p += piece, n -= piece) {
		piece = n < MOJIBAKE_PART_ROOM ? n : MOJIBAKE_PART_ROOM;
		memcpy(m->text + m->n, p, piece);
		m->n += piece;
		if (m->n <= m->from + AHEAD)
			continue;
		scan_places(m, m->n - AHEAD);
		keep_undecided(m);
	}
}

/*
 * One place is enough if it is sure.  Places that are likely must be three, and not far from each
 * other: in a long text there are some by chance.
 */
static bool is_enough(const struct mojibake_places *p, u64 bytes)
{
	return p->sure || (p->likely > 2 && p->likely >= bytes / BYTES_PER_LIKELY);
}

struct mojibake_places mojibake_part_answer(const struct mojibake_part *m, unsigned int *charsets)
{
	struct mojibake_places best = { 0 };
	unsigned int i;

	*charsets = 0;
	for (i = 0; i < m->pairs->n; i++) {
		if (!is_enough(&m->places[i], m->offset + m->n))
			continue;
		*charsets |= 1u << i;
		if (m->places[i].places > best.places)
			best = m->places[i];
	}
	return best;
}
