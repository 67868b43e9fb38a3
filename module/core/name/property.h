/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* The properties of code points that policies need. */
#ifndef U8C_NAME_PROPERTY_H
#define U8C_NAME_PROPERTY_H

#include "impl/impl.h"
#include "name/ucd_property.h"

/* The byte of a code point up to U+10FFFF, as ucd_property.h says. */
static __always_inline u8 u8c_property_byte(u32 cp)
{
	const u16 *branch = u8c_property_branches[u8c_property_top[cp >> 9]];

	return u8c_property_leaves[branch[cp >> 4 & 31]][cp & 15];
}

/* How many of the @n bytes at @p are before the first @b; @n without one. */
static inline size_t u8c_length_before(const u8 *p, size_t n, u8 b)
{
	size_t i = 0;

	while (i < n && p[i] != b)
		i++;
	return i;
}

static inline bool u8c_is_ascii(const u8 *p, size_t n)
{
	for (; n; n--, p++)
		if (*p >= 0x80)
			return false;
	return true;
}

/**
 * u8c_properties() - the policy reasons that a code point gives
 * @cp: the code point
 *
 * Return: one bit (1 << enum utf8check_reason) for each of control, bidi-control,
 * default-ignorable, noncharacter, unassigned and private-use that holds.
 * TAB, LF and CR are controls here.
 */
u64 u8c_properties(u64 cp);

/**
 * u8c_reasons_of() - all reasons to forbid a code point
 * @cp: the code point
 *
 * Return: as u8c_properties(), and white-space, replacement, supplementary; and
 * misplaced-ignorable, which is so where the code point is alone.
 */
u64 u8c_reasons_of(u64 cp);

/* Has a code point Default_Ignorable_Code_Point? */
bool u8c_is_default_ignorable(u64 cp);

/* Is a code point an interlinear annotation character, U+FFF9 to U+FFFB? */
static __always_inline bool u8c_is_annotation(u64 cp)
{
	return cp - 0xfff9 < 3;
}

/*
 * May a code point be misplaced-ignorable?  It is default-ignorable, or annotates
 * between lines, and so has no place in a text that is passed on (section 23.8).
 */
bool u8c_may_be_misplaced(u64 cp);

/**
 * u8c_forbidden() - why a text may not hold a code point
 * @cp: the code point
 * @forbid: one bit for each reason that counts
 *
 * Return: the first reason that holds; UTF8CHECK_REASON_NONE when none does.  TAB, LF
 * and CR are no controls here.
 */
enum utf8check_reason u8c_forbidden(u64 cp, u64 forbid);

/*
 * The bytes with which the code points begin that @forbid forbids, as for u8c_forbidden().  All
 * zeros where it forbids none.
 */
void u8c_refused_init(struct u8c_byte_set *refused, u64 forbid);

/**
 * u8c_allowed_up_to() - how far a well-formed text holds nothing forbidden
 * @refused: what is forbidden, something
 * @impl: the implementation to use
 * @text: the text
 * @n: its bytes
 *
 * Return: how many bytes are before the first code point that is forbidden; @n
 * when there is none.
 */
size_t u8c_allowed_up_to(const struct u8c_byte_set *refused, const struct u8c_impl *impl,
			 const u8 *text, size_t n);

#endif /* U8C_NAME_PROPERTY_H */
