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
#include "codec/text.h"
#include "name/protect.h"

#define STEM_MAX 8	/* characters before the dot */
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

/* Writes up to @room characters that are left of the @n bytes at @p.  Return: how many. */
static u8 shorten(u8 *to, size_t room, const u8 *p, size_t n)
{
	u8 made = 0;

	for (; n && made < room; n--, p++)
		if (shortened(*p))
			to[made++] = shortened(*p);
	return made;
}

/* Is the name a short name already?  @dot: where its dot is; @n without one. */
static bool is_short(const u8 *p, size_t n, size_t dot)
{
	size_t i;

	if (!dot || dot > STEM_MAX || (dot < n && (n - dot < 2 || n - dot - 1 > EXTENSION_MAX)))
		return false;
	for (i = 0; i < n; i++)
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

static u8 put_checksum(u8 *to, u32 sum)
{
	unsigned int i;

	/* The lowest digit is the first one. */
	for (i = 0; i < 4; i++, sum >>= 4)
		to[i] = "0123456789abcdef"[sum & 15];
	return i;
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
	s->stem_n = shorten(s->stem, sizeof(s->stem), p + begin, dot - begin);
	if (dot < n)
		s->extension_n = shorten(s->extension, EXTENSION_MAX, p + dot + 1, n - dot - 1);
	s->hash_n = s->stem_n < 2 ? s->stem_n : 2;
	memcpy(s->hash, s->stem, s->hash_n);
	s->hash_n += put_checksum(s->hash + s->hash_n, checksum(p, n));
}

/* How many digits there are; none where the first one is 0. */
static size_t count_digits(const u8 *p, size_t n)
{
	size_t digits = 0;

	if (n && p[0] == '0')
		return 0;
	while (digits < n && p[digits] >= '0' && p[digits] <= '9')
		digits++;
	return digits;
}

/* Are the @n bytes at @p, up to a dot or the end, a stem, a tilde and a number? */
static bool is_numbered(const struct u8c_short_name *s, const u8 *p, size_t n)
{
	size_t stem = 0, digits, most;

	while (stem < n && p[stem] != '~')
		stem++;
	if (stem == n || n > STEM_MAX)
		return false;
	digits = count_digits(p + stem + 1, n - stem - 1);
	if (!digits || stem + 1 + digits != n)
		return false;
	if (stem == s->stem_n && !memcmp(p, s->stem, stem) && digits == 1 && p[n - 1] <= '4')
		return true;
	most = STEM_MAX - 1 - digits;
	return stem == (most < s->hash_n ? most : s->hash_n) && !memcmp(p, s->hash, stem);
}

bool u8c_short_name_is(const struct u8c_short_name *s, const u8 *p, size_t n)
{
	size_t dot = 0, tail;

	if (!s->stem_n || n > U8C_SHORT_NAME_MAX)
		return false;
	while (dot < n && p[dot] != '.')
		dot++;
	tail = n - dot;
	if (tail != (s->extension_n ? s->extension_n + 1u : 0u))
		return false;
	return (!tail || !memcmp(p + dot + 1, s->extension, s->extension_n)) &&
	       is_numbered(s, p, dot);
}
