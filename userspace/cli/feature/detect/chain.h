/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A text goes back through wrong readings, one after the other.
 */
#ifndef DETECT_CHAIN_H
#define DETECT_CHAIN_H

#include "base/charset/decoder.h"
#include "feature/detect/charset.h"
#include "utf8check.h"

#define MOJIBAKE_STEPS 16

/* Bytes of text that go through the steps at a time; each step may keep the start of a sequence. */
#define CHAIN_PIECE 4096
#define CHAIN_ROOM (CHAIN_PIECE + UTF8CHECK_SEQUENCE_MAX * (MOJIBAKE_STEPS + 1))

/**
 * struct chain_step - undoes one wrong reading: each character becomes the byte that it was
 *
 * @read_as: the charset; NULL after the last step: there the text is only read.
 * @decodes: what comes out is not UTF-8.
 * @begun: a code point of the text was seen.
 * @after_bad: what came last was bad.
 * @bad: places that were not well-formed.  What a charset does not have becomes such a place in
 *	what comes out, if that is UTF-8.
 * @n: bytes in @text.
 * @text: bytes that were not yet decided, and those that follow.
 * @out: what comes out.
 */
struct chain_step {
	const struct charset *read_as;
	bool decodes;
	bool begun;
	bool after_bad;
	u64 bad;
	size_t n;
	u8 text[CHAIN_ROOM];
	u8 out[CHAIN_ROOM];
};

/**
 * struct chain - a text that is being undone
 *
 * @steps: the last wrong step comes first.
 * @written: reads the bytes that come out, where they are not UTF-8.
 * @decodes: there is @written.
 * @decoded: what it makes.
 * @give: takes the text that comes out.
 * @context: for @give.
 */
struct chain {
	struct chain_step steps[MOJIBAKE_STEPS + 1];
	struct decoder written;
	bool decodes;
	u8 decoded[4 * CHAIN_ROOM];
	void (*give)(void *context, const u8 *p, size_t n);
	void *context;
};

/*
 * Begin with a text that was read as @sets, of which the last one comes last.  @give: NULL for
 * chain_undo().
 */
void chain_start(struct chain *c, const struct charset *const *sets, unsigned int n,
		 void (*give)(void *context, const u8 *p, size_t n), void *context);

/* The text, which has one step, was written in @written; NULL: in UTF-8. */
void chain_decode(struct chain *c, const char *written);

/* The next bytes of the text; 0 bytes end it. */
void chain_push(struct chain *c, const u8 *p, size_t n);

/* Undo a whole text at once: into @n bytes at @to, after chain_decode() 4 * @n.  Return: how many. */
size_t chain_undo(struct chain *c, const u8 *p, size_t n, u8 *to);

/* Places that could not be undone. */
u64 chain_bad(const struct chain *c);

#endif /* DETECT_CHAIN_H */
