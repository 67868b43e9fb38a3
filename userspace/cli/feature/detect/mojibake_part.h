/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Mojibake in a part of a text that is none as a whole.
 */
#ifndef DETECT_MOJIBAKE_PART_H
#define DETECT_MOJIBAKE_PART_H

#include "feature/detect/plausible.h"
#include "feature/detect/charset.h"

#define PAIRS_MAX 16

/* Bytes kept of what was pushed before, and bytes that are looked at together. */
#define MOJIBAKE_PART_KEPT 320
#define MOJIBAKE_PART_ROOM 65536

/**
 * struct misread_pairs - which characters may begin a sequence that was misread
 *
 * @sets: the charsets.
 * @n: how many.
 * @lead: for each code point, a bit for each charset in which it is a lead byte of UTF-8.
 * @continuation: the same for the bytes that follow a lead.
 */
struct misread_pairs {
	const struct charset *sets[PAIRS_MAX];
	unsigned int n;
	u16 lead[CHARSET_END];
	u16 continuation[CHARSET_END];
};

/* Add a charset.  Where two explain a place, the first counts.  Wide ones are left out. */
void misread_pairs_add(struct misread_pairs *p, const struct charset *set);

/**
 * struct mojibake_places - where a text is mojibake
 *
 * @read_as: the charset in which most of the places were read; NULL for none.
 * @places: how many sequences of UTF-8 were read in that charset.
 * @first: the offset of the first.
 * @last: the offset of the last.
 * @sure: of places that are enough for a verdict, each alone.
 * @likely: of those that are beside others.
 */
struct mojibake_places {
	const struct charset *read_as;
	u64 places;
	u64 first;
	u64 last;
	u64 sure;
	u64 likely;
};

/**
 * struct mojibake_mended - a place that was mended
 *
 * @offset: its offset in the text.
 * @was: what stood there.
 * @was_n: bytes of it.
 * @meant: what was meant.
 * @meant_n: bytes of it.
 */
struct mojibake_mended {
	u64 offset;
	const u8 *was;
	size_t was_n;
	const u8 *meant;
	size_t meant_n;
};

/**
 * struct mojibake_mender - what becomes of a text whose misread places are mended
 *
 * @least: points that one of the sequences of a place must have.
 * @give: takes the text that comes out; at least a byte.
 * @tell: called with each place; or NULL.
 * @context: for both.
 */
struct mojibake_mender {
	unsigned int least;
	void (*give)(void *context, const u8 *p, size_t n);
	void (*tell)(void *context, const struct mojibake_mended *m);
	void *context;
};

/**
 * struct mojibake_part - a text that may have mojibake in it
 *
 * @pairs: the charsets.
 * @charsets: a bit for each of these that places may have been read in.
 * @places: for each of these.
 * @offset: the offset of text[0].
 * @from: the first byte of @text that was not looked at.
 * @n: bytes of @text.
 * @mender: mends the places; NULL: they are counted.
 * @given: the first byte of @text that the mender did not get.
 * @text: the current text, with bytes before and room after it.
 */
struct mojibake_part {
	const struct misread_pairs *pairs;
	unsigned int charsets;
	struct mojibake_places places[PAIRS_MAX];
	u64 offset;
	size_t from;
	size_t n;
	const struct mojibake_mender *mender;
	size_t given;
	u8 text[MOJIBAKE_PART_KEPT + MOJIBAKE_PART_ROOM + MOJIBAKE_PART_KEPT];
};

/* Begin with a new text. */
void mojibake_part_start(struct mojibake_part *m, const struct misread_pairs *pairs);

/* The next bytes of the text; 0 bytes end it. */
void mojibake_part_push(struct mojibake_part *m, const u8 *p, size_t n);

/*
 * The charset with the most places, and these; *charsets gets a bit for each charset in
 * which places were read.
 */
struct mojibake_places mojibake_part_answer(const struct mojibake_part *m, unsigned int *charsets);

#endif /* DETECT_MOJIBAKE_PART_H */
