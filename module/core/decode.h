/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * One code point at a time: decode, encode, and the exact error record.
 */
#ifndef U8C_DECODE_H
#define U8C_DECODE_H

#include "words.h"

/* The longest sequence that any decoder reads: eight bytes under FF. */
#define U8C_SEQUENCE_MAX 8

/**
 * struct u8c_error - where and why a byte sequence is ill-formed
 *
 * @offset: byte offset of its first byte: the bytes before it are well-formed.
 * @value: the code point that a lax decoder reads, where @span is not 0.
 * @line: line of the first byte, from 1; 0 where nobody counts.
 * @column: column of the first byte in code points, from 1; 0 as @line.
 * @length: bytes of the maximal subpart (Unicode chapter 3, D93b), 1 to 3.
 * @reason: enum u8c_reason.
 * @span: bytes of the complete longer form (overlong, surrogate, out of
 *	range) that starts here, 2 to 6; 0 where there is none.
 * @count: how many of @bytes are set: the longer of @length and @span.
 * @bytes: the bytes themselves.
 */
struct u8c_error {
	u64 offset;
	u64 value;
	u64 line;
	u64 column;
	u8 length;
	u8 reason;
	u8 span;
	u8 count;
	u8 bytes[U8C_SEQUENCE_MAX];
};

/**
 * u8c_decode() - decode the sequence at the start of a buffer (RFC 3629)
 * @p: the bytes
 * @n: how many there are, at least 1
 * @final: no byte can follow these
 * @cp: the code point, set when the sequence is well-formed
 * @e: the record but for its offset, line and column, set when it is ill-formed
 *
 * Return: the length of the well-formed sequence; 0 when it is ill-formed; -1
 * when that, or the record, depends on bytes that follow (never when @final).
 * At most five bytes are undecided.
 */
int u8c_decode(const u8 *p, size_t n, bool final, u32 *cp, struct u8c_error *e);

/**
 * u8c_encode() - encode a code point
 * @cp: the code point
 * @out: room for four bytes
 *
 * Return: the length, 1 to 4; 0 when @cp is no Unicode scalar value (D76).
 */
size_t u8c_encode(u32 cp, u8 *out);

/**
 * u8c_lax_length() - how many bytes a lax decoder reads under a lead
 * @lead: any byte
 *
 * Return: 2 to 8 for C0..FF; 1 below 80; 0 for a continuation.
 */
unsigned int u8c_lax_length(u8 lead);

/**
 * u8c_lax_value() - what a decoder that only masks reads from a sequence
 * @p: the bytes
 * @n: how many, 1 to 8, as u8c_lax_length() says
 *
 * Return: the value of the lead's low bits and of six bits for each byte that
 * follows, whatever those bytes are; up to 42 bits.
 */
u64 u8c_lax_value(const u8 *p, unsigned int n);

static inline bool u8c_is_continuation(u8 b)
{
	return (b & 0xc0) == 0x80;
}

#endif /* U8C_DECODE_H */
