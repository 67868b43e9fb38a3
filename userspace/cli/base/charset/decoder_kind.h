/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The decoders of charsets, which decoder.c lists.
 */
#ifndef CHARSET_DECODER_KIND_H
#define CHARSET_DECODER_KIND_H

#include "base/charset/decoder.h"

/**
 * struct decoder_kind - a charset and its decoder
 *
 * @name: the charset; NULL: all that iconv knows.
 * @shifts: as in struct decoder.
 * @open: makes the state; NULL without memory or library, and then errno is set.
 * @run: as decoder_run(), where @take is NULL.
 * @take: reads one sequence, of at least a byte.  Returns its length; 0: it is not complete; less than 0: so
 *	many bytes are not of the charset.  *cp is NO_POINT where it says nothing.
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

/* UTF-1: ISO-IR-178, once Annex G of ISO/IEC 10646-1:1993. */
extern const struct decoder_kind utf_1_kind;

/* UTF-EBCDIC: Unicode Technical Report #16. */
extern const struct decoder_kind utf_ebcdic_kind;

/* HZ: RFC 1843. */
extern const struct decoder_kind hz_kind;

/* By ICU: SCSU (UTS #6) and BOCU-1 (UTN #6). */
extern const struct decoder_kind scsu_kind;
extern const struct decoder_kind bocu_1_kind;

/* The charsets of iconv in which each byte is a code point; others do not open. */
extern const struct decoder_kind single_byte_kind;

/* x-user-defined of the Encoding Standard, which iconv does not know. */
extern const struct decoder_kind user_defined_kind;

#endif /* CHARSET_DECODER_KIND_H */
