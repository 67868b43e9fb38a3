// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Short names of Windows.
 *
 * A long name loses the dots that it begins with, all spaces, and all dots but the
 * last one; some characters become an underscore.  Up to six characters are left
 * before a tilde and a number, and up to three after the last dot: GITMOD~1 for
 * .gitmodules, WEB~1.CON for web.config.  When ~1 to ~4 are taken, two characters
 * and a checksum of the long name come before the tilde: GI7EBA~1.
 *
 * The checksum is not documented.  What is here was found by others in Windows
 * itself, and gives the checksums that git knows: 7EBA for .gitmodules, 250A for
 * .gitignore, 7D29 for .gitattributes, BA30 for .mailmap.
 */
#include "codec/point.h"
#include "name/property.h"
#include "name/protect.h"

#define BASE_MAX 8	/* characters before the dot */
#define STEM_MAX 6	/* before the tilde */
#define EXTENSION_MAX 3

static bool is_in_set(const char *list, u8 b)
{
	for (; *list; list++)
		if ((u8)*list == b)
			return true;
	return false;
}

/* May a long name of Windows hold it, and is it ASCII? */
static bool may_be_long(u8 b)
{
	return b >= 0x20 && b < 0x7f && !is_in_set("\"*/:<>?\\|", b);
}

/* What a character becomes; 0 where it is left out. */
static u8 shortened(u8 b)
{
	if (b == ' ' || b == '.')
		return 0;
	return is_in_set("+,;=[]", b) ? '_' : u8c_lower_word(b);
}

/* Up to @room characters that are left of the @n bytes at @p. */
static u64 shorten(size_t room, const u8 *p, size_t n)
{
	unsigned int made = 0;
	u64 word = 0;

	for (; n && made < room; n--, p++)
		if (shortened(*p))
			word |= (u64)shortened(*p) << 8 * made++;
	return word;
}

/* Is the name a short name already?  @dot: where its dot is; @n without one. */
static bool is_short(const u8 *p, size_t n, size_t dot)
{
	if (!dot || dot > BASE_MAX || (dot < n && (n - dot < 2 || n - dot - 1 > EXTENSION_MAX)))
		return false;
	for (size_t i = 0; i < n; i++)
		if (i != dot && shortened(p[i]) != u8c_lower_word(p[i]))
			return false;
	return true;
}

/* The checksum of a name of ASCII. */
static u32 checksum(const u8 *p, size_t n)
{
	u16 sum = 0;
	u32 product;

	for (; n; n--, p++)
		sum = sum * 0x25 + *p;
	product = sum * 314159269u;
	if (product >> 31)
		product = -product;
	return product % 1000000007u;
}

/* The digits of a checksum, the lowest first. */
static u32 digits_of(u32 sum)
{
	u32 word = 0, i;

	for (i = 0; i < 4; i++, sum >>= 4)
		word |= (u32)"0123456789abcdef"[sum & 15] << 8 * i;
	return word;
}

void u8c_short_name_make(struct u8c_short_name *s, const u8 *p, size_t n)
{
	size_t begin = 0, dot, i;

	memset(s, 0, sizeof(*s));
	for (i = 0; i < n; i++)
		if (!may_be_long(p[i]))
			return;
	while (begin < n && p[begin] == '.')
		begin++;
	for (dot = n, i = begin; i < n; i++)
		if (p[i] == '.')
			dot = i;
	if (is_short(p, n, dot))
		return;
	s->stem = shorten(STEM_MAX, p + begin, dot - begin);
	if (dot < n)
		s->extension = shorten(EXTENSION_MAX, p + dot + 1, n - dot - 1);
	s->checksum = digits_of(checksum(p, n));
}

/* A number without a zero before it. */
static bool is_number(const u8 *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (p[i] - (u32)'0' > 9)
			return false;
	return n && p[0] != '0';
}

static u64 word_of(const u8 *p, size_t n)
{
	u64 word = 0;

	while (n)
		word = word << 8 | p[--n];
	return word;
}

bool u8c_shortened_read(struct u8c_shortened *s, const u8 *p, size_t n)
{
	const size_t base = u8c_length_before(p, n, '.'), stem = u8c_length_before(p, base, '~');
	const size_t digits = base - stem - 1;

	if (base > BASE_MAX || stem == base || u8c_length_before(p, n, 0) < n ||
	    !is_number(p + stem + 1, digits) ||
	    (base < n && (n - base < 2 || n - base - 1 > EXTENSION_MAX)))
		return false;
	*s = (struct u8c_shortened){
		.stem = word_of(p, stem),
		.extension = base < n ? word_of(p + base + 1, n - base - 1) : 0,
		.room = BASE_MAX - 1 - digits,
		.is_first = digits == 1 && p[base - 1] <= '4',
	};
	return true;
}
