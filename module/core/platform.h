/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The seam between kernel and userspace: the only file of the core that
 * knows where it is compiled.  It supplies fixed-width types, bool, size_t,
 * the mem* functions and unaligned loads; the core needs nothing else.
 *
 * Bytes that change while they are read
 * -------------------------------------
 * The caller's bytes may be memory that another CPU writes at the same time, such
 * as a mapped file.  Then an answer may be wrong, but no byte outside of
 * the caller's buffers is touched, and every call ends.  All of the core keeps
 * these rules, for any bytes and for different bytes at each load:
 *
 *   A loop over bytes is bounded by addresses or by a count, never by what the bytes are
 *   alone: not "until a lead", but "until a lead or the start".  Each round makes progress,
 *   and the bound is compared with <, not with ==.
 *
 *   Validated bytes are not trusted when they are loaded again.  A reader of one sequence
 *   knows where the text ends, and does not read past that.
 *
 *   A length or an index that depends on bytes is computed from a local that went through
 *   U8C_ONCE(): else the compiler may load the bytes a second time, after the check.
 *
 *   An index into a table is masked to the size of the table.
 *
 * Nothing here is an annotation for KCSAN: such races are the caller's.
 */
#ifndef U8C_PLATFORM_H
#define U8C_PLATFORM_H

#ifdef __KERNEL__

#include <linux/types.h>
#include <linux/compiler.h>
#include <linux/build_bug.h>
#include <linux/nospec.h>
#include <linux/string.h>

/* @i, which was found to be less than @n; holds under speculation too. */
#define U8C_INDEX(i, n) array_index_nospec(i, n)

#else

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <assert.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

void *memcpy(void *dst, const void *src, size_t n);
void *memmove(void *dst, const void *src, size_t n);
void *memset(void *dst, int c, size_t n);
int memcmp(const void *a, const void *b, size_t n);

#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#define noinline __attribute__((noinline))
#define __aligned(n) __attribute__((aligned(n)))
#ifndef __always_inline
#define __always_inline inline __attribute__((always_inline))
#endif
#define U8C_INDEX(i, n) (i)
#ifndef fallthrough
#define fallthrough __attribute__((fallthrough))
#endif

#endif

#define U8C_ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/*
 * Hides from the compiler where the value of @v came from, so it cannot load it again.  @v is
 * an integer of up to 64 bits.
 */
#define U8C_ONCE(v) __asm__ ("" : "+r" (v))

/* A word of eight bytes @b. */
#define U8C_BYTES(b) ((b) * 0x0101010101010101ull)

/* The highest bit of each of eight bytes: set where one is not ASCII. */
#define U8C_HIGH_BITS U8C_BYTES(0x80)

/* Eight bytes in memory order, whatever their alignment. */
static __always_inline u64 u8c_load64(const u8 *p)
{
	u64 w;

	__builtin_memcpy(&w, p, sizeof(w));
	return w;
}

/* Eight bytes, the first one lowest. */
static __always_inline u64 u8c_load64_le(const u8 *p)
{
	u64 w = u8c_load64(p);

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	w = __builtin_bswap64(w);
#endif
	return w;
}

/* Four bytes, the first one lowest. */
static __always_inline u32 u8c_load32_le(const u8 *p)
{
	u32 w;

	__builtin_memcpy(&w, p, sizeof(w));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	w = __builtin_bswap32(w);
#endif
	return w;
}

/* Stores the @n lowest bytes of @w, a constant number, the lowest first. */
static __always_inline void u8c_store_le(u8 *p, u64 w, size_t n)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	w = __builtin_bswap64(w);
#endif
	__builtin_memcpy(p, &w, n);
}

#endif /* U8C_PLATFORM_H */
