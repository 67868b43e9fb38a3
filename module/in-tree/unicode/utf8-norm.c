// SPDX-License-Identifier: GPL-2.0-only
/*
 * A text in a form of fs/unicode, with the tables of lib/utf8check.
 */
#include <linux/kernel.h>

#include "utf8n.h"

static const enum utf8check_form forms[] = {
	[UTF8_NFDI] = UTF8CHECK_NFD,
	[UTF8_NFDICF] = UTF8CHECK_NFD_CASEFOLD,
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
static inline bool known(const struct unicode_map *um, u32 cp)
{
	if (cp < um->newer ||
	    (cp < 0x10000 && !(um->newer_blocks[cp >> 13] >> (cp >> 8 & 31) & 1)))
		return true;
	return utf8_known_by_age(um, cp);
}

static void set_map(struct utf8_point *at, const u8 *map, size_t len)
{
	at->map = map;
	at->map_len = len;
}

static void split_hangul(struct utf8cursor *c, u32 cp, struct utf8_point *at)
{
	u32 l, v, t = u8c_split_hangul(cp, &l, &v);
	unsigned int n = u8c_put(l, c->made);

	n += u8c_put(v, c->made + n);
	if (t)
		n += u8c_put(t, c->made + n);
	set_map(at, c->made, n);
}

/* U+0345, which folds to U+03B9, is folded before the order is made. */
static void fold_iota(struct utf8cursor *c, struct utf8_point *at)
{
	u8 n = at->map_len;

	if (n < 2 || n > sizeof(c->made) || at->map[n - 2] != 0xcd || at->map[n - 1] != 0x85)
		return;
	memcpy(c->made, at->map, n - 2);
	c->made[n - 2] = 0xce;
	c->made[n - 1] = 0xb9;
	set_map(at, c->made, n);
	at->tail = false;
}

static bool correct(const struct unicode_map *um, u32 cp, struct utf8_point *at)
{
	size_t i;

	if (likely(um->version >= UNICODE_AGE(4, 0, 0)))
		return false;
	for (i = 0; i < ARRAY_SIZE(corrections); i++) {
		if (corrections[i].cp == cp && um->version < corrections[i].until) {
			set_map(at, (const u8 *)corrections[i].was, strlen(corrections[i].was));
			return true;
		}
	}
	return false;
}

/* The code point, of which the form may change something, has the class @bits. */
static noinline void look_closer(struct utf8cursor *c, u32 cp, u32 bits,
				 struct utf8_point *at)
{
	const enum utf8check_form form = forms[c->n];
	struct u8c_mapping m;

	if (u8c_is_hangul(cp)) {
		if (known(c->um, cp))
			split_hangul(c, cp, at);
		return;
	}
	if (bits & U8C_STOP(UTF8CHECK_NFKC_CASEFOLD) && c->um->ignore &&
	    u8c_find_mapping(UTF8CHECK_NFKC_CASEFOLD, cp, &m) && !m.n) {
		if (known(c->um, cp))
			set_map(at, c->made, 0);
		return;
	}
	if (!(bits & (U8C_STOP(form) | U8C_CCC_BITS)) || !known(c->um, cp))
		return;
	if (c->n == UTF8_NFDICF && cp == 0x345) {
		set_map(at, (const u8 *)"\xce\xb9", 2);
	} else if (u8c_find_mapping(form, cp, &m)) {
		set_map(at, m.p, m.n);
		at->tail = m.tail;
		at->starts = !(bits & (U8C_CCC_BITS | U8C_BACKWARD));
		if (!correct(c->um, cp, at) && c->n == UTF8_NFDICF)
			fold_iota(c, at);
	} else {
		at->ccc = bits >> U8C_CCC_SHIFT;
		at->starts = !at->ccc;
	}
}

void utf8_look(struct utf8cursor *c, const u8 *p, struct utf8_point *at)
{
	u32 cp, bits, w = u8c_head(p, c->end);

	at->map = NULL;
	at->map_len = 0;
	at->ccc = 0;
	at->tail = false;
	at->starts = true;
	if ((w & 0xff) < 0x80) {
		cp = w & 0xff;
		at->len = 1;
	} else {
		at->len = u8c_strict_point_of(w, &cp);
		if (unlikely(!at->len))
			return;
	}
	bits = u8c_class_of(cp);
	if (bits & c->um->looks[c->n])
		look_closer(c, cp, bits, at);
}

/* --- code point by code point --- */

enum step { POINT, CONTINUATION, LEFT_OUT, END, ILL_FORMED };

/*
 * A code point of what another one becomes.  After the first one, what the version does
 * not know is a starter here too.
 */
static enum step step_map(struct utf8cursor *c, bool first, const u8 **piece, u8 *len,
			  u8 *ccc)
{
	struct utf8_place *at = &c->at;
	u32 cp;

	*piece = at->map;
	cp = u8c_take(&at->map, at->map_end);
	*len = at->map - *piece;
	*ccc = u8c_class_of(cp) >> U8C_CCC_SHIFT;
	if (*ccc && !first && !known(c->um, cp))
		*ccc = 0;
	return POINT;
}

static enum step step(struct utf8cursor *c, const u8 **piece, u8 *len, u8 *ccc)
{
	struct utf8_place *at = &c->at;
	struct utf8_point point;

	if (at->map < at->map_end)
		return step_map(c, false, piece, len, ccc);
	if (at->s == c->end)
		return END;
	*piece = at->s;
	if (u8c_is_continuation(*at->s)) {
		at->s++;
		*len = 1;
		return CONTINUATION;
	}
	utf8_look(c, at->s, &point);
	if (!point.len)
		return ILL_FORMED;
	at->s += point.len;
	if (point.map) {
		at->map = point.map;
		at->map_end = point.map + point.map_len;
		return point.map_len ? step_map(c, true, piece, len, ccc) : LEFT_OUT;
	}
	*len = point.len;
	*ccc = point.ccc;
	return POINT;
}

/* A starter, or the end, after a turn over a run, which goes on at @after. */
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

/* Is the nonstarter, before which the text was at @before, given in this turn? */
static bool given(struct utf8cursor *c, u8 ccc, const struct utf8_place *before)
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
	enum step kind;
	u8 len, ccc;

	for (;;) {
		before = c->at;
		kind = step(c, piece, &len, &ccc);
		if (kind == ILL_FORMED)
			return -1;
		if (kind == CONTINUATION)
			return len;
		if (kind == POINT && ccc) {
			if (given(c, ccc, &before))
				return len;
		} else if (c->class) {
			end_turn(c, &before);
		} else if (kind == END) {
			return 0;
		} else if (kind == POINT) {
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

/* strnlen(), by words. */
static size_t length_of(const u8 *s, size_t most)
{
	size_t n = 0;
	u64 word;

	for (; most - n >= 8; n += 8) {
		word = u8c_load64(s + n);
		if ((word - U8C_BYTES(1)) & ~word & U8C_HIGH_BITS)
			break;
	}
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
	if (um->strict && u8c_impl_scalar.valid_up_to(p, len, &u8c_impl_scalar) != len)
		return -1;
	return 0;
}

ssize_t utf8nlen(const struct unicode_map *um, enum utf8_normalization n, const char *s,
		 size_t len)
{
	struct utf8_point at;
	struct utf8cursor c;
	ssize_t made = 0;
	const u8 *p;

	/* As callers give SIZE_MAX, while a cursor counts in an unsigned int. */
	if (utf8ncursor(&c, um, n, s, strnlen(s, len)))
		return -1;
	for (p = c.at.s; p < c.end; p += at.len) {
		utf8_look(&c, p, &at);
		if (!at.len)
			return -1;
		made += at.map ? at.map_len : at.len;
	}
	return made;
}

/* --- as much as there is room for --- */

/* ASCII from @p on; what is after it. */
static const u8 *read_ascii(const struct utf8cursor *c, const u8 *p, u8 **out, u8 *end)
{
	const bool fold = c->n == UTF8_NFDICF;
	u64 word;

	while (c->end - p >= 8 && end - *out >= 8) {
		word = u8c_load64(p);
		if (word & U8C_HIGH_BITS)
			break;
		if (fold)
			word = u8c_lower_word(word);
		memcpy(*out, &word, 8);
		p += 8;
		*out += 8;
	}
	while (p < c->end && *p < 0x80 && *out < end) {
		**out = fold && *p - 'A' < 26u ? *p | 0x20 : *p;
		++*out;
		p++;
	}
	return p;
}

/* A few bytes, up to UTF8_ROOM: a call of memcpy() would cost more than all else. */
static __always_inline void copy_few(u8 *to, const u8 *from, size_t n)
{
	if (n >= 8) {
		memcpy(to, from, 8);
		memcpy(to + n - 8, from + n - 8, 8);
	} else if (n >= 4) {
		memcpy(to, from, 4);
		memcpy(to + n - 4, from + n - 4, 4);
	} else if (n >= 2) {
		memcpy(to, from, 2);
		memcpy(to + n - 2, from + n - 2, 2);
	} else if (n) {
		*to = *from;
	}
}

/* Code points of two and three bytes from @p on that stay; what is after them. */
static const u8 *read_inert(const struct utf8cursor *c, const u8 *p, u8 **out,
			    const u8 *end)
{
	const u32 looks = c->um->looks[c->n];
	u32 n, cp;

	while (c->end - p >= 4 && end - *out >= 4) {
		n = u8c_strict_point_of(u8c_load32_le(p), &cp);
		if (n - 2 > 1 || u8c_class_of(cp) & looks)
			break;
		memcpy(*out, p, 4);
		*out += n;
		p += n;
	}
	return p;
}

/* Syllables of Hangul from @p on, as letters; what is after them. */
static const u8 *read_hangul(const struct utf8cursor *c, const u8 *p, u8 **out,
			     const u8 *end)
{
	u32 cp, l, v, t;

	while (c->end - p >= 4 && end - *out >= UTF8_ROOM &&
	       u8c_strict_point_of(u8c_load32_le(p), &cp) == 3 && u8c_is_hangul(cp) &&
	       known(c->um, cp)) {
		t = u8c_split_hangul(cp, &l, &v);
		*out += u8c_put(l, *out);
		*out += u8c_put(v, *out);
		if (t)
			*out += u8c_put(t, *out);
		p += 3;
	}
	return p;
}

/* Does a run of nonstarters certainly end at @p? */
static bool ends_run(struct utf8cursor *c, const u8 *p, struct utf8_point *next)
{
	if (p == c->end || *p < 0x80)
		return true;
	if (u8c_is_continuation(*p))
		return false;
	utf8_look(c, p, next);
	return next->len && next->starts;
}

/*
 * Code points from @p on that need not be put in order; what is after them.  Most
 * nonstarters stand alone.
 */
static const u8 *read_points(struct utf8cursor *c, const u8 *p, u8 **out, u8 *end)
{
	struct utf8_point at, next;

	while (p < c->end && end - *out >= UTF8_ROOM) {
		if (*p < 0x80) {
			p = read_ascii(c, p, out, end);
			continue;
		}
		p = read_inert(c, p, out, end);
		p = read_hangul(c, p, out, end);
		if (p == c->end || end - *out < UTF8_ROOM || *p < 0x80)
			continue;
		utf8_look(c, p, &at);
		if (!at.len || u8c_is_continuation(*p) || at.map_len > UTF8_ROOM)
			break;
		if (at.map) {
			copy_few(*out, at.map, at.map_len);
			if (at.map_len && (!at.starts || at.tail) &&
			    !ends_run(c, p + at.len, &next))
				break;
			*out += at.map_len;
		} else {
			copy_few(*out, p, at.len);
			if (at.ccc && !ends_run(c, p + at.len, &next))
				break;
			*out += at.len;
		}
		p += at.len;
	}
	return p;
}

int utf8_read(struct utf8cursor *c, u8 *out, size_t room, size_t *made)
{
	u8 *to = out, *end = out + room;
	const u8 *piece;
	int n;

	do {
		if (!c->class && c->at.map == c->at.map_end)
			c->at.s = read_points(c, c->at.s, &to, end);
		if (end - to < UTF8_ROOM)
			break;
		n = utf8_next(c, &piece);
		if (n <= 0) {
			*made = to - out;
			return n;
		}
		memcpy(to, piece, n);
		to += n;
	} while (end - to >= UTF8_ROOM);
	*made = to - out;
	return 1;
}
