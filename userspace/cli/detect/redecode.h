/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * One wrong reading of UTF-8 as an 8-bit charset, undone.
 */
#ifndef DETECT_REDECODE_H
#define DETECT_REDECODE_H

#include "iconv/single_byte.h"

/**
 * struct redecoder - one wrong reading being undone
 *
 * Code points go in; each becomes the byte that it was in the charset, and the
 * bytes are decoded as UTF-8, from which code points come out.
 *
 * @charset: what the bytes were taken for.
 * @emit: called with each code point that comes out.
 * @context: for @emit.
 * @good: sequences of two bytes or more that came out.
 * @strange: of these, whose characters looked strange as they went in.
 * @odd: of these, that came out as something no text has.
 * @bad: what could not be undone: characters that the charset does not have,
 *	and ill-formed maximal subparts.
 * @hopeless: that is so common that nothing more is taken.
 * @bytes: the sequence at hand.
 * @cp: the code point that each of them was.
 * @n: how many.
 * @last: the code point before the sequence at hand.
 * @kept: the characters of the last complete sequence, kept until it is known
 *	what follows: then they may look strange.
 * @kept_n: how many; 0 when none are kept.
 * @before: the code point before them.
 */
struct redecoder {
	const struct charset *charset;
	void (*emit)(void *context, u32 cp);
	void *context;
	u64 good;
	u64 strange;
	u64 odd;
	u64 bad;
	bool hopeless;
	u8 bytes[U8C_SEQUENCE_MAX];
	u32 cp[U8C_SEQUENCE_MAX];
	unsigned int n;
	u32 last;
	u32 kept[4];
	unsigned int kept_n;
	u32 before;
};

void redecoder_start(struct redecoder *r, const struct charset *charset,
		   void (*emit)(void *context, u32 cp), void *context);
void redecoder_feed(struct redecoder *r, u32 cp);
void redecoder_finish(struct redecoder *r);

#endif /* DETECT_REDECODE_H */
