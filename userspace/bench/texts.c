// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Texts that are made here, of words of random letters of a script; the lengths of
 * words, the spaces and the punctuation are usual for the script.
 *
 * How fast a validator is depends on the order of sequence lengths, and on how
 * often text changes between ASCII and other characters.  So most texts are mixed,
 * as real files are: logs, code with comments, pages, chat, tables.  What is not
 * ASCII comes clustered, as whole sentences of a script, or scattered, as accents
 * of Latin words.
 *
 * The implementations were tuned on half of the mixed texts only, those with
 * .tuned; on the others they are seen as on a stranger's texts.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench.h"

struct script {
	u32 first, last;
	unsigned int word;	/* longest word */
	u32 stop;		/* ends a sentence */
	unsigned int accents;	/* of 100 letters, how many are not ASCII */
};

static const struct script latin = { 'a', 'z', 9, '.', 100 };
static const struct script french = { 0xe0, 0xff, 9, '.', 8 };
static const struct script german = { 0xe4, 0xfc, 11, '.', 3 };
static const struct script polish = { 0x104, 0x17c, 9, '.', 12 };
static const struct script vietnamese = { 0x1ea0, 0x1ef9, 5, '.', 30 };
static const struct script greek = { 0x3b1, 0x3c9, 9, '.', 100 };
static const struct script cyrillic = { 0x430, 0x44f, 10, '.', 100 };
static const struct script arabic = { 0x627, 0x64a, 8, '.', 100 };
static const struct script devanagari = { 0x905, 0x94d, 7, 0x964, 100 };
static const struct script kana = { 0x3041, 0x3093, 30, 0x3002, 100 };
static const struct script cjk = { 0x4e00, 0x9fa5, 40, 0x3002, 100 };
static const struct script hangul = { 0xac00, 0xd7a3, 5, '.', 100 };
static const struct script emoji = { 0x1f300, 0x1f64f, 30, '\n', 100 };

struct writer {
	u64 random;
	u8 *p, *end;
};

/**
 * struct recipe - of what a text is made
 *
 * @name: of the text; its last part is @share, where not all is in the script.
 * @put: writes a line, or another piece.
 * @script: of what is not ASCII.
 * @share: of 100 sentences, so many are in the script, and the others ASCII.
 * @tuned: the implementations were tuned on this text.
 */
struct recipe {
	const char *name;
	void (*put)(struct writer *w, const struct recipe *r);
	const struct script *script;
	unsigned int share;
	bool tuned;
};

static unsigned int draw_below(struct writer *w, unsigned int n)
{
	w->random = w->random * 6364136223846793005ull + 1442695040888963407ull;
	return (w->random >> 33) * n >> 31;
}

static void write_bench_point(struct writer *w, u32 cp)
{
	if (w->end - w->p >= 4)
		w->p += utf8check_encode(NULL, cp, w->p);
}

static void write_words(struct writer *w, const char *ascii)
{
	while (*ascii)
		write_bench_point(w, *ascii++);
}

static void put_number(struct writer *w, unsigned int digits)
{
	while (digits--)
		write_bench_point(w, '0' + draw_below(w, 10));
}

static void put_word(struct writer *w, const struct script *s)
{
	unsigned int n = 1 + draw_below(w, s->word);

	while (n--) {
		if (draw_below(w, 100) < s->accents)
			write_bench_point(w, s->first + draw_below(w, s->last - s->first + 1));
		else
			write_bench_point(w, 'a' + draw_below(w, 26));
	}
}

/* A name in a program. */
static void put_name(struct writer *w)
{
	put_word(w, &latin);
	if (draw_below(w, 2)) {
		write_words(w, "_");
		put_word(w, &latin);
	}
}

/* The script of the next sentence. */
static const struct script *choose_script(struct writer *w, const struct recipe *r)
{
	return draw_below(w, 100) < r->share ? r->script : &latin;
}

static void put_words(struct writer *w, const struct script *s, unsigned int n)
{
	while (n--) {
		put_word(w, s);
		write_words(w, n ? " " : "");
	}
}

static void put_sentence(struct writer *w, const struct recipe *r)
{
	const struct script *s = choose_script(w, r);

	put_words(w, s, 4 + draw_below(w, 12));
	write_bench_point(w, s->stop);
	write_words(w, " ");
}

static void put_json_line(struct writer *w, const struct recipe *r)
{
	write_words(w, "{\"time\":\"2026-03-");
	put_number(w, 2);
	write_words(w, "T10:");
	put_number(w, 2);
	write_words(w, ":00.");
	put_number(w, 3);
	write_words(w, "Z\",\"level\":\"info\",\"host\":\"web-");
	put_number(w, 2);
	write_words(w, "\",\"status\":");
	put_number(w, 3);
	write_words(w, ",\"user\":\"");
	put_word(w, choose_script(w, r));
	write_words(w, "\",\"message\":\"");
	put_words(w, choose_script(w, r), 1 + draw_below(w, 8));
	write_words(w, "\"}\n");
}

