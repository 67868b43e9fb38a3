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
#include <wchar.h>
#include "feature/detect/guess.h"
#include "feature/detect/plausible.h"
#include "utf8check.h"

/**
 * struct tally - what a text has in one encoding
 *
 * @points: code points.
 * @plain: code points of ASCII that texts have.
 * @frequent: letters of alphabets, kana, and the most frequent punctuation and
 *	characters of Han.
 * @emoji: emoji, which are two surrogates in UTF-16.
 * @everyday: code points that are not ASCII and that texts of today have.
 * @blanks: spaces and line feeds.
 * @wrong: there is what no text has.
 */
struct tally {
	u64 points;
	u64 plain;
	u64 frequent;
	u64 emoji;
	u64 everyday;
	u64 blanks;
	bool wrong;
};

static bool is_not_text(u32 cp)
{
	if (cp == '\t' || cp == '\n' || cp == '\f' || cp == '\r')
		return false;
	return utf8check_properties(cp) & (1ull << UTF8CHECK_REASON_CONTROL |
				     1ull << UTF8CHECK_REASON_NONCHARACTER |
				     1ull << UTF8CHECK_REASON_UNASSIGNED);
}

static void tally_code_point(struct tally *t, u32 cp)
{
	t->points++;
	t->blanks += cp == ' ' || cp == '\n';
	if (is_not_text(cp))
		t->wrong = true;
	else if (cp < 0x80)
		t->plain++;
	else if (is_frequent(cp) || (cp < 0x2000 && (cp < 0x180 || cp >= 0x300) && is_everyday(cp)))
		t->frequent++;
	else if (cp > 0xffff && is_everyday(cp))
		t->emoji++;
	else if (is_everyday(cp))
		t->everyday++;
}

/*
 * Count what the bytes are in an encoding, up to what no text has: then the encoding is
 * another one.  A sequence that the end of the bytes cuts is not counted.
 */
static struct tally tally_as(u8 encoding, const u8 *p, size_t n)
{
	const struct utf8check_coding coding = { .encoding = encoding };
	struct tally t = { };
	u64 cp;
	int length;

	for (; n && !t.wrong; p += length, n -= length) {
		length = utf8check_decode(&coding, p, n, false, &cp, NULL);
		if (length < 0)
			break;
		if (length)
			tally_code_point(&t, cp);
		else
			t.wrong = true;
	}
	return t;
}

/* Rare scripts are recognized by their blanks. */
static bool is_plausible(const struct tally *t)
{
	u64 known = t->plain + t->frequent + t->emoji + t->everyday;

	/* A few code points are believed only if half of them are ASCII. */
	if (t->points < 6 && 2 * t->plain < t->points)
		return false;
	return t->points > 1 && !t->wrong &&
	       (known >= t->points - t->points / 20 ||
		t->blanks >= t->points / 30 + 1);
}

/**
 * struct byte_kinds - what the bytes are apart from any encoding
 *
 * @n: how many bytes.
 * @nuls: how many are NUL.
 * @ascii: how many are ASCII.
 * @double_byte: each two may be a character of Shift_JIS, GBK or Big5: the first is not
 *	ASCII, and the second is not a control, blank or mark below 30 (hex).
 */
struct byte_kinds {
	size_t n;
	size_t nuls;
	size_t ascii;
	bool double_byte;
};

static struct byte_kinds sample_text(const u8 *p, size_t n)
{
	struct byte_kinds b = { .n = n, .double_byte = true };
	size_t i;

	for (i = 0; i < n; i++) {
		b.nuls += !p[i];
		b.ascii += p[i] < 0x80;
		b.double_byte &= p[i] >= (i & 1 ? 0x30 : 0x80);
	}
	return b;
}

/* How plausible a text is as UTF-16; 0: not at all. */
static u64 worth(const struct tally *t, const struct byte_kinds *b)
{
	u64 sure = t->plain + t->frequent + t->emoji;

	if (!is_plausible(t))
		return 0;
	if (b->ascii == b->n && sure < t->points - 3 * t->points / 10)
		return 0;
	/* In Han, half of the bytes are ASCII. */
	if (!b->nuls && b->ascii < b->n && b->ascii > b->n / 4 * 3)
		return 0;
	if (!b->nuls && ((b->double_byte && !t->emoji) || sure < t->points / 10 + 1))
		return 0;
	return sure;
}

const char *wide_guess(const u8 *p, size_t n)
{
	struct tally utf16le = tally_as(UTF8CHECK_ENCODING_UTF16LE, p, n);
	struct tally utf16be = tally_as(UTF8CHECK_ENCODING_UTF16BE, p, n);
	struct tally utf32le = tally_as(UTF8CHECK_ENCODING_UTF32LE, p, n);
	struct tally utf32be = tally_as(UTF8CHECK_ENCODING_UTF32BE, p, n);
	struct byte_kinds b = sample_text(p, n);
	u64 little, big;

	if (n % 4 == 0 && is_plausible(&utf32le))
		return "UTF-32LE";
	if (n % 4 == 0 && is_plausible(&utf32be))
		return "UTF-32BE";
	little = worth(&utf16le, &b);
	big = worth(&utf16be, &b);
	if (n % 2 || little == big)
		return NULL;
	return little > big ? "UTF-16LE" : "UTF-16BE";
}
