/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Names in other scripts, written in ASCII.
 */
#ifndef RENAME_TRANSLITERATE_H
#define RENAME_TRANSLITERATE_H

#include "feature/rename/reading.h"

/* Load ICU.  Return: false after a message. */
bool transliterate_load(void);

/**
 * transliterate() - write a name in ASCII, as far as ICU knows how
 * @name: the name, well-formed
 * @instead: what stands for a slash, of which ICU writes some
 * @to: set to the name in ASCII; what ICU does not know stays
 *
 * Return: false where ICU fails, or the result is too long.
 */
bool transliterate(const struct name_text *name, const char *instead, struct name_text *to);

#endif /* RENAME_TRANSLITERATE_H */
