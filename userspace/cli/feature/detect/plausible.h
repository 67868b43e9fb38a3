/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Does a text look as if people had written it?
 */
#ifndef DETECT_PLAUSIBLE_H
#define DETECT_PLAUSIBLE_H

#include "base/types.h"

/**
 * looks_strange() - do a few characters look like bytes in the wrong charset?
 * @before: the code point before them; a space at the start of a text
 * @cp: the characters
 * @n: how many, 1 to 4
 * @after: the code point after them; a space at the end of a text
 *
 * Return: true when people hardly ever write such characters together: a symbol
 * or a capital right after a small letter, C1 controls, box drawings.
 */
bool looks_strange(u32 before, const u32 *cp, unsigned int n, u32 after);

/* Do texts of today's languages have this code point?  It is not ASCII. */
bool is_everyday(u32 cp);

#endif /* DETECT_PLAUSIBLE_H */
