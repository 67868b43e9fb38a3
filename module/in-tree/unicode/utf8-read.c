// SPDX-License-Identifier: GPL-2.0-only
/*
 * The form of a text, as much at once as there is room for, and what two texts have in
 * common.
 *
 * Most names need none of what utf8_next() can do: their code points stay as they are, or
 * become a few others, and no nonstarter follows another one.  Such code points are read
 * from one word of eight bytes, which is loaded once.
 */
#include <linux/kernel.h>
#include <linux/unaligned.h>

#include "utf8-read.h"

/* The next eight bytes, the first one lowest, and zeros after the end of the text. */
static __always_inline u64 next_word(const u8 *p, const u8 *end)
{
	u8 word[U8C_SEQUENCE_MAX];

	u8c_snapshot(word, p, end - p);
	return u8c_load64_le(word);
}

/* How many bytes of ASCII the word begins with. */
static __always_inline size_t ascii_of(u64 word)
{
	word &= U8C_HIGH_BITS;
	return word ? __builtin_ctzll(word) / 8 : 8;
}

static __always_inline u64 fold_ascii(const struct utf8cursor *c, u64 word)
{
	return c->n == UTF8_NFDICF ? u8c_lower_word(word) : word;
}

/* --- as much as there is room for --- */

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

/* Writes what a code point becomes, or the @n bytes that @word begins with. */
static __always_inline size_t put_point(const struct utf8_point *at, u64 word, size_t n,
					u8 *to)
{
	if (at->map) {
		copy_few(to, at->map, at->map_len);
		return at->map_len;
	}
	put_unaligned_le32(word, to);
	return n;
}

/* Does a run of nonstarters certainly end at @p? */
static bool ends_run(struct utf8cursor *c, const u8 *p)
{
	struct utf8_point next;

	if (p >= c->end)
		return true;
	utf8_look(c, p, &next);
	return next.len && next.starts;
}

/*
 * Code points from @p on that need not be put in order; what is after them.  A nonstarter
 * may be the first one of a run, so where @run is set, what was written since is given up
 * if another nonstarter comes.
 */
static const u8 *read_points(struct utf8cursor *c, const u8 *p, u8 **out, u8 *end)
{
	const u32 looks = c->um->looks[c->n];
	u8 *to = *out, *run_to = NULL;
	const u8 *run = NULL;
	struct utf8_point at;
	u32 cp, bits;
	u64 word;
	size_t n;

	for (; p < c->end && end - to >= UTF8_ROOM; p += n) {
		word = next_word(p, c->end);
		if (!(word & 0x80)) {
			n = min(ascii_of(word), (size_t)(c->end - p));
			put_unaligned_le64(fold_ascii(c, word), to);
			to += n;
			run = NULL;
			continue;
		}
		n = u8c_strict_point_of(word, &cp);
		if (!n)
			break;
		bits = u8c_class_of(cp);
		if (!(bits & looks)) {
			put_unaligned_le32(word, to);
			to += n;
			run = NULL;
			continue;
		}
		at = (struct utf8_point){ .starts = true };
		utf8_look_closer(c, cp, bits, &at);
		if (at.map_len > UTF8_ROOM || (run && !at.starts))
			break;
		run = NULL;
		if (!at.starts || at.tail) {
			run = p;
			run_to = to;
		}
		to += put_point(&at, word, n, to);
	}
	if (run && !ends_run(c, p)) {
		p = run;
		to = run_to;
	}
	*out = to;
	return p;
}

int utf8_read(struct utf8cursor *c, u8 *out, size_t room, size_t *made)
{
	u8 *to = out, *end = out + room;
	const u8 *piece;
	int n;

	do {
		if (!c->class && c->at.map == c->at.map_end) {
			c->at.s = read_points(c, c->at.s, &to, end);
			if (c->at.s >= c->end) {
				*made = to - out;
				return 0;
			}
		}
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

/* --- two texts --- */

/**
 * struct side - a text that is compared with another one
 *
 * @c: the text.
 * @p: the place in it.
 * @word: the next eight bytes there.
 * @at: the code point there; @at.map is what it becomes, or its own bytes.
 */
struct side {
	struct utf8cursor *c;
	const u8 *p;
	u64 word;
	struct utf8_point at;
};

static __always_inline void look_side(struct side *s)
{
	utf8_look_word(s->c, s->word, &s->at);
	if (!s->at.map) {
		s->at.map = s->p;
		s->at.map_len = s->at.len;
	}
}

/*
 * Do two code points become the same?  Then their classes are the same too: a version
 * that knows a code point knows what it becomes.
 */
static bool points_alike(struct side *a, struct side *b)
{
	u8 i;

	look_side(a);
	look_side(b);
	if (!a->at.len || !b->at.len || a->at.map_len != b->at.map_len)
		return false;
	for (i = 0; i < a->at.map_len; i++)
		if (a->at.map[i] != b->at.map[i])
			return false;
	return true;
}

/* How many bytes of ASCII both words begin with that are the same, or become that. */
static __always_inline size_t ascii_alike(const struct utf8cursor *c, u64 v, u64 w)
{
	v = fold_ascii(c, v);
	w = fold_ascii(c, w);
	/* The sum has the highest bit of the first byte of ASCII that differs. */
	return ascii_of(v | w | ((v ^ w) + U8C_BYTES(0x7f)));
}

/*
 * How many bytes at the start of both are ASCII and become the same, or are the same code
 * point; 0 for none.  No run of nonstarters continues after them if @apart.
 */
static __always_inline size_t bytes_alike(const struct side *a, const struct side *b,
					  bool *apart)
{
	const struct utf8cursor *c = a->c;
	const u64 v = a->word, w = b->word;
	const size_t left = min(c->end - a->p, b->c->end - b->p);
	size_t n;
	u32 cp;

	*apart = true;
	if (!(v & 0x80))
		return min(ascii_alike(c, v, w), left);
	n = u8c_strict_point_of(v, &cp);
	if (!n || (v ^ w) << (64 - 8 * n))
		return 0;
	*apart = !(u8c_class_of(cp) & c->um->looks[c->n]);
	return n;
}

bool utf8_skip_alike(struct utf8cursor *first, struct utf8cursor *second)
{
	struct side a = { .c = first, .p = first->at.s };
	struct side b = { .c = second, .p = second->at.s };
	bool apart;
	size_t n;

	while (a.p < first->end && b.p < second->end) {
		a.word = next_word(a.p, first->end);
		b.word = next_word(b.p, second->end);
		n = bytes_alike(&a, &b, &apart);
		if (n) {
			a.p += n;
			b.p += n;
		} else if (points_alike(&a, &b)) {
			a.p += a.at.len;
			b.p += b.at.len;
			apart = a.at.starts && !a.at.tail;
		} else {
			break;
		}
		if (apart) {
			first->at.s = a.p;
			second->at.s = b.p;
		}
	}
	return a.p >= first->end && b.p >= second->end;
}
