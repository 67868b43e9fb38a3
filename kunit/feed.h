/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Feeds a text to a stream in pieces, and compares the result with the reference.
 */
#ifndef U8C_FEED_H
#define U8C_FEED_H

#include "both.h"
#include "reference_action.h"

struct u8c_chance;

/* Longest text that is fed. */
#define U8C_FEED_MAX 4096

/**
 * struct u8c_feed - a text, and how it is fed to a stream
 *
 * @test: fails where the stream is wrong.
 * @in: the text.
 * @n: its length.
 * @config: configuration of the stream.
 * @cuts: where the text is cut: bit i cuts after byte i; nothing after byte 63.
 * @chance: if not NULL, cuts and room are random instead.
 * @impl: the implementation; NULL for each.
 * @patience: of the stream.
 * @turn: counts the texts of a test that feeds one text in u8c_share().
 * @again: the stream is reset, and fed once more.
 * @room: bytes of output that each call has room for; 0 for a stream that only
 *	checks.
 * @want: what the reference says, with every error.
 * @want_out: its output.
 * @ref_work: its memory.
 * @out: the stream's output is gathered here.
 * @made: bytes of it.
 * @list: lent to a stream that keeps records.
 * @records: the stream's records are gathered here.
 * @listed: how many.
 * @work: lent to a stream with a form.
 * @pieces: each piece of the input is right before this, and a guard after it.
 * @window: each call has its room right before this, and a guard after it.
 * @whole: so has a conversion at once.
 */
struct u8c_feed {
	struct kunit *test;
	const u8 *in;
	size_t n;
	struct utf8check_config config;
	u64 cuts;
	struct u8c_chance *chance;
	const struct u8c_impl *impl;
	u32 patience;
	unsigned int turn;
	bool again;
	size_t room;
	struct u8c_ref_result want;
	u8 *want_out;
	u64 *ref_work;
	u8 *out;
	size_t made;
	struct utf8check_error *list;
	struct utf8check_error *records;
	size_t listed;
	struct u8c_verifier *work;
	u8 *pieces;
	u8 *window;
	u8 *whole;
};

/* A feed without a text, which counts positions; the test frees it. */
struct u8c_feed *u8c_feed_new(struct kunit *test);

/* Sets what the reference says of the text under the configuration. */
void u8c_feed_expect(struct u8c_feed *f);

/* Feeds a stream of the implementation, or of each; the test ends at a wrong answer. */
void u8c_feed_run(struct u8c_feed *f);

/* Converts the text of the feed at once, into @room bytes: for what needs no work. */
void u8c_feed_convert(struct u8c_feed *f, size_t room);

#endif /* U8C_FEED_H */
