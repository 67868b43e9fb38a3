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

#define GRAPHEME_JOINER 0x34f
#define JOINER 0x200d
#define EMOJI_SELECTOR 0xfe0f
#define BLACK_FLAG 0x1f3f4	/* the only base of tags that has a meaning */
#define FIRST_TAG 0xe0020
#define CANCEL_TAG 0xe007f

/* Letters and digits of a flag: a region of two or three, its part of one to four. */
#define TAGS_MIN 3
#define TAGS_MAX U8C_LOOKED_AT

/* The last row that is not after @cp; 0 before the first one. */
static noinline u32 find_row(const u32 *rows, u32 count, u32 cp)
{
	u32 low = 0, high = count, middle;

	while (low < high) {
		middle = (low + high) / 2;
		if (rows[middle] >> U8C_SET_BITS <= cp)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? rows[low - 1] : 0;
}

static u32 kind_of_point(u64 cp)
{
	return cp <= 0x10ffff ? find_row(u8c_kind_rows, u8c_kind_count, cp) & U8C_SET_MASK : 0;
}

/* Is the selector one of the standardized variants of the code point before it? */
static noinline bool is_variant(u32 base, u32 selector)
{
	u32 bit, row;

	if (selector - 0xfe00 < 16)
		bit = selector - 0xfe00;
	else if (selector - 0x180b < 5)
		bit = selector - 0x180b + 16;
	else
		return false;
	row = find_row(u8c_variant_rows, u8c_variant_count, base);
	return row && row >> U8C_SET_BITS == base &&
	       u8c_variant_sets[row & U8C_SET_MASK] >> bit & 1;
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

/* The code point before the next one with @i between them; 0 where the text begins. */
static u32 kept_point(const struct u8c_placement *s, unsigned int i)
{
	const u8 *p = s->points[(s->at + U8C_LOOK_BACK - 1 - i) % U8C_LOOK_BACK];

	return i < s->known ? p[0] | p[1] << 8 | (u32)p[2] << 16 : 0;
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
	return base & U8C_KIND_MODIFIER_BASE;
}

/* Beside what a language writes the code point: bits of enum u8c_kind, or 0. */
static u32 kind_beside(u32 cp)
{
	switch (cp) {
	case GRAPHEME_JOINER:
		return U8C_KIND_MARK | U8C_KIND_JOINING;
	case 0x180e:	/* parts the last vowel from a word of Mongolian */
	case 0x200b ... 0x200c:
	case JOINER:
		return U8C_KIND_JOINING;
	case 0x115f ... 0x1160:	/* fillers, each in place of a jamo */
	case 0x3164:
	case 0xffa0:
		return U8C_KIND_JAMO;
	default:
		return 0;
	}
}

/* Is a code point a space, punctuation or a symbol, one of the usual that no identifier has? */
static bool is_gap(u64 cp)
{
	if (cp < 0x80)
		return cp && cp - '0' >= 10 && (cp | 0x20) - 'a' >= 26 && cp != '_';
	return cp == 0xa0 || cp == 0xab || cp == 0xbb || cp == 0x60c || cp == 0x61b || cp == 0x61f ||
	       (cp >= 0x200e && cp < 0x2070) || (cp >= 0x2190 && cp < 0x2c00);
}

/**
 * struct side - what is before an ignorable code point, or after it
 *
 * @cp: the ignorable code point.
 * @kind: beside what a language writes it.
 * @next: the code point beside it, but for itself once more; 0: none.
 * @found: one of @kind is there.
 * @is_far: there is punctuation between.
 */
struct side {
	u32 cp;
	u32 kind;
	u64 next;
	bool found;
	bool is_far;
};

static bool is_in_word(const struct side *d)
{
	return d->next && !is_gap(d->next);
}

/* Takes the next code point on a side.  Return: look farther. */
static bool look_over(struct side *d, u64 point)
{
	const u32 kind = kind_of_point(point);

	d->found = kind & d->kind;
	if (d->found)
		return false;
	if (point == d->cp && d->kind == U8C_KIND_JOINING)
		return true;
	if (!d->next)
		d->next = point;
	if (d->kind != U8C_KIND_JOINING || point == '\n')
		return false;
	if (point == ' ' || point == 0xa0 || kind & U8C_KIND_MARK)
		return true;
	d->is_far = true;
	return is_gap(point);
}

/*
 * What is beside a code point, but for marks, spaces and itself again, decides; and also what
 * is past punctuation, unless the code point may be part of an identifier.
 */
static enum u8c_placed place_beside(const struct u8c_placement *s, u32 cp, u32 kind,
				    struct ahead *a)
{
	struct side before = { .cp = cp, .kind = kind }, after = before;
	const bool emoji = cp == JOINER && is_emoji(s);
	int length;
	u64 next;

	for (unsigned int i = 0; i < s->known && look_over(&before, kept_point(s, i)); i++)
		;
	if (before.found && !before.is_far)
		return U8C_PLACED;
	for (unsigned int i = 0; i < U8C_LOOKED_AT; i++) {
		length = read_ahead(a, &next);
		if (length < 0)
			return U8C_PLACE_UNDECIDED;
		/* ED-16 */
		if (length && !i && emoji && kind_of_point(next) & U8C_KIND_EMOJI)
			return U8C_PLACED;
		if (!length || !look_over(&after, next))
			break;
	}
	if (after.found && !after.is_far)
		return U8C_PLACED;
	return (before.found || after.found) && !is_in_word(&before) && !is_in_word(&after) ?
	       U8C_PLACED : U8C_MISPLACED;
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
			return U8C_PLACE_UNDECIDED;
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
	u32 kind;

	if (!u8c_may_be_misplaced(cp))
		return U8C_PLACED;
	kind = kind_beside(cp);
	if (kind)
		return place_beside(s, cp, kind, &a);
	if (cp >= FIRST_TAG && cp <= CANCEL_TAG)
		return place_tag(s, cp, &a);
	/* Many a keyboard adds it to each emoji. */
	if (cp == EMOJI_SELECTOR && is_emoji(s))
		return U8C_PLACED;
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