/* Some lines of code, and a comment. */
static void put_code(struct writer *w, const struct recipe *r)
{
	unsigned int n = 2 + draw_below(w, 8);

	while (n--) {
		write_words(w, draw_below(w, 2) ? "\tif (" : "\twhile (");
		put_name(w);
		write_words(w, "->");
		put_name(w);
		write_words(w, " != ");
		put_number(w, 1 + draw_below(w, 3));
		write_words(w, ")\n\t\t");
		put_name(w);
		write_words(w, " = ");
		put_name(w);
		write_words(w, "(&");
		put_name(w);
		write_words(w, ", sizeof(*");
		put_name(w);
		write_words(w, "));\n");
	}
	write_words(w, "\n\t/* ");
	put_sentence(w, r);
	write_words(w, "*/\n");
}

static void put_link(struct writer *w, const struct recipe *r)
{
	unsigned int n = 2 + draw_below(w, 8);

	write_words(w, "<a href=\"/wiki/");
	while (n--)
		write_words(w, "%D0%B8");
	write_words(w, "\" title=\"");
	put_word(w, r->script);
	write_words(w, "\">");
	put_word(w, r->script);
	write_words(w, "</a> ");
}

static void put_page(struct writer *w, const struct recipe *r)
{
	unsigned int n;

	write_words(w, "\n<li class=\"interlanguage-link interwiki\"><p id=\"mw");
	put_number(w, draw_below(w, 30));
	write_words(w, "\">");
	for (n = draw_below(w, 4); n; n--) {
		put_sentence(w, r);
		put_link(w, r);
	}
	write_words(w, "</p></li>");
}

static void put_chat(struct writer *w, const struct recipe *r)
{
	write_words(w, "[");
	put_number(w, 2);
	write_words(w, ":");
	put_number(w, 2);
	write_words(w, "] <");
	put_name(w);
	write_words(w, "> ");
	put_words(w, choose_script(w, r), 1 + draw_below(w, 10));
	write_words(w, "\n");
}

static void put_table_row(struct writer *w, const struct recipe *r)
{
	put_number(w, 1 + draw_below(w, 6));
	write_words(w, ",\"");
	put_words(w, choose_script(w, r), 1 + draw_below(w, 3));
	write_words(w, "\",");
	put_word(w, choose_script(w, r));
	write_words(w, ",");
	put_number(w, 2);
	write_words(w, ".");
	put_number(w, 2);
	write_words(w, ",2026-01-");
	put_number(w, 2);
	write_words(w, "\n");
}

/* Texts of one script, for who gives no files. */
static const struct recipe plain[] = {
	{ "ascii", put_sentence, &latin, 100, true },
	{ "cyrillic", put_sentence, &cyrillic, 100, true },
	{ "arabic", put_sentence, &arabic, 100, true },
	{ "devanagari", put_sentence, &devanagari, 100, true },
	{ "cjk", put_sentence, &cjk, 100, true },
	{ "hangul", put_sentence, &hangul, 100, true },
	{ "emoji", put_sentence, &emoji, 100, true },
};

static const struct recipe mixed[] = {
	{ "json-cjk-2", put_json_line, &cjk, 2, true },
	{ "json-cyrillic-10", put_json_line, &cyrillic, 10, false },
	{ "json-arabic-30", put_json_line, &arabic, 30, true },
	{ "json-french", put_json_line, &french, 100, false },
	{ "code-cjk-20", put_code, &cjk, 20, true },
	{ "code-kana", put_code, &kana, 100, false },
	{ "code-german", put_code, &german, 100, true },
	{ "code-cyrillic-60", put_code, &cyrillic, 60, false },
	{ "page-french", put_page, &french, 100, true },
	{ "page-cyrillic", put_page, &cyrillic, 100, false },
	{ "page-arabic", put_page, &arabic, 100, true },
	{ "page-devanagari", put_page, &devanagari, 100, false },
	{ "page-cjk", put_page, &cjk, 100, true },
	{ "page-hangul", put_page, &hangul, 100, false },
	{ "page-emoji", put_page, &emoji, 100, true },
	{ "chat-emoji-10", put_chat, &emoji, 10, false },
	{ "chat-hangul-60", put_chat, &hangul, 60, true },
	{ "chat-devanagari-40", put_chat, &devanagari, 40, false },
	{ "table-french-20", put_table_row, &french, 20, true },
	{ "table-cjk-25", put_table_row, &cjk, 25, false },
	{ "table-greek-40", put_table_row, &greek, 40, true },
	{ "prose-polish", put_sentence, &polish, 100, false },
	{ "prose-vietnamese", put_sentence, &vietnamese, 100, true },
	{ "prose-german", put_sentence, &german, 100, false },
};

static void make_sample(struct text *t, const struct recipe *r)
{
	struct writer w = { .random = 1 + r->script->first };

	snprintf(t->name, sizeof(t->name), "%s", r->name);
	t->tuned = r->tuned;
	t->bytes = w.p = malloc(TEXT_BYTES);
	if (!t->bytes)
		abort();
	w.end = w.p + TEXT_BYTES;
	while (w.end - w.p >= 4)
		r->put(&w, r);
	t->length = w.p - t->bytes;
	t->family = text_family(t->bytes, t->length);
}

size_t texts_make(struct text *texts, size_t files)
{
	size_t i, n = 0;

	for (i = 0; !files && i < ARRAY_SIZE(plain); i++)
		make_sample(&texts[n++], &plain[i]);
	for (i = 0; i < ARRAY_SIZE(mixed); i++)
		make_sample(&texts[n++], &mixed[i]);
	return n;
}
