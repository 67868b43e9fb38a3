/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Well-formed text to measure on, the same everywhere: words of random letters
 * of a few scripts.  Plain C, shared by KUnit and userspace.
 */
#ifndef U8C_SAMPLE_WORDS_H
#define U8C_SAMPLE_WORDS_H

#include "sample.h"

/**
 * struct u8c_script - letters that words are made of
 *
 * @first: the first one.
 * @letters: how many follow each other from there.
 * @share: how many of 16 words have these letters.
 */
struct u8c_script {
	u32 first;
	u32 letters;
	u32 share;
};

/**
 * struct u8c_words - a kind of text
 *
 * @name: what it is.
 * @scripts: whose words are mixed; the shares sum up to 16.
 */
struct u8c_words {
	const char *name;
	struct u8c_script scripts[4];
};

#define U8C_ASCII_WORDS(share) { 'a', 26, share }
#define U8C_LATIN_1_WORDS(share) { 0xe0, 22, share }
#define U8C_HAN_WORDS(share) { 0x4e00, 0x5000, share }
#define U8C_EMOJI_WORDS(share) { 0x1f600, 64, share }

static const struct u8c_words u8c_words[] = {
	{ "ASCII", { U8C_ASCII_WORDS(16) } },
	{ "accents", { U8C_ASCII_WORDS(12), U8C_LATIN_1_WORDS(4) } },
	{ "Cyrillic", { { 0x430, 32, 16 } } },
	{ "Han", { U8C_HAN_WORDS(16) } },
	{ "Hangul", { { 0xac00, 11172, 16 } } },
	{ "emoji", { U8C_EMOJI_WORDS(16) } },
	{ "mixed", { U8C_ASCII_WORDS(10), U8C_LATIN_1_WORDS(2),
		     U8C_HAN_WORDS(2), U8C_EMOJI_WORDS(2) } },
};

static inline const struct u8c_script *u8c_word_of(struct u8c_chance *c,
						   const struct u8c_words *w)
{
	const struct u8c_script *s = w->scripts;
	u32 at = u8c_chance_below(c, 16);

	for (; at >= s->share; s++)
		at -= s->share;
	return s;
}

/**
 * u8c_write_words() - make a text
 * @w: the kind of text
 * @p: room for the text
 * @n: bytes to make, of words of 2 to 9 letters with spaces between them;
 *	spaces fill the end, where a letter may not fit
 */
static inline void u8c_write_words(const struct u8c_words *w, u8 *p, size_t n)
{
	struct u8c_chance c = { .state = U8C_SEED };
	size_t at = 0;

	while (at + 4 <= n) {
		const struct u8c_script *s = u8c_word_of(&c, w);
		u32 letters = 2 + u8c_chance_below(&c, 8);

		for (; letters && at + 4 <= n; letters--)
			at += u8c_encode(&u8c_rfc3629, s->first +
					 u8c_chance_below(&c, s->letters),
					 p + at);
		if (at < n)
			p[at++] = ' ';
	}
	memset(p + at, ' ', n - at);
}

#endif /* U8C_SAMPLE_WORDS_H */
