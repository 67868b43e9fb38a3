// SPDX-License-Identifier: GPL-2.0-only OR MIT
/* The properties of code points that policies need, from a generated table. */
#include "name/property.h"
#include "codec/point.h"

#define REASON_BIT(reason) ((u64)1 << (reason))

u64 u8c_properties(u64 cp)
{
	U8C_ONCE(cp);
	if (cp > 0x10ffff)
		return REASON_BIT(UTF8CHECK_REASON_UNASSIGNED);
	return (u64)(u8c_property_byte(cp) & U8C_PROPERTY_REASONS) << UTF8CHECK_REASON_CONTROL;
}

/* White_Space above ASCII (PropList.txt). */
static bool is_white_space(u32 cp)
{
	switch (cp) {
	case 0x85:
	case 0xa0:
	case 0x1680:
	case 0x2000 ... 0x200a:
	case 0x2028 ... 0x2029:
	case 0x202f:
	case 0x205f:
	case 0x3000:
		return true;
	default:
		return false;
	}
}

u64 u8c_reasons_of(u64 cp)
{
	u64 found;

	U8C_ONCE(cp);
	found = u8c_properties(cp);
	if (u8c_may_be_misplaced(cp))
		found |= REASON_BIT(UTF8CHECK_REASON_MISPLACED_IGNORABLE);
	if (cp > 0xffff)
		return found | REASON_BIT(UTF8CHECK_REASON_SUPPLEMENTARY);
	if (cp == 0xfffd)
		return found | REASON_BIT(UTF8CHECK_REASON_REPLACEMENT);
	return found | (is_white_space(cp) ? REASON_BIT(UTF8CHECK_REASON_WHITE_SPACE) : 0);
}

bool u8c_is_default_ignorable(u64 cp)
{
	return u8c_properties(cp) & REASON_BIT(UTF8CHECK_REASON_DEFAULT_IGNORABLE);
}

bool u8c_may_be_misplaced(u64 cp)
{
	U8C_ONCE(cp);
	return u8c_is_default_ignorable(cp) || u8c_is_annotation(cp);
}

noinline enum utf8check_reason u8c_forbidden(u64 cp, u64 forbid)
{
	u64 found;

	if (likely(!forbid))
		return UTF8CHECK_REASON_NONE;
	if (cp == '\t' || cp == '\n' || cp == '\r')
		return UTF8CHECK_REASON_NONE;
	found = u8c_reasons_of(cp) & forbid;
	return found ? __builtin_ctzll(found) : UTF8CHECK_REASON_NONE;
}

/* The bits of @forbid in u8c_property_by_lead. */
static u16 screened_bits(u64 forbid)
{
	if (forbid & REASON_BIT(UTF8CHECK_REASON_MISPLACED_IGNORABLE))
		forbid |= REASON_BIT(UTF8CHECK_REASON_DEFAULT_IGNORABLE);
	return (forbid >> UTF8CHECK_REASON_CONTROL & U8C_PROPERTY_REASONS) |
	       (forbid >> UTF8CHECK_REASON_WHITE_SPACE << U8C_PROPERTY_RULE_SHIFT &
		U8C_PROPERTY_RULES);
}

void u8c_refused_init(struct u8c_byte_set *refused, u64 forbid)
{
	/* By the high half of a byte in the set, its bit in the rows. */
	static const u8 halves[16] = {
		[0xc] = 1, [0xd] = 2, [0xe] = 4, [0xf] = 8, [0] = 0x10, [1] = 0x20, [7] = 0x40,
	};

	*refused = (struct u8c_byte_set){
		.bits_of = u8c_property_by_lead, .wanted = screened_bits(forbid),
	};
	if (!refused->wanted)
		return;
	for (unsigned int i = 0; i < 256; i++)
		if (u8c_property_by_lead[i] & refused->wanted)
			refused->rows[i & 15] |= halves[i >> 4];
}

/* The bits of what is wanted in u8c_property_reasons: white space and replacement are 6 and 7. */
static __always_inline u8 block_bits(u16 wanted)
{
	return (wanted & U8C_PROPERTY_REASONS) | (wanted >> U8C_PROPERTY_RULE_SHIFT & 3) << 6;
}

