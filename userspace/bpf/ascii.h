/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Is a name ASCII alone, or of portable characters alone, as most are?  The guard's
 * program reads eight bytes at a time.  This is a separate header because the byte order
 * matters: a test of userspace runs it on machines of both orders.
 */
#ifndef ASCII_H
#define ASCII_H

#include <linux/types.h>
#include <stdbool.h>

#define ASCII_BYTES(b) ((b) * 0x0101010101010101ull)
#define ASCII_HIGH_BITS ASCII_BYTES(0x80)
/* The words of a name that is copied, and of one in a dentry. */
#define ASCII_WORDS 32
#define ASCII_SMALL_WORDS 4

/* The first @n bytes in memory of a word, 0 < @n < 8; the others do not count. */
static inline __attribute__((always_inline)) __u64 ascii_first_bytes(__u64 word, __u32 n)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	return word << (64 - n * 8);
#else
	return word >> (64 - n * 8);
#endif
}

/*
 * The 32 bytes of a dentry's own.  No register is saved for this, and nothing is on
 * the stack.  The bytes after the name may make the answer no, but never yes.
 */
static inline __attribute__((always_inline)) bool ascii_is_small(const __u64 *small)
{
	return !((small[0] | small[1] | small[2] | small[3]) & ASCII_HIGH_BITS);
}

/* A copy of @n bytes, 0 < @n <= 256, in ASCII_WORDS words. */
static inline __attribute__((always_inline)) bool ascii_is_copy(const __u64 *words, __u32 n)
{
	__u64 all = 0;
	__u32 i;

#ifdef __clang__
#pragma clang loop unroll(full)
#endif
	for (i = 0; i < ASCII_WORDS; i++) {
		if (n < i * 8 + 8)
			break;
		all |= words[i];
	}
	if (n % 8)
		all |= ascii_first_bytes(words[n / 8 % ASCII_WORDS], n % 8);
	return !(all & ASCII_HIGH_BITS);
}

/* Bit 7 of each byte is set where the byte, of ASCII, is @least or more, but not above @most. */
#define ASCII_WITHIN(w, least, most) \
	(((w) + ASCII_BYTES(0x80 - (least))) ^ ((w) + ASCII_BYTES(0x7f - (most))))

/* Is each byte a letter, a digit, '.', '_', '-', a slash, which no name has, or NUL? */
static inline __attribute__((always_inline)) bool ascii_is_portable_word(__u64 w)
{
	__u64 others = (w + ASCII_BYTES(0x7f)) & ((w ^ ASCII_BYTES('_')) + ASCII_BYTES(0x7f));
	__u64 lower = w | ASCII_BYTES(0x20);

	others &= ~(ASCII_WITHIN(lower, 'a', 'z') | ASCII_WITHIN(w, '-', '9'));
	return !((others | w) & ASCII_HIGH_BITS);
}

/*
 * Has a name of @n bytes in a dentry's own words portable characters alone (POSIX.1-2024,
 * XBD), and does it not begin with '-'?  No, where these words have no room for @n bytes.
 */
static inline __attribute__((always_inline)) bool ascii_is_portable(const __u64 *small, __u32 n)
{
	__u32 i;

	if (n - 1 >= ASCII_SMALL_WORDS * 8 || *(const __u8 *)small == '-')
		return false;
#ifdef __clang__
#pragma clang loop unroll(full)
#endif
	for (i = 0; i < ASCII_SMALL_WORDS; i++) {
		if (n < i * 8 + 8)
			return n % 8 == 0 ||
			       ascii_is_portable_word(ascii_first_bytes(small[i], n % 8));
		if (!ascii_is_portable_word(small[i]))
			return false;
	}
	return true;
}

#endif /* ASCII_H */
