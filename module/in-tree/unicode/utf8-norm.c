// SPDX-License-Identifier: GPL-2.0-only
/*
 * A text in a form of fs/unicode, code point by code point.
 *
 * Copyright (c) 2014 SGI.
 * All rights reserved.
 */
#include <linux/kernel.h>

#include "utf8n.h"

/* For each form the bit of the classes of what it changes, and the kind of mapping. */
static const struct {
	u32 stop;
	unsigned int kind;
} forms[] = {
	[UTF8_NFDI] = { U8C_STOP(UTF8CHECK_FORM_NFD), U8C_KIND_CANONICAL },
	[UTF8_NFDICF] = { U8C_STOP(UTF8CHECK_FORM_NFD_CASEFOLD), U8C_KIND_FOLD },
};

/*
 * Decompositions that were in error (NormalizationCorrections.txt): what they were
 * before that version.
 */
static const struct {
	u32 cp;
	unsigned int until;
	const char *was;
} corrections[] = {
	{ 0xf951, UNICODE_AGE(3, 2, 0), "\xe9\x9b\xbb" },
	{ 0x2f868, UNICODE_AGE(4, 0, 0), "\xf0\xa1\x8d\xaa" },
	{ 0x2f874, UNICODE_AGE(4, 0, 0), "\xe5\xbc\xb3" },
	{ 0x2f91f, UNICODE_AGE(4, 0, 0), "\xe4\x8e\xab" },
	{ 0x2f95f, UNICODE_AGE(4, 0, 0), "\xe7\xaa\xae" },
	{ 0x2f9bf, UNICODE_AGE(4, 0, 0), "\xe4\xb5\x97" },
};

/* Does the version of the map know the code point?  Asked only where that matters. */
static inline bool is_known(const struct unicode_map *um, u32 cp)
{
	if (cp < um->newer ||
	    (cp < 0x10000 && !(um->newer_blocks[cp >> 13] >> (cp >> 8 & 31) & 1)))
		return true;
	return utf8_known_by_age(um, cp);
}

static void set_map(struct utf8_point *point, const u8 *map, size_t len)
{
	point->map = map;
	point->map_len = len;
}

/* The letters of a syllable of Hangul, all of three bytes.  Return: their length. */
static unsigned int put_hangul(u32 cp, u8 *out)
{
	u32 l, v, t = u8c_split_hangul(cp, &l, &v);
	unsigned int n = u8c_put(l, out);

	n += u8c_put(v, out + n);
	if (t)
		n += u8c_put(t, out + n);
	return n;
}

/* Folds U+0345 at the end of a mapping to U+03B9, before the run is put in order. */
static void fold_iota(struct utf8cursor *c, struct utf8_point *point)
{
	u8 n = point->map_len;

	if (n < 2 || n > sizeof(c->made) || point->map[n - 2] != 0xcd || point->map[n - 1] != 0x85)
		return;
	memcpy(c->made, point->map, n - 2);
	c->made[n - 2] = 0xce;
	c->made[n - 1] = 0xb9;
	set_map(point, c->made, n);
	point->tail = false;
}

static void undo_correction(const struct unicode_map *um, u32 cp, struct utf8_point *point)
{
	for (size_t i = 0; i < ARRAY_SIZE(corrections); i++)
		if (corrections[i].cp == cp && um->version < corrections[i].until)
			set_map(point, (const u8 *)corrections[i].was, strlen(corrections[i].was));
}

/* A nonstarter that has no mapping in the tables: nor has U+0345, which folds to U+03B9. */
static void set_nonstarter(struct utf8cursor *c, u32 cp, u8 ccc, struct utf8_point *point)
{
	if (c->n == UTF8_NFDICF && cp == 0x345) {
		set_map(point, (const u8 *)"\xce\xb9", 2);
		return;
	}
	point->ccc = ccc;
	point->starts = false;
}

static bool is_ignorable(u32 cp)
{
	struct u8c_mapping m;

	return u8c_find_of(U8C_KIND_IDENTIFIER, cp, &m) && !m.n;
}

void utf8_look_closer(struct utf8cursor *c, u32 cp, u32 bits, struct utf8_point *point)
{
	const bool stops = bits & forms[c->n].stop;
	struct u8c_mapping m;

	if (!is_known(c->um, cp))
		return;
	if (stops && u8c_is_hangul(cp)) {
		set_map(point, c->made, put_hangul(cp, c->made));
	} else if (stops && u8c_find_of(forms[c->n].kind, cp, &m)) {
		set_map(point, m.p, m.n);
		point->tail = m.tail;
		/* A mapping that may touch what is before it does not start. */
		point->starts = !(bits & (U8C_CCC_BITS | U8C_BACKWARD));
		if (unlikely(c->um->version < UNICODE_AGE(4, 0, 0)))
			undo_correction(c->um, cp, point);
		if (m.tail && c->n == UTF8_NFDICF)
			fold_iota(c, point);
	} else if (bits & U8C_CCC_BITS) {
		set_nonstarter(c, cp, bits >> U8C_CCC_SHIFT, point);
	} else if (is_ignorable(cp)) {
		set_map(point, c->made, 0);
	}
}

