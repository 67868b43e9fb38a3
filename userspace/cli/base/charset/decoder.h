/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Decoders of charsets: iconv(3), ICU, and our own, behind one interface.
 */
#ifndef CHARSET_DECODER_H
#define CHARSET_DECODER_H

#include <errno.h>
#include "base/types.h"

/* No code point: a shift sequence, or a byte without a meaning. */
#define NO_POINT 0xffffffff

/**
 * struct decoder - a text that is being read
 *
 * @kind: which decoder reads it.
 * @state: for @kind.
 * @bad: how many of the next bytes are not of the charset, where decoder_run() has failed with
 *	EILSEQ: set by the decoder; for iconv a unit, set by who opens it.
 * @shifts: bytes before an error say how those after it are read: @state outlives the error.
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

/*
 * Read a whole, short text in a charset; *made is the room at @to, then how many bytes of UTF-8
 * there are.
 * Return: false where there is no such charset, the text is not of it, or more than there is room.
 */
bool decoder_text(const char *name, const void *p, size_t n, void *to, size_t *made);

/* Is a text of a few bytes in a charset this UTF-8? */
bool decoder_reads(const char *name, const char *bytes, const char *utf8);

/*
 * What the bytes of a charset from @first to FF are; NO_POINT where the charset has none.  Return:
 * true; false where one of them only begins a character, is more than one, may compose with the
 * next, or shifts; or where iconv(3) does not know the charset.
 */
bool single_byte_points(const char *name, unsigned int first, u32 *points);

/* --- the decoders, which decoder.c lists */

/* What a decoder returns that cannot go on. */
static inline size_t decoder_failed(int err)
{
	errno = err;
	return -1;
}

/**
 * struct decoder_kind - a charset and its decoder
 *
 * @name: the charset; NULL: all that iconv knows.
 * @shifts: as in struct decoder.
 * @open: makes the state; NULL without memory or library, and then errno is set.
 * @run: as decoder_run(), where @take is NULL.
 * @take: reads one sequence, of at least a byte.  Returns its length; 0: it is not complete; less
 *	than 0: so many bytes are not of the charset.  *cp is NO_POINT where it says nothing.
 * @close: NULL: there is no state.
 */
struct decoder_kind {
	const char *name;
	bool shifts;
	void *(*open)(const char *name);
	size_t (*run)(struct decoder *d, char **in, size_t *n, char **out, size_t *room);
	int (*take)(void *state, const u8 *p, size_t n, u32 *cp);
	void (*close)(void *state);
};

/* By ICU: SCSU (UTS #6) and BOCU-1 (UTN #6). */
extern const struct decoder_kind scsu_kind;
extern const struct decoder_kind bocu_1_kind;

/* The charsets of iconv in which each byte is a code point; others do not open. */
extern const struct decoder_kind single_byte_kind;

/* x-user-defined of the Encoding Standard, which iconv does not know. */
extern const struct decoder_kind user_defined_kind;

#endif /* CHARSET_DECODER_H */
