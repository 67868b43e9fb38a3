// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Files of strings.
 */
#include <errno.h>
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
