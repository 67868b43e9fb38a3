/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Integers, owned bytes, and the few questions about bytes and code points that are
 * asked too often for a call of the library.
 */
#ifndef BASE_TYPES_H
#define BASE_TYPES_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

/* Bytes, owned; where it is not known which, @p is NULL. */
struct bytes {
	u8 *p;
	size_t n;
};

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

#define BIT(n) ((u64)1 << (n))

/* Eight bytes in memory order, whatever their alignment. */
static inline u64 load64(const u8 *p)
{
	u64 w;

	memcpy(&w, p, sizeof(w));
	return w;
}

static inline bool is_continuation(u8 b)
{
	return (b & 0xc0) == 0x80;
}

static inline bool is_surrogate_point(u64 cp)
{
	return cp - 0xd800 < 0x800;
}

#endif /* BASE_TYPES_H */
