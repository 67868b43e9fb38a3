// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Which encoding makes a text of the letters of one language?
 *
 * Every charset reads the bytes, and what comes out is measured.  A charset that is rare must be
 * better by some bits.
 */
#include <strings.h>
#include "feature/detect/guess.h"
#include "utf8check.h"

/* Bytes of a text that each charset reads: more say nothing new, and all must be measured. */
#define GUESS_BYTES MEASURE_MAX

/*
 * Two readings that are nearer to each other are both possible; in letters of two scripts; and
 * where there are only signs, which say little.
 */
#define MARGIN (MEASURE_BIT / 2)
#define MARGIN_OF_SCRIPTS (5 * MEASURE_BIT / 2)
#define MARGIN_OF_SIGNS (8 * MEASURE_BIT)
#define MARGIN_PART 4

/* What uchardet's vote is worth. */
#define VOTE (3 * MEASURE_BIT / 2)

/* What a byte takes at most in a text that somebody wrote, and one of ASCII. */
#define MOST_PER_BYTE (11 * MEASURE_BIT)
#define MOST_PER_ASCII (6 * MEASURE_BIT)

/**
 * struct tried - charsets that are tried, the most frequent first
 *
 * @bits: how many each must be ahead.
 * @language: the one that it is for, where its single bytes do not show that; or NULL.
 * @western: it is for the languages of Western Europe.
 */
static const struct tried {
	const char *label;
	unsigned int bits;
	const char *language;
	bool western;
} tried[] = {
	{ .label = "windows-1252", .western = true }, { .label = "windows-1250" },
	{ .label = "ISO-8859-2" }, { .label = "windows-1251" }, { .label = "KOI8-R", .bits = 1 },
	{ .label = "windows-1253" }, { .label = "ISO-8859-7" }, { .label = "windows-1254" },
	{ .label = "windows-1255" }, { .label = "windows-1256" }, { .label = "windows-1257" },
	{ .label = "windows-874" }, { .label = "CP932", .language = "ja" },
	{ .label = "GB18030", .language = "zh_CN" }, { .label = "UHC", .language = "ko" },
	{ .label = "BIG5-HKSCS", .language = "zh_TW" }, { .label = "EUC-JP", .bits = 1, .language = "ja" },
	{ .label = "ISO-8859-15", .bits = 2, .western = true },
	{ .label = "ISO-8859-13", .bits = 2 }, { .label = "KOI8-U" },
	{ .label = "ISO-8859-5", .bits = 2 }, { .label = "ISO-8859-6", .bits = 2 },
	{ .label = "ISO-8859-8", .bits = 2 }, { .label = "IBM866", .bits = 1 },
	{ .label = "windows-1258", .bits = 2, .language = "vi" }, { .label = "CP850", .bits = 4, .western = true },
	{ .label = "CP437", .bits = 5, .western = true }, { .label = "CP852", .bits = 4 },
	{ .label = "ISO-8859-3", .bits = 5 }, { .label = "MACINTOSH", .bits = 4, .western = true },
	{ .label = "MAC-CYRILLIC", .bits = 5 }, { .label = "CP737", .bits = 5 },
	{ .label = "ISO-8859-4", .bits = 6 }, { .label = "CP775", .bits = 6 },
	{ .label = "IBM855", .bits = 6 }, { .label = "ISO-8859-10", .bits = 7 },
	{ .label = "ISO-8859-14", .bits = 7 }, { .label = "ISO-8859-16", .bits = 6 },
	{ .label = "MAC-CENTRALEUROPE", .bits = 6 }, { .label = "CP862", .bits = 7 },
	{ .label = "EUC-JISX0213", .bits = 3, .language = "ja" },
	{ .label = "JOHAB", .bits = 7, .language = "ko" },
};

/* Is it the text of a reading that was met before?  The first label of a text is its most frequent one. */
static bool is_known(struct reading *known, const struct reading *r)
{
	if (!known->label || known->text != r->text)
		return false;
	known->cost = r->cost < known->cost ? r->cost : known->cost;
	return true;
}

void guess_consider(struct guesses *g, const struct reading *r)
{
	struct reading best;

	if (is_known(&g->best, r))
		return;
	if (!is_known(&g->next, r) && (!g->next.label || r->cost < g->next.cost))
		g->next = *r;
	if (g->best.label && g->best.cost <= g->next.cost)
		return;
	best = g->next;
	g->next = g->best;
	g->best = best;
}

static u64 most_of(const u8 *p, size_t n)
{
	u64 most = 0;

	while (n--)
		most += *p++ > 0x7f ? MOST_PER_BYTE : MOST_PER_ASCII;
	return most;
}

/*
 * The languages of a charset, but those of Western Europe unless it is for these: what it shares
 * with them, windows-1252 reads as the same text.
 */
