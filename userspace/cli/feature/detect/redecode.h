/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * One wrong reading of UTF-8 as another charset, undone.
 */
#ifndef DETECT_REDECODE_H
#define DETECT_REDECODE_H

#include "feature/detect/plausible.h"
#include "feature/detect/charset.h"
#include "utf8check.h"

/**
 * struct redecoder - undoes one wrong reading
 *
 * Code points go in; each becomes the byte that it was in the charset, and the
 * bytes are decoded as UTF-8, from which code points come out.
 *
 * @charset: the wrong charset, in which the bytes were read.
 * @emit: called with each code point that comes out; or NULL.
 * @context: for @emit.
 * @good: how many sequences of two bytes or more came out.
 * @strange: how many of these looked strange as they went in, where characters have two bytes.
 * @chained: one of three bytes followed another.
 * @odd: how many of these came out as a code point that no text has.
 * @bad: places that could not be undone: characters that the charset does not
 *	have, and ill-formed maximal subparts.
 * @hopeless: there are so many of these that no more code points are emitted.
 * @bytes: the sequence at hand.
 * @cp: for each of these bytes, the code point that it was.
 * @n: how many bytes.
 * @last: the code point before the sequence at hand.
 * @previous: the code point that came out of a sequence right before it; or 0.
 */
struct redecoder {
	const struct charset *charset;
	void (*emit)(void *context, u32 cp);
	void *context;
	u64 good;
	u64 strange;
	bool chained;
	u64 odd;
	u64 bad;
	bool hopeless;
	u8 bytes[UTF8CHECK_SEQUENCE_MAX];
	u32 cp[UTF8CHECK_SEQUENCE_MAX];
	unsigned int n;
	u32 last;
	u32 previous;
};

void redecoder_start(struct redecoder *r, const struct charset *charset,
		     void (*emit)(void *context, u32 cp), void *context);
void redecoder_feed(struct redecoder *r, u32 cp);
void redecoder_finish(struct redecoder *r);

#endif /* DETECT_REDECODE_H */
