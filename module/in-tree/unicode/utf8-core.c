// SPDX-License-Identifier: GPL-2.0-only
/*
 * The interface of fs/unicode.
 *
 * A form is read many bytes at a time.  Most names need none of what utf8_next() can do: their
 * code points stay as they are, or become a few others, and no nonstarter follows another
 * one.  Such code points are read from one word of eight bytes, which is loaded once.
 */
#include <linux/module.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/errno.h>
#include <linux/stringhash.h>
#include <linux/unaligned.h>

#include "utf8n.h"

/* How many bytes of a form are made at once. */
#define CHUNK 128
/* Room without which nothing more is made: for what one word becomes. */
#define ROOM 16
/* What is made first in a search, where most names differ in the first letter. */
#define FIRST ROOM

int utf8_validate(const struct unicode_map *um, const struct qstr *str)
{
	return utf8nlen(um, UTF8_NFDI, (const char *)str->name, str->len) < 0 ? -1 : 0;
}
EXPORT_SYMBOL(utf8_validate);

/**
 * struct reader - a text in a form, by chunks
 *
 * @c: the text.
 * @more: what reader_fill() said last.
 * @room: of @chunk, for the next part; at least ROOM.
 * @at: how much of @chunk was taken.
 * @made: bytes in @chunk.
 * @chunk: a part of the form.
 */
struct reader {
	struct utf8cursor c;
	int more;
	size_t room;
	size_t at;
	size_t made;
	u8 chunk[CHUNK];
};

static int reader_init(struct reader *r, const struct unicode_map *um,
		       enum utf8_normalization n, const struct qstr *str, size_t room)
{
	r->more = 1;
	r->room = room;
	r->at = 0;
	r->made = 0;
	return utf8ncursor(&r->c, um, n, (const char *)str->name, str->len);
}

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

