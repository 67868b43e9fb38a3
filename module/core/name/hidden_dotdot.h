/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What lenient decoders read from a sequence, and the search for a ".." that some decoder reads
 * and the bytes do not show, part by part.  Private to the core, but for the size of its state.
 */
#ifndef U8C_NAME_HIDDEN_DOTDOT_H
#define U8C_NAME_HIDDEN_DOTDOT_H

#include "codec/decode.h"

/* readings.c */

/* The characters that matter in a path, in the order of their classes. */
enum u8c_special {
	U8C_SPECIAL_NUL,
	U8C_SPECIAL_SEPARATOR,
	U8C_SPECIAL_BACKSLASH,
	U8C_SPECIAL_DOT,
	U8C_SPECIAL_NONE,
	U8C_SPECIAL_LEFT_OUT	/* of a reading alone: the bytes are left out */
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

/* What a decoder must do to read @value, above U+007F, as a special character; 0 if none can. */
static __always_inline u16 u8c_cut_needs(u64 value)
{
	if (u8c_special_of(value & 0xff) == U8C_SPECIAL_NONE)
		return 0;
	return value & 0xff00 ? U8C_READS_CUT_8 : U8C_READS_CUT_16;
}

/* The longest form: Perl's. */
#define U8C_READING_MAX 13

/**
 * struct u8c_reading - one way to read what begins a text
 *
 * @needs: what a decoder must do for it, U8C_READS_ bits.
 * @length: how many bytes it takes, 1 to U8C_READING_MAX.
 * @special: what it reads, enum u8c_special.
 */
struct u8c_reading {
	u16 needs;
	u8 length;
	u8 special;
};

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

/* hidden_dotdot.c */

/* A step takes 1 to 13 bytes, so all readings stand at 14 offsets; 16 are faster to number. */
#define U8C_DOTDOT_RING 16

/**
 * struct u8c_dotdot_place - the states in which readings stand at one offset
 *
 * @origin: by how many dots were read (0 to 2) and whether something was not plain (1) or all
 *	was (0): where the component began, the first if it differs between readings.
 * @other: some reading is in a component that cannot become "..".
 */
struct u8c_dotdot_place {
	u32 origin[3][2];
	bool other;
};

/**
 * struct u8c_dotdot - a search and how far it has come
 *
 * @p: the bytes of a name or path.
 * @n: how many, at most U8C_SCAN_MAX.
 * @at: the offset of the readings that are advanced next.
 * @each: this is the second pass.
 * @decoder: the first that reads @first as ".."; UTF8CHECK_DECODER_ANY for none alone.
 * @first: what @found was at the end of the first pass: the component in question.
 * @found: where the first component begins that a reading takes for "..": of all readings in
 *	the first pass, of the decoder that is advanced in the second; NO_ORIGIN for none.
 * @next: second pass: where each decoder stands.
 * @ring: first pass: the readings by their offset, modulo the size of the ring.
 * @of: second pass: the reading of each decoder.
 *
 * The bytes are read twice: in the first pass by all readings together, in the second by each
 * decoder alone.
 */
struct u8c_dotdot {
	const u8 *p;
	u32 n;
	u32 at;
	bool each;
	u8 decoder;
	u32 first;
	u32 found;
	u32 next[UTF8CHECK_DECODER_ANY];
	union {
		struct u8c_dotdot_place ring[U8C_DOTDOT_RING];
		struct u8c_dotdot_place of[UTF8CHECK_DECODER_ANY];
	};
};

void u8c_dotdot_begin(struct u8c_dotdot *w, const u8 *p, size_t n);

/* Searches @bytes more.  Return: true at the end of the search. */
bool u8c_dotdot_step(struct u8c_dotdot *w, size_t bytes);

/* At the end of a search: what was found is put into @v, whose hidden members are 0. */
void u8c_dotdot_found(const struct u8c_dotdot *w, struct utf8check_verdict *v);

#endif /* U8C_NAME_HIDDEN_DOTDOT_H */
