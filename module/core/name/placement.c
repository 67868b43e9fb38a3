// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Does an ignorable code point have an effect at its place?
 *
 * The code points before it are kept, and read backward; those after it are read from the
 * text.  Both happen only for ignorable code points, and no farther than needed.
 */
#include "name/placement.h"
#include "codec/point.h"
#include "name/property.h"
#include "name/ucd_placement.h"
#include "normalize/lookup.h"

#define NON_JOINER 0x200c
#define JOINER 0x200d
#define EMOJI_SELECTOR 0xfe0f
#define BLACK_FLAG 0x1f3f4	/* the only base of tags that has a meaning */
#define FIRST_TAG 0xe0020
#define CANCEL_TAG 0xe007f

/* Letters and digits of a flag: a region of two or three, its part of one to four. */
#define TAGS_MIN 3
#define TAGS_MAX 7

#define VIRAMA 9	/* Canonical_Combining_Class */

/* Reads the row at @p: how far it is from the one before it, and its set. */
static const u8 *read_row(const u8 *p, u32 *gap, u32 *set)
{
	*set = *p & 15;
	*gap = (*p++ >> 4) + 1u;
	if (*set == 15)
		*set = *p++;
	if (*gap == 15) {
		*gap += *p++;
	} else if (*gap == 16) {
		*gap = p[0] | p[1] << 8 | (u32)p[2] << 16;
		p += 3;
	}
	return p;
}

/* The row at or before @cp.  Return: its set; *@start is its code point. */
static noinline u32 placement_row(const struct u8c_placement_table *t, u32 cp, u32 *start)
{
	const u8 *p, *end = t->rows + t->size;
	u32 low = 0, high = t->count, middle, gap, set, next;

	while (high - low > 1) {
		middle = (low + high) / 2;
		if (t->starts[middle] > cp)
			high = middle;
		else
			low = middle;
	}
	*start = t->starts[low];
	if (cp < *start)
		return 0;
	p = read_row(t->rows + t->places[low], &gap, &set);
	while (p < end) {
		p = read_row(p, &gap, &next);
		if (gap > cp - *start)
			break;
		*start += gap;
		set = next;
	}
	return t->sets[set];
}

static noinline u32 kind_of_point(u64 cp)
{
	u32 start;

	return cp <= 0x10ffff ? placement_row(&u8c_kind_table, cp, &start) : 0;
}

static noinline u32 combining_class(u64 cp)
{
	return cp <= 0x10ffff ? u8c_class_of(cp) >> U8C_CCC_SHIFT : 0;
}

/* Is the selector one of the standardized variants of the code point before it? */
static noinline bool is_variant(u32 base, u32 selector)
{
	u32 bit, start, set;

	if (selector - 0xfe00 < 16)
		bit = selector - 0xfe00;
	else if (selector - 0x180b < 5)
		bit = selector - 0x180b + 16;
	else
		return false;
	set = placement_row(&u8c_variant_table, base, &start);
	return start == base && set >> bit & 1;
}

/**
 * struct ahead - the text after an ignorable code point
 *
 * @coding: how it is written.
 * @text: what was not read yet.
 * @final: no byte can follow.
 */
struct ahead {
	const struct u8c_coding *coding;
	struct u8c_text text;
	bool final;
};

/* Return: as u8c_decode(); 0 at the end. */
static noinline int read_ahead(struct ahead *a, u64 *cp)
{
	struct utf8check_error e;
	int length;

	if (!a->text.n)
		return a->final ? 0 : U8C_UNDECIDED;
	length = u8c_decode(a->coding, a->text, a->final, cp, &e);
	if (length > 0)
		a->text = u8c_text(a->text.p + length, a->text.n - length);
	return length;
}

/* The code point before the next one, and @i before that; 0 where the text begins. */
static u32 kept_point(const struct u8c_placement *s, unsigned int i)
{
	const u8 *p = s->points[(s->at + U8C_LOOK_BACK - 1 - i) % U8C_LOOK_BACK];

	return i < s->known ? p[0] | p[1] << 8 | (u32)p[2] << 16 : 0;
}

/* Is the code point before the next one, but for transparent ones, one that joins it? */
static bool is_joined(const struct u8c_placement *s)
{
	unsigned int i;
	u32 kind;

	for (i = 0; i <= U8C_LOOKED_OVER; i++) {
		kind = kind_of_point(kept_point(s, i));
		if (kind & U8C_KIND_JOINS_NEXT)
			return true;
		if (!(kind & U8C_KIND_TRANSPARENT))
			break;
	}
	return false;
}

/*
 * Is a letter before, and after it nonspacing marks, a virama, and marks whose combining
 * class is not 0?  The loop goes back from the end.  @virama: one of the marks so far may
 * be the virama.  @marks: all of them may stand after it.
 */
static bool is_conjunct(const struct u8c_placement *s)
{
	bool virama = false, marks = true;
	unsigned int i;
	u32 kind, class, cp;

	for (i = 0; i <= U8C_LOOKED_OVER + 1 && (virama || marks); i++) {
		cp = kept_point(s, i);
		kind = kind_of_point(cp);
		if (kind & U8C_KIND_LETTER)
			return virama;
		class = combining_class(cp);
		virama = (marks && class == VIRAMA) || (virama && kind & U8C_KIND_MARK);
		marks = marks && kind & U8C_KIND_MARK && class;
	}
	return false;
}

