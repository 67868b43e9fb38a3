/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A file in a charset that the core does not know, read as UTF-8.
 */
#ifndef CHARSET_CONVERTED_FILE_H
#define CHARSET_CONVERTED_FILE_H

#include "base/file/input.h"
#include "base/charset/converter.h"

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

#endif /* CHARSET_CONVERTED_FILE_H */
