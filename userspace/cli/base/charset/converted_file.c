// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A file in a charset that the core does not know, read as UTF-8.
 *
 * The UTF-8 of a piece of the file is kept until it is asked for.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/charset/converted_file.h"

/* Bytes that are read and converted at once. */
#define CONVERT_SIZE 4096

/**
 * struct converted - a file that is being converted
 *
 * @converter: the conversion.
 * @text: UTF-8 that was not asked for yet; owned.
 * @n: bytes in @text.
 * @at: how many of these were given.
 * @size: bytes that @text has room for.
 * @ended: nothing more comes.
 */
struct converted {
	struct converter *converter;
	u8 *text;
	size_t n;
	size_t at;
	size_t size;
	bool ended;
};

static int keep_converted(void *context, const u8 *p, size_t n)
{
	struct converted *c = context;
	size_t size = 2 * (c->n + n);
	u8 *text;

	if (c->size - c->n < n) {
		text = realloc(c->text, size);
		if (!text)
			return -ENOMEM;
		c->text = text;
		c->size = size;
	}
	memcpy(c->text + c->n, p, n);
	c->n += n;
	return 0;
}

struct converted *converted_open(const char *charset,
				 const struct utf8check_config *config,
				 bool (*found)(void *context,
					       const struct utf8check_error *e),
				 void *context)
{
	struct utf8check_config mine = *config;
	struct converted *c = calloc(1, sizeof(*c));

	mine.action = UTF8CHECK_ACTION_REPLACE;
	if (c)
		c->converter = converter_open(charset, &mine, keep_converted, c);
	if (!c || !c->converter) {
		free(c);
		return NULL;
	}
	converter_watch(c->converter, found, context);
	return c;
}

void converted_close(struct converted *c)
{
	if (!c)
		return;
	converter_close(c->converter);
	free(c->text);
	free(c);
}

/* Convert the next piece of the file. */
static int refill(struct converted *c, struct input *in)
{
	u8 piece[CONVERT_SIZE];
	ssize_t got = input_read(in, piece, sizeof(piece));
	int err;

	if (got < 0)
		return got;
	c->n = 0;
	c->at = 0;
	err = converter_push(c->converter, piece, got);
	c->ended = !got || err;
	return err == -ECANCELED ? 0 : err;
}

ssize_t converted_read(void *source, struct input *in, void *buf,
		       size_t room)
{
	struct converted *c = source;
	size_t n;
	int err;

	while (c->at == c->n && !c->ended) {
		err = refill(c, in);
		if (err)
			return err;
	}
	n = c->n - c->at < room ? c->n - c->at : room;
	if (n)
		memcpy(buf, c->text + c->at, n);
	c->at += n;
	return n;
}

u64 converted_errors(const struct converted *c)
{
	return converter_errors(c->converter);
}

u64 converted_bytes(const struct converted *c)
{
	return converter_bytes(c->converter);
}
