/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * How often languages use letters that are not ASCII.
 */
#ifndef TEXT_LANGUAGES_H
#define TEXT_LANGUAGES_H

#include <wchar.h>

/*
 * Of each language, its small letters, the most frequent first, each with a digit: of 2 to the
 * power of that many letters that are not ASCII, one is this.  NULL ends the list.
 */
extern const wchar_t *const languages[];

#endif /* TEXT_LANGUAGES_H */
