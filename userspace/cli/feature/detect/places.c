// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A text is undone in pieces of whole lines: all of it, or the places that are mojibake.
 *
 * A sequence of UTF-8 that was read in a charset is a lead, a character that the
 * charset has for a lead byte, and characters that it has for continuations.  Tables say which
 * pairs of characters may begin a sequence; most pairs may not.
 *
 * A run of such sequences is mojibake if it takes fewer bits undone than as it is, with the text
 * around it.  Of several charsets that counts which takes the fewest.
 */
#include <endian.h>
#include <inttypes.h>
#include "base/say/escape.h"
#include "base/say/message.h"
#include "base/text/script.h"
#include "feature/detect/detect_private.h"

/*
 * Characters on each side of a run that are measured with it; those beside it that are measured
 * first, as most runs of right text are clear by these; characters of a run.
 */
#define CONTEXT 64
#define NEAR 2
#define RUN_MAX 64

/*
 * To bound the time of a hostile text: MISSES measurements may fail, and one more for each
 * BYTES_A_MISS bytes of the text.  After that, no place is measured until the text is longer.
 */
#define MISSES 250
#define BYTES_A_MISS 2048

/*
 * By how many bits more than its charset asks for a run must be better.  The first that fits:
 *
 *	it is several characters, or no letter		MORE_AT_END
 *	it is a letter that is not Latin		MORE_IF_OTHER
 *	hardly a word: fewer than two letters beside it	MORE_IF_ALONE
 *	at an end of a word				MORE_AT_END
 *	amid a word: there little is enough		none
 */
#define MORE_AT_END (5 * MEASURE_BIT)
#define MORE_IF_ALONE (11 * MEASURE_BIT)
#define MORE_IF_OTHER (17 * MEASURE_BIT)
/* By how many a run that was undone must be better undone once more. */
#define GAIN (8 * MEASURE_BIT)

/**
 * struct window - a run, with the text around it
 *
 * @p: where the run begins in the text.
 * @left: bytes of the text from there.
 * @cp: the code points.
 * @n: how many.
 * @at: where the run begins.
 * @as_is: what they take.
 */
struct window {
	const u8 *p;
	size_t left;
	u32 cp[2 * CONTEXT + RUN_MAX];
	unsigned int n;
	unsigned int at;
	struct measure as_is;
};

/**
 * struct run - sequences one after another, undone
 *
 * @charset: the number of the charset that they were read in; the last one, if there are several.
 * @used: code points of the run.
 * @last: those before its last sequence.
 * @meant: what was meant.
 * @n: how many code points.
 * @cost: what they take, with what is around them.
 */
struct run {
	unsigned int charset;
	unsigned int used;
	unsigned int last;
	u32 meant[RUN_MAX];
	unsigned int n;
	u32 cost;
};

static const struct charset *charsets[PLACE_CHARSETS];

/*
 * For each code point, a bit for each charset in which that is a lead byte of UTF-8; a bit for each in
 * which it is a byte that follows one.
 */
static u16 leads[CHARSET_END], continuations[CHARSET_END];

static void load_charsets(void)
{
	const struct charset *charset;
	unsigned int i;
	u32 cp;

	for (i = 0; i < PLACE_CHARSETS && !charsets[i]; i++) {
		charset = charsets[i] = charset_of(misreadings[i].read_as);
		for (cp = 0x80; cp < CHARSET_END; cp++) {
			leads[cp] |= (charset->code[cp] >= 0xc2 && charset->code[cp] <= 0xf4) << i;
			continuations[cp] |= (charset->code[cp] >= 0x80 && charset->code[cp] <= 0xbf) << i;
		}
	}
}

void undoing_start(struct undoing *u, const struct mojibake *m, const char *name)
{
	load_charsets();
	u->m = *m;
	u->name = name;
	u->trusted = 0;
	memset(u->found, 0, sizeof(u->found));
	u->bad = u->offset = u->misses = u->n = 0;
	u->piece[0] = '\n';
}

/*
 * Fill the window with what is around the run in its line, with so many characters on each side.
 * A text that changes while it is read may be ill-formed here: then the characters are wrong, but
 * none is read from more than three bytes after the piece, where NULs are.
 */
