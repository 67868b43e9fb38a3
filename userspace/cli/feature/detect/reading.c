// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A text read in an encoding, and measured; and which of all encodings makes a text of the letters
 * of one language.
 *
 * Libraries guess the oldest encoding that fits the text.  Software that writes texts uses
 * larger ones, which have the same characters and more.
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <strings.h>
#include "feature/detect/detect_private.h"

/* Room for a text in UTF-8: no encoding of a byte or two makes more of it. */
#define DECODED_MAX (3 * READING_MAX)

/**
 * struct reader - how readers take a label
 *
 * @said: the label; NULL ends the table.
 * @larger: the encoding that continues it, which they read in its place.
 */
static const struct reader {
	const char *said;
	const char *larger;
} readers[] = {
	{ "GB2312", "GB18030" },
	{ "GBK", "GB18030" },
	{ "EUC-KR", "UHC" },
	{ "BIG5", "BIG5-HKSCS" },
	{ "TIS-620", "windows-874" },
	{ "ISO-8859-11", "windows-874" },
	{ "ISO-8859-1", "windows-1252" },
	{ "latin1", "windows-1252" },
	{ "latin-1", "windows-1252" },
	{ "ISO-8859-9", "windows-1254" },
	{ }
};

#define DECODERS_MAX 64

/* A decoder at its start.  It stays open: to open one takes longer than to read a short text. */
static struct decoder *decoder_of(const char *label)
{
	/* A label may be that of the current text: it does not stay. */
	static struct { char label[DECLARED_MAX]; struct decoder decoder; } kept[DECODERS_MAX], *k;
	bool is_open;

	for (k = kept; k < kept + DECODERS_MAX - 1 && *k->label && strcmp(k->label, label); k++)
		;
	is_open = !strcmp(k->label, label) && !k->decoder.shifts;
	if (*k->label && !is_open)
		decoder_close(&k->decoder);
	if (!is_open)
		snprintf(k->label, sizeof(k->label), "%s", decoder_open(&k->decoder, label) ? label : "");
	return *k->label ? &k->decoder : NULL;
}

size_t reading_decode(const char *label, const u8 *p, size_t n, char *text, u64 *bad)
{
	struct decoder *d = decoder_of(label);
	char *in = (char *)p, *out = text;
	size_t left = n, room = DECODED_MAX, wrong;

	if (!d)
		*bad += n;
	while (d && left && decoder_run(d, &in, &left, &out, &room) == (size_t)-1) {
		/* The last bytes may only begin a character. */
		wrong = errno == EILSEQ ? d->bad : left;
		in += wrong;
		left -= wrong;
		*bad += 1;
	}
	if (d)
		decoder_run(d, NULL, NULL, &out, &room);
	return out - text;
}

/* The first code points, at most MEASURE_MAX. */
static size_t points_of(const char *p, size_t n, u32 *cp)
{
	size_t count = 0;
	u64 value = 0;
	int length;

	for (; n && count < MEASURE_MAX; p += length, n -= length) {
		length = utf8check_decode(NULL, p, n, true, &value, NULL);
		/* iconv passes some of what is ill-formed. */
		if (length > 0)
			cp[count++] = value;
		else
			length = 1;
	}
	return count;
}

struct reading reading_of(const char *label, const u8 *p, size_t n)
{
	static u32 cp[MEASURE_MAX];
	static char text[DECODED_MAX];
	struct reading r = { .label = label };
	const size_t made = reading_decode(label, p, n, text, &r.bad);
	u64 kinds = 0;
	size_t i;

	for (i = 0; i < made; i++) {
		r.text = (r.text ^ (u8)text[i]) * 0x100000001b3;
		r.others += (u8)text[i] >= 0xc0;
	}
	r.points = points_of(text, made, cp);
	for (i = 0; i < r.points; i++)
		kinds |= cp[i] > 0x7f ? BIT(cp[i] * 0x9e3779b97f4a7c15 >> 58) : 0;
	r.kinds = __builtin_popcountll(kinds);
	r.measure = measure_text(cp, r.points);
	r.cost = r.measure.cost + r.bad * MEASURE_UNDEFINED;
	return r;
}

/* Are there letters, for 100 @others at most one bad place, and for 20 letters at most one odd? */
static bool is_readable(const struct reading *r)
{
	const unsigned int letters = r->measure.letters;

	return letters && r->bad * 100 <= r->others && r->measure.odd * 20 <= letters;
}

const char *reading_label(const char *said, const u8 *p, size_t n)
{
	const struct reader *reader = readers;
	struct reading r, western;

	while (reader->said && strcasecmp(said, reader->said))
		reader++;
	r = reading_of(reader->larger ? reader->larger : said, p, n);
	if (!is_readable(&r))
		return NULL;
	western = reading_of("windows-1252", p, n);
	return !western.bad && western.text == r.text ? western.label : r.label;
}

bool reading_is_utf7(const u8 *p, size_t n)
{
	struct reading r;

	if (!memchr(p, '+', n))
		return false;
	r = reading_of("UTF-7", p, n);
	/* By chance, base64 of binary data decodes to Han. */
	return !r.bad && !r.measure.odd && r.measure.letters > 1 &&
	       r.measure.wides * 2 <= r.measure.letters;
}

