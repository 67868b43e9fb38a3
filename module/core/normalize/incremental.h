/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Normalization one code point at a time: code points go in, normalized ones
 * come out, and nothing depends on when they are taken.
 */
#ifndef U8C_NORMALIZE_INCREMENTAL_H
#define U8C_NORMALIZE_INCREMENTAL_H

#include "normalize/data.h"

/* The longest run of nonstarters, after decomposition, that is normalized. */
#define U8C_RUN_MAX 1024

/* A starter, a run, and what one more code point adds, with a joiner. */
#define U8C_HELD_MAX (1 + U8C_RUN_MAX + U8C_MAPPING_MAX + 1)

/**
 * struct u8c_incremental - a text that is being normalized
 *
 * Owned by the caller; without pointers, so that it may be copied.
 *
 * @wide: a code point above U+10FFFF that is ready, after the held ones.
 * @form: enum utf8check_form.
 * @stream_safe: apply the Stream-Safe Text Process (UAX #15 section 13).
 * @has_wide: @wide holds one.
 * @safe_count: nonstarters that the text up to here ends in, in NFKD.
 * @head: the next of @held to be taken.
 * @ready: where the part of @held that is still open begins: a starter, if
 *	there was one, and its run.
 * @end: where it ends.
 * @run: nonstarters of the open run, as they were before composition.
 * @held: code points, each with its class in the highest byte.
 * @sorted: where a long run is sorted, with the starter before it.
 * @place: for that, where the nonstarters of each class begin.
 */
struct u8c_incremental {
	u64 wide;
	u8 form;
	bool stream_safe;
	bool has_wide;
	u8 safe_count;
	u16 head;
	u16 ready;
	u16 end;
	u16 run;
	u32 held[U8C_HELD_MAX];
	u32 sorted[1 + U8C_RUN_MAX];
	u16 place[256];
};

/**
 * u8c_incremental_init() - start a text
 * @n: the normalizer; any content
 * @form: enum utf8check_form; with UTF8CHECK_FORM_NONE all stays as it is
 * @stream_safe: insert U+034F where a run of nonstarters, in NFKD, would be
 *	longer than 30 (UAX15-D4).  Under UTF8CHECK_FORM_NFKC_CASEFOLD too, which would
 *	leave out one that the text brings.
 */
void u8c_incremental_init(struct u8c_incremental *n, enum utf8check_form form, bool stream_safe);

/**
 * u8c_incremental_push() - put in the next code point
 * @n: the normalizer, of which nothing is ready to be taken
 * @cp: any code point, of any profile
 *
 * Return: false, and nothing is changed, when the run of nonstarters that is
 * open would become longer than U8C_RUN_MAX.
 */
bool u8c_incremental_push(struct u8c_incremental *n, u64 cp);

/**
 * u8c_incremental_finish() - say that no code point follows
 * @n: the normalizer, of which nothing is ready to be taken
 *
 * All that it holds becomes ready; then it is as after u8c_incremental_init().
 */
void u8c_incremental_finish(struct u8c_incremental *n);

/* Takes a code point that is ready.  Return: false when none is. */
bool u8c_incremental_next(struct u8c_incremental *n, u64 *cp);

/* Are there code points to be taken? */
static inline bool u8c_incremental_is_ready(const struct u8c_incremental *n)
{
	return n->head < n->ready || n->has_wide;
}

/* Does it hold code points that what follows may change? */
static inline bool u8c_incremental_is_open(const struct u8c_incremental *n)
{
	return n->ready < n->end;
}

#endif /* U8C_NORMALIZE_INCREMENTAL_H */
