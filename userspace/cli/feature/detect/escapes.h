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
 * @hz: there is "~{", which begins Chinese in HZ (RFC 1843).
 * @tilde: the byte before was a tilde that may begin "~{".
 * @esc: the byte before was ESC.
 */
struct escapes {
	bool designates;
	bool hz;
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

#endif /* DETECT_ESCAPES_H */