/* In UTF-16 and UTF-32 a code point takes this at most, in text that somebody wrote. */
#define MOST_PER_POINT (13 * MEASURE_BIT)

/* So few code points are believed only if half of them are ASCII. */
#define FEW_POINTS 6

static bool is_wide_text(const struct reading *r)
{
	const size_t ascii = r->points - r->others;

	return !r->bad && !r->measure.odd && r->points > 1 &&
	       (r->points >= FEW_POINTS || 2 * ascii >= r->points) && r->cost <= r->points * MOST_PER_POINT;
}

struct reading reading_wide(const u8 *p, size_t n)
{
	static const char *const labels[] = { "UTF-32LE", "UTF-32BE", "UTF-16LE", "UTF-16BE" };
	struct reading best = { }, r;
	/* All of UTF-32 has a zero in four bytes. */
	size_t i = n > 3 && memchr(p, 0, 4) ? 0 : 2;

	for (; i < ARRAY_SIZE(labels); i++) {
		r = reading_of(labels[i], p, n);
		if (is_wide_text(&r) && (!best.label || r.cost < best.cost))
			best = r;
	}
	return best;
}

/* Two readings that are nearer to each other are both possible. */
#define MARGIN (3 * MEASURE_BIT / 4)
#define MARGIN_OF_SCRIPTS (2 * MEASURE_BIT)	/* of letters of two scripts */
/* Where one has only signs, which say little: "10 €" in windows-1252 is a letter in IBM866. */
#define MARGIN_OF_SIGNS (8 * MEASURE_BIT)

/**
 * struct tried - charsets that are tried, the most frequent first
 *
 * @label: the charset.
 * @bits: how many it must be ahead: it is rarer than the first.
 */
static const struct tried {
	const char *label;
	unsigned int bits;
} tried[] = {
	{ "windows-1252", 0 }, { "windows-1250", 1 }, { "ISO-8859-2", 1 }, { "windows-1251", 1 },
	{ "KOI8-R", 2 }, { "windows-1253", 1 }, { "ISO-8859-7", 1 }, { "windows-1254", 1 },
	{ "windows-1255", 1 }, { "windows-1256", 1 }, { "windows-1257", 1 }, { "windows-874", 1 },
	{ "CP932", 2 }, { "GB18030", 3 }, { "UHC", 2 }, { "BIG5-HKSCS", 2 }, { "EUC-JP", 3 },
	{ "ISO-8859-15", 3 }, { "ISO-8859-13", 3 }, { "KOI8-U", 1 }, { "ISO-8859-5", 3 },
	{ "ISO-8859-6", 3 }, { "ISO-8859-8", 3 }, { "IBM866", 2 }, { "windows-1258", 3 },
	{ "CP850", 5 }, { "CP437", 6 }, { "CP852", 5 }, { "ISO-8859-3", 6 }, { "MACINTOSH", 8 },
	{ "MAC-CYRILLIC", 6 }, { "CP737", 6 }, { "ISO-8859-4", 7 }, { "CP775", 7 }, { "IBM855", 7 },
	{ "ISO-8859-10", 8 }, { "ISO-8859-14", 8 }, { "ISO-8859-16", 7 }, { "MAC-CENTRALEUROPE", 7 },
	{ "CP862", 8 }, { "EUC-JISX0213", 4 }, { "JOHAB", 8 }, { "EUC-TW", 8 }, { "VISCII", 8 },
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

void guess_readings(struct guesses *g, const u8 *p, size_t n)
{
	const struct tried *t;
	struct reading r;

	/* More bytes say nothing new, and all must be measured. */
	n = n < MEASURE_MAX ? n : MEASURE_MAX;
	*g = (struct guesses){ .p = p, .n = n };
	for (t = tried; t < tried + ARRAY_SIZE(tried); t++) {
		r = reading_of(t->label, p, n);
		r.cost += t->bits * MEASURE_BIT;
		if (is_readable(&r))
			guess_consider(g, &r);
	}
}

bool guess_is_clear(const struct guesses *g)
{
	const struct reading *best = &g->best, *next = &g->next;
	u64 margin = MARGIN;

	if (!best->label || !next->label)
		return best->label;
	/* However often a character comes again, that says nothing new. */
	if (!best->measure.script || !next->measure.script)
		margin = MARGIN_OF_SIGNS;
	else if (best->measure.script != next->measure.script)
		margin = MARGIN_OF_SCRIPTS * best->others / best->kinds;
	return next->cost - best->cost >= margin;
}

const char *encoding_of_sample(const u8 *p, size_t n)
{
	const size_t good = utf8check_valid_up_to(p, n);
	/* Units stay whole: four bytes are as long as any mark, and the rest is read in fours. */
	const size_t mark = utf8check_sniff(p, n, true) == UTF8CHECK_ENCODING_UTF8 ? 0 : 4;
	const size_t rest = n > mark ? (n - mark) & ~3ul : 0;
	static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
	const char *found = NULL;
	struct guesses g;

	/* Here is one text at a time. */
	pthread_mutex_lock(&one);
	if (memchr(p, '\0', n)) {
		found = reading_wide(p + mark, rest < HEAD_MAX ? rest : HEAD_MAX).label;
	} else {
		guess_readings(&g, p + good, n - good);
		if (guess_is_clear(&g))
			found = g.best.label;
	}
	pthread_mutex_unlock(&one);
	return found;
}
