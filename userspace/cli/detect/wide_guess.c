// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * UTF-16 and UTF-32 without a byte order mark.
 *
 * The text is read in each encoding.  What people write has no lone surrogates,
 * no unassigned code points and no controls but ends of lines, and nearly all of
 * it is in the scripts of today.  In the wrong byte order a space is U+2000 and
 * a line feed U+0A00, which no text has.
 *
 * Two letters of ASCII make a Han character, and so do two bytes of Shift_JIS:
 * so Han alone proves nothing.  There must be letters of an alphabet, or the most
 * frequent characters of Chinese or Japanese.
 */
#include "detect/plausible.h"
#include "detect/wide_guess.h"

/**
 * struct tally - what a text has in one encoding
 *
 * @points: code points.
 * @plain: those of ASCII that texts have.
 * @frequent: letters of alphabets, kana, and the most frequent punctuation and
 *	characters of Han.
 * @emoji: emoji, which are two surrogates in UTF-16.
 * @everyday: those that texts of today have, and are not ASCII.
 * @blanks: spaces and line feeds.
 * @wrong: what no text has.
 */
struct tally {
	u64 points;
	u64 plain;
	u64 frequent;
	u64 emoji;
	u64 everyday;
	u64 blanks;
	u64 wrong;
};

/* The most frequent characters of Chinese; some are frequent in Japanese too. */
static const u16 frequent_han[] = {
	0x7684, 0x4e00, 0x662f, 0x4e0d, 0x4e86, 0x5728, 0x4eba, 0x6709, 0x6211,
	0x4ed6, 0x8fd9, 0x9019, 0x4e2a, 0x500b, 0x4e2d, 0x5927, 0x6765, 0x4f86,
	0x4e0a, 0x56fd, 0x570b, 0x4e3a, 0x70ba, 0x65e5, 0x5e74,
};

static bool is_frequent(u32 cp)
{
	size_t i;

	if ((cp >= 0x3000 && cp <= 0x3002) || (cp >= 0x3041 && cp <= 0x30ff) ||
	    (cp >= 0xff01 && cp <= 0xff1f))
		return true;
	for (i = 0; i < U8C_ARRAY_SIZE(frequent_han); i++)
		if (frequent_han[i] == cp)
			return true;
	return false;
}

static bool is_wrong(u32 cp)
{
	if (cp == '\t' || cp == '\n' || cp == '\f' || cp == '\r')
		return false;
	return cp > 0x10ffff || (cp >= 0xd800 && cp <= 0xdfff) ||
	       u8c_properties(cp) & (1ull << UTF8CHECK_CONTROL |
				     1ull << UTF8CHECK_NONCHARACTER |
				     1ull << UTF8CHECK_UNASSIGNED);
}

static void count(struct tally *t, u32 cp)
{
	t->points++;
	t->blanks += cp == ' ' || cp == '\n';
	if (is_wrong(cp))
		t->wrong++;
	else if (cp < 0x80)
		t->plain++;
	else if (is_frequent(cp) || (cp < 0x2000 && is_everyday(cp)))
		t->frequent++;
	else if (cp > 0xffff && is_everyday(cp))
		t->emoji++;
	else if (is_everyday(cp))
		t->everyday++;
}

static u32 unit(const u8 *p, unsigned int size, bool big)
{
	u32 value = 0;
	unsigned int i;

	for (i = 0; i < size; i++)
		value |= (u32)p[i] << 8 * (big ? size - 1 - i : i);
	return value;
}

static u32 pair(u32 high, u32 low)
{
	return 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
}

/* A pair that the end of the bytes cuts is not counted. */
static void read_utf16(struct tally *t, const u8 *p, size_t n, bool big)
{
	u32 here, next;
	size_t i;

	for (i = 0; i + 2 <= n; i += 2) {
		here = unit(p + i, 2, big);
		if (here >= 0xd800 && here < 0xdc00) {
			if (i + 4 > n)
				return;
			next = unit(p + i + 2, 2, big);
			if (next >= 0xdc00 && next < 0xe000) {
				here = pair(here, next);
				i += 2;
			}
		}
		count(t, here);
	}
}

static void read_utf32(struct tally *t, const u8 *p, size_t n, bool big)
{
	size_t i;

	for (i = 0; i + 4 <= n; i += 4)
		count(t, unit(p + i, 4, big));
}

/* Scripts that few use are told by their blanks. */
static bool is_plausible(const struct tally *t)
{
	u64 known = t->plain + t->frequent + t->emoji + t->everyday;

	return t->points > 1 && !t->wrong &&
	       (known >= t->points - t->points / 20 ||
		t->blanks >= t->points / 30 + 1);
}

/**
 * struct bytes - what the bytes are apart from any encoding
 *
 * @nuls: how many are NUL.
 * @ascii: all are ASCII.
 * @double_byte: each two may be a character of Shift_JIS, GBK or Big5: the first is not
 *	ASCII, and the second is no control, blank or mark below 30 (hex).
 */
struct bytes {
	size_t nuls;
	bool ascii;
	bool double_byte;
};

static struct bytes look(const u8 *p, size_t n)
{
	struct bytes b = { .ascii = true, .double_byte = true };
	size_t i;

	for (i = 0; i < n; i++) {
		b.nuls += !p[i];
		b.ascii &= p[i] < 0x80;
		b.double_byte &= p[i] >= (i & 1 ? 0x30 : 0x80);
	}
	return b;
}

/* How good a reading is as UTF-16; 0 when it is none. */
static u64 worth(const struct tally *t, const struct bytes *b)
{
	u64 sure = t->plain + t->frequent + t->emoji;

	if (!is_plausible(t))
		return 0;
	if (b->ascii && sure < t->points - 3 * t->points / 10)
		return 0;
	if (!b->nuls && ((b->double_byte && !t->emoji) || sure < t->points / 10 + 1))
		return 0;
	return sure;
}

const char *wide_guess(const u8 *p, size_t n)
{
	struct tally utf32[2] = { }, utf16[2] = { };
	struct bytes b = look(p, n);
	u64 little, big;
	int i;

	for (i = 0; i < 2; i++) {
		read_utf32(&utf32[i], p, n, i);
		read_utf16(&utf16[i], p, n, i);
	}
	if (n % 4 == 0 && is_plausible(&utf32[0]))
		return "UTF-32LE";
	if (n % 4 == 0 && is_plausible(&utf32[1]))
		return "UTF-32BE";
	little = worth(&utf16[0], &b);
	big = worth(&utf16[1], &b);
	if (n % 2 || little == big)
		return NULL;
	return little > big ? "UTF-16LE" : "UTF-16BE";
}
