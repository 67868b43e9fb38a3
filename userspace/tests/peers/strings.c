// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Files of strings, and what the C library says of a string.
 */
#include <errno.h>
#include <iconv.h>
#include <stdlib.h>
#include "strings.h"

void trouble(const char *what)
{
	perror(what);
	exit(2);
}

FILE *open_file(const char *path, const char *mode)
{
	FILE *f = fopen(path, mode);

	if (!f)
		trouble(path);
	return f;
}

void close_file(FILE *f)
{
	int bad = ferror(f);

	if (fclose(f) || bad)
		trouble("write");
}

void put32(FILE *f, u32 value)
{
	const u8 bytes[4] = { value, value >> 8, value >> 16, value >> 24 };

	fwrite(bytes, 1, sizeof(bytes), f);
}

void put_string(FILE *f, const u8 *p, size_t n)
{
	put32(f, n);
	fwrite(p, 1, n, f);
}

bool read_string(FILE *f, u8 *p, size_t *n)
{
	u8 head[4];

	if (fread(head, 1, sizeof(head), f) != sizeof(head))
		return false;
	*n = head[0] | head[1] << 8 | head[2] << 16 | (size_t)head[3] << 24;
	if (*n > STRING_MAX || fread(p, 1, *n, f) != *n) {
		errno = EIO;
		trouble("strings");
	}
	return true;
}

static iconv_t converter;

void iconv_start(const char *from, const char *to)
{
	converter = iconv_open(to, from);
	if (converter == (iconv_t)-1)
		trouble("iconv_open");
}

u32 iconv_convert(const u8 *p, size_t n, u8 *out, size_t *room)
{
	char *in = (char *)p, *to = (char *)out;
	const size_t size = *room;
	size_t status;

	iconv(converter, NULL, NULL, NULL, NULL);
	status = iconv(converter, &in, &n, &to, room);
	*room = size - *room;
	if (status != (size_t)-1)
		return NO_ERROR;
	if (errno != EILSEQ && errno != EINVAL)
		trouble("iconv");
	return in - (char *)p;
}
