/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Text in a charset that the core does not know, as UTF-8.
 *
 * The conversion is between a file and a stream.  It handles the bytes that are
 * not of the charset; the stream gets only well-formed UTF-8.
 */
#ifndef CHARSET_CONVERTER_H
#define CHARSET_CONVERTER_H

#include "base/file/input.h"
#include "base/text/find_errors.h"
#include "base/types.h"
#include "utf8check.h"

struct converter;

/**
 * converter_fits() - do --from=CHARSET and the options go together?
 * @name: a charset that the core does not know, or NULL for none
 * @config: what the other options ask for
 *
 * Return: false after a message, also where the library that reads it is missing.
 */
bool converter_fits(const char *name, const struct utf8check_config *config);

/**
 * converter_open() - begin with a text
 * @name: a charset that the core does not know
 * @config: what the stream is to do, which makes sense.  The conversion carries out
 *	its action: reject, replace, drop or escape.  Escape becomes reject in @config,
 *	so that the stream does not escape again
 * @give: called with the UTF-8, at least a byte; a value other than 0 stops
 * @context: for @give
 *
 * Return: NULL after a message, when there is no memory.
 */
struct converter *converter_open(const char *name, struct utf8check_config *config,
			   int (*give)(void *context, const u8 *p, size_t n),
			   void *context);

/**
 * converter_watch() - report every sequence that is not of the charset
 * @c: the text
 * @found: called with each, in order, as converter_error() returns it; false stops
 *	the text, and converter_push() then returns -ECANCELED
 * @context: for @found
 */
void converter_watch(struct converter *c,
		  bool (*found)(void *context, const struct utf8check_error *e),
		  void *context);

/* NULL is allowed. */
void converter_close(struct converter *c);

/**
 * converter_push() - convert the next bytes
 * @c: the text
 * @p: the bytes; no answer depends on how the text is split
 * @n: how many; 0 says that the text is at its end
 *
 * Return: 0; -EILSEQ when the action is reject and there was an error, now or
 * before; the value that @give returned to stop.
 */
int converter_push(struct converter *c, const u8 *p, size_t n);

/**
 * converter_error() - the first sequence that is not of the charset
 * @c: the text
 *
 * Its offset counts bytes of the source.  Its reason is invalid-byte, or
 * incomplete at the end of the text.
 *
 * Return: NULL when there was none.
 */
const struct utf8check_error *converter_error(const struct converter *c);

/* Add the errors to the report of the stream that got the UTF-8. */
void converter_report(const struct converter *c, struct utf8check_report *report);

/**
 * converter_find_errors() - as find_errors(), of a file in such a charset
 * @search: what is asked.  The stream reads U+FFFD for each sequence that is not of the
 *	charset; that counts as an error, and as no code point
 * @charset: a charset that the core does not know
 * @found: called with each such sequence, in order, with its place in the file, and with the
 *	@context of @search; false stops
 * @in: the file
 * @work: FIND_CHUNK bytes, any content
 */
int converter_find_errors(struct error_search *search, const char *charset,
			  bool (*found)(void *context, const struct utf8check_error *e),
			  struct input *in, u8 *work);

#endif /* CHARSET_CONVERTER_H */