/* Does an element of an emoji ZWJ sequence end before the next code point (UTS #51, ED-15a)? */
static bool is_emoji(const struct u8c_placement *s)
{
	const u32 last = kept_point(s, 0), kind = kind_of_point(last);
	u32 base;

	if (kind & U8C_KIND_EMOJI)
		return true;
	if (last != EMOJI_SELECTOR && !(kind & U8C_KIND_MODIFIER))
		return false;
	base = kind_of_point(kept_point(s, 1));
	if (last == EMOJI_SELECTOR)
		return base & U8C_KIND_EMOJI && is_variant(kept_point(s, 1), last);
	return base & U8C_KIND_EMOJI && base & U8C_KIND_MODIFIER_BASE;
}

/* Rules A1 and A2 of UAX #31. */
static enum u8c_placed place_non_joiner(const struct u8c_placement *s, struct ahead *a)
{
	bool cursive = is_joined(s), conjunct = is_conjunct(s);
	unsigned int over;
	int length;
	u32 kind;
	u64 cp;

	for (over = 0; cursive || conjunct; over++) {
		length = read_ahead(a, &cp);
		if (length < 0)
			return U8C_UNPLACED;
		if (!length)
			break;
		kind = kind_of_point(cp);
		if ((cursive && kind & U8C_KIND_JOINS_BEFORE) || (conjunct && kind & U8C_KIND_LETTER))
			return U8C_PLACED;
		if (over == U8C_LOOKED_OVER)
			break;
		cursive = cursive && kind & U8C_KIND_TRANSPARENT;
		conjunct = conjunct && kind & U8C_KIND_MARK && combining_class(cp);
	}
	return U8C_MISPLACED;
}

/* ED-16 of UTS #51, and rule B of UAX #31. */
static enum u8c_placed place_joiner(const struct u8c_placement *s, struct ahead *a)
{
	const bool emoji = is_emoji(s);
	int length;
	u64 cp = 0;

	if (!emoji && !is_conjunct(s))
		return U8C_MISPLACED;
	length = read_ahead(a, &cp);
	if (length < 0)
		return U8C_UNPLACED;
	if (emoji)
		return length && kind_of_point(cp) & U8C_KIND_EMOJI ? U8C_PLACED : U8C_MISPLACED;
	return length && kind_of_point(cp) & U8C_KIND_VOWEL ? U8C_MISPLACED : U8C_PLACED;
}

static bool is_flag_tag(u64 cp)
{
	return cp - 0xe0030 < 10 || cp - 0xe0061 < 26;
}

/* The first tag of a flag (UTS #51 annex B, C.1); later ones were counted here. */
static enum u8c_placed place_tag(struct u8c_placement *s, u64 cp, struct ahead *a)
{
	unsigned int tags;
	int length;

	if (s->tags)
		return U8C_PLACED;
	if (kept_point(s, 0) != BLACK_FLAG)
		return U8C_MISPLACED;
	for (tags = 0; is_flag_tag(cp) && tags < TAGS_MAX; tags++) {
		length = read_ahead(a, &cp);
		if (length < 0)
			return U8C_UNPLACED;
		if (!length)
			return U8C_MISPLACED;
	}
	if (tags < TAGS_MIN || cp != CANCEL_TAG)
		return U8C_MISPLACED;
	s->tags = tags + 1;
	return U8C_PLACED;
}

enum u8c_placed u8c_placement_judge(struct u8c_placement *s, u64 cp,
				    const struct u8c_coding *coding, struct u8c_text after,
				    bool final)
{
	struct ahead a = { .coding = coding, .text = after, .final = final };

	if (!u8c_may_be_misplaced(cp))
		return U8C_PLACED;
	if (cp == NON_JOINER)
		return place_non_joiner(s, &a);
	if (cp == JOINER)
		return place_joiner(s, &a);
	if (cp >= FIRST_TAG && cp <= CANCEL_TAG)
		return place_tag(s, cp, &a);
	return is_variant(kept_point(s, 0), cp) ? U8C_PLACED : U8C_MISPLACED;
}

void u8c_placement_pass(struct u8c_placement *s, u64 cp)
{
	u8 *to = s->points[s->at];

	cp = cp <= 0x10ffff ? cp : 0;
	to[0] = cp;
	to[1] = cp >> 8;
	to[2] = cp >> 16;
	s->at = (s->at + 1) % U8C_LOOK_BACK;
	if (s->known < U8C_LOOK_BACK)
		s->known++;
	if (s->tags)
		s->tags--;
}

void u8c_placement_pass_text(struct u8c_placement *s, const u8 *p, size_t n)
{
	const u8 *const start = p, *const end = p + n;
	unsigned int i;
	u32 length;

	for (p = end, i = 0; p > start && i < U8C_LOOK_BACK; i++)
		do
			p--;
		while (p > start && u8c_is_continuation(*p));
	if (p > start)
		*s = (struct u8c_placement){ 0 };
	while (p < end) {
		u8c_placement_pass(s, u8c_point_of(u8c_head(p, end), &length));
		p = u8c_after(p, end, length);
	}
}
