// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A text is undone in pieces of whole lines: all of it, or the places that are mojibake.
 *
 * A sequence of UTF-8 that was read in a charset is a lead, a character that the
 * charset has for a lead byte, and characters that it has for continuations.  Tables say which
 * pairs of characters may begin a sequence; most pairs may not.
 *
 * A run of such sequences is mojibake if it takes fewer bits undone than as it is, with the text
 * around it.  Of several charsets, the one in which it takes the fewest wins.
 */
#include <inttypes.h>
#include "base/say/escape.h"
#include "base/say/message.h"
#include "base/text/script.h"
#include "feature/detect/detect_private.h"

/* Characters of a run, and those on each side that are measured with it. */
#define RUN_MAX 64
#define CONTEXT 64
#define NEAR 2		/* these are measured first: most runs of right text are clear by them */

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

#define ALL_CHARSETS (BIT(PLACE_CHARSETS) - 1)

/**
 * struct window - a run that may be mojibake, with the text around it
 *
 * @cp: the code points; the run is undone in it.
 * @n: how many.
 * @at: where the run begins.
 * @end: where it ends; before it is undone, where the window does.
 * @measure: what all of them take.
 * @used: how many code points of the text are undone, from the run's start on; 0: none yet.
 * @last: how many of these are before the last sequence.
 * @charset: the number of the charset in which these were read.
 */
struct window {
	u32 cp[2 * CONTEXT + RUN_MAX];
	unsigned int n;
	unsigned int at;
	unsigned int end;
	struct measure measure;
	unsigned int used;
	unsigned int last;
	unsigned int charset;
};

static const struct charset *charsets[PLACE_CHARSETS];

/* For each code point, a bit for each charset in which it is read from a lead byte of UTF-8. */
static u16 leads[CHARSET_END];
/* Likewise, from a byte that follows a lead byte. */
static u16 continuations[CHARSET_END];

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
	u->m = m && !m->places ? *m : (struct mojibake){ };
	u->name = name;
	u->trusted = 0;
	memset(u->read_as, 0, sizeof(u->read_as));
	u->offset = u->misses = u->n = 0;
	u->piece[0] = '\n';
}

/*
 * Fill the window with what is around the run at @p in its line, @beside characters on each side.
 * A text that changes while it is read may be ill-formed here: then the characters are wrong, but
 * none is read from more than three bytes after @end, where NULs are.
 */
static void look_around(struct window *w, unsigned int beside, const u8 *p, const u8 *end)
{
	const u8 *start = p;
	unsigned int after = beside, length;
	bool ended = false;

	*w = (struct window){ };
	for (; w->at < beside && start[-1] != '\n'; w->at++)
		while (is_continuation(*--start) && start[-1] != '\n')
			;
	for (; w->n < w->at + RUN_MAX + beside && after && start < end && *start != '\n'; start += length) {
		/* The run ends before ASCII. */
		ended |= start > p && *start < 0x80;
		after -= ended;
		w->cp[w->n++] = decode_well_formed(start, &length);
	}
	w->end = w->n;
}

/*
 * Undo the sequences of a charset at the start of the run.  Return: false where there is none, or
 * where the run was undone before and not all of it is again.
 */
static bool undo_sequences(struct window *w, unsigned int charset)
{
	const unsigned int most = w->end - w->at < RUN_MAX ? w->end - w->at : RUN_MAX;
	unsigned int n, i, length, last = 0, end = w->at;
	u8 bytes[RUN_MAX];

	for (n = 0; n < most && charset_code(charsets[charset], w->cp[w->at + n]) > 0x7f; n++)
		bytes[n] = charset_code(charsets[charset], w->cp[w->at + n]);
	n = utf8check_valid_up_to(bytes, n);
	if (!n || (w->used && n < w->end - w->at))
		return false;
	for (i = 0; i < n; i += length) {
		w->cp[end++] = decode_well_formed(bytes + i, &length);
		last = i;
	}
	memmove(w->cp + end, w->cp + w->at + n, (w->n - w->at - n) * sizeof(*w->cp));
	w->n -= w->at + n - end;
	w->end = end;
	if (w->used)
		return true;
	w->used = n;
	w->last = last;
	w->charset = charset;
	return true;
}

/*
 * Undo the run in the charset, of @set, in which it then takes the fewest bits.  Return: false if
 * there is none in which it takes fewer, by @gain.
 */
static bool undo_run(struct window *w, unsigned int set, u32 gain)
{
	struct window best, undone;

	w->measure = measure_text(w->cp, w->n);
	best = *w;
	for (; set; set &= set - 1) {
		undone = *w;
		/* Many charsets have the same reading: it is that of the first. */
		if (!undo_sequences(&undone, __builtin_ctz(set)) ||
		    (undone.n == best.n && !memcmp(undone.cp, best.cp, best.n * sizeof(*best.cp))))
			continue;
		undone.measure = measure_text(undone.cp, undone.n);
		if (undone.measure.odd <= w->measure.odd && undone.measure.cost < best.measure.cost)
			best = undone;
	}
	if (best.measure.cost + gain > w->measure.cost)
		return false;
	*w = best;
	return true;
}