static void look_around(struct window *w, unsigned int beside)
{
	const u8 *p = w->p, *start = p, *end = p + w->left;
	unsigned int after = beside, length;

	for (w->at = 0; w->at < beside && start[-1] != '\n'; w->at++)
		while (is_continuation(*--start) && start[-1] != '\n')
			;
	/* The run ends before ASCII: from there on, characters are those after it. */
	for (w->n = 0; w->n < w->at + RUN_MAX + beside && after && start < end && *start != '\n'; start += length) {
		after -= start > p && (after < beside || *start < 0x80);
		w->cp[w->n++] = decode_well_formed(start, &length);
	}
}

/* Undo the sequences at the start of @cp, of one charset. */
static void undo_points(struct run *r, const struct charset *charset, const u32 *cp, unsigned int n)
{
	unsigned int length;
	u8 bytes[RUN_MAX];

	n = n < RUN_MAX ? n : RUN_MAX;
	for (r->used = 0; r->used < n && charset_code(charset, cp[r->used]) > 0x7f; r->used++)
		bytes[r->used] = charset_code(charset, cp[r->used]);
	n = utf8check_valid_up_to(bytes, r->used);
	for (r->n = r->used = 0; r->used < n; r->used += length) {
		r->meant[r->n++] = decode_well_formed(bytes + r->used, &length);
		r->last = r->used;
	}
}

/* What the window takes with the run undone; most if that is no text. */
static u32 cost_of_run(const struct window *w, const struct run *r)
{
	u32 cp[ARRAY_SIZE(w->cp)];
	const unsigned int rest = w->n - w->at - r->used;
	struct measure m;

	memcpy(cp, w->cp, w->at * sizeof(*cp));
	memcpy(cp + w->at, r->meant, r->n * sizeof(*cp));
	memcpy(cp + w->at + r->n, w->cp + w->at + r->used, rest * sizeof(*cp));
	m = measure_text(cp, w->at + r->n + rest);
	return m.odd > w->as_is.odd ? UINT32_MAX : m.cost;
}

/*
 * The reading of the run, in a charset whose bit is in @set, that takes fewest bits; false if none takes
 * fewer than the run as it is.
 */
static bool undo_run(struct run *best, struct window *w, unsigned int beside, unsigned int set)
{
	struct run r;

	look_around(w, beside);
	w->as_is = measure_text(w->cp, w->n);
	*best = (struct run){ .cost = w->as_is.cost };
	for (; set; set &= set - 1) {
		r.charset = __builtin_ctz(set);
		undo_points(&r, charsets[r.charset], w->cp + w->at, w->n - w->at);
		/* Many charsets have the same reading: it is that of the first. */
		if (!r.n || (r.used == best->used && r.n == best->n && !memcmp(r.meant, best->meant, r.n * sizeof(*r.meant))))
			continue;
		r.cost = cost_of_run(w, &r);
		if (r.cost < best->cost)
			*best = r;
	}
	return best->n;
}

/* Undo further steps of the run, which are undone wholly. */
static void undo_further(struct run *best, const struct window *w)
{
	struct run r, from;
	unsigned int i;

	do {
		from = *best;
		for (i = 0; i < PLACE_CHARSETS; i++) {
			r = from;
			undo_points(&r, charsets[i], from.meant, from.n);
			if (!r.n || r.used < from.n)
				continue;
			r.used = from.used;
			r.last = from.last;
			r.cost = cost_of_run(w, &r);
			if (r.cost + GAIN <= best->cost)
				*best = r;
		}
	} while (best->cost < from.cost);
}

/* The bytes of @n code points. */
static size_t bytes_of(const u8 *p, unsigned int n)
{
	const u8 *end = p;

	for (; n; n--)
		while (is_continuation(*++end))
			;
	return end - p;
}

/* Give the text as it is up to @p. */
static void give(struct undoing *u, const u8 *p)
{
	/* Text that changes meanwhile may have a place twice. */
	if (p <= u->given)
		return;
	if (u->made)
		u->made = mempcpy(u->made, u->given, p - u->given);
	u->given = p;
}

