// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Charsets of which each byte is a code point, or none.
 *
 * iconv(3) converts each byte once; then tables convert, many times as fast.  ASCII is
 * copied, other text is converted by pairs of bytes.  The table of pairs is filled when a
 * pair occurs first: a text has few of the 65,536.
 */
#include <endian.h>
#include <errno.h>
#include <iconv.h>
#include <stdlib.h>
#include <string.h>
#include "utf8check.h"
#include "base/charset/decoder.h"

/* Bytes that are looked at together. */
#define BLOCK 32
/* A piece of a text that is worth a table of pairs, which takes half a megabyte. */
#define PAIRS_MIN 4096
/* Bytes that are written for one byte, and for two; the last of them is not text. */
#define WRITTEN 4
#define PAIR 8

/**
 * struct single_byte - a charset
 *
 * @has_ascii: the bytes below 80 are ASCII.
 * @utf8: of each byte the UTF-8, and in its last place how long that is; 0: none.
 * @pairs: of each two bytes the same, as it lies in memory; 0: none, or not met yet.  NULL:
 *	bytes are converted one by one, as in a short text.
 */
struct single_byte {
	bool has_ascii;
	u8 utf8[256][WRITTEN];
	u64 *pairs;
};

/* --- what the bytes are */

/*
 * Return: false where the byte is not a single code point; what iconv holds back is none, and one
 * above U+FFFF has no room in WRITTEN.
 */
static bool read_byte(iconv_t cd, u8 byte, u32 *cp)
{
	char from = byte, *in = &from, to[32], *out = to;
	size_t left = 1, room = sizeof(to);
	u64 point;
	int err;

	iconv(cd, NULL, NULL, NULL, NULL);
	err = iconv(cd, &in, &left, &out, &room) == (size_t)-1 ? errno : 0;
	*cp = NO_POINT;
	if (out > to && utf8check_decode(NULL, to, out - to, true, &point, NULL) == out - to)
		*cp = point;
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

/* Return: NULL without memory. */
static struct single_byte *make_tables(const u32 *points)
{
	struct single_byte *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->has_ascii = true;
	for (unsigned int i = 0; i < 256; i++) {
		if (points[i] != NO_POINT)
			s->utf8[i][WRITTEN - 1] = utf8check_encode(NULL, points[i], s->utf8[i]);
		if (i < 0x80 && points[i] != i)
			s->has_ascii = false;
	}
	return s;
}

/* Return: NULL for a charset of another kind, or without memory. */
static void *single_byte_open(const char *name)
{
	u32 points[256];

	return single_byte_points(name, 0, points) ? make_tables(points) : NULL;
}

/* The Encoding Standard: what is not ASCII is in the private use area. */
static void *user_defined_open(const char *name)
{
	u32 points[256];

	for (u32 i = 0; i < 256; i++)
		points[i] = i < 0x80 ? i : 0xf700 + i;
	return make_tables(points);
}

static bool is_ascii_block(const u8 *p)
{
	u64 words[BLOCK / sizeof(u64)], all = 0;

	memcpy(words, p, BLOCK);
	for (size_t i = 0; i < BLOCK / sizeof(u64); i++)
		all |= words[i];
	return !(all & HIGH_BITS);
}

/* Write a byte's UTF-8.  Return: how long it is. */
static size_t put_byte(const struct single_byte *s, u8 byte, u8 *out)
{
	memcpy(out, s->utf8[byte], WRITTEN);
	return s->utf8[byte][WRITTEN - 1];
}

/* Make the UTF-8 of two bytes.  Return: 0 where one of them has none. */
static u64 make_pair(const struct single_byte *s, const u8 *p)
{
	u8 text[PAIR] = { };
	size_t first = put_byte(s, p[0], text), second = put_byte(s, p[1], text + first);
	u64 pair;

	if (!first || !second)
		return 0;
	text[PAIR - 1] = first + second;
	memcpy(&pair, text, sizeof(pair));
	return pair;
}

/* Write a block by pairs.  Return: how many bytes; less before a bad pair, none without @pairs. */
static size_t put_block(struct single_byte *s, const u8 *p, u8 **out)
{
	u8 *to = *out;
	size_t i;
	u64 pair;
	u16 index;

	if (!s->pairs)
		return 0;
#pragma GCC unroll 16
	for (i = 0; i < BLOCK; i += 2) {
		memcpy(&index, p + i, sizeof(index));
		pair = s->pairs[index];
		if (!pair)
			pair = s->pairs[index] = make_pair(s, p + i);
		if (!pair)
			break;
		memcpy(to, &pair, PAIR);
		to += le64toh(pair) >> 56;
	}
	*out = to;
	return i;
}

/*
 * Convert @n bytes to @out, which has room for WRITTEN for each.  Return: how many; less
 * where a byte is not of the charset.
 */
static size_t convert_bytes(struct single_byte *s, const u8 *p, size_t n, u8 **out)
{
	size_t i = 0, done, length;

	for (; i < n; i += done) {
		if (n - i >= BLOCK && s->has_ascii && is_ascii_block(p + i)) {
			memcpy(*out, p + i, BLOCK);
			*out += BLOCK;
			done = BLOCK;
			continue;
		}
		done = n - i >= BLOCK ? put_block(s, p + i, out) : 0;
		if (done)
			continue;
		length = put_byte(s, p[i], *out);
		if (!length)
			break;
		*out += length;
		done = 1;
	}
	return i;
}

static size_t single_byte_run(struct decoder *d, char **in, size_t *n, char **out,
			      size_t *room)
{
	struct single_byte *s = d->state;
	size_t part, done;
	u8 *to;

	if (!s->pairs && *n >= PAIRS_MIN)
		s->pairs = calloc(0x10000, sizeof(*s->pairs));
	while (*n) {
		part = *room / WRITTEN < *n ? *room / WRITTEN : *n;
		to = (u8 *)*out;
		done = convert_bytes(s, (u8 *)*in, part, &to);
		*room -= to - (u8 *)*out;
		*out = (char *)to;
		*in += done;
		*n -= done;
		if (!part || done < part)
			return decoder_failed(part ? EILSEQ : E2BIG);
	}
	return 0;
}

static void single_byte_close(void *state)
{
	free(((struct single_byte *)state)->pairs);
	free(state);
}

const struct decoder_kind single_byte_kind = {
	"single bytes", .open = single_byte_open, .run = single_byte_run,
	.close = single_byte_close,
};

const struct decoder_kind user_defined_kind = {
	"x-user-defined", .open = user_defined_open, .run = single_byte_run,
	.close = single_byte_close,
};
