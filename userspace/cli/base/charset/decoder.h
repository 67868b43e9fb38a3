/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Decoders of charsets: iconv(3), ICU, and our own, behind one interface.
 */
#ifndef CHARSET_DECODER_H
#define CHARSET_DECODER_H

#include "base/types.h"

struct decoder_kind;

/* No code point: a shift sequence, or a byte without a meaning. */
#define NO_POINT 0xffffffff

/**
 * struct decoder - a text that is being read
 *
 * @kind: which decoder reads it.
 * @state: for @kind.
 * @bad: how many bytes are not of the charset, where decoder_run() has failed with EILSEQ.
 * @shifts: @state outlives an error, and says what the next bytes are.
 */
struct decoder {
	const struct decoder_kind *kind;
	void *state;
	size_t bad;
	bool shifts;
};

/* Is there a charset of this name?  The library that reads it may be missing. */
bool decoder_knows(const char *name);

/* Return: false on failure; errno is ELIBACC where the library is missing. */
bool decoder_open(struct decoder *d, const char *name);
void decoder_close(struct decoder *d);

/**
 * decoder_run() - read bytes of the charset, write UTF-8
 * @d: the text
 * @in: the bytes; after EINVAL those that are left come first next time, after EILSEQ
 *	what is after the bad ones; NULL: give what is held back
 * @n: how many
 * @out: room
 * @room: bytes of it
 *
 * Return: as iconv(3): -1, and errno is EILSEQ, EINVAL or E2BIG; else something else.
 */
size_t decoder_run(struct decoder *d, char **in, size_t *n, char **out, size_t *room);

/**
 * single_byte_points() - what the bytes of a charset are
 * @name: a charset
 * @first: the first byte that is asked for; the last is FF
 * @points: their code points; NO_POINT where the charset has none
 *
 * Return: true; false where one of them only begins a character, is more than one, may
 * compose with the next, or shifts; or where iconv(3) does not know the charset.
 */
bool single_byte_points(const char *name, unsigned int first, u32 *points);

#endif /* CHARSET_DECODER_H */
