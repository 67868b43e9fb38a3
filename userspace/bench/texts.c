// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Texts that are made here, of words of random letters of a script, and texts of files.
 *
 * How fast a validator is depends on the order of sequence lengths, and on how often text
 * changes between ASCII and other characters.  So most texts are mixed, as real files are.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench.h"

/* Kinds of text: about how many words of markup are before each sentence, and words in it. */
#define KINDS 6
static const struct kind {
	const char *name;
	unsigned int markup, words;
} kinds[KINDS] = {
	{ "", 0, 12 }, { "json-", 16, 6 }, { "code-", 40, 12 }, { "page-", 10, 5 },
	{ "chat-", 2, 8 }, { "table-", 4, 3 },
};

/*
 * @word: the longest; @stop: ends a sentence; @accents: of 100 letters, how many are not ASCII;
 * @shares: of each kind of text, how many of 100 sentences are of the script.  The others are
 * Latin; without any there is no such text.
 */
static const struct script {
	const char *name;
	u32 first, last, stop;
	unsigned int word, accents, shares[KINDS];
} scripts[] = {
	{ "ascii", 'a', 'z', '.', 9, 100, { 100 } },
	{ "french", 0xe0, 0xff, '.', 9, 8, { 0, 100, 0, 100, 0, 20 } },
	{ "german", 0xe4, 0xfc, '.', 11, 3, { 100, 0, 100 } },
	{ "polish", 0x104, 0x17c, '.', 9, 12, { 100 } },
	{ "vietnamese", 0x1ea0, 0x1ef9, '.', 5, 30, { 100 } },
	{ "greek", 0x3b1, 0x3c9, '.', 9, 100, { 0, 0, 0, 0, 0, 40 } },
	{ "cyrillic", 0x430, 0x44f, '.', 10, 100, { 100, 10, 60, 100 } },
	{ "arabic", 0x627, 0x64a, '.', 8, 100, { 100, 30, 0, 100 } },
	{ "devanagari", 0x905, 0x94d, 0x964, 7, 100, { 100, 0, 0, 100, 40 } },
	{ "kana", 0x3041, 0x3093, 0x3002, 30, 100, { 0, 0, 100 } },
	{ "cjk", 0x4e00, 0x9fa5, 0x3002, 40, 100, { 100, 2, 20, 100, 0, 25 } },
	{ "hangul", 0xac00, 0xd7a3, '.', 5, 100, { 100, 0, 0, 100, 60 } },
	{ "emoji", 0x1f300, 0x1f64f, '\n', 30, 100, { 100, 0, 0, 100, 10 } },
};

struct writer {
	u64 random;
	u8 *p, *end;
};

static unsigned int draw_below(struct writer *w, unsigned int n)
{
	w->random = w->random * 6364136223846793005ull + 1442695040888963407ull;
	return (w->random >> 33) * n >> 31;
}

static void put_letter(struct writer *w, u32 cp)
{
	if (w->end - w->p >= 4)
		w->p += u8c_encode(&u8c_rfc3629, cp, w->p);
}

static void put_word(struct writer *w, const struct script *s)
{
	unsigned int n = 1 + draw_below(w, s->word);

	while (n--) {
		if (draw_below(w, 100) < s->accents)
			put_letter(w, s->first + draw_below(w, s->last - s->first + 1));
		else
			put_letter(w, 'a' + draw_below(w, 26));
	}
}

static void put_markup(struct writer *w, unsigned int words)
{
	static const u8 marks[] = "\"<>(){}=:;,_/.-\t\n 0123456789";

	for (words = words / 2 + draw_below(w, words + 1); words; words--) {
		put_letter(w, marks[draw_below(w, sizeof(marks) - 1)]);
		put_letter(w, marks[draw_below(w, sizeof(marks) - 1)]);
		put_word(w, &scripts[0]);
	}
}

static void put_sentence(struct writer *w, const struct script *s, const struct kind *kind)
{
	unsigned int n;

	if (kind->markup)
		put_markup(w, kind->markup);
	if (draw_below(w, 100) >= s->shares[kind - kinds])
		s = &scripts[0];
	for (n = kind->words / 3 + draw_below(w, kind->words); n; n--) {
		put_word(w, s);
		put_letter(w, n > 1 ? ' ' : s->stop);
	}
	put_letter(w, ' ');
}

size_t texts_make(struct text *texts)
{
	struct text *t = texts;
	const struct script *s;
	const struct kind *kind;
	struct writer w;

	for (kind = kinds; kind < kinds + KINDS; kind++)
		for (s = scripts; s < scripts + ARRAY_SIZE(scripts); s++) {
			if (!s->shares[kind - kinds])
				continue;
			t->bytes = malloc(TEXT_BYTES);
			w = (struct writer){ 1 + s->first, t->bytes, t->bytes + TEXT_BYTES };
			while (w.end - w.p >= 4)
				put_sentence(&w, s, kind);
			t->length = w.p - t->bytes;
			if (asprintf(&t++->name, "%s%s", kind->name, s->name) < 0)
				abort();
		}
	return t - texts;
}

bool text_read(struct text *t, char *path)
{
	FILE *f = fopen(path, "re");
	size_t n, at, good;

	if (!f)
		return false;
	*t = (struct text){ .name = path, .bytes = malloc(TEXT_BYTES) };
	n = fread(t->bytes, 1, TEXT_BYTES, f);
	fclose(f);
	for (at = 0; at < n; at += good + 1) {
		good = u8c_valid_up_to(&u8c_impl_scalar, &u8c_rfc3629, t->bytes + at, n - at);
		memmove(t->bytes + t->length, t->bytes + at, good);
		t->length += good;
	}
	return t->length;
}
