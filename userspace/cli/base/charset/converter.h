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

/* --- a file in such a charset, read as UTF-8 */

struct converted;

/**
 * converted_open() - begin with a file
 * @charset: a charset that the core does not know
 * @config: what the stream that gets the UTF-8 is to do; it is not changed
 * @found: called with each sequence that is not of the charset, in order, with
 *	its place in the file; false stops
 * @context: for @found
 *
 * Return: NULL after a message.
 */
struct converted *converted_open(const char *charset,
				 const struct utf8check_config *config,
				 bool (*found)(void *context,
					       const struct utf8check_error *e),
				 void *context);

/* NULL is allowed. */
void converted_close(struct converted *c);

/**
 * converted_read() - the next bytes of UTF-8
 * @source: the struct converted
 * @in: the file
 * @buf: room
 * @room: bytes of it
 *
 * U+FFFD stands for each sequence that is not of the charset.
 *
 * Return: how many; 0 at the end, or after @found has stopped the file; a
 * negative errno.
 */
ssize_t converted_read(void *source, struct input *in, void *buf,
		       size_t room);

/* How many sequences were not of the charset; how many bytes the file has. */
u64 converted_errors(const struct converted *c);
u64 converted_bytes(const struct converted *c);

#endif /* CHARSET_CONVERTER_H */
