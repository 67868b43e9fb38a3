// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Texts: files, or made here.
 *
 * A made text has words of random letters of its script, of lengths, spaces
 * and punctuation that are usual for it; a mixed one has markup around them,
 * as a page of an encyclopedia.  What decides the speed of a validator is the
 * order of sequence lengths, and that is alike.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "bench.h"
#include "core/u8c.h"

struct script {
	const char *name;
	uint32_t first, last;
	unsigned int word;	/* longest word */
	uint32_t stop;		/* ends a sentence */
	unsigned int accents;	/* of 100 letters, how many are not ASCII */
};

static const struct script scripts[] = {
	{ "ascii", 'a', 'z', 9, '.', 100 },
	{ "french", 0xe0, 0xff, 9, '.', 8 },
	{ "cyrillic", 0x430, 0x44f, 10, '.', 100 },
	{ "arabic", 0x627, 0x64a, 8, '.', 100 },
	{ "devanagari", 0x905, 0x94d, 7, 0x964, 100 },
	{ "cjk", 0x4e00, 0x9fa5, 40, 0x3002, 100 },
	{ "hangul", 0xac00, 0xd7a3, 5, '.', 100 },
	{ "emoji", 0x1f300, 0x1f64f, 30, '\n', 100 },
};

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

struct writer {
	uint64_t random;
	uint8_t *p, *end;
};

static unsigned int below(struct writer *w, unsigned int n)
{
	w->random = w->random * 6364136223846793005ull + 1442695040888963407ull;
	return (w->random >> 33) * n >> 31;
}

static void put_point(struct writer *w, uint32_t cp)
{
	if (w->end - w->p >= 4)
		w->p += u8c_encode(&u8c_rfc3629, cp, w->p);
}

static void put(struct writer *w, const char *ascii)
{
	while (*ascii)
		put_point(w, *ascii++);
}

static void put_word(struct writer *w, const struct script *s)
{
	unsigned int n = 1 + below(w, s->word);

	while (n--) {
		if (below(w, 100) < s->accents)
			put_point(w, s->first + below(w, s->last - s->first + 1));
		else
			put_point(w, 'a' + below(w, 26));
	}
}

static void put_sentence(struct writer *w, const struct script *s)
{
	unsigned int n = 4 + below(w, 12);

	while (n--) {
		put_word(w, s);
		put(w, n ? " " : "");
	}
	put_point(w, s->stop);
	put(w, " ");
}

static void put_link(struct writer *w, const struct script *s)
{
	unsigned int n = 2 + below(w, 8);

	put(w, "<a href=\"/wiki/");
	while (n--)
		put(w, "%D0%B8");
	put(w, "\" title=\"");
	put_word(w, s);
	put(w, "\">");
	put_word(w, s);
	put(w, "</a> ");
}

static void put_markup(struct writer *w, const struct script *s)
{
	unsigned int n;

	put(w, "\n<li class=\"interlanguage-link interwiki\"><p id=\"mw");
	for (n = below(w, 30); n; n--)
		put_point(w, '0' + below(w, 10));
	put(w, "\">");
	for (n = below(w, 4); n; n--) {
		put_sentence(w, s);
		put_link(w, s);
	}
	put(w, "</p></li>");
}

static void make(struct text *t, const struct script *s, bool mixed)
{
	size_t room = SIZE_MAX_BYTES + 4;
	struct writer w = { .random = 1 + s->first };

	snprintf(t->name, sizeof(t->name), "%s%s", s->name,
		 mixed ? "+markup" : "");
	t->family = mixed ? MIXED : s->last < 0x80 ? ASCII : LIPSUM;
	t->bytes = w.p = malloc(room);
	if (!t->bytes)
		abort();
	w.end = w.p + room;
	while (w.end - w.p >= 4) {
		if (mixed)
			put_markup(&w, s);
		else
			put_sentence(&w, s);
	}
	memset(w.p, ' ', w.end - w.p);
}

size_t texts_make(struct text *texts, size_t files)
{
	size_t i, n = 0;

	for (i = 0; i < COUNT(scripts); i++)
		if (!files && scripts[i].accents == 100)
			make(&texts[n++], &scripts[i], false);
	for (i = 1; i < COUNT(scripts); i++)
		make(&texts[n++], &scripts[i], true);
	return n;
}

/* What kind of text is this?  Markup is what has many of its signs. */
static enum family family_of(const uint8_t *p, size_t n)
{
	size_t i, high = 0, marks = 0;

	for (i = 0; i < n; i++) {
		high += p[i] >= 0x80;
		marks += p[i] == '<' || p[i] == '>';
	}
	if (!high)
		return ASCII;
	return marks > n / 200 ? MIXED : LIPSUM;
}

void text_load(struct text *t, const char *path)
{
	const char *base = strrchr(path, '/');
	size_t have = 0, room = SIZE_MAX_BYTES + 4;
	FILE *f = fopen(path, "rb");

	t->bytes = calloc(1, room);
	if (f && t->bytes)
		have = fread(t->bytes, 1, room, f);
	have = u8c_valid_up_to_scalar(t->bytes, have);
	if (!f || !have || fclose(f)) {
		fprintf(stderr, "bench: %s: %s\n", path, f ? "no UTF-8 text" :
			strerror(errno));
		exit(2);
	}
	/* Repeat it; its length may be any, so the last round may be cut. */
	for (size_t i = have; i < room; i++)
		t->bytes[i] = t->bytes[i - have];
	snprintf(t->name, sizeof(t->name), "%.*s",
		 (int)strcspn(base ? base + 1 : path, "."),
		 base ? base + 1 : path);
	t->family = family_of(t->bytes, room);
}