void utf8_look(struct utf8cursor *c, const u8 *p, struct utf8_point *point)
{
	const u32 word = u8c_head(p, c->end);
	u32 cp = word & 0xff, bits;

	*point = (struct utf8_point){ .len = 1, .starts = true };
	if (cp >= 0x80)
		point->len = u8c_strict_point_of(word, &cp);
	if (unlikely(!point->len))
		return;
	bits = u8c_class_of(cp);
	if (bits & c->um->looks[c->n])
		utf8_look_closer(c, cp, bits, point);
}

enum met { POINT, LEFT_OUT, END, ILL_FORMED };

/*
 * The next code point of a mapping.  After the @first one, a code point that the version does not
 * know is a starter.
 */
static enum met next_of_map(struct utf8cursor *c, bool first, const u8 **piece, u8 *len,
			    u8 *ccc)
{
	struct utf8_place *at = &c->at;
	u32 cp;

	*piece = at->map;
	cp = u8c_take(&at->map, at->map_end);
	*len = at->map - *piece;
	*ccc = u8c_class_of(cp) >> U8C_CCC_SHIFT;
	if (*ccc && !first && !is_known(c->um, cp))
		*ccc = 0;
	return POINT;
}

static enum met next_point(struct utf8cursor *c, const u8 **piece, u8 *len, u8 *ccc)
{
	struct utf8_place *at = &c->at;
	struct utf8_point point;

	if (at->map < at->map_end)
		return next_of_map(c, false, piece, len, ccc);
	if (at->s == c->end)
		return END;
	*piece = at->s;
	utf8_look(c, at->s, &point);
	if (!point.len)
		return ILL_FORMED;
	at->s += point.len;
	if (point.map) {
		at->map = point.map;
		at->map_end = point.map + point.map_len;
		return point.map_len ? next_of_map(c, true, piece, len, ccc) : LEFT_OUT;
	}
	*len = point.len;
	*ccc = point.ccc;
	return POINT;
}

/*
 * Ends a turn over a run, after which a starter or the end of the text was met: the next turn
 * begins, or after the last one the text continues at @after.
 */
static void end_turn(struct utf8cursor *c, const struct utf8_place *after)
{
	if (c->above == UTF8_NONE) {
		c->class = 0;
		c->at = *after;
		return;
	}
	c->class = c->above;
	c->above = UTF8_NONE;
	c->at = c->run;
}

/* Notes the nonstarter that begins at @before.  Return: is it given in this turn? */
static bool take_in_turn(struct utf8cursor *c, u8 ccc, const struct utf8_place *before)
{
	if (!c->class) {
		c->run = *before;
		c->class = UTF8_FIRST;
		c->above = ccc;
		return false;
	}
	if (ccc == c->class)
		return true;
	if (ccc > c->class && ccc < c->above)
		c->above = ccc;
	return false;
}

int utf8_next(struct utf8cursor *c, const u8 **piece)
{
	struct utf8_place before;
	enum met found;
	u8 len, ccc;

	for (;;) {
		before = c->at;
		found = next_point(c, piece, &len, &ccc);
		if (found == ILL_FORMED)
			return -1;
		if (found == POINT && ccc) {
			if (take_in_turn(c, ccc, &before))
				return len;
		} else if (c->class) {
			end_turn(c, &before);
		} else if (found == END) {
			return 0;
		} else if (found == POINT) {
			return len;
		}
	}
}

int utf8byte(struct utf8cursor *c)
{
	int n;

	if (c->piece == c->piece_end) {
		n = utf8_next(c, &c->piece);
		if (n <= 0)
			return n;
		c->piece_end = c->piece + n;
	}
	return *c->piece++;
}

static bool has_nul(const u8 *p)
{
	u64 word = u8c_load64(p);

	return (word - U8C_BYTES(1)) & ~word & U8C_HIGH_BITS;
}

/* strnlen(), by words; the last one may begin within the one before it. */
static size_t length_of(const u8 *s, size_t most)
{
	size_t n = 0;

	while (most - n >= 8 && !has_nul(s + n))
		n += 8;
	if (n && most - n < 8 && !has_nul(s + most - 8))
		return most;
	while (n < most && s[n])
		n++;
	return n;
}

int utf8ncursor(struct utf8cursor *c, const struct unicode_map *um,
		enum utf8_normalization n, const char *s, size_t len)
{
	const u8 *p = (const u8 *)s;

	if (!s || len != (unsigned int)len || (len && u8c_is_continuation(*p)))
		return -1;
	/* A length above PATH_MAX may be larger than the buffer, which a NUL ends. */
	if (len > PATH_MAX)
		len = strnlen(s, len);
	c->um = um;
	c->n = n;
	c->end = p + length_of(p, len);
	c->at.s = p;
	c->at.map = NULL;
	c->at.map_end = NULL;
	c->piece = NULL;
	c->piece_end = NULL;
	c->class = 0;
	c->above = UTF8_NONE;
	return 0;
}

ssize_t utf8nlen(const struct unicode_map *um, enum utf8_normalization n, const char *s,
		 size_t len)
{
	struct utf8_point point;
	struct utf8cursor c;
	ssize_t made = 0;

	/* Callers give SIZE_MAX, but a cursor takes no length beyond an unsigned int. */
	if (utf8ncursor(&c, um, n, s, strnlen(s, len)))
		return -1;
	for (const u8 *p = c.at.s; p < c.end; p += point.len) {
		utf8_look(&c, p, &point);
		if (!point.len)
			return -1;
		made += point.map ? point.map_len : point.len;
	}
	return made;
}
