// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Which wrong readings, one after the other, explain a text?
 *
 * All wrong readings are undone at once, each as a stream of its own.  There
 * are five charsets that may have been the last wrong step.  What comes out of
 * each of them goes into five more, which may have been the step before; and so on,
 * as long as something comes out that is not ASCII.  So a text of any length is read
 * once, and needs the same memory.
 *
 * A wrong reading is believed when nearly all that is not ASCII can be undone,
 * when a good part of it looked strange, with evidence that is enough, and when nearly
 * all that comes out is what texts have.  Real text fails the first test: as bytes of
 * an 8-bit charset, hardly any two letters of a word are well-formed UTF-8.
 */
#include <stdlib.h>
#include "base/say/message.h"
#include "feature/detect/mojibake.h"

/* The most frequent charset comes first: it wins where two explain a text. */
static const char *const names[] = {
	"windows-1252", "windows-1251", "KOI8-R", "CP866", "ISO-8859-1",
};

#define CHARSETS ARRAY_SIZE(names)

/* Steps that are looked at in one text: each takes time. */
#define STEPS_AT_ONCE 4096

/**
 * struct step - a wrong step that may have been taken
 *
 * @redecoder: undoes it.
 * @owner: knows the charsets.
 * @depth: how many wrong steps were taken after it.
 * @last: the last code point that came out.
 * @before: for each charset, the step that may have been taken before; NULL where nothing
 *	but ASCII came out, there is no memory, or there are STEPS_AT_ONCE.
 */
struct step {
	struct redecoder redecoder;
	struct mojibake *owner;
	unsigned int depth;
	u32 last;
	struct step *before[CHARSETS];
};

/**
 * struct mojibake - a text that may be mojibake
 *
 * @charsets: the charsets that iconv knows.
 * @known: how many.
 * @last: the last step, in each charset.
 * @steps: how many steps came before the last.
 * @begun: a code point of the text was seen.
 * @part: looks for mojibake in a part of the text.
 */
