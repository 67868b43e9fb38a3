/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * How often languages use letters that are not ASCII.
 */
#ifndef TEXT_LANGUAGES_H
#define TEXT_LANGUAGES_H

#include <wchar.h>

/*
 * The small letters of each language that are not ASCII, the most frequent first.  A digit
 * follows each: N if about one in 2^N of all these letters in a text is this one.  All are
 * below U+2000.  NULL ends the list.
 */
extern const wchar_t *const languages[];

#endif /* TEXT_LANGUAGES_H */