/* A few bytes, up to ROOM: a call of memcpy() would cost more than all else. */
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
static __always_inline size_t put_point(const struct utf8_point *point, u64 word, size_t n,
					u8 *to)
{
	if (point->map) {
		copy_few(to, point->map, point->map_len);
		return point->map_len;
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
 * Writes the form of code points from @p on to *@out, up to those that utf8_next() must put in
 * order.  A nonstarter alone is in order; of two in a row neither may stay: of "a", U+0301, U+0323
 * only "a" is written.  So @held is the last code point if its form ends in a nonstarter, and
 * @held_to where that form is in the output: both are taken back where a nonstarter follows.
 *
 * Return: what is after the code points that were written.
 */
static const u8 *read_points(struct utf8cursor *c, const u8 *p, u8 **out, u8 *end)
{
	const u32 looks = c->um->looks[c->n];
	u8 *to = *out, *held_to = NULL;
	const u8 *held = NULL;
	struct utf8_point point;
	u32 cp, bits;
	u64 word;
	size_t n;

	for (; p < c->end && end - to >= ROOM; p += n) {
		word = next_word(p, c->end);
		if (!(word & 0x80)) {
			n = min(ascii_of(word), (size_t)(c->end - p));
			put_unaligned_le64(c->n == UTF8_NFDICF ? u8c_lower_word(word) : word, to);
			to += n;
			held = NULL;
			continue;
		}
		n = u8c_strict_point_of(word, &cp);
		if (!n)
			break;
		bits = u8c_class_of(cp);
		if (!(bits & looks)) {
			put_unaligned_le32(word, to);
			to += n;
			held = NULL;
			continue;
		}
		point = (struct utf8_point){ .starts = true };
		utf8_look_closer(c, cp, bits, &point);
		if (point.map_len > ROOM || (held && !point.starts))
			break;
		held = NULL;
		if (!point.starts || point.tail) {
			held = p;
			held_to = to;
		}
		to += put_point(&point, word, n, to);
	}
	if (held && !ends_run(c, p)) {
		p = held;
		to = held_to;
	}
	*out = to;
	return p;
}

/*
 * Makes the next part of the form.
 *
 * Return: 1 where there may be more; 0 at the end; -1 where a code point is ill-formed
 * after what was made.
 */
static int reader_fill(struct reader *r)
{
	u8 *to = r->chunk, *end = to + r->room;
	struct utf8cursor *c = &r->c;
	const u8 *piece;
	int n = 1;

	while (n > 0 && end - to >= ROOM) {
		if (!c->class && c->at.map == c->at.map_end) {
			c->at.s = read_points(c, c->at.s, &to, end);
			n = c->at.s < c->end;
			if (!n || end - to < ROOM)
				break;
		}
		n = utf8_next(c, &piece);
		if (n > 0) {
			memcpy(to, piece, n);
			to += n;
		}
	}
	r->made = to - r->chunk;
	return n > 0 ? 1 : n;
}

/* Bytes that were not taken yet: 0 at the end, -1 where a code point is ill-formed. */
static int reader_left(struct reader *r)
{
	while (r->at == r->made && r->more > 0) {
		r->at = 0;
		r->more = reader_fill(r);
		r->room = CHUNK;
	}
	return r->at < r->made ? (int)(r->made - r->at) : r->more;
}

static int compare(const struct unicode_map *um, enum utf8_normalization n,
		   const struct qstr *s1, const struct qstr *s2)
{
	struct reader a, b;
	int i, j;

	if (reader_init(&a, um, n, s1, CHUNK) || reader_init(&b, um, n, s2, CHUNK))
		return -EINVAL;
	for (;;) {
		i = reader_left(&a);
		j = reader_left(&b);
		if (i < 0 || j < 0)
			return -EINVAL;
		if (!i || !j)
			return i != j;
		if (i > j)
			i = j;
		if (memcmp(a.chunk + a.at, b.chunk + b.at, i))
			return 1;
		a.at += i;
		b.at += i;
	}
}

int utf8_strncmp(const struct unicode_map *um,
		 const struct qstr *s1, const struct qstr *s2)
{
	return compare(um, UTF8_NFDI, s1, s2);
}
EXPORT_SYMBOL(utf8_strncmp);

int utf8_strncasecmp(const struct unicode_map *um,
		     const struct qstr *s1, const struct qstr *s2)
{
	return compare(um, UTF8_NFDICF, s1, s2);
}
EXPORT_SYMBOL(utf8_strncasecmp);

/*
 * Does the form of @s certainly begin with another code point than @cf?  In a search
 * nearly all names of a folder do, and need not be folded any further.
 */
static bool differs_at_once(const struct unicode_map *um, const struct qstr *cf,
			    const struct qstr *s)
{
	const u8 *p = s->name;
	u32 n, cp, word;

	if (s->len < 4 || cf->len < 4)
		return false;
	if (*p < 0x80)
		return *p && (*p - 'A' < 26u ? *p | 0x20 : *p) != *cf->name;
	word = u8c_load32_le(p);
	n = u8c_strict_point_of(word, &cp);
	if (!n || u8c_class_of(cp) & um->looks[UTF8_NFDICF])
		return false;
	/* The first @n bytes. */
	return (word ^ u8c_load32_le(cf->name)) << (32 - 8 * n);
}

/* @cf is casefolded already, and ends in a NUL that is not counted. */
int utf8_strncasecmp_folded(const struct unicode_map *um,
			    const struct qstr *cf,
			    const struct qstr *s1)
{
	struct reader r;
	size_t at = 0;
	int i;

	if (differs_at_once(um, cf, s1))
		return 1;
	if (reader_init(&r, um, UTF8_NFDICF, s1, FIRST))
		return -EINVAL;
	/* No part of a form has a NUL, so at one in @cf they differ. */
	while ((i = reader_left(&r)) > 0) {
		if (i > cf->len - at || memcmp(r.chunk, cf->name + at, i))
			return 1;
		at += i;
		r.at += i;
	}
	return i < 0 ? -EINVAL : at < cf->len && cf->name[at];
}
EXPORT_SYMBOL(utf8_strncasecmp_folded);

/* The form of a text, and a NUL.  Return: its length, without the NUL. */
static int form_of(const struct unicode_map *um, enum utf8_normalization n,
		   const struct qstr *str, unsigned char *dest, size_t dlen)
{
	size_t made = 0;
	struct reader r;
	int i;

	if (reader_init(&r, um, n, str, CHUNK))
		return -EINVAL;
	while ((i = reader_left(&r)) > 0) {
		if (i >= dlen - made)
			return -EINVAL;
		memcpy(dest + made, r.chunk, i);
		made += i;
		r.at += i;
	}
	if (i < 0 || made >= dlen)
		return -EINVAL;
	dest[made] = 0;
	return made;
}

int utf8_casefold(const struct unicode_map *um, const struct qstr *str,
		  unsigned char *dest, size_t dlen)
{
	return form_of(um, UTF8_NFDICF, str, dest, dlen);
}
EXPORT_SYMBOL(utf8_casefold);

int utf8_normalize(const struct unicode_map *um, const struct qstr *str,
		   unsigned char *dest, size_t dlen)
{
	return form_of(um, UTF8_NFDI, str, dest, dlen);
}
EXPORT_SYMBOL(utf8_normalize);

/* What partial_name_hash() adds for a byte, (c << 4) + (c >> 4), for four at once. */
static u64 parts_of(u64 bytes)
{
	return bytes * 257 >> 4 & 0x0fff0fff0fff0fffull;
}

/*
 * partial_name_hash() of the eight bytes of @word, the first one lowest, after the hash 0
 * and without the last factor of 11: neighbours are added up, to four sums, two and one.
 * Each byte multiplies the hash before it by 11, and 121 is 11^2, 14641 11^4, 214358881 11^8.
 */
static u64 sum_of(u64 word)
{
	const u64 even = 0x00ff00ff00ff00ffull, low = 0x0000ffff0000ffffull;
	u64 sums = parts_of(word & even) * 11 + parts_of(word >> 8 & even);

	sums = (sums & low) * 121 + (sums >> 16 & low);
	return (sums & U32_MAX) * 14641 + (sums >> 32);
}

/* partial_name_hash() of some bytes. */
static unsigned long hash_of(unsigned long hash, const u8 *p, size_t n)
{
	for (; n >= 8; n -= 8, p += 8)
		hash = hash * 214358881 + sum_of(u8c_load64_le(p)) * 11;
	for (; n; n--)
		hash = partial_name_hash(*p++, hash);
	return hash;
}

int utf8_casefold_hash(const struct unicode_map *um, const void *salt,
		       struct qstr *str)
{
	unsigned long hash = init_name_hash(salt);
	struct reader r;
	int i;

	if (reader_init(&r, um, UTF8_NFDICF, str, CHUNK))
		return -EINVAL;
	while ((i = reader_left(&r)) > 0) {
		hash = hash_of(hash, r.chunk, i);
		r.at += i;
	}
	if (i < 0)
		return -EINVAL;
	str->hash = end_name_hash(hash);
	return 0;
}
EXPORT_SYMBOL(utf8_casefold_hash);
