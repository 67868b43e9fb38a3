// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Charsets of which each byte is a code point, or none.
 *
 * iconv(3) is asked once for each byte; then a table converts, some times as fast.
 */
#include <errno.h>
#include <iconv.h>
#include <stdlib.h>
#include <string.h>
#include "utf8check.h"
#include "base/charset/decoder_kind.h"
#include "base/charset/single_byte.h"

/* Bytes that are looked at together. */
#define BLOCK 32
/* Bytes that are written for one, of which at most three stay. */
#define WRITTEN 4
#define LENGTH 3

/**
 * struct single_byte - a charset
 *
 * @utf8: of each byte the UTF-8, and in its last place how long that is; 0: none.
 * @has_ascii: the bytes below 80 are ASCII.
 */
struct single_byte {
	u8 utf8[256][WRITTEN];
	bool has_ascii;
};

/* --- what the bytes are */

/* The only code point of some UTF-8, or NO_POINT. */
static u32 only_code_point(const char *p, size_t n)
{
	u64 cp;

	return n && utf8check_decode(NULL, p, n, true, &cp, NULL) == (int)n ? cp : NO_POINT;
}

/* Return: false where the byte is no single code point; what iconv holds back is none. */
static bool read_byte(iconv_t cd, u8 byte, u32 *cp)
{
	char from = byte, *in = &from, to[32], *out = to;
	size_t left = 1, room = sizeof(to);
	int err;

	iconv(cd, NULL, NULL, NULL, NULL);
	err = iconv(cd, &in, &left, &out, &room) == (size_t)-1 ? errno : 0;
	*cp = only_code_point(to, sizeof(to) - room);
	return err ? err == EILSEQ : *cp <= 0xffff;
}

bool single_byte_points(const char *name, unsigned int first, u32 *points)
{
	iconv_t cd = iconv_open("UTF-8", name);
	unsigned int i = first;

	if (cd == (iconv_t)-1)
		return false;
	while (i < 256 && read_byte(cd, i, &points[i - first]))
		i++;
	iconv_close(cd);
	return i == 256;
}

/* --- text */

/* Return: NULL for a charset of another kind, or without memory. */
static void *single_byte_open(const char *name)
{
	struct single_byte *s = calloc(1, sizeof(*s));
	u32 points[256];

	if (!s || !single_byte_points(name, 0, points)) {
		free(s);
		return NULL;
	}
	s->has_ascii = true;
	for (unsigned int i = 0; i < 256; i++) {
		if (points[i] != NO_POINT)
			s->utf8[i][LENGTH] = utf8check_encode(NULL, points[i], s->utf8[i]);
		if (i < 0x80 && points[i] != i)
			s->has_ascii = false;
	}
	return s;
}

static bool is_ascii_block(const u8 *p)
{
	u64 words[BLOCK / sizeof(u64)], all = 0;

	memcpy(words, p, BLOCK);
	for (size_t i = 0; i < BLOCK / sizeof(u64); i++)
		all |= words[i];
	return !(all & 0x8080808080808080);
}

/* Write a byte's UTF-8.  Return: how long it is. */
static size_t put_byte(const struct single_byte *s, u8 byte, u8 *out)
{
	memcpy(out, s->utf8[byte], WRITTEN);
	return s->utf8[byte][LENGTH];
}

/* Write a block, whatever it is, without a branch.  Return: false where a byte is bad. */
static bool put_block(const struct single_byte *s, const u8 *p, u8 **out)
{
	u8 *to = *out;
	bool bad = false;

	for (size_t i = 0; i < BLOCK; i++) {
		size_t length = put_byte(s, p[i], to);

		bad |= !length;
		to += length;
	}
	if (!bad)
		*out = to;
	return !bad;
}

/*
 * Convert @n bytes to @out, which has room for WRITTEN for each.  Return: how many; less
 * where a byte is not of the charset.
 */
static size_t convert_bytes(const struct single_byte *s, const u8 *p, size_t n, u8 **out)
{
	size_t i = 0, length;

	while (i < n) {
		if (n - i >= BLOCK && s->has_ascii && is_ascii_block(p + i)) {
			memcpy(*out, p + i, BLOCK);
			*out += BLOCK;
			i += BLOCK;
		} else if (n - i >= BLOCK && put_block(s, p + i, out)) {
			i += BLOCK;
		} else {
			length = put_byte(s, p[i], *out);
			if (!length)
				break;
			*out += length;
			i++;
		}
	}
	return i;
}

static size_t single_byte_run(struct decoder *d, char **in, size_t *n, char **out,
			      size_t *room)
{
	const struct single_byte *s = d->state;
	size_t part, done;
	u8 *to;

	while (*n) {
		part = *room / WRITTEN < *n ? *room / WRITTEN : *n;
		to = (u8 *)*out;
		done = convert_bytes(s, (u8 *)*in, part, &to);
		*room -= to - (u8 *)*out;
		*out = (char *)to;
		*in += done;
		*n -= done;
		if (!part || done < part) {
			errno = part ? EILSEQ : E2BIG;
			return -1;
		}
	}
	return 0;
}

const struct decoder_kind single_byte_kind = {
	"single bytes", .open = single_byte_open, .run = single_byte_run, .close = free,
};
