/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Places of a text that are mojibake.
 */
#ifndef DETECT_PLACES_H
#define DETECT_PLACES_H

#include "feature/detect/charset.h"

#define MISREAD_SETS_MAX 16

/* Bytes that are kept before what was not looked at, and after it; bytes that are looked at together. */
#define PLACES_BEFORE 256
#define PLACES_AHEAD 512
#define PLACES_ROOM 65536

/**
 * struct misread_sets - which characters may begin a sequence that was misread
 *
 * @sets: the charsets, the most frequent first.
 * @least: by how many quarters of a bit a word must be better undone.
 * @n: how many.
 * @lead: for each code point, a bit for each charset in which it is a lead byte of UTF-8.
 * @continuation: the same for the bytes that follow a lead.
 */
struct misread_sets {
	const struct charset *sets[MISREAD_SETS_MAX];
	u32 least[MISREAD_SETS_MAX];
	unsigned int n;
	u16 lead[CHARSET_END];
	u16 continuation[CHARSET_END];
};

/* Add a charset of single bytes. */
void misread_sets_add(struct misread_sets *s, const struct charset *set, u32 least);

/**
 * struct mojibake_places - where a text is mojibake
 *
 * @read_as: the charset in which most of the places were read; NULL for none.
 * @places: how many sequences of UTF-8 were read in that charset.
 * @first: the offset of the first.
 * @last: the offset of the last.
 */
struct mojibake_places {
	const struct charset *read_as;
	u64 places;
	u64 first;
	u64 last;
};

/**
 * struct mended_place - a place that was mended
 *
 * @offset: its offset in the text.
 * @was: what stood there.
 * @was_n: bytes of it.
 * @meant: what was meant.
 * @meant_n: bytes of it.
 */
struct mended_place {
	u64 offset;
	const u8 *was;
	size_t was_n;
	const u8 *meant;
	size_t meant_n;
};

/**
 * struct places_user - what becomes of a text whose places are mended
 *
 * @give: takes the text that comes out; at least a byte.
 * @tell: called with each place; or NULL.
 * @context: for both.
 */
struct places_user {
	void (*give)(void *context, const u8 *p, size_t n);
	void (*tell)(void *context, const struct mended_place *place);
	void *context;
};

/**
 * struct places - a text that may have mojibake in it
 *
 * @sets: the charsets.
 * @user: mends the places; NULL: they are counted.
 * @charsets: a bit for each charset that counts.
 * @trusted: a bit for a charset in which most of the text was read, so that its places are not
 *	measured; or 0.
 * @found: for each charset.
 * @offset: the offset of text[0].
 * @misses: characters that were measured and are no mojibake.
 * @from: the first byte of @text that was not looked at.
 * @given: the first byte of @text that the user did not get.
 * @n: bytes of @text.
 * @text: the current text, with bytes before and room after it.
 */
struct places {
	const struct misread_sets *sets;
	const struct places_user *user;
	unsigned int charsets;
	unsigned int trusted;
	struct mojibake_places found[MISREAD_SETS_MAX];
	u64 offset;
	u64 misses;
	size_t from;
	size_t given;
	size_t n;
	u8 text[PLACES_BEFORE + PLACES_ROOM + 2 * PLACES_AHEAD];
};

/* Begin with a new text.  @user: NULL to count only. */
void places_start(struct places *s, const struct misread_sets *sets, unsigned int charsets,
		  const struct places_user *user);

/* The next bytes of the text; 0 bytes end it. */
void places_push(struct places *s, const u8 *p, size_t n);

/*
 * The charset with the most places, and these; *charsets gets a bit for each charset in which
 * places were read.
 */
struct mojibake_places places_answer(const struct places *s, unsigned int *charsets);

#endif /* DETECT_PLACES_H */
