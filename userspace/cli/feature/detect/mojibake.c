// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Which wrong readings, one after the other, explain a text?
 *
 * A sample decides: the first 64 KiB of the text without the insides of words of ASCII.
 * Each charset that explains the sample is undone, which gives a sample of the text before
 * that step; this is repeated.  Then the steps are undone in the whole text, sample
 * included, and what they do not explain is counted.  So a text of any length is read
 * once, and needs the same memory.
 *
 * A wrong reading is believed when nearly all that is not ASCII can be undone,
 * when a good part of it looked strange, with evidence that is enough, and when nearly
 * all that comes out is what texts have.  Real text fails the first test: as bytes of
 * another charset, hardly any two letters of a word are well-formed UTF-8.
 */
#include <stdlib.h>
#include <string.h>
#include "base/say/message.h"
#include "feature/detect/plausible.h"
#include "feature/detect/reading.h"
#include "feature/detect/mojibake.h"

/**
 * struct known_charset - what a text may have been read as
 *
 * @name: the most frequent charset comes first: it wins where two explain a text.
 * @frequent: of a charset with two bytes for a character, the first and the last code of
 *	the first level: the characters that are frequent.
 */
static const struct known_charset {
	const char *name;
	u16 frequent[2];
} known_charsets[] = {
	{ .name = "windows-1252" }, { .name = "windows-1251" }, { .name = "KOI8-R" },
	{ .name = "CP866" }, { .name = "ISO-8859-1" }, { .name = "MACINTOSH" },
	{ .name = "CP437" }, { .name = "CP850" }, { .name = "windows-1250" },
	{ .name = "windows-1253" }, { .name = "windows-1254" }, { .name = "windows-1257" },
	{ .name = "ISO-8859-2" },
	/* From here on two bytes: these explain whole texts only. */
	{ "GBK", { 0xb0a1, 0xd7f9 } }, { "CP932", { 0x889f, 0x9872 } },
};

#define CHARSETS ARRAY_SIZE(known_charsets)
#define SINGLE_BYTE (CHARSETS - 2)

/* Steps that are tried in one text: each takes time. */
#define TRIALS_MAX 1024

/**
 * struct mojibake - a text that may be mojibake
 *
 * @sets: the charsets that iconv knows.
 * @known: how many.
 * @wide: those with two bytes for a character were asked for.
 * @pairs: of these, as parts need them.
 * @part: looks for mojibake in a part of the text.
 * @decided: the steps are known.
 * @steps: the charsets of the steps that are tried, the last one first.
 * @found: the steps that explain the sample.
 * @trials: steps that were tried.
 * @chain: undoes @found.
 * @rest: looks for mojibake in what comes out of the chain.
 * @n: bytes of @sample.
 * @sample: text that the chain did not get.
 * @undone: what the steps that are tried make of the sample.
 */
struct mojibake {
	struct charset sets[CHARSETS];
	unsigned int known;
	bool wide;
	struct misread_pairs pairs;
	struct mojibake_part part;
	bool decided;
	const struct charset *steps[MOJIBAKE_STEPS];
	struct mojibake_answer found;
	unsigned int trials;
	struct chain chain;
	struct mojibake_part rest;
	size_t n;
	u8 sample[CHAIN_ROOM];
	u8 undone[MOJIBAKE_STEPS][CHAIN_ROOM];
};

/* Load the charsets from number @i to the one before @end. */
static void load_charsets(struct mojibake *m, size_t i, size_t end)
{
	struct charset *set;

	for (; i < end; i++) {
		set = &m->sets[m->known];
		if (!charset_load(set, known_charsets[i].name)) {
			cli_complain("iconv does not know %s: mojibake by it is not recognized",
				     known_charsets[i].name);
			continue;
		}
		set->frequent_first = known_charsets[i].frequent[0];
		set->frequent_last = known_charsets[i].frequent[1];
		misread_pairs_add(&m->pairs, set);
		m->known++;
	}
}

struct mojibake *mojibake_new(void)
{
	struct mojibake *m = calloc(1, sizeof(*m));

	if (m)
		load_charsets(m, 0, SINGLE_BYTE);
	return m;
}

void mojibake_free(struct mojibake *m)
{
	free(m);
}

void mojibake_start(struct mojibake *m)
{
	mojibake_part_start(&m->part, &m->pairs);
	mojibake_part_start(&m->rest, &m->pairs);
	m->decided = false;
	m->found = (struct mojibake_answer){ };
	m->trials = 0;
	m->n = 0;
}

/*
 * Is a step, seen in the whole text, undone?  Where characters have two bytes, every other
 * word of an odd length has lost its end: in a word or two, that may be chance.
 */
static bool is_undone(const struct redecoder *r)
{
	u64 most = r->charset->wide && r->good > 8 ? r->good / 2 : r->good / 10;

	return r->good && !r->hopeless && r->bad <= most;
}

