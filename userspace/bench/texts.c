// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Texts: files, or made here.
 *
 * A made text has words of random letters of its script; the lengths of words,
 * the spaces and the punctuation are usual for the script.  A mixed text has
 * markup around the words, as a page of an encyclopedia.  The speed of a
 * validator depends on the order of sequence lengths; in this the made texts are
 * like real ones.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench.h"
#include "cli.h"
#include "print/escape.h"

struct script {
	const char *name;
	u32 first, last;
	unsigned int word;	/* longest word */
	u32 stop;		/* ends a sentence */
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

/* The length of a made text. */
#define TEXT_BYTES (1 << 20)

struct writer {
	u64 random;
	u8 *p, *end;
};

static unsigned int below(struct writer *w, unsigned int n)
{
	w->random = w->random * 6364136223846793005ull + 1442695040888963407ull;
	return (w->random >> 33) * n >> 31;
}

static void put_point(struct writer *w, u32 cp)
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
	struct writer w = { .random = 1 + s->first };

	snprintf(t->name, sizeof(t->name), "%s%s", s->name,
		 mixed ? "+markup" : "");
	t->family = mixed ? MARKUP : s->last < 0x80 ? ASCII : SCRIPT;
	t->bytes = w.p = malloc(TEXT_BYTES);
	if (!t->bytes)
		abort();
	w.end = w.p + TEXT_BYTES;
	while (w.end - w.p >= 4) {
		if (mixed)
			put_markup(&w, s);
		else
			put_sentence(&w, s);
	}
	t->length = w.p - t->bytes;
}

size_t texts_make(struct text *texts, size_t files)
{
	size_t i, n = 0;

	for (i = 0; i < U8C_ARRAY_SIZE(scripts); i++)
		if (!files && scripts[i].accents == 100)
			make(&texts[n++], &scripts[i], false);
	for (i = 1; i < U8C_ARRAY_SIZE(scripts); i++)
		make(&texts[n++], &scripts[i], true);
	return n;
}

/* What kind of text is this?  Text with many < and > is markup. */
static enum family family_of(const u8 *p, size_t n)
{
	size_t i, high = 0, marks = 0;

	for (i = 0; i < n; i++) {
		high += p[i] >= 0x80;
		marks += p[i] == '<' || p[i] == '>';
	}
	if (!high)
		return ASCII;
	return marks > n / 200 ? MARKUP : SCRIPT;
}

/* Return: 0 or a negative errno. */
static int read_some(struct text *t, const char *path)
{
	FILE *f = fopen(path, "rbe");
	int err;

	if (!f)
		return -errno;
	t->bytes = malloc(SIZE_LIMIT);
	if (!t->bytes) {
		fclose(f);
		return -ENOMEM;
	}
	errno = 0;
	t->length = fread(t->bytes, 1, SIZE_LIMIT, f);
	err = ferror(f) ? -errno : 0;
	fclose(f);
	return err;
}

/* The beginning of the file's name, escaped: it is printed in tables. */
static void name_text(struct text *t, const char *file)
{
	size_t n = *file ? 1 + strcspn(file + 1, ".") : 0;
	char *name = NULL;
	size_t size;
	FILE *f = open_memstream(&name, &size);

	if (f) {
		escaped_print_part(f, (const u8 *)file, n);
		fclose(f);
	}
	snprintf(t->name, sizeof(t->name), "%s", name ? name : "");
	free(name);
}

bool text_load(struct text *t, const char *path)
{
	const char *slash = strrchr(path, '/');
	int err = read_some(t, path);
	size_t good;

	if (err) {
		cli_complain_errno(err, "%s", path);
		return false;
	}
	good = u8c_valid_up_to(&u8c_impl_scalar, &u8c_rfc3629, t->bytes,
			       t->length);
	/* The last sequence may be cut off. */
	if (!t->length || (good < t->length && t->length - good > 3) ||
	    (good < t->length && t->length < SIZE_LIMIT)) {
		cli_complain("%s: %s", path, t->length ? "not well-formed UTF-8" :
			     "nothing in it");
		return false;
	}
	t->length = good;
	slash = slash ? slash + 1 : path;
	name_text(t, slash);
	t->family = family_of(t->bytes, good);
	return true;
}
