// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Which wrong readings, one after the other, explain a text?
 *
 * A sample decides: the first bytes of the text without the insides of words of ASCII.
 * Each wrong reading that may be is undone in it, and that counts which leaves the fewest bits
 * of information, if these are clearly fewer than before; this is repeated.  Then the steps are
 * undone in the whole text, sample included, and what they do not explain is counted.  So a text
 * of any length is read once, and needs the same memory.
 */
#include <stdlib.h>
#include "base/say/message.h"
#include "feature/detect/mojibake.h"
#include "feature/detect/reading.h"

/* Bytes of the sample: all of it is measured. */
#define SAMPLE_MAX MEASURE_MAX

/**
 * struct misreading - how a text may have been read wrong
 *
 * @read_as: the charset; the most frequent one comes first: it wins where two explain a text.
 * @bits: by how many a text must be better undone.
 * @written: what it was in; NULL: UTF-8.
 * @of_controls: controls are what speaks for it.
 * @wide: the charset has characters of two bytes.
 */
static const struct misreading {
	const char *read_as;
	unsigned int bits;
	const char *written;
	bool of_controls;
	bool wide;
} misreadings[] = {
	{ .read_as = "windows-1252", .bits = 3 }, { .read_as = "windows-1251", .bits = 8 }, { .read_as = "KOI8-R", .bits = 13 },
	{ .read_as = "CP866", .bits = 13 }, { .read_as = "ISO-8859-1", .bits = 3 }, { .read_as = "MACINTOSH", .bits = 11 },
	{ .read_as = "CP437", .bits = 13 }, { .read_as = "CP850", .bits = 11 }, { .read_as = "windows-1250", .bits = 11 },
	{ .read_as = "windows-1253", .bits = 13 }, { .read_as = "windows-1254", .bits = 11 }, { .read_as = "windows-1257", .bits = 11 },
	{ .read_as = "ISO-8859-2", .bits = 13 },
	{ .read_as = "GBK", .bits = 16, .wide = true }, { .read_as = "CP932", .bits = 16, .wide = true },
	{ .read_as = "ISO-8859-1", .bits = 9, .written = "windows-1252", .of_controls = true },
	{ .read_as = "windows-1252", .bits = 24, .written = "windows-1251" },
	{ .read_as = "windows-1252", .bits = 24, .written = "KOI8-R" },
	{ .read_as = "windows-1252", .bits = 24, .written = "windows-1253" },
	{ .read_as = "windows-1252", .bits = 24, .written = "windows-1255" },
	{ .read_as = "CP437", .bits = 24, .written = "windows-1252" },
	{ .read_as = "CP850", .bits = 24, .written = "windows-1252" },
	{ .read_as = "CP437", .bits = 24, .written = "CP932" },
};

/**
 * struct mojibake - a text that may be mojibake
 *
 * @charsets: of each misreading.
 * @sets: those of single bytes, from UTF-8.
 * @part: looks for mojibake in a part of the text.
 * @decided: the steps are known.
 * @found: the steps that explain the sample.
 * @sees_places: these are of a charset whose places are found, too, and few.
 * @chain: undoes @found.
 * @rest: looks for mojibake in what comes out of the chain.
 * @n: bytes of @sample.
 * @sample: text that the chain did not get.
 * @undone: what the steps make of it.
 * @trial: what one more step makes of that.
 */
struct mojibake {
	const struct charset *charsets[ARRAY_SIZE(misreadings)];
	struct misread_sets sets;
	struct places part;
	bool decided;
	struct mojibake_answer found;
	bool sees_places;
	struct chain chain;
	struct places rest;
	size_t n;
	u8 sample[SAMPLE_MAX + 4];
	u8 undone[4 * SAMPLE_MAX + 4];
	u8 trial[4 * SAMPLE_MAX + 4];
};

/* Of misreading number @i; it is loaded once. */
static const struct charset *load_charset(size_t i)
{
	static struct charset sets[ARRAY_SIZE(misreadings)];
	size_t first;

	for (first = 0; strcmp(misreadings[first].read_as, misreadings[i].read_as); first++)
		;
	if (sets[first].name || charset_load(&sets[first], misreadings[i].read_as))
		return &sets[first];
	if (first == i)
		cli_complain("iconv does not know %s: mojibake by it is not recognized", misreadings[i].read_as);
	return NULL;
}