/* @p is in the piece of @u. */
static u64 offset_of(const struct undoing *u, const u8 *p)
{
	return u->offset + (p - u->piece) - 1;
}

/* List the @n bytes at @p, which are undone as those from @meant on. */
static void list_place(const struct undoing *u, const u8 *p, size_t n, const u8 *meant)
{
	FILE *to = cli_begin_message();

	escaped_print(to, (const u8 *)u->name, strlen(u->name));
	fprintf(to, ": byte %" PRIu64 ": ", offset_of(u, p));
	escaped_print(to, p, n);
	fputs(" -> ", to);
	escaped_print(to, meant, u->made - meant);
	fputc('\n', to);
	cli_end_message();
}

/* The run at @p is mojibake.  Return: its bytes. */
static size_t take_run(struct undoing *u, const struct run *r, const u8 *p)
{
	struct mojibake_places *found = &u->found[r->charset];
	const size_t n = bytes_of(p, r->used);
	unsigned int i;
	u8 *meant;

	if (!found->places)
		found->first = offset_of(u, p);
	found->last = offset_of(u, p) + bytes_of(p, r->last);
	found->places += r->n;
	if (!u->made)
		return n;
	give(u, p);
	u->given += n;
	meant = u->made;
	for (i = 0; i < r->n; i++)
		u->made += utf8check_encode(NULL, r->meant[i], u->made);
	if (u->name)
		list_place(u, p, n, meant);
	return n;
}

/* Letters before the run, or after it, at most two. */
static unsigned int letters_beside(const struct window *w, int at, int step)
{
	unsigned int letters = 0;

	for (; letters < 2 && at >= 0 && at < (int)w->n && measure_is_letter(w->cp[at]); at += step)
		letters++;
	return letters;
}

/* Hardly a word is what formulas have.  The rows are those of MORE_AT_END, in the same order. */
static u32 gain_needed(const struct window *w, const struct run *r)
{
	const u32 least = misreadings[r->charset].bits * MEASURE_BIT;
	const unsigned int before = letters_beside(w, (int)w->at - 1, -1);
	const unsigned int after = letters_beside(w, w->at + r->used, 1);

	if (r->n > 1 || !measure_is_letter(r->meant[0]))
		return least + MORE_AT_END;
	if (script_of(r->meant[0]) != script_of('a'))
		return least + MORE_IF_OTHER;
	/* By chance, three characters are a sequence more seldom than two. */
	if (before + after < 2 && r->used < 3)
		return least + MORE_IF_ALONE;
	return before && after ? least : least + MORE_AT_END;
}

/* Is the run of the trusted charset, and nothing else in a row with it? */
static bool is_trusted(struct run *r, const struct undoing *u, struct window *w)
{
	unsigned int points;

	look_around(w, 1);
	points = w->n - w->at - (w->cp[w->n - 1] < 0x80);
	r->charset = __builtin_ctz(u->trusted);
	undo_points(r, charsets[r->charset], w->cp + w->at, points);
	return r->n && (r->used == points || points > RUN_MAX);
}

/* Measure the run, if that may fail once more. */
static bool is_mojibake(struct run *r, struct undoing *u, struct window *w, unsigned int set)
{
	if (u->misses > MISSES + offset_of(u, w->p) / BYTES_A_MISS)
		return false;
	u->misses++;
	if (!undo_run(r, w, NEAR, set) || !undo_run(r, w, CONTEXT, set) ||
	    r->cost + gain_needed(w, r) > w->as_is.cost)
		return false;
	u->misses--;
	undo_further(r, w);
	return true;
}

/* Look at one place, read in a charset whose bit is in @set.  Return: how many bytes are decided. */
static size_t look_at_run(struct undoing *u, const u8 *p, size_t n, unsigned int set)
{
	struct window w = { .p = p, .left = n };
	struct run r;

	if ((set & u->trusted && is_trusted(&r, u, &w)) || is_mojibake(&r, u, &w, set))
		return take_run(u, &r, p);
	return 0;
}

static inline bool is_small_cyrillic(u32 cp)
{
	return cp - 0x430 <= 0x44f - 0x430;
}