/* Are there enough places in a text that a step undoes?  Of two bytes, the step has found them. */
static bool is_believable(struct mojibake *m, const struct redecoder *r, const u8 *text, size_t n)
{
	unsigned int charsets, i = r->charset - m->sets;

	if (r->charset->wide)
		return r->strange > r->good / 4 && r->strange > (r->chained ? 1 : 2);
	mojibake_part_start(&m->rest, &m->pairs);
	m->rest.charsets = 1u << i;
	mojibake_part_push(&m->rest, text, n);
	mojibake_part_push(&m->rest, NULL, 0);
	return mojibake_part_answer(&m->rest, &charsets).places > r->good / 4;
}

static bool is_sensible(const struct redecoder *r)
{
	return r->odd <= r->good / (r->charset->wide ? 3 : 10);
}

/* Take the steps, if they are more, or leave fewer places unexplained, than others. */
static void consider(struct mojibake *m, unsigned int n, u64 bad)
{
	unsigned int i;

	if (n < m->found.steps || (n == m->found.steps && bad >= m->found.bad))
		return;
	m->found = (struct mojibake_answer){ .steps = n, .bad = bad };
	for (i = 0; i < n; i++)
		m->found.read_as[i] = m->steps[n - 1 - i];
}

/*
 * Consider the steps before the @depth that were tried, which left @text.  Return: whether
 * it may be mojibake still.  A text is undone wholly or not at all.
 */
static bool explain(struct mojibake *m, unsigned int depth, const u8 *text, size_t n, u64 bad)
{
	u64 seen[CHARSETS] = { 0 };
	bool may = false;
	size_t i, j;

	for (i = 0; i < m->known && m->trials < TRIALS_MAX; i++) {
		const struct redecoder *step = &m->chain.steps[0];
		u8 *out = m->undone[depth];
		struct redecoder r;
		size_t made;
		bool half, believable;

		m->steps[depth] = &m->sets[i];
		m->trials++;
		chain_start(&m->chain, &m->steps[depth], 1, NULL, NULL);
		made = chain_undo(&m->chain, text, n, out);
		r = *step;
		if (!is_undone(&r))
			continue;
		believable = is_believable(m, &r, text, n);
		may |= believable || is_sensible(&r);
		/* Charsets that give the same text are the same here. */
		seen[i] = reading_hash(out, made);
		for (j = 0; seen[j] != seen[i]; j++)
			;
		if (j < i)
			continue;
		half = depth + 1 < MOJIBAKE_STEPS && explain(m, depth + 1, out, made, bad + r.bad);
		m->steps[depth] = &m->sets[i];
		if (believable && is_sensible(&r) && !half)
			consider(m, depth + 1, bad + r.bad);
	}
	return may;
}

static const struct charset *find_charset(const struct mojibake *m, const char *name)
{
	unsigned int i;

	for (i = 0; i < m->known; i++)
		if (!strcmp(m->sets[i].name, name))
			return &m->sets[i];
	return NULL;
}

/* From E3 on, the lead bytes of UTF-8 are those of Chinese and Japanese. */
static bool has_wide(const u8 *p, size_t n)
{
	while (n && *p < 0xe3) {
		p++;
		n--;
	}
	return n;
}

/*
 * The bytes that were read as a charset, from a text of well-formed UTF-8; @to has room for @n.
 * Return: how many; 0 when the text is not all of this charset.
 */
static size_t bytes_of(const struct charset *set, const u8 *text, size_t n, u8 *to)
{
	size_t at = 0, made = 0;
	int length, code;
	u64 cp = 0;

	for (; set && at < n; to[made++] = code) {
		/* The end of a sample may cut a sequence. */
		length = utf8check_decode(NULL, text + at, n - at, false, &cp, NULL);
		code = charset_code(set, cp);
		if (length < 1 || code < 0)
			return length < 0 ? made : 0;
		at += length;
	}
	return made;
}

static void say_legacy(struct mojibake_answer *answer, const struct charset *set,
		       const char *written, size_t n)
{
	answer->steps = 1;
	answer->read_as[0] = set;
	answer->written = written;
	answer->sampled = n == READING_MAX;
}

/* Legacy encodings, and the encodings that they are confused with. */
static const struct {
	const char *read_as;
	const char *written;
} misread[] = {
	{ "windows-1252", "windows-1251" }, { "windows-1252", "KOI8-R" },
	{ "windows-1252", "windows-1253" }, { "CP437", "windows-1252" },
	{ "CP850", "windows-1252" }, { "CP437", "CP932" },
};

/*
 * Are there controls in Latin-1 that are quotes, dashes, dots or the euro in windows-1252?  No, if
 * a text also has a control that windows-1252 lacks; or one that systems write: CSI, or NEL, after
 * which a line begins, while a blank follows the dots; or any but the apostrophe amid a word.
 */
static bool has_controls_of_1252(const u8 *p, size_t n)
{
	bool has = false;
	size_t i;

	for (i = 0; i < n; i++) {
		if (p[i] == 0x85 && i + 1 < n && p[i + 1] > ' ')
			return false;
		if (p[i] && strchr("\x81\x8d\x8f\x90\x9b\x9d\33", p[i]))
			return false;
		if (i && i + 1 < n && p[i] >= 0x80 && p[i] < 0xa0 && p[i] != 0x92 &&
		    is_letter(p[i - 1]) && is_letter(p[i + 1]))
			return false;
		has |= p[i] == 0x80 || p[i] == 0x84 || p[i] == 0x85 || (p[i] >= 0x91 && p[i] <= 0x97);
	}
	return has;
}

