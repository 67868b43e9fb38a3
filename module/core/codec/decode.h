/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * One code point at a time: decode, encode, and the exact error record.
 */
#ifndef U8C_CODEC_DECODE_H
#define U8C_CODEC_DECODE_H

#include "codec/names.h"
#include "codec/point.h"

/**
 * struct u8c_rule - what one profile allows; none has a decoder of its own
 *
 * @last: the highest code point.
 * @longest: bytes of the longest sequence, pairs of surrogates apart.
 * @surrogates: three-byte surrogates are well-formed, alone.
 * @pairs: code points above U+FFFF are two three-byte surrogates (UTR #26).
 * @two_byte_nul: NUL is C0 80, and 00 is ill-formed.
 */
struct u8c_rule {
	u64 last;
	u8 longest;
	bool surrogates;
	bool pairs;
	bool two_byte_nul;
};

/* The rule of each profile, by enum utf8check_profile. */
extern const struct u8c_rule u8c_rules[U8C_PROFILES];

/**
 * struct u8c_coding - how code points are written as bytes
 *
 * All zero is UTF-8 by RFC 3629.
 *
 * @encoding: enum utf8check_encoding, not UTF8CHECK_ENCODING_AUTO.
 * @profile: enum utf8check_profile; for UTF-16 and UTF-32 it says which code points there are,
 *	for UTF-8 also how they are written.
 * @after_high: the sequence before is a high surrogate that stands alone.
 *	Where the profile has surrogates, no low one may follow it; where pairs are read at
 *	once (UTF-16, and UTF-8 of a profile with pairs) none can.
 */
struct u8c_coding {
	u8 encoding;
	u8 profile;
	bool after_high;
};

/* UTF-8 by RFC 3629. */
extern const struct u8c_coding u8c_rfc3629;

/* In place of the length of a sequence: bytes that follow decide. */
#define U8C_UNDECIDED (-1)

/**
 * u8c_decode() - decode the sequence at the start of a buffer
 * @c: how it is written
 * @text: the bytes, at least 1
 * @final: no byte can follow
 * @cp: the code point, set when the sequence is well-formed
 * @e: the record but for its offset, line and column, set when it is ill-formed
 *
 * Return: the length of the well-formed sequence; 0 when it is ill-formed; U8C_UNDECIDED
 * when that, or the record, depends on bytes that follow (never when @final).
 * At most seven bytes are undecided.  Each byte is loaded once, so the answer is right
 * for the bytes that were loaded, even if they change meanwhile.
 */
int u8c_decode(const struct u8c_coding *c, struct u8c_text text, bool final,
	       u64 *cp, struct utf8check_error *e);

/**
 * u8c_record_error() - make the record of a whole sequence that is refused
 * @e: filled but for offset, line and column, which become 0
 * @p: the sequence
 * @length: bytes of it, up to U8C_SEQUENCE_MAX
 * @reason: why it is refused
 * @value: the code point that it names
 */
void u8c_record_error(struct utf8check_error *e, const u8 *p, unsigned int length,
		      enum utf8check_reason reason, u64 value);

/**
 * u8c_encode() - encode a code point
 * @c: how it is to be written
 * @cp: the code point
 * @out: room for eight bytes
 *
 * Return: the length, 1 to 8; 0 when it cannot be written so.
 */
size_t u8c_encode(const struct u8c_coding *c, u64 cp, u8 *out);

/*
 * How many bytes a lax decoder reads under a lead: 2 to 8 for C0..FF; 1 below 80; 0 for a
 * continuation.
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

static inline bool u8c_is_surrogate(u64 cp)
{
	return cp - 0xd800 < 0x800;
}

static inline bool u8c_is_high_surrogate(u64 cp)
{
	return cp - 0xd800 < 0x400;
}

static inline bool u8c_is_low_surrogate(u64 cp)
{
	return cp - 0xdc00 < 0x400;
}

/* The code point that a pair of surrogates names (D91). */
static inline u64 u8c_join_surrogates(u64 high, u64 low)
{
	return 0x10000 + ((high & 0x3ff) << 10 | (low & 0x3ff));
}

#endif /* U8C_CODEC_DECODE_H */
