/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A text goes back through wrong readings, one after the other.
 */
#ifndef DETECT_CHAIN_H
#define DETECT_CHAIN_H

#include "base/charset/decoder.h"
#include "base/text/utf8_iter.h"
#include "feature/detect/charset.h"

#define MOJIBAKE_STEPS 16

/* Bytes of text that may be pushed at a time. */
#define CHAIN_ROOM 65536

/**
 * struct redecoder - undoes one wrong reading of UTF-8 as another charset
 *
 * Code points go in; each becomes the byte that it was in the charset, and the
 * bytes are decoded as UTF-8, from which code points come out.
 *
 * @charset: the wrong charset, in which the bytes were read.
 * @emit: called with each code point that comes out.
 * @context: for @emit.
 * @good: how many sequences of two bytes or more came out.
 * @strange: how many of these looked strange as they went in, where characters have two bytes.
 * @chained: one of three bytes followed another.
 * @odd: how many of these came out as a code point that no text has.
 * @bad: places that could not be undone: characters that the charset does not
 *	have, and ill-formed maximal subparts.
 * @hopeless: too many were bad: no more code points are emitted.
 * @bytes: the current sequence.
 * @cp: for each of these bytes, the code point that it was.
 * @n: how many bytes.
 * @last: the code point before the current sequence.
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

/**
 * struct chain - a text that is being undone
 *
 * @iter: finds the code points of the text.
 * @steps: a redecoder for each wrong step; the last wrong step comes first.
 * @n: how many.
 * @written: reads the bytes that the only step gives back, where they are not UTF-8.
 * @decodes: there is @written.
 * @raw_n: bytes in @raw.
 * @raw: such bytes.
 * @begun: a code point of the text was seen.
 * @bad: ill-formed sequences of the text.
 * @give: takes the text that comes out.
 * @context: for @give.
 * @kept: bytes in @buf.
 * @buf: text that was not yet given.
 */
struct chain {
	struct utf8_iter iter;
	struct redecoder steps[MOJIBAKE_STEPS];
	unsigned int n;
	struct decoder written;
	bool decodes;
	size_t raw_n;
	u8 raw[1024];
	bool begun;
	u64 bad;
	void (*give)(void *context, const u8 *p, size_t n);
	void *context;
	size_t kept;
	u8 buf[CHAIN_ROOM];
};

/* Begin with a text that was read as @sets, of which the last one comes last. */
void chain_start(struct chain *c, const struct charset *const *sets, unsigned int n,
		 void (*give)(void *context, const u8 *p, size_t n), void *context);

/* What comes out of the steps are the bytes of @written, a charset, which is read in turn. */
void chain_decode(struct chain *c, const char *written);

/* The next bytes of the text; 0 bytes end it. */
void chain_push(struct chain *c, const u8 *p, size_t n);

/*
 * Undo a whole text at once, in place of @give: into @n bytes at @to, after
 * chain_decode() into 4 * @n.  Return: how many.
 */
size_t chain_undo(struct chain *c, const u8 *p, size_t n, u8 *to);

/* Places that could not be undone, in all steps. */
u64 chain_bad(const struct chain *c);

#endif /* DETECT_CHAIN_H */