static const struct measure_scope *scope_of(size_t i)
{
	static struct measure_scope scopes[ARRAY_SIZE(tried)];
	static bool known[ARRAY_SIZE(tried)];

	if (known[i])
		return &scopes[i];
	known[i] = true;
	reading_limit(&scopes[i], tried[i].label, tried[i].language);
	if (i && !tried[i].western)
		measure_leave_out(&scopes[i], scope_of(0));
	return &scopes[i];
}

/* Read the text in a charset that must be ahead by some bits, or has the vote of uchardet. */
static void try_label(struct guesses *g, const char *label, const struct measure_scope *scope,
		      unsigned int handicap, bool voted)
{
	struct reading r;

	if (!reading_take_in(&r, label, g->p, g->n, scope) || !reading_is_readable(&r) || r.cost > g->most)
		return;
	r.cost += handicap;
	if (voted)
		r.cost -= r.cost < VOTE ? r.cost : VOTE;
	guess_consider(g, &r);
}

void guess_readings(struct guesses *g, const u8 *p, size_t n, const char *vote)
{
	bool known = false, voted;
	size_t i;

	n = n < GUESS_BYTES ? n : GUESS_BYTES;
	*g = (struct guesses){ .p = p, .n = n, .most = most_of(p, n) };
	vote = vote ? reading_larger(vote) : NULL;
	for (i = 0; i < ARRAY_SIZE(tried); i++) {
		voted = vote && !strcasecmp(tried[i].label, vote);
		known |= voted;
		try_label(g, tried[i].label, scope_of(i), tried[i].bits * MEASURE_BIT, voted);
	}
	if (vote && !known)
		try_label(g, vote, NULL, VOTE, false);
	g->voted = vote && g->best.label && !strcasecmp(g->best.label, vote);
}

/* Are at most two bytes there that are not ASCII? */
static bool has_few_bytes(const u8 *p, size_t n)
{
	u8 seen[2] = { 0 };

	for (; n--; p++) {
		if (*p < 0x80 || *p == seen[0] || *p == seen[1])
			continue;
		if (seen[1])
			return false;
		seen[!!seen[0]] = *p;
	}
	return true;
}

bool guess_is_clear(const struct guesses *g)
{
	u64 margin;

	if (!g->best.label || !g->next.label)
		return g->best.label;
	margin = g->best.measure.script == g->next.measure.script ? MARGIN : MARGIN_OF_SCRIPTS;
	if (g->best.measure.only_signs)
		margin = MARGIN_OF_SIGNS;
	/* However often a byte or two come again, that says nothing new. */
	if (has_few_bytes(g->p, g->n) && g->best.measure.own / MARGIN_PART > margin &&
	    (margin > MARGIN || g->next.measure.only_signs))
		margin = g->best.measure.own / MARGIN_PART;
	return g->next.cost - g->best.cost >= margin;
}

/* In each of these a code point takes this at most, in text that somebody wrote. */
#define MOST_PER_POINT (13 * MEASURE_BIT)

#define FEW_POINTS 6

static bool take_wide(struct reading *r, u8 encoding, const u8 *p, size_t n)
{
	const struct utf8check_coding coding = { .encoding = encoding };
	static u32 points[WIDE_GUESS_MAX / 2];
	size_t count = 0, ascii = 0;
	int length;
	u64 cp;

	for (; n; p += length, n -= length) {
		length = utf8check_decode(&coding, p, n, false, &cp, NULL);
		if (length < 0)
			break;
		if (!length)
			return false;
		points[count++] = cp;
		ascii += cp < 0x80;
	}
	/* A few code points are believed only if half of them are ASCII. */
	if (count < 2 || (count < FEW_POINTS && 2 * ascii < count))
		return false;
	*r = (struct reading){ .measure = measure_text(points, count, NULL) };
	r->cost = r->measure.cost;
	return !r->measure.odd && !r->measure.controls && r->cost <= count * MOST_PER_POINT;
}

bool wide_guess(struct reading *r, const u8 *p, size_t n)
{
	static const struct {
		u8 encoding;
		u8 unit;
		const char *label;
	} wide[] = {
		{ UTF8CHECK_ENCODING_UTF32LE, 4, "UTF-32LE" },
		{ UTF8CHECK_ENCODING_UTF32BE, 4, "UTF-32BE" },
		{ UTF8CHECK_ENCODING_UTF16LE, 2, "UTF-16LE" },
		{ UTF8CHECK_ENCODING_UTF16BE, 2, "UTF-16BE" },
	};
	struct reading one;
	size_t i;

	r->label = NULL;
	for (i = 0; i < ARRAY_SIZE(wide); i++) {
		if (n % wide[i].unit || !take_wide(&one, wide[i].encoding, p, n))
			continue;
		one.label = wide[i].label;
		if (!r->label || one.cost < r->cost)
			*r = one;
	}
	return r->label;
}
