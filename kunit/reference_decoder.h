/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Decoders that read more than they should: each by its rule, and all of them at once.
 *
 * A decoder goes through a text once and reads each place in one way.  These models
 * share nothing with the core but the numbers of enum utf8check_decoder.
 *
 * Where any of them reads a ".." the core keeps few states for few places, and asks what each
 * reading needs; the reference has a table of every state at every place, and takes every way
 * to read.
 */
#ifndef U8C_REFERENCE_DECODER_H
#define U8C_REFERENCE_DECODER_H

#include "reference.h"

/**
 * enum u8c_ref_leads - what leads announce
 *
 * @U8C_REF_LEADS_6: C0 to FD two to six bytes, as RFC 2279 has it.
 * @U8C_REF_LEADS_8: also FE seven and FF eight.
 * @U8C_REF_LEADS_13: FE seven and FF thirteen, as Perl has it.
 * @U8C_REF_LEADS_4: C0 to EF two and three; all above four, as PHP had it.
 */
enum u8c_ref_leads {
	U8C_REF_LEADS_6,
	U8C_REF_LEADS_8,
	U8C_REF_LEADS_13,
	U8C_REF_LEADS_4,
};

/**
 * enum u8c_ref_pairs - what becomes of two surrogates, three bytes each
 *
 * @U8C_REF_PAIRS_APART: they are two values.
 * @U8C_REF_PAIRS_JOINED: they are one, as in UTF-16.
 * @U8C_REF_PAIRS_SHORT: they are one, but 10000 is not added.
 */
enum u8c_ref_pairs {
	U8C_REF_PAIRS_APART,
	U8C_REF_PAIRS_JOINED,
	U8C_REF_PAIRS_SHORT,
};

/**
 * enum u8c_ref_bad - what becomes of bytes that a decoder cannot read
 *
 * @U8C_REF_REPLACED: the maximal subpart becomes another character.
 * @U8C_REF_DROPPED: the maximal subpart is left out.
 * @U8C_REF_SKIPPED: as many bytes as are announced, or are there, are left out.
 */
enum u8c_ref_bad {
	U8C_REF_REPLACED,
	U8C_REF_DROPPED,
	U8C_REF_SKIPPED,
};

/**
 * struct u8c_ref_decoder - the rule of a decoder
 *
 * @leads: enum u8c_ref_leads.
 * @pairs: enum u8c_ref_pairs.
 * @bad: enum u8c_ref_bad.
 * @bits: how many are kept of each value: 8, 16, or 0 for all.
 * @longer: it takes complete forms that are ill-formed for the value of their bits.
 * @masks: it takes any byte after a lead for a continuation.
 * @keeps_prefix: it keeps the value of a sequence that is broken off.
 */
struct u8c_ref_decoder {
	u8 leads;
	u8 pairs;
	u8 bad;
	u8 bits;
	bool longer;
	bool masks;
	bool keeps_prefix;
};

/* The rules that have a name; the last one has none, and is empty. */
extern const struct u8c_ref_decoder u8c_ref_decoders[UTF8CHECK_DECODER_ANY + 1];

/**
 * u8c_ref_reads_dotdot() - does a decoder read a ".." that the bytes do not show?
 * @d: its rule
 * @p: the bytes
 * @n: how many
 * @offset: where the first such component begins
 *
 * A backslash separates components, and a NUL ends one; a decoder that takes them otherwise
 * reads no other "..".
 *
 * Return: whether it does.
 */
bool u8c_ref_reads_dotdot(const struct u8c_ref_decoder *d, const u8 *p, size_t n,
			  u64 *offset);

/**
 * u8c_ref_who_reads() - the decoder that is named
 * @p: the bytes
 * @n: how many
 * @offset: where a component begins
 *
 * Return: the first decoder that has a name and whose first hidden ".." is there;
 * UTF8CHECK_DECODER_ANY when there is none.
 */
enum utf8check_decoder u8c_ref_who_reads(const u8 *p, size_t n, u64 offset);

/* The most bytes that the table has places for. */
#define U8C_REF_READABLE 64

static inline bool u8c_ref_readable(size_t n)
{
	return n <= U8C_REF_READABLE;
}

/**
 * u8c_ref_hidden_dotdot() - the search of u8c_name() for a hidden "..", way by way
 * @p: the bytes
 * @n: how many; the text is u8c_ref_readable()
 * @offset: set when the answer is yes
 *
 * Not for two threads at a time.
 *
 * Return: true when some reading has a ".." that the bytes do not show.
 */
bool u8c_ref_hidden_dotdot(const u8 *p, size_t n, u64 *offset);

#endif /* U8C_REFERENCE_DECODER_H */
