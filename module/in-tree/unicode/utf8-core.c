// SPDX-License-Identifier: GPL-2.0-only
/*
 * The interface of fs/unicode.
 */
#include <linux/module.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/errno.h>
#include <linux/stringhash.h>

#include "utf8-read.h"

/* How many bytes of a form are made at once. */
#define CHUNK 128
/* The same for the first part in a search, where most names differ in the first letter. */
#define FIRST UTF8_ROOM

int utf8_validate(const struct unicode_map *um, const struct qstr *str)
{
	return utf8nlen(um, UTF8_NFDI, (const char *)str->name, str->len) < 0 ? -1 : 0;
}
EXPORT_SYMBOL(utf8_validate);

/**
 * struct reader - a text in a form, by chunks
 *
 * @c: the text.
 * @more: what utf8_read() said last.
 * @room: of @chunk, for the next part.
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

/* Bytes that were not taken yet: 0 at the end, -1 where a code point is ill-formed. */
static int reader_left(struct reader *r)
{
	while (r->at == r->made && r->more > 0) {
		r->at = 0;
		r->more = utf8_read(&r->c, r->chunk, r->room, &r->made);
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
	if (utf8_skip_alike(&a.c, &b.c))
		return 0;
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