static u64 count_high(const u8 *p, size_t n)
{
	u64 high = 0;

	while (n--)
		high += *p++ > 0x7f;
	return high;
}

/* By how many bits a text must be better as it was meant; for each byte that is not ASCII. */
#define LEGACY_GAIN (24 * MEASURE_BIT)
#define LEGACY_GAIN_OF_BYTE (15 * MEASURE_BIT / 2)

static bool is_better(const struct reading *meant, u64 cost, const u8 *p, size_t n)
{
	u64 gain = LEGACY_GAIN_OF_BYTE * count_high(p, n < MEASURE_MAX ? n : MEASURE_MAX);

	return meant->cost + (gain > LEGACY_GAIN ? gain : LEGACY_GAIN) <= cost;
}

void mojibake_conclude_legacy(const struct mojibake *m, const u8 *text, size_t n,
			      struct mojibake_answer *answer)
{
	static u8 bytes[READING_MAX];
	const struct charset *set;
	struct reading as_is = { }, meant;
	u64 least = UINT64_MAX;
	size_t i, made;

	if (answer->steps || answer->part.places)
		return;
	set = find_charset(m, "ISO-8859-1");
	if (has_controls_of_1252(bytes, bytes_of(set, text, n, bytes))) {
		say_legacy(answer, set, "windows-1252", n);
		return;
	}
	for (i = 0; i < ARRAY_SIZE(misread); i++) {
		set = find_charset(m, misread[i].read_as);
		made = bytes_of(set, text, n, bytes);
		if (!made)
			continue;
		/* What takes few bits is as it was meant. */
		if (!as_is.label && (!reading_take(&as_is, "UTF-8", text, n) ||
				     as_is.measure.own < LEGACY_GAIN ||
				     as_is.measure.own < LEGACY_GAIN_OF_BYTE * as_is.measure.letters))
			return;
		if (!reading_take(&meant, misread[i].written, bytes, made) ||
		    meant.cost >= least || !is_better(&meant, as_is.cost, bytes, made) ||
		    !reading_label(misread[i].written, bytes, made))
			continue;
		least = meant.cost;
		say_legacy(answer, set, misread[i].written, n);
	}
}

static void look_at_rest(void *context, const u8 *p, size_t n)
{
	struct mojibake *m = context;

	mojibake_part_push(&m->rest, p, n);
}

/* Undo the sample when it is full, or the text has ended. */
static void undo_sample(struct mojibake *m)
{
	if (!m->decided) {
		m->decided = true;
		if (!m->wide && has_wide(m->sample, m->n)) {
			load_charsets(m, SINGLE_BYTE, CHARSETS);
			m->wide = true;
		}
		explain(m, 0, m->sample, m->n, 0);
		mojibake_part_start(&m->rest, &m->pairs);
		chain_start(&m->chain, m->found.read_as, m->found.steps, look_at_rest, m);
	}
	if (m->found.steps && m->n)
		chain_push(&m->chain, m->sample, m->n);
	m->n = 0;
}

/* In a run of ASCII only four characters at each end matter: words with other ones. */
static void add_to_sample(struct mojibake *m, const u8 *p, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		bool amid = m->n > 7 && p[i] < 0x80 && !(load64(m->sample + m->n - 8) & HIGH_BITS);

		if (amid)
			for (; i + 11 < n && !((load64(p + i + 1) | load64(p + i + 4)) & HIGH_BITS); i += 8)
				;
		if (amid)
			memmove(m->sample + m->n - 4, m->sample + m->n - 3, 3);
		else if (m->n == sizeof(m->sample))
			undo_sample(m);
		m->n -= amid;
		m->sample[m->n++] = p[i];
	}
}

void mojibake_push(struct mojibake *m, const u8 *p, size_t n)
{
	mojibake_part_push(&m->part, p, n);
	if (m->decided && !m->found.steps)
		return;
	add_to_sample(m, p, n);
	if (n)
		return;
	undo_sample(m);
	chain_push(&m->chain, NULL, 0);
	mojibake_part_push(&m->rest, NULL, 0);
}

void mojibake_conclude(struct mojibake *m, struct mojibake_answer *answer)
{
	struct mojibake_places part;
	unsigned int i, charsets;

	*answer = m->found;
	answer->bad = chain_bad(&m->chain);
	answer->left = mojibake_part_answer(&m->rest, &charsets).places;
	for (i = 0; i < answer->steps; i++)
		if (!is_undone(&m->chain.steps[i]))
			answer->steps = 0;
	part = mojibake_part_answer(&m->part, &charsets);
	if (!answer->steps)
		*answer = (struct mojibake_answer){ .part = part };
	answer->part_charsets = charsets;
	answer->owner = m;
}

void mojibake_mend_start(const struct mojibake *m, struct mojibake_part *part,
			 unsigned int charsets, const struct mojibake_mender *mender)
{
	mojibake_part_start(part, &m->pairs);
	part->charsets = charsets;
	part->mender = mender;
}