/* Letters before the run, or after it, at most two. */
static unsigned int letters_beside(const struct window *w, unsigned int at, int step)
{
	unsigned int letters = 0;

	/* What is before the first one is above @n. */
	for (; letters < 2 && at < w->n && measure_is_letter(w->cp[at]); at += step)
		letters++;
	return letters;
}

/* Hardly a word is what formulas have.  The rows are those of MORE_AT_END, in the same order. */
static u32 gain_needed(const struct window *w)
{
	const u32 least = misreadings[w->charset].bits * MEASURE_BIT;
	const unsigned int before = letters_beside(w, w->at - 1, -1);
	const unsigned int after = letters_beside(w, w->end, 1);

	if (w->end - w->at > 1 || !measure_is_letter(w->cp[w->at]))
		return least + MORE_AT_END;
	if (script_of(w->cp[w->at]) != script_of('a'))
		return least + MORE_IF_OTHER;
	/* By chance, three characters are a sequence more seldom than two. */
	if (before + after < 2 && w->used < 3)
		return least + MORE_IF_ALONE;
	return before && after ? least : least + MORE_AT_END;
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
static size_t take_run(struct undoing *u, const struct window *w, const u8 *p)
{
	const size_t n = bytes_of(p, w->used);
	unsigned int i;
	u8 *meant;

	if (!u->m.places)
		u->m.first = offset_of(u, p);
	u->m.last = offset_of(u, p) + bytes_of(p, w->last);
	u->m.places += w->end - w->at;
	u->read_as[w->charset] += w->end - w->at;
	if (!u->made)
		return n;
	give(u, p);
	u->given += n;
	meant = u->made;
	for (i = w->at; i < w->end; i++)
		u->made += utf8check_encode(NULL, w->cp[i], u->made);
	if (u->name)
		list_place(u, p, n, meant);
	return n;
}

/* Is the run at @p all of the charset in which most of the text was read? */
static bool is_trusted(const struct undoing *u, struct window *w, const u8 *p, const u8 *end)
{
	unsigned int points;

	look_around(w, 1, p, end);
	/* The window ends with the character after the run, where there is one in the line. */
	points = w->n - w->at - (w->cp[w->n - 1] < 0x80);
	return undo_sequences(w, __builtin_ctz(u->trusted)) && (w->used == points || points > RUN_MAX);
}

/* Is the run at @p mojibake, read in a charset of @set?  Then it is undone in the window. */
static bool is_mojibake(struct window *w, const u8 *p, const u8 *end, unsigned int set)
{
	u32 as_is;

	look_around(w, NEAR, p, end);
	if (!undo_run(w, set, 1))
		return false;
	look_around(w, CONTEXT, p, end);
	as_is = measure_text(w->cp, w->n).cost;
	return undo_run(w, set, 1) && w->measure.cost + gain_needed(w) <= as_is;
}

/* Look at one place, read in a charset of @set.  Return: how many bytes are mojibake. */
static size_t look_at_run(struct undoing *u, const u8 *p, const u8 *end, unsigned int set)
{
	struct window w;

	if (set & u->trusted && is_trusted(u, &w, p, end))
		return take_run(u, &w, p);
	if (u->misses > MISSES + offset_of(u, p) / BYTES_A_MISS)
		return 0;
	if (!is_mojibake(&w, p, end, set)) {
		u->misses++;
		return 0;
	}
	while (undo_run(&w, ALL_CHARSETS, GAIN))
		;
	return take_run(u, &w, p);
}

static inline bool is_small_cyrillic(u32 cp)
{
	return cp - 0x430 <= 0x44f - 0x430;
}

/* The charsets in which a sequence may begin with these two. */
static inline unsigned int lead_charsets(u32 cp, u32 after)
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
		set = lead_charsets(cp, after);
		found = set ? look_at_run(u, p, end, set) : 0;
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

	u->given = p;
	while ((p = find_other(p, end)) < end)
		p = look_at_others(u, p, end);
	give(u, end);
}

/* How much of a full piece is undone: the most that surely ends outside of all sequences. */
static size_t whole_part(const struct undoing *u)
{
	/* Lines; of a longer line, what ends in a byte that no character has inside; or in ASCII. */
	static const u8 limits[] = { '\n' + 1, '@', 0x80 };
	const struct charset *charset = u->m.steps ? charset_of(u->m.read_as[u->m.steps - 1]) : NULL;
	const u8 *text = u->piece + 1, *end;
	unsigned int i, length;
	int code;

	for (i = 0; i < ARRAY_SIZE(limits); i++)
		for (end = text + u->n; end > text; end--)
			if (end[-1] < limits[i])
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
		u->m.bad += u->m.steps && u->offset && mark_length(u->piece + 1, whole);
		if (u->m.steps)
			u->made += undo_steps(&u->m, u->piece + 1, whole, u->made, &u->m.bad);
		else
			look_at_piece(u, whole);
		u->offset += whole;
		u->n -= whole;
		memmove(u->piece + 1, u->piece + 1 + whole, u->n);
	} while (n);
	return u->made - made;
}

struct mojibake undoing_places(const struct undoing *u)
{
	struct mojibake m = u->m;
	unsigned int i, most = 0;

	for (i = 1; i < PLACE_CHARSETS; i++)
		if (u->read_as[i] > u->read_as[most])
			most = i;
	m.steps = m.places > 0;
	m.read_as[0] = misreadings[most].read_as;
	return m;
}