struct mojibake {
	struct charset charsets[CHARSETS];
	unsigned int known;
	struct step last[CHARSETS];
	unsigned int steps;
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

static void forget_before(struct step *s)
{
	size_t i;

	for (i = 0; i < CHARSETS; i++) {
		if (s->before[i])
			forget_before(s->before[i]);
		free(s->before[i]);
		s->before[i] = NULL;
	}
}

void mojibake_free(struct mojibake *m)
{
	size_t i;

	for (i = 0; m && i < CHARSETS; i++)
		forget_before(&m->last[i]);
	free(m);
}

static void feed_before(void *context, u32 cp);

static void begin_step(struct step *s, struct mojibake *m, unsigned int charset,
		       unsigned int depth)
{
	s->owner = m;
	s->depth = depth;
	s->last = ' ';
	redecoder_start(&s->redecoder, &m->charsets[charset],
			depth < MOJIBAKE_STEPS ? feed_before : NULL, s);
}

static void begin_before(struct step *s)
{
	unsigned int i;

	for (i = 0; i < s->owner->known && s->owner->steps < STEPS_AT_ONCE; i++) {
		s->owner->steps++;
		s->before[i] = calloc(1, sizeof(*s));
		if (!s->before[i])
			return;
		begin_step(s->before[i], s->owner, i, s->depth + 1);
		s->before[i]->redecoder.last = s->last;
	}
}

static void feed_before(void *context, u32 cp)
{
	struct step *s = context;
	size_t i;

	if (cp >= 0x80 && !s->before[0])
		begin_before(s);
	for (i = 0; i < CHARSETS && s->before[i]; i++)
		redecoder_feed(&s->before[i]->redecoder, cp);
	s->last = cp;
}

void mojibake_start(struct mojibake *m)
{
	unsigned int i;

	for (i = 0; i < m->known; i++) {
		forget_before(&m->last[i]);
		begin_step(&m->last[i], m, i, 0);
	}
	m->begun = false;
	m->steps = 0;
	mojibake_part_start(&m->part, m->charsets, m->known);
}

bool mojibake_is_hopeless(const struct mojibake *m)
{
	unsigned int i;

	for (i = 0; i < m->known; i++)
		if (!m->last[i].redecoder.hopeless)
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
			redecoder_feed(&m->last[i].redecoder, cp);
	m->begun = true;
}

static bool is_undone(const struct redecoder *r)
{
	return r->good && !r->hopeless && r->bad <= r->good / 10;
}

static bool is_believable(const struct redecoder *r)
{
	return is_undone(r) && r->strange > r->good / 4 &&
	       evidence_is_enough(&r->evidence, 2 * r->good);
}

static bool is_sensible(const struct redecoder *r)
{
	return r->odd <= r->good / 10;
}

/* May the text still be mojibake after a step?  A text is undone wholly or not at all. */
static bool is_half(const struct step *s)
{
	const struct redecoder *r;
	size_t i;

	for (i = 0; i < CHARSETS && s->before[i]; i++) {
		r = &s->before[i]->redecoder;
		if (is_believable(r) || (is_undone(r) && is_sensible(r)))
			return true;
	}
	return false;
}

/* Places that are mojibake after a step, by the charset that explains most of them. */
static u64 count_left(const struct step *s)
{
	const struct evidence *e;
	u64 most = 0;
	size_t i;

	for (i = 0; i < CHARSETS && s->before[i]; i++) {
		e = &s->before[i]->redecoder.evidence;
		if (e->sure && e->sure + e->likely > most)
			most = e->sure + e->likely;
	}
	return most;
}

/* Take the steps, if they are more, or leave fewer places unexplained, than @answer. */
static void consider(struct mojibake_answer *answer, const struct step *const *steps,
		     unsigned int n, u64 bad)
{
	unsigned int i;

	if (n < answer->steps || (n == answer->steps && bad >= answer->bad))
		return;
	*answer = (struct mojibake_answer){
		.steps = n, .bad = bad, .left = count_left(steps[n - 1]),
	};
	for (i = 0; i < n; i++)
		answer->read_as[i] = steps[n - 1 - i]->redecoder.charset;
}

/* Consider a step, after the @n steps that were taken after it, and those before it. */
static void explain(struct mojibake_answer *answer, const struct step **steps,
		    unsigned int n, u64 bad)
{
	const struct step *s = steps[n - 1];
	size_t i;

	if (!is_undone(&s->redecoder))
		return;
	bad += s->redecoder.bad;
	for (i = 0; n < MOJIBAKE_STEPS && i < CHARSETS && s->before[i]; i++) {
		steps[n] = s->before[i];
		explain(answer, steps, n + 1, bad);
	}
	if (is_believable(&s->redecoder) && is_sensible(&s->redecoder) && (n == MOJIBAKE_STEPS || !is_half(s)))
		consider(answer, steps, n, bad);
}

static void finish_step(struct step *s)
{
	size_t i;

	redecoder_finish(&s->redecoder);
	for (i = 0; i < CHARSETS && s->before[i]; i++)
		finish_step(s->before[i]);
}

void mojibake_finish(struct mojibake *m, struct mojibake_answer *answer)
{
	const struct step *steps[MOJIBAKE_STEPS];
	unsigned int i;

	*answer = (struct mojibake_answer){ };
	for (i = 0; i < m->known; i++) {
		finish_step(&m->last[i]);
		steps[0] = &m->last[i];
		explain(answer, steps, 1, 0);
	}
	if (!answer->steps)
		answer->part = mojibake_part_answer(&m->part);
	answer->part_charsets = mojibake_part_charsets(&m->part);
	answer->owner = m;
}

void mojibake_mend_start(const struct mojibake *m, struct mojibake_part *part,
			 const struct mojibake_mender *mender)
{
	mojibake_part_start(part, m->charsets, m->known);
	part->mender = mender;
}
