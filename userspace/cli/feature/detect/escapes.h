/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Escape sequences by which ASCII bytes come to mean other characters.
 */
#ifndef DETECT_ESCAPES_H
#define DETECT_ESCAPES_H

#include "base/types.h"

/**
 * struct escapes - the escape sequences of a text; all zero at its start
 *
 * @designates: an escape sequence of ISO/IEC 2022 designates a charset.
 * @multibyte: one of them designates a charset of several bytes a character, as in
 *	ISO-2022-JP, -KR and -CN.
 * @hz: there is "~{", which begins Chinese in HZ (RFC 1843).
 * @not_hz: what follows "~{" is not as HZ has it.
 * @inside: the text is between "~{" and "~}".
 * @odd: in between, one byte of a character was seen.
 * @tilde: the byte before was a tilde that may begin "~{" or "~}".
 * @esc: the byte before was ESC.
 */
struct escapes {
	bool designates;
	bool multibyte;
	bool hz;
	bool not_hz;
	bool inside;
	bool odd;
	bool tilde;
	bool esc;
};

/* The next bytes of the text. */
void escapes_look(struct escapes *e, const u8 *p, size_t n);

/* May the text be in an encoding with escape sequences? */
static inline bool escapes_any(const struct escapes *e)
{
	return e->designates || e->hz;
}

/* Is the text well-formed in an encoding with them, as far as can be seen? */
static inline bool escapes_believable(const struct escapes *e)
{
	return e->multibyte || (e->hz && !e->not_hz && !e->inside);
}

#endif /* DETECT_ESCAPES_H */