static __always_inline bool may_be_refused_above(u16 wanted, u32 page, u32 block)
{
	return wanted & U8C_PROPERTY_SUPPLEMENTARY ||
	       page >= U8C_PROPERTY_PAGES ||
	       u8c_property_page_blocks[u8c_property_pages[page]] >> (block & 63) & 1;
}

/*
 * May the code point that begins with the bytes of @w, the first lowest, be forbidden?  Below
 * U+10000 the block of 64 code points has a word; above, the page of 4096.
 */
static __always_inline bool may_be_refused(u16 wanted, u32 w)
{
	u32 block, last, row;

	if (likely((w & 0xf0) == 0xe0)) {
		block = (w & 0xf) << 6 | (w >> 8 & 0x3f);
		last = w >> 16;
	} else if ((w & 0xe0) == 0xc0) {
		block = w & 0x1f;
		last = w >> 8;
	} else if ((w & 0xff) < 0x80) {
		block = w >> 6 & 1;
		last = w;
	} else {
		return may_be_refused_above(wanted, (w & 7) << 6 | (w >> 8 & 0x3f), w >> 16);
	}
	row = u8c_property_blocks[block];
	return u8c_property_points[row] >> (last & 63) & 1 &&
	       u8c_property_reasons[row] & block_bits(wanted);
}

/*
 * Is a code point refused of which may_be_refused() is true?  Above U+10FFFF, which only a text
 * that changes has, any answer is allowed.
 */
static noinline bool refuses_point(u16 wanted, u32 cp)
{
	const u64 rules = (u64)(wanted >> U8C_PROPERTY_RULE_SHIFT) << UTF8CHECK_REASON_WHITE_SPACE;

	if (cp <= 0x10ffff && u8c_property_byte(cp) & wanted & U8C_PROPERTY_REASONS)
		return true;
	return rules && u8c_reasons_of(cp) & rules;
}

#define SPAN 64
/* Bytes of a span's last code point that follow the span, at most. */
#define AFTER 3
/* Bytes that are searched at once: few, where a forbidden code point may be near. */
#define WINDOW_MIN 64

/*
 * Look through @n bytes at @p, whole spans; AFTER bytes after them are read too.
 * Return: the offset of the first forbidden code point; @n when there is none.
 */
static size_t forbidden_in(const struct u8c_byte_set *refused, const struct u8c_impl *impl,
			   const u8 *p, size_t n)
{
	u64 starts[U8C_FIND_MAX / SPAN], some;
	u32 head, length;
	size_t i, at;

	if (!impl->form->find_bytes(refused, p, n, starts, impl->form))
		return n;
	for (i = 0; i < n; i += SPAN)
		for (some = starts[i / SPAN]; some; some &= some - 1) {
			at = i + __builtin_ctzll(some);
			head = u8c_load32_le(p + at);
			U8C_ONCE(head);
			if (unlikely(may_be_refused(refused->wanted, head)) &&
			    refuses_point(refused->wanted, u8c_point_of(head, &length)))
				return at;
		}
	return n;
}

size_t u8c_allowed_up_to(const struct u8c_byte_set *refused, const struct u8c_impl *impl,
			 const u8 *text, size_t n)
{
	const u8 *p = text, *end = text + n;
	u8 rest[2 * SPAN + AFTER];
	size_t window = WINDOW_MIN, part, at;

	for (; end - p >= SPAN + AFTER; p += part) {
		part = (end - p - AFTER) / SPAN * SPAN;
		part = part < window ? part : window;
		at = forbidden_in(refused, impl, p, part);
		if (at < part)
			return p + at - text;
		window = window < U8C_FIND_MAX ? 4 * window : window;
	}
	/* After the text stand letters, which no policy forbids. */
	memset(rest, 'a', sizeof(rest));
	memcpy(rest, p, end - p);
	at = forbidden_in(refused, impl, rest, 2 * SPAN);
	n = end - p;
	return p - text + (at < n ? at : n);
}
