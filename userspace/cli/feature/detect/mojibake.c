// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Which wrong reading, or which two, explain a text?
 *
 * All wrong readings are undone at once, each as a stream of its own.  There
 * are five charsets that may have been the last wrong step.  What comes out of
 * each of them goes into five more, which may have been the first wrong step.
 * So a text of any length is read once, and needs the same memory.
 *
 * A wrong reading is believed when nearly all that is not ASCII can be undone,
 * when a good part of it looked strange, and when nearly all that comes out is
 * what texts have.  Real text fails the first test: as bytes of an 8-bit
 * charset, hardly any two letters of a word are well-formed UTF-8.
 */
#include <stdlib.h>
#include "base/say/message.h"
#include "feature/detect/mojibake.h"

/* The most frequent charset comes first: it wins where two explain a text. */
static const char *const names[] = {
	"windows-1252", "windows-1251", "KOI8-R", "CP866", "ISO-8859-1",
};

#define CHARSETS ARRAY_SIZE(names)

/**
 * struct mojibake - a text that may be mojibake
 *
 * @charsets: the charsets that iconv knows.
 * @known: how many.
 * @last: undoes each charset as the last wrong step.
 * @first: first[i][j] undoes charset j as the step before charset i.
 * @begun: a code point of the text was seen.
 * @part: looks for mojibake in a part of the text.
 */
struct mojibake {
	struct charset charsets[CHARSETS];
	unsigned int known;
	struct redecoder last[CHARSETS];
	struct redecoder first[CHARSETS][CHARSETS];
	bool begun;
	struct mojibake_part part;
};

struct mojibake *mojibake_new(void)
{
	struct mojibake *m = calloc(1, sizeof(*m));
	size_t i;

	for (i = 0; m && i < CHARSETS; i++) {
		if (single_byte_load(&m->charsets[m->known], names[i]))
			m->known++;
		else
			cli_complain("iconv does not know %s: mojibake by it is not recognized",
				     names[i]);
	}
	return m;
}

void mojibake_free(struct mojibake *m)
{
	free(m);
}

/* @context is a row of @first, which ends where an entry has no charset. */
static void feed_first(void *context, u32 cp)
{
	struct redecoder *r = context;
	size_t i;

	for (i = 0; i < CHARSETS && r[i].charset; i++)
		redecoder_feed(&r[i], cp);
}

void mojibake_start(struct mojibake *m)
{
	unsigned int i, j;

	for (i = 0; i < m->known; i++) {
		redecoder_start(&m->last[i], &m->charsets[i], feed_first,
				m->first[i]);
		for (j = 0; j < m->known; j++)
			redecoder_start(&m->first[i][j], &m->charsets[j],
					NULL, NULL);
	}
	m->begun = false;
	mojibake_part_start(&m->part, m->charsets, m->known);
}

bool mojibake_is_hopeless(const struct mojibake *m)
{
	unsigned int i;

	for (i = 0; i < m->known; i++)
		if (!m->last[i].hopeless)
			return false;
	return true;
}

void mojibake_push(struct mojibake *m, const u8 *p, size_t n)
{
	mojibake_part_push(&m->part, p, n);
}

void mojibake_feed(struct mojibake *m, u32 cp)
{
	unsigned int i;

	/* A byte order mark was written after all wrong steps, so it is not undone. */
	if (m->begun || cp != 0xfeff)
		for (i = 0; i < m->known; i++)
			redecoder_feed(&m->last[i], cp);
	m->begun = true;
}

static bool is_undone(const struct redecoder *r)
{
	return r->good && !r->hopeless && r->bad <= r->good / 10;
}

static bool is_believable(const struct redecoder *r)
{
	return is_undone(r) && r->strange > r->good / 4;
}

static bool is_sensible(const struct redecoder *r)
{
	return r->odd <= r->good / 10;
}

/* Take the explanation, if it leaves fewer places unexplained than @answer. */
static void consider(struct mojibake_answer *answer,
		     const struct redecoder *last,
		     const struct redecoder *first)
{
	u64 bad = last->bad + (first ? first->bad : 0);

	if (!is_sensible(first ? first : last))
		return;
	if (answer->steps && bad >= answer->bad)
		return;
	*answer = (struct mojibake_answer){
		.steps = first ? 2 : 1,
		.read_as = { first ? first->charset : last->charset,
			     first ? last->charset : NULL },
		.bad = bad,
	};
}

/*
 * May the text still be mojibake after charset @i was undone?  A text is undone
 * wholly or not at all.
 */
static bool is_half(const struct mojibake *m, unsigned int i)
{
	unsigned int j;

	for (j = 0; j < m->known; j++)
		if (is_believable(&m->first[i][j]) ||
		    (is_undone(&m->first[i][j]) && is_sensible(&m->first[i][j])))
			return true;
	return false;
}

static void consider_once(const struct mojibake *m,
			  struct mojibake_answer *answer)
{
	unsigned int i;

	for (i = 0; i < m->known; i++)
		if (is_believable(&m->last[i]) && !is_half(m, i))
			consider(answer, &m->last[i], NULL);
}

static void consider_twice(const struct mojibake *m,
			   struct mojibake_answer *answer)
{
	unsigned int i, j;

	for (i = 0; i < m->known; i++)
		for (j = 0; j < m->known; j++)
			if (is_believable(&m->last[i]) &&
			    is_believable(&m->first[i][j]))
				consider(answer, &m->last[i], &m->first[i][j]);
}

void mojibake_finish(struct mojibake *m, struct mojibake_answer *answer)
{
	unsigned int i, j;

	for (i = 0; i < m->known; i++) {
		redecoder_finish(&m->last[i]);
		for (j = 0; j < m->known; j++)
			redecoder_finish(&m->first[i][j]);
	}
	*answer = (struct mojibake_answer){ };
	consider_twice(m, answer);
	if (!answer->steps)
		consider_once(m, answer);
	if (!answer->steps)
		answer->part = mojibake_part_answer(&m->part);
}