struct mojibake *mojibake_new(void)
{
	struct mojibake *m = calloc(1, sizeof(*m));
	size_t i;

	for (i = 0; m && i < ARRAY_SIZE(misreadings); i++) {
		if (misreadings[i].wide)
			continue;
		m->charsets[i] = load_charset(i);
		if (m->charsets[i] && !misreadings[i].written)
			misread_sets_add(&m->sets, m->charsets[i], misreadings[i].bits * MEASURE_BIT);
	}
	return m;
}

void mojibake_free(struct mojibake *m)
{
	free(m);
}

void mojibake_start(struct mojibake *m)
{
	places_start(&m->part, &m->sets, ~0u, NULL);
	places_start(&m->rest, &m->sets, ~0u, NULL);
	m->decided = false;
	m->found = (struct mojibake_answer){ .sets = &m->sets };
	m->n = 0;
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

static u64 count_leads(const u8 *p, size_t n)
{
	u64 leads = 0;

	while (n--)
		leads += *p++ >= 0xc2;
	return leads;
}

/* One of 64 bits, for a character: those of a text say how many different ones it has. */
static inline u64 point_kind(u32 cp)
{
	return BIT(cp * 0x9e3779b97f4a7c15 >> 58);
}

/* How many different characters that are not ASCII?  From 64 on some are taken for the same. */
static u64 count_kinds(const u8 *p, size_t n)
{
	unsigned int length;
	u64 kinds = 0;
	size_t i;

	for (i = 0; i < n; i += length) {
		u32 cp = decode_well_formed(p + i, &length);

		if (cp > 0x7f)
			kinds |= point_kind(cp);
	}
	return __builtin_popcountll(kinds);
}

/*
 * Is a step undone, which has made so many sequences, and bad places?  Where characters have two
 * bytes, every other word of an odd length has lost its end: in a word or two, that may be chance.
 */
static bool is_undone(bool wide, u64 good, u64 bad)
{
	return good && bad <= (wide && good > 8 ? good / 2 : good / 10);
}

/* By how many bits a text must be better undone, for each sequence, or character of a legacy encoding. */
#define GAIN_OF_SEQUENCE (6 * MEASURE_BIT)
#define LEGACY_GAIN (15 * MEASURE_BIT / 2)
/* So many sequences need no place that is mojibake by itself. */
#define MANY 8

/*
 * Is it enough that a text takes @gain fewer bits?  However often a character comes again, that
 * says nothing new.
 */
static bool is_enough(const struct misreading *r, u64 gain, const u8 *undone, size_t n)
{
	const u64 others = count_leads(undone, n);

	if (r->written)
		return gain >= r->bits * MEASURE_BIT && (r->of_controls || gain >= LEGACY_GAIN * others);
	return gain >= GAIN_OF_SEQUENCE * others &&
	       gain * count_kinds(undone, n) / others >= r->bits * MEASURE_BIT;
}

/*
 * May a text be misread so?  Nearly each run of what is not ASCII begins with a lead byte; of
 * legacy encodings each character is of the charset.
 */
static bool may_be(const struct misreading *r, const struct charset *set, const u8 *p, size_t n)
{
	u64 runs = 0, bad = 0;
	unsigned int length;
	bool inside = false;
	int code;
	u32 cp;

	for (; n && (bad < 4 || bad * 2 < runs); p += length, n -= length < n ? length : n) {
		cp = decode_well_formed(p, &length);
		code = charset_code(set, cp);
		if (r->written && code < 0)
			return n < 4;
		code = code > 0xff ? code >> 8 : code;
		runs += cp > 0x7f && !inside;
		bad += cp > 0x7f && !inside && (code < 0xc2 || code > 0xf4);
		inside = cp > 0x7f;
	}
	return r->written || !n;
}

/* Undo misreading number @i.  Return: bytes of m->trial, read as @meant; 0 when it is not this one. */
static size_t try_misreading(struct mojibake *m, size_t i, const u8 *text, size_t n, struct reading *meant)
{
	const struct misreading *r = &misreadings[i];
	size_t made;
	u64 bad;

	if (r->wide && !m->charsets[i] && has_wide(text, n))
		m->charsets[i] = load_charset(i);
	if (!m->charsets[i] || !may_be(r, m->charsets[i], text, n))
		return 0;
	chain_start(&m->chain, &m->charsets[i], 1, NULL, NULL);
	chain_decode(&m->chain, r->written);
	made = chain_undo(&m->chain, text, n, m->trial);
	bad = chain_bad(&m->chain);
	if (!is_undone(r->wide, count_leads(m->trial, made), bad) || !reading_take(meant, "UTF-8", m->trial, made))
		return 0;
	/* Of legacy encodings signs alone are no evidence, but what was a control is. */
	if (r->written && (bad || (meant->measure.only_signs && !r->of_controls)))
		return 0;
	meant->cost += bad * MEASURE_UNDEFINED;
	return made;
}

/* One more step of @n bytes at m->undone.  Return: bytes that are left there; 0 for no step. */
static size_t explain_step(struct mojibake *m, size_t n)
{
	static u8 text[4 * SAMPLE_MAX + 4];
	struct reading as_is, meant, best = { .cost = UINT64_MAX };
	size_t i, made, left = 0;

	memcpy(text, m->undone, n);
	if (!reading_take(&as_is, "UTF-8", text, n))
		return 0;
	for (i = 0; i < ARRAY_SIZE(misreadings); i++) {
		const struct misreading *r = &misreadings[i];

		/* Only UTF-8 is misread again and again. */
		made = r->written && m->found.steps ? 0 : try_misreading(m, i, text, n, &meant);
		if (!made || meant.cost >= best.cost || meant.cost > as_is.cost ||
		    !is_enough(r, as_is.cost - meant.cost, m->trial, made))
			continue;
		best = meant;
		left = made;
		memcpy(m->undone, m->trial, made);
		m->found.read_as[m->found.steps] = m->charsets[i];
		m->found.written = r->written;
		m->sees_places = !r->wide && !r->written && count_leads(m->trial, made) < MANY;
	}
	return left;
}

static void explain_sample(struct mojibake *m)
{
	const struct charset *steps[MOJIBAKE_STEPS];
	size_t n = m->n;
	unsigned int i;

	memcpy(m->undone, m->sample, n);
	while (m->found.steps < MOJIBAKE_STEPS && !m->found.written && (n = explain_step(m, n)))
		m->found.steps++;
	/* The last step was undone first. */
	memcpy(steps, m->found.read_as, sizeof(steps));
	for (i = 0; i < m->found.steps; i++)
		m->found.read_as[i] = steps[m->found.steps - 1 - i];
}

static void look_at_rest(void *context, const u8 *p, size_t n)
{
	struct mojibake *m = context;

	places_push(&m->rest, p, n);
}

/* The charset of the last step, where that was found without places; as a bit, or 0. */
static unsigned int trusted_charset(const struct mojibake *m)
{
	unsigned int i;

	for (i = 0; m->found.steps && !m->sees_places && i < m->sets.n; i++)
		if (m->sets.sets[i] == m->found.read_as[m->found.steps - 1])
			return 1u << i;
	return 0;
}

/* Undo the sample when it is full, or the text has ended. */
static void undo_sample(struct mojibake *m)
{
	if (!m->decided) {
		m->decided = true;
		explain_sample(m);
		m->part.trusted = trusted_charset(m);
		places_start(&m->rest, &m->sets, ~0u, NULL);
		chain_start(&m->chain, m->found.read_as, m->found.steps, look_at_rest, m);
		chain_decode(&m->chain, m->found.written);
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
		else if (m->n == SAMPLE_MAX)
			undo_sample(m);
		m->n -= amid;
		m->sample[m->n++] = p[i];
	}
}

void mojibake_push(struct mojibake *m, const u8 *p, size_t n)
{
	if (!m->decided || m->found.steps) {
		add_to_sample(m, p, n);
		if (!n) {
			undo_sample(m);
			chain_push(&m->chain, NULL, 0);
			places_push(&m->rest, NULL, 0);
		}
	}
	places_push(&m->part, p, n);
}

void mojibake_conclude(struct mojibake *m, struct mojibake_answer *answer)
{
	struct mojibake_places part;
	unsigned int charsets, others;

	*answer = m->found;
	answer->bad = chain_bad(&m->chain);
	part = places_answer(&m->part, &charsets);
	if (places_answer(&m->rest, &others).places || (m->sees_places && !part.places))
		answer->steps = 0;
	if (!answer->steps)
		*answer = (struct mojibake_answer){ .part = part, .charsets = charsets, .sets = &m->sets };
}
