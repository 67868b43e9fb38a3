/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the functions of fs/unicode share: a text read in one of its two forms.
 *
 * Copyright (c) 2014 SGI.
 * All rights reserved.
 *
 * The forms are made of each code point by itself: with NFDI its canonical
 * decomposition, with NFDICF the decomposition of its full case folding, and with
 * both nothing of a default-ignorable one. Then each run of nonstarters is put in
 * canonical order. Anything else parts runs, also what was left out, and so does a
 * code point that the version of the map does not know, which stays as it is.
 *
 * A run is read once for each of its classes, after a turn that only looks for them. Of U+0301
 * (230), U+0323 (220) the first turn finds 220, the second gives U+0323 and finds 230, the
 * third gives U+0301.
 * Bytes that are not well-formed end the text with an error where they are read.
 */
#ifndef UTF8N_H
#define UTF8N_H

#include <linux/unicode.h>
#include "normalize/lookup.h"

/* Bytes of a syllable of Hangul, decomposed; more than of what ends in U+0345. */
#define UTF8_MADE_MAX 9

/**
 * struct utf8_place - where the next bytes of a text come from
 *
 * @s: the text after the code point that @map is of.
 * @map: what is left of what that code point becomes.
 * @map_end: where that ends.
 */
struct utf8_place {
	const u8 *s;
	const u8 *map;
	const u8 *map_end;
};

/**
 * struct utf8cursor - a text that is read in a form
 *
 * @um: the map.
 * @n: the form.
 * @end: where the text ends.
 * @at: what comes next.
 * @run: where the run of nonstarters began that is put in order.
 * @piece: bytes of a code point that were not read yet, by utf8byte() alone.
 * @piece_end: where they end.
 * @class: the class that is read of the run, UTF8_FIRST in the first turn, 0 outside
 *	of a run.
 * @above: the least class above @class that was met; UTF8_NONE for none.
 * @made: what a code point becomes that is in no table.
 */
struct utf8cursor {
	const struct unicode_map *um;
	enum utf8_normalization n;
	const u8 *end;
	struct utf8_place at;
	struct utf8_place run;
	const u8 *piece;
	const u8 *piece_end;
	short class;
	short above;
	u8 made[UTF8_MADE_MAX];
};

#define UTF8_FIRST (-1)
#define UTF8_NONE 255

/**
 * struct utf8_point - a code point of a text, as a form has it
 *
 * @map: what it becomes; NULL where it stays.
 * @map_len: bytes of that; 0 where it is left out.
 * @len: bytes of the code point; 0 where there is no well-formed one.
 * @ccc: the class of the code point, where it stays.
 * @tail: @map ends in a nonstarter.
 * @starts: the code point stays a starter, or becomes something that begins with one, or is left
 *	out.
 */
struct utf8_point {
	const u8 *map;
	u8 map_len;
	u8 len;
	u8 ccc;
	bool tail;
	bool starts;
};

/* Looks at what begins at @p, before @c->end; @c->made may change. */
void utf8_look(struct utf8cursor *c, const u8 *p, struct utf8_point *point);

/*
 * Looks at a code point of the class @bits, of which the form may change something.  @point
 * is that of a starter that stays.
 */
void utf8_look_closer(struct utf8cursor *c, u32 cp, u32 bits, struct utf8_point *point);

/* Does the version of the map know the code point?  By a search; see @newer_blocks. */
bool utf8_known_by_age(const struct unicode_map *um, u32 cp);

int utf8version_is_supported(const struct unicode_map *um, unsigned int version);

/**
 * utf8nlen() - the length of a form
 * @um: the map
 * @n: the form
 * @s: the text; it ends at a NUL
 * @len: its bytes
 *
 * Return: the bytes of the form; -1 where the text is not well-formed.
 */
ssize_t utf8nlen(const struct unicode_map *um, enum utf8_normalization n, const char *s,
		 size_t len);

/*
 * Begins to read a text.  Return: 0; -1 for NULL, for a length beyond an unsigned int, and where
 * the first byte is a continuation.
 */
int utf8ncursor(struct utf8cursor *c, const struct unicode_map *um,
		enum utf8_normalization n, const char *s, size_t len);

/* The next byte of the form; 0 at its end, -1 where a code point is ill-formed. */
int utf8byte(struct utf8cursor *c);

/**
 * utf8_next() - the next code point of the form
 * @c: the cursor
 * @piece: set to its bytes
 *
 * Return: how many; 0 at the end, -1 where a code point is ill-formed.
 */
int utf8_next(struct utf8cursor *c, const u8 **piece);

#endif /* UTF8N_H */
