// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Does a text look as if people had written it?
 *
 * In an 8-bit charset, the lead byte of UTF-8 is a letter.  The bytes after it
 * are symbols, controls, box drawings, or letters of either case.  Each rule
 * below finds such neighbours.  Quotes and dashes follow letters in real text
 * too; for these the next character decides.
 */
#include "feature/detect/plausible.h"
#include "utf8check.h"

enum kind { OTHER, SPACE, SMALL, CAPITAL, OPENING, CLOSING, SYMBOL, GRAPHIC };

static enum kind ascii_kind(u32 cp)
{
	if (cp >= 'a' && cp <= 'z')
		return SMALL;
	if (cp >= 'A' && cp <= 'Z')
		return CAPITAL;
	return cp <= ' ' ? SPACE : OTHER;
}

/*
 * Latin-1, and the part of the Cyrillic block that charsets have.  The signs of
 * multiplication and division count as letters: in Latin-1 they are bytes
 * between those of the letters.
 */
static enum kind letter_kind(u32 cp)
{
	if (cp >= 0xc0 && cp <= 0xff)
		return cp < 0xdf ? CAPITAL : SMALL;
	if (cp >= 0x400 && cp <= 0x45f)
		return cp < 0x430 ? CAPITAL : SMALL;
	/* OE, S and Z with caron, Y with diaeresis, Ukrainian Ghe */
	if (cp == 0x152 || cp == 0x160 || cp == 0x17d || cp == 0x178 || cp == 0x490)
		return CAPITAL;
	if (cp == 0x153 || cp == 0x161 || cp == 0x17e || cp == 0x491)
		return SMALL;
	return OTHER;
}

static enum kind punctuation_kind(u32 cp)
{
	/* guillemets, 6-shaped and low quotes */
	if (cp == 0xab || cp == 0x2039 || cp == 0x2018 || cp == 0x201a ||
	    cp == 0x201c || cp == 0x201e)
		return OPENING;
	/* no-break space, guillemets, a 9-shaped quote, dashes, ellipsis */
	if (cp == 0xa0 || cp == 0xbb || cp == 0x203a || cp == 0x201d ||
	    cp == 0x2013 || cp == 0x2014 || cp == 0x2026)
		return CLOSING;
	/* apostrophe */
	return cp == 0x2019 ? OTHER : SYMBOL;
}

static enum kind kind_of(u32 cp)
{
	enum kind kind;

	if (cp < 0x80)
		return ascii_kind(cp);
	if (cp < 0xa0 || cp == 0xad || (cp >= 0x2200 && cp < 0x2600))
		return GRAPHIC;
	kind = letter_kind(cp);
	return kind ? kind : punctuation_kind(cp);
}

static bool is_letter_kind(enum kind kind)
{
	return kind == SMALL || kind == CAPITAL;
}

bool looks_strange(u32 before, const u32 *cp, unsigned int n, u32 after)
{
	enum kind last = kind_of(before), kind = last;
	unsigned int i;

	for (i = 0; i < n; i++, last = kind) {
		kind = kind_of(cp[i]);
		if (kind == GRAPHIC || (last == SMALL && kind == CAPITAL))
			return true;
		if (is_letter_kind(last) && (kind == SYMBOL || kind == OPENING))
			return true;
	}
	/*
	 * A no-break space, misread: A with circumflex, and a no-break space.
	 */
	if (n == 2 && cp[0] == 0xc2 && cp[1] == 0xa0)
		return true;
	return kind == CLOSING && kind_of(after) == SMALL;
}

static const struct {
	u32 first;
	u32 last;
} everyday[] = {
	{ 0xa0, 0x17f },	/* Latin of Europe */
	{ 0x192, 0x192 },
	{ 0x1a0, 0x1b0 },	/* Vietnamese */
	{ 0x1cd, 0x1dc },	/* Pinyin */
	{ 0x218, 0x21b },	/* Romanian */
	{ 0x2c6, 0x2dd },
	{ 0x300, 0x328 },	/* combining marks */
	{ 0x386, 0x3ce },	/* Greek */
	/* Cyrillic, without historic letters */
	{ 0x400, 0x45f },
	{ 0x490, 0x4e9 },
	{ 0x531, 0x586 },	/* Armenian */
	{ 0x5d0, 0x5f4 },	/* Hebrew */
	{ 0x60c, 0x6ff },	/* Arabic */
	{ 0x900, 0xdff },	/* India */
	{ 0xe01, 0xedf },	/* Thai, Lao */
	{ 0x1000, 0x109f },	/* Myanmar */
	{ 0x10a0, 0x10ff },	/* Georgian */
	{ 0x1780, 0x17ff },	/* Khmer */
	{ 0x1e00, 0x1fff },	/* Vietnamese, old Greek */
	{ 0x200c, 0x205e },	/* joiners, punctuation */
	{ 0x20a0, 0x20c0 },	/* currencies */
	{ 0x20d0, 0x20f0 },	/* keycap */
	{ 0x2100, 0x23ff },	/* letterlike, arrows, operators */
	{ 0x2460, 0x27bf },	/* circled, boxes, symbols, dingbats */
	{ 0x2900, 0x297f },	/* arrows */
	{ 0x2b00, 0x2bff },
	{ 0x3000, 0x30ff },	/* Japanese */
	{ 0x4e00, 0x9fff },	/* Han */
	{ 0xac00, 0xd7a3 },	/* Hangul */
	{ 0xfe0f, 0xfe0f },	/* emoji */
	{ 0xfeff, 0xfeff },
	{ 0xff01, 0xffee },	/* full width */
	{ 0xfffd, 0xfffd },	/* replaces what was lost before */
	{ 0x1f000, 0x1faff },	/* emoji, tiles, flags */
	{ 0xe0020, 0xe007f },	/* flags of regions */
};

bool is_everyday(u32 cp)
{
	size_t low = 0, high = ARRAY_SIZE(everyday);

	if (utf8check_properties(cp) &
	    (1ull << UTF8CHECK_REASON_UNASSIGNED | 1ull << UTF8CHECK_REASON_CONTROL))
		return false;
	while (low < high) {
		size_t middle = (low + high) / 2;

		if (cp > everyday[middle].last)
			low = middle + 1;
		else
			high = middle;
	}
	return low < ARRAY_SIZE(everyday) && cp >= everyday[low].first;
}
