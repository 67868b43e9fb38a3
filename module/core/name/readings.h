/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What lenient decoders read from a sequence, and what a decoder must do to read it.  Private
 * to the core.
 */
#ifndef U8C_NAME_READINGS_H
#define U8C_NAME_READINGS_H

#include "codec/decode.h"

/* The characters that matter in a path, in the order of their classes. */
enum u8c_special {
	U8C_SPECIAL_NUL,
	U8C_SPECIAL_SEPARATOR,
	U8C_SPECIAL_BACKSLASH,
	U8C_SPECIAL_DOT,
	U8C_SPECIAL_NONE
};

static __always_inline enum u8c_special u8c_special_of(u64 value)
{
	switch (value) {
	case 0:
		return U8C_SPECIAL_NUL;
	case '/':
		return U8C_SPECIAL_SEPARATOR;
	case '\\':
		return U8C_SPECIAL_BACKSLASH;
	case '.':
		return U8C_SPECIAL_DOT;
	}
	return U8C_SPECIAL_NONE;
}

/*
 * What a decoder does; its rule is a set of these.
 *
 * LONG takes a complete form of 2 to 6 bytes for the value that its bits give, whether it is
 * overlong, a surrogate or above U+10FFFF (RFC 2279).  FE_7, FF_8 and FF_13 take FE for the
 * lead of 7 bytes, FF for that of 8, or of 13 as Perl does; F8_4 takes F8 to FF for leads of 4
 * bytes.  MASK does not look at the two high bits of the bytes after a lead.  PAIR joins two
 * surrogates of three bytes without adding 10000.  PREFIX keeps the value of a sequence that
 * is broken off.  CUT_16 and CUT_8 keep 16 and 8 bits of a value.  DROP leaves out the maximal
 * subpart (D93b) that it cannot read, SKIP the bytes that the lead announces.  A decoder
 * replaces what it neither reads nor leaves out.
 */
#define U8C_READS_LONG 0x001
#define U8C_READS_FE_7 0x002
#define U8C_READS_FF_8 0x004
#define U8C_READS_FF_13 0x008
#define U8C_READS_F8_4 0x010
#define U8C_READS_MASK 0x020
#define U8C_READS_PAIR 0x040
#define U8C_READS_PREFIX 0x080
#define U8C_READS_CUT_16 0x100
#define U8C_READS_CUT_8 0x200
#define U8C_READS_DROP 0x400
#define U8C_READS_SKIP 0x800
#define U8C_READS_ALL 0xfff

/* The longest form: Perl's. */
#define U8C_READING_MAX 13

/**
 * struct u8c_reading - one way to read what begins a text
 *
 * @needs: what a decoder must do for it, U8C_READS_ bits.
 * @length: how many bytes it takes, 1 to U8C_READING_MAX.
 * @mark: what it reads, enum u8c_special; or U8C_READS_NOTHING.
 */
struct u8c_reading {
	u16 needs;
	u8 length;
	u8 mark;
};

#define U8C_READS_NOTHING (U8C_SPECIAL_NONE + 1)

/* The most that u8c_readings() finds: five for each of three forms, and the last two. */
#define U8C_READINGS 17

/**
 * u8c_readings() - how a sequence can be read
 * @p: bytes that begin with a sequence, well-formed or not
 * @n: how many there are, at least 1
 * @r: room for U8C_READINGS
 *
 * A decoder takes the first reading whose needs it meets.  Only the last one needs nothing:
 * the code point, or the maximal subpart is replaced.
 *
 * Return: how many there are.
 */
unsigned int u8c_readings(const u8 *p, size_t n, struct u8c_reading *r);

/* What a decoder must do to read @value, above U+007F, as a mark; 0 if none can. */
u16 u8c_cut_needs(u64 value);

#endif /* U8C_NAME_READINGS_H */