/* The charsets in which a sequence may begin with these two. */
static inline unsigned int charsets_of(u32 cp, u32 after)
{
	/* Nearly all words of Cyrillic have this pair in CP866. */
	const bool word = is_small_cyrillic(cp) & is_small_cyrillic(after);

	return cp < CHARSET_END && after < CHARSET_END && !word ? leads[cp] & continuations[after] : 0;
}

/* Look at the characters at @p, up to the next of ASCII.  Return: where that is. */
static const u8 *look_at_others(struct undoing *u, const u8 *p, const u8 *end)
{
	unsigned int length, next, set;
	size_t found;
	u32 cp, after;

	for (cp = decode_well_formed(p, &length); p + length < end && p[length] >= 0x80; cp = after, length = next) {
		after = decode_well_formed(p + length, &next);
		set = charsets_of(cp, after) & u->m.charsets;
		found = set ? look_at_run(u, p, end - p, set) : 0;
		if (found)
			return p + found;
		p += length;
	}
	return p + length;
}

/* Look for places in the first @n bytes of the piece. */
static void look_at_piece(struct undoing *u, size_t n)
{
	const u8 *p = u->piece + 1, *end = p + n;
	u64 high;

	u->given = p;
	while (p < end) {
		high = le64toh(load64(p)) & HIGH_BITS;
		p += high ? __builtin_ctzll(high) / 8 : 8;
		if (high && p < end)
			p = look_at_others(u, p, end);
	}
	give(u, end);
}

/* How much of a full piece is undone: the most that surely ends outside of all sequences. */
static size_t whole_part(const struct undoing *u)
{
	static const u8 limits[] = { '\n' + 1, '@' };
	const struct charset *charset = u->m.steps ? charset_of(u->m.read_as[u->m.steps - 1]) : NULL;
	const u8 *text = u->piece + 1, *end;
	unsigned int i, length;
	int code;

	/* Whole lines; of a longer line, what ends in a byte that no charset has inside a character. */
	for (i = 0; i < ARRAY_SIZE(limits); i++)
		for (end = text + u->n; end > text; end--)
			if (end[-1] < limits[i])
				return end - text;
	/* What ends amid sixteen bytes of ASCII. */
	for (end = text + u->n - 8; end > text + 8; end--)
		if (!((load64(end - 8) | load64(end)) & HIGH_BITS))
			return end - text;
	/* What is before a character that may begin a sequence. */
	for (end = text + u->n - 4; end > text; end--) {
		code = charset ? charset_code(charset, decode_well_formed(end, &length)) : 0xff;
		if (!is_continuation(*end) && (code > 0xff ? code >> 8 : code) >= 0xc2)
			return end - text;
	}
	return u->n;
}

size_t undoing_push(struct undoing *u, const u8 *p, size_t n, u8 *made)
{
	const bool is_end = !n;
	size_t piece, whole;

	u->made = made;
	do {
		piece = n < UNDO_PIECE - u->n ? n : UNDO_PIECE - u->n;
		memcpy(u->piece + 1 + u->n, p, piece);
		p += piece;
		n -= piece;
		u->n += piece;
		if (!is_end && u->n < UNDO_PIECE)
			break;
		whole = is_end ? u->n : whole_part(u);
		memset(u->piece + 1 + u->n, 0, 16);
		/* The mark of another text stays, but no misreading makes it. */
		u->bad += u->m.steps && u->offset && mark_length(u->piece + 1, whole);
		if (u->m.steps)
			u->made += undo_steps(&u->m, u->piece + 1, whole, u->made, &u->bad);
		else
			look_at_piece(u, whole);
		u->offset += whole;
		u->n -= whole;
		memmove(u->piece + 1, u->piece + 1 + whole, u->n);
	} while (n);
	return u->made - made;
}

void undoing_answer(const struct undoing *u, struct mojibake *m)
{
	unsigned int i;

	for (i = 0; i < PLACE_CHARSETS; i++) {
		if (u->found[i].places)
			m->charsets |= 1u << i;
		if (u->found[i].places > m->part.places) {
			m->part = u->found[i];
			m->part.read_as = misreadings[i].read_as;
		}
	}
}
