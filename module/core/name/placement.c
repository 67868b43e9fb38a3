// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Does an ignorable code point do anything where it stands?
 *
 * What stands before it is a small state, which each code point moves on; what follows is
 * looked at in the text itself, and only for joiners and the first tag of a sequence.
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
		return a->final ? 0 : -1;
	length = u8c_decode(a->coding, a->text, a->final, cp, &e);
	if (length > 0)
		a->text = u8c_text(a->text.p + length, a->text.n - length);
	return length;
}

/* Rules A1 and A2 of UAX #31. */
static enum u8c_placed place_non_joiner(const struct u8c_placement *s, struct ahead *a)
{
	bool cursive = s->joins, conjunct = s->is_virama;
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
	int length;
	u64 cp = 0;

	if (!s->emoji && !s->is_virama)
		return U8C_MISPLACED;
	length = read_ahead(a, &cp);
	if (length < 0)
		return U8C_UNPLACED;
	if (s->emoji)
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
	if (s->before != BLACK_FLAG)
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

	if (!u8c_is_default_ignorable(cp))
		return U8C_PLACED;
	if (cp == NON_JOINER)
		return place_non_joiner(s, &a);
	if (cp == JOINER)
		return place_joiner(s, &a);
	if (cp >= FIRST_TAG && cp <= CANCEL_TAG)
		return place_tag(s, cp, &a);
	return is_variant(s->before, cp) ? U8C_PLACED : U8C_MISPLACED;
}

static u8 next_emoji(const struct u8c_placement *s, u64 cp, u32 kind)
{
	if (kind & U8C_KIND_EMOJI)
		return kind & U8C_KIND_MODIFIER_BASE ? U8C_EMOJI_BASE : U8C_EMOJI_ALONE;
	if (cp == EMOJI_SELECTOR && s->emoji && s->emoji != U8C_EMOJI_WHOLE)
		return is_variant(s->before, cp) ? U8C_EMOJI_WHOLE : U8C_EMOJI_NONE;
	return kind & U8C_KIND_MODIFIER && s->emoji == U8C_EMOJI_BASE ? U8C_EMOJI_WHOLE :
									U8C_EMOJI_NONE;
}

/* The letter, marks and virama of rules A2 and B; the virama itself is not looked over. */
static void pass_mark(struct u8c_placement *s, u64 cp, u32 kind)
{
	const u32 class = kind & U8C_KIND_LETTER ? 0 : combining_class(cp);
	const bool mark = kind & U8C_KIND_MARK;

	if (kind & U8C_KIND_LETTER) {
		s->marks = 1;
		s->is_marks = true;
		s->is_virama = false;
		return;
	}
	s->is_virama = (s->is_marks && class == VIRAMA) || (s->is_virama && mark && class);
	s->is_marks = s->is_marks && mark;
	if ((s->is_virama || s->is_marks) && s->marks <= U8C_LOOKED_OVER + 1) {
		s->marks++;
		return;
	}
	s->marks = 0;
	s->is_marks = false;
	s->is_virama = false;
}

void u8c_placement_pass(struct u8c_placement *s, u64 cp)
{
	const u32 kind = kind_of_point(cp);

	s->emoji = next_emoji(s, cp, kind);
	if (kind & U8C_KIND_JOINS_NEXT)
		s->joins = 1;
	else if (s->joins)
		s->joins = kind & U8C_KIND_TRANSPARENT && s->joins <= U8C_LOOKED_OVER ?
			   s->joins + 1 : 0;
	pass_mark(s, cp, kind);
	if (s->tags)
		s->tags--;
	s->before = cp <= 0x10ffff ? cp : 0;
}

void u8c_placement_pass_text(struct u8c_placement *s, const u8 *p, size_t n)
{
	const u8 *const end = p + n;
	u32 length;

	if (n > U8C_LOOK_BACK * 4) {
		p = end - U8C_LOOK_BACK * 4;
		while (p < end && u8c_is_continuation(*p))
			p++;
		*s = (struct u8c_placement){ 0 };
	}
	while (p < end) {
		u8c_placement_pass(s, u8c_point_of(u8c_head(p, end), &length));
		p = u8c_after(p, end, length);
	}
}
