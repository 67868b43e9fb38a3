/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The names of characters that are found.
 */
#ifndef SAY_CHARACTER_H
#define SAY_CHARACTER_H

#include <stdio.h>
#include "base/types.h"

/* Longer than any name of Unicode, with its NUL. */
#define CHARACTER_NAME_MAX 128

/**
 * struct character - a row of the table
 *
 * @point: the code point; the rows are in this order.
 * @name: its name; of a control that of Unicode 1.
 */
struct character {
	u32 point;
	const char *name;
};

extern const struct character character_names[];
extern const unsigned int character_names_count;

/*
 * Finds names that the table does not have, or NULL.  Writes the name of @point, or
 * nothing, into CHARACTER_NAME_MAX bytes.
 */
extern void (*character_more_names)(u32 point, char *name);

/* The one code point that @n bytes of UTF-8 are; -1: they are something else. */
long character_of(const u8 *p, size_t n);

/* " (U+202E RIGHT-TO-LEFT OVERRIDE)", of what a terminal does not show; not of -1. */
void character_print_unseen(FILE *to, long point);

/*
 * The character of ASCII for which a code point of private use stands, if a name may have it
 * in its place; else 0.  @last: it ends the name, as stand-ins for spaces and dots do.  So no
 * name becomes one with a control, "..", or ".git".
 */
u32 character_turned_back(u32 point, bool last);

/* "U+202E RIGHT-TO-LEFT OVERRIDE"; without a name "U+0378". */
void character_print(FILE *to, u32 point);

/* Write its name, or nothing, into CHARACTER_NAME_MAX bytes. */
void character_name(u32 point, char *name);

/* Characters of a name that are listed, at most. */
#define CHARACTERS_MAX 4

/*
 * The characters of a name that a reader may not recognize, each once.  Left out are U+0020 to
 * U+007E, and what has no name, but for private use and noncharacters.  Return: how many.
 */
unsigned int characters_listed(const u8 *p, size_t n, u32 listed[CHARACTERS_MAX]);

/* Print these as a list in brackets, or nothing where there is none. */
void characters_print(FILE *to, const char *name);

#endif /* SAY_CHARACTER_H */
