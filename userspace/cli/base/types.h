/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Integers, what is freed or closed by itself, owned bytes, lists that grow, and the few questions
 * about bytes and code points that are asked too often for a call of the library.
 */
#ifndef BASE_TYPES_H
#define BASE_TYPES_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

/* Bytes, owned; where it is not known which, @p is NULL. */
struct bytes {
	u8 *p;
	size_t n;
};

static inline void memory_free(void *p)
{
	free(*(void **)p);
}

/* Not where it is negative: a call for it has failed. */
static inline void descriptor_close(const int *fd)
{
	if (*fd >= 0)
		close(*fd);
}

/*
 * AUTO_FREE char *text, AUTO_CLOSE int fd: freed or closed where the block ends, after the value
 * that it returns is known.
 */
#define AUTO_FREE __attribute__((cleanup(memory_free)))
#define AUTO_CLOSE __attribute__((cleanup(descriptor_close)))

/* The value of --color, and of --progress: when something is printed. */
enum cli_when { CLI_AUTO, CLI_ALWAYS, CLI_NEVER };

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

#define BIT(n) ((u64)1 << (n))

/**
 * list_room() - make room for one more in a list in memory
 * @list: the list, which got all its room here; NULL where @count is 0
 * @count: how many there are
 * @size: bytes of one
 *
 * There is room for the next power of two.
 *
 * Return: the list from now on; NULL without memory: then the old one stays.
 */
static inline void *list_room(void *list, size_t count, size_t size)
{
	return count & (count - 1) ? list : reallocarray(list, count ? 2 * count : 1, size);
}

/* Eight bytes in memory order, whatever their alignment. */
static inline u64 load64(const u8 *p)
{
	u64 w;

	memcpy(&w, p, sizeof(w));
	return w;
}

/* In eight bytes, the bits that ASCII does not have. */
#define HIGH_BITS 0x8080808080808080ull

static inline bool is_continuation(u8 b)
{
	return (b & 0xc0) == 0x80;
}

static inline bool is_surrogate_point(u64 cp)
{
	return cp - 0xd800 < 0x800;
}

/* Does UTF-8 have the code point? */
static inline bool is_scalar_value(u64 cp)
{
	return cp <= 0x10ffff && !is_surrogate_point(cp);
}

/*
 * The code point of the well-formed sequence at @p.  What is subtracted are the bits that say which
 * bytes lead and which continue.
 */
static inline u32 decode_well_formed(const u8 *p, unsigned int *length)
{
	if (p[0] < 0x80) {
		*length = 1;
		return p[0];
	}
	if (p[0] < 0xe0) {
		*length = 2;
		return (p[0] << 6) + p[1] - 0x3080;
	}
	if (p[0] < 0xf0) {
		*length = 3;
		return (p[0] << 12) + (p[1] << 6) + p[2] - 0xe2080;
	}
	*length = 4;
	return (p[0] << 18) + (p[1] << 12) + (p[2] << 6) + p[3] - 0x3c82080;
}

#endif /* BASE_TYPES_H */
