/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Bytes of unknown content, printed: as hex, escaped for people, in colour, and as JSON;
 * and bytes from hex.
 */
#ifndef SAY_ESCAPE_H
#define SAY_ESCAPE_H

#include <stdbool.h>
#include <stdio.h>
#include "base/types.h"

/*
 * Text as it is, and a number in decimal.  There may be millions of them, and a stream has
 * one thread: so these take no lock.
 */
static inline void text_print(FILE *to, const char *text)
{
	while (*text)
		putc_unlocked(*text++, to);
}
void number_print(FILE *to, u64 n);

/* As stpcpy(), which takes longer for a few bytes. */
static inline char *text_put(char *to, const char *text)
{
	while ((*to = *text++))
		to++;
	return to;
}

/*
 * A number in decimal (NUMBER_ROOM bytes); bytes, at least one, as "c0af"; as "C0 AF".  Return: the
 * NUL after it.
 */
#define NUMBER_ROOM 21
char *number_put(char *to, u64 n);
char *hex_put(char *to, const u8 *p, size_t n);
char *hex_put_words(char *to, const u8 *p, size_t n);

/* As "C0 AF", for people; at most @most bytes, then "..." */
void hex_print_words(FILE *to, const u8 *p, size_t n, size_t most);

/*
 * Bytes from hexadecimal digits of either case, in pairs with any spaces between them; @to may be
 * the text itself.  *n: how many characters; set to how many bytes.  Return: false when there is
 * something else, or half a pair.
 */
bool hex_decode(u8 *to, const char *text, size_t *n);

/* Write each byte as \xhh: 4 characters for each, and a NUL after all. */
void hex_escape(char *to, const u8 *p, size_t n);

/*
 * A name on one line, safe for a terminal, and unambiguous.  Control characters and ill-formed
 * bytes are printed as \xHH, a backslash as \\, and all other characters as they are.  An empty
 * name is printed as ''.
 */
void escaped_print(FILE *to, const u8 *p, size_t n);

/* Prints as escaped_print() does, but nothing for no bytes: for a part of a line. */
void escaped_print_part(FILE *to, const u8 *p, size_t n);

/*
 * As escaped_print_part(), for a text or an attribute of HTML or XML: with entities for
 * what these read.
 */
void xml_print(FILE *to, const char *p, size_t n);

/*
 * A JSON string, with its quotes.  JSON is Unicode: U+FFFD stands for each ill-formed maximal
 * subpart.  Return: true when the string says exactly what the bytes say.
 */
bool json_print(FILE *to, const u8 *p, size_t n);

/* --- colours of what a command finds */

/* The value of --color: enum cli_when. */
extern u8 color_when;

/*
 * Decide whether there are colours, after the options are known.  "auto": only where
 * standard output and standard error, on which errors are printed too, are both a
 * terminal, and NO_COLOR is not set.
 */
void color_decide(void);

enum color {
	COLOR_NAME,
	COLOR_PLACE,
	COLOR_BAD,
	COLOR_GOOD,
	COLOR_NONE,
};

/* What begins a colour on a terminal, at most 7 bytes; "" where there are no colours. */
const char *color_code(enum color color);

/* Print bytes of a name, escaped, in the colour of names. */
void color_print_name(FILE *to, const void *p, size_t n);

#endif /* SAY_ESCAPE_H */
