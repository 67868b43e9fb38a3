// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Does a text look as if people had written it?
 *
 * In an 8-bit charset, the lead byte of UTF-8 is a letter or a part of a box.  The bytes
 * after it are symbols, controls, box drawings, or letters of either case.  Points are
 * given for such neighbours, see how_strange().  Quotes and dashes follow letters in real
 * text too: these count less.
 */
#include <wchar.h>
#include "feature/detect/plausible.h"
#include "utf8check.h"

enum kind { OTHER, SPACE, SMALL, CAPITAL, LETTER, OPENING, CLOSING, DASH, SIGN, SYMBOL, GRAPHIC };

enum script { NO_SCRIPT, LATIN, GREEK, CYRILLIC, OTHER_SCRIPT };

static enum kind ascii_kind(u32 cp)
{
	if (cp >= 'a' && cp <= 'z')
		return SMALL;
	if (cp >= 'A' && cp <= 'Z')
		return CAPITAL;
	return cp <= ' ' ? SPACE : OTHER;
}

/* In U+0100..017F small letters follow their capitals, which are even or, in two parts, odd. */
static enum kind extended_latin_kind(u32 cp)
{
	bool odd_capitals = (cp >= 0x139 && cp <= 0x148) || cp >= 0x179;

	if (cp == 0x138 || cp == 0x149 || cp == 0x17f)
		return SMALL;
	return cp == 0x178 || (cp & 1) == odd_capitals ? CAPITAL : SMALL;
}

/*
 * The signs of multiplication and division count as letters: in Latin-1 they are bytes
 * between those of the letters.
 */
static enum kind letter_kind(u32 cp)
{
	if (cp >= 0xc0 && cp <= 0xff)
		return cp < 0xdf ? CAPITAL : SMALL;
	if (cp >= 0x100 && cp <= 0x17f)
		return extended_latin_kind(cp);
	if (cp >= 0x386 && cp <= 0x3ce)
		return cp == 0x387 ? OTHER : cp < 0x3ac && cp != 0x390 ? CAPITAL : SMALL;
	if (cp >= 0x400 && cp <= 0x45f)
		return cp < 0x430 ? CAPITAL : SMALL;
	if (cp >= 0x460 && cp < 0x530)
		return cp & 1 ? SMALL : CAPITAL;
	if ((cp >= 0x180 && cp < 0x2c2 && cp != 0x192) || (cp >= 0x530 && cp < 0x2000))
		return LETTER;
	return cp >= 0x2c00 && cp < 0xfb00 && (cp < 0x2e00 || cp > 0x303f) ? LETTER : OTHER;
}

static enum kind punctuation_kind(u32 cp)
{
	switch (cp) {
	case L'«': case L'‹': case L'‘': case L'‚': case L'“': case L'„':
		return OPENING;
	case L'»': case L'›': case L'”':
		return CLOSING;
	/* the first is a no-break space */
	case 0xa0: case L'·': case L'–': case L'—': case L'…':
		return DASH;
	case L'©': case L'®': case L'™': case L'°': case L'ª': case L'º': case L'²': case L'³':
	case L'¹':
		return SIGN;
	/* the apostrophe */
	case L'’':
		return OTHER;
	default:
		return SYMBOL;
	}
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
	return kind == SMALL || kind == CAPITAL || kind == LETTER;
}

bool is_letter(u32 cp)
{
	return is_letter_kind(kind_of(cp));
}

u32 small_letter(u32 cp)
{
	static const wchar_t capitals[] = L"ΆΈΉΊΌΎΏŸ", small[] = L"άέήίόύώÿ";
	const wchar_t *found;

	if (kind_of(cp) != CAPITAL)
		return cp;
	found = wcschr(capitals, cp);
	if (found)
		return small[found - capitals];
	if ((cp >= 0x100 && cp < 0x180) || cp >= 0x460)
		return cp + 1;
	return cp + (cp >= 0x400 && cp < 0x410 ? 0x50 : 0x20);
}

bool is_graphic(u32 cp)
{
	return kind_of(cp) == GRAPHIC;
}

static bool is_latin_1(u32 cp)
{
	return cp >= 0xc0 && cp <= 0xff;
}

static enum script script_of(u32 cp)
{
	if (!is_letter(cp))
		return NO_SCRIPT;
	if (cp < 0x2c2 || (cp >= 0x1e00 && cp < 0x1f00))
		return LATIN;
	if (cp >= 0x370 && cp < 0x400)
		return GREEK;
	return cp >= 0x400 && cp < 0x530 ? CYRILLIC : OTHER_SCRIPT;
}

bool is_greek_or_cyrillic(u32 cp)
{
	return script_of(cp) == GREEK || script_of(cp) == CYRILLIC;
}

/* The most frequent characters of Chinese; some are frequent in Japanese too. */
static const wchar_t frequent_han[] = {
	0x7684, 0x4e00, 0x662f, 0x4e0d, 0x4e86, 0x5728, 0x4eba, 0x6709, 0x6211,
	0x4ed6, 0x8fd9, 0x9019, 0x4e2a, 0x500b, 0x4e2d, 0x5927, 0x6765, 0x4f86,
	0x4e0a, 0x56fd, 0x570b, 0x4e3a, 0x70ba, 0x65e5, 0x5e74,
};

bool is_frequent(u32 cp)
{
	return (cp >= 0x3000 && cp <= 0x3002) || (cp >= 0x3041 && cp <= 0x30ff) ||
	       (cp >= 0xff01 && cp <= 0xff1f) ||
	       wmemchr(frequent_han, cp, ARRAY_SIZE(frequent_han));
}

bool is_vowel(u32 cp)
{
	return cp && wcschr(L"аеёиоуъыэюяєіїАЕЁИОУЪЫЭЮЯЄІЇαεηιουωάέήίόύώΑΕΗΙΟΥΩΆΈΉΊΌΎΏ", cp);
}

/* Do two letters, one after the other, belong to different scripts? */
static bool scripts_differ(u32 a, u32 b)
{
	enum script first = script_of(a), second = script_of(b);

	return first && second && first != second;
}

/* A mark that follows a letter, at its end or @inside a word; points for where it stands. */
static unsigned int mark_points(u32 letter, u32 mark, bool inside)
{
	switch (kind_of(mark)) {
	case SYMBOL:
		return inside ? 3 : 2;
	case SIGN:
		if (inside)
			return 3;
		/* No word that ends in A with tilde has a small number, as trade marks do. */
		return letter == 0xc3 && mark != 0xa9 && mark != 0xae && mark != 0x2122 ? 2 : 1;
	case OPENING:
		/* German ends quotes by what begins them elsewhere, but has no A with tilde. */
		return inside || mark == 0x201a || mark == 0x201e ? 2 : letter == 0xc3;
	case CLOSING:
		return inside ? 2 : 0;
	case DASH:
		return inside;
	default:
		return 0;
	}
}

/*
 * Bytes from 80 to 9F that are letters in windows-1252: none of them follows such a capital, or
 * a with circumflex.  In windows-1251 the punctuation of three bytes begins with the other pair.
 */
static bool is_odd_pair(u32 lead, u32 cp)
{
	if (lead == L'в')
		return cp == L'Ђ';
	return ((lead >= 0xc2 && lead <= 0xc5) || lead == 0xc8 || lead == 0xe2 || lead == 0xf0) && cp &&
	       wcschr(L"ŒœŠšŽžŸ", cp);
}

static bool is_mark(u32 cp)
{
	enum kind kind = kind_of(cp);

	return cp > 0x7f && kind >= OPENING && kind <= SYMBOL;
}

/* Points for one character between two; a small letter before a capital counts more in Latin. */
static unsigned int how_strange(u32 before, u32 cp, bool inside)
{
	enum kind last = kind_of(before), kind = kind_of(cp);

	if (kind == GRAPHIC || scripts_differ(before, cp) || is_odd_pair(before, cp))
		return 3;
	if (last == SMALL && kind == CAPITAL)
		return cp < 0x100 ? 2 : 1;
	if (is_mark(before) && is_mark(cp))
		return kind == DASH || kind == CLOSING ? 1 : 2;
	return is_letter_kind(last) ? mark_points(before, cp, inside) : 0;
}

/* From here on, scripts are mixed in words. */
#define IDEOGRAPHS 0x2e80

static bool is_half_width_kana(u32 cp)
{
	return cp >= 0xff61 && cp <= 0xff9f;
}

unsigned int strange_points(u32 before, u32 cp, u32 after)
{
	unsigned int points;

	if ((is_half_width_kana(before) && is_letter(cp)) || (is_half_width_kana(cp) && is_letter(before)))
		return script_of(before) == script_of(cp) ? 0 : 3;
	if ((before < 0x80 && cp < 0x80) || before >= IDEOGRAPHS || cp >= IDEOGRAPHS)
		return 0;
	points = how_strange(before, cp, is_letter(after));
	return points > 1 ? points : 0;
}

unsigned int unusual_points(u32 before, u32 cp, u32 after)
{
	/* Three in a row that are not in ASCII, unless the text lists them, or those of German. */
	if (is_latin_1(before) && is_latin_1(cp) && is_latin_1(after))
		return cp == before + 1 || wcschr(L"ÄÖÜäöüßÅåÆæØøÉé", cp) ? 0 : 2;
	return kind_of(before) == SMALL && kind_of(cp) == CAPITAL ? 2 : 0;
}

/*
 * Points for the leads that texts of Latin have most, when no letter follows them: A with
 * circumflex, or with tilde alone or before a no-break space; A with diaeresis or ring
 * before a dash amid a word, and with a ring before a no-break space and a letter.
 */
static unsigned int lead_points(const struct misread *m)
{
	u32 lead = m->cp[0];
	bool within = is_letter(m->before), inside = is_letter(m->after);
	enum kind mark = kind_of(m->cp[1]);
	unsigned int points = 0;

	/* People write no space after a no-break space. */
	if (m->cp[m->n - 1] == 0xa0 && kind_of(m->after) == SPACE)
		points++;
	if (is_letter_kind(mark))
		return points;
	/* E with macron, and OE, before a word */
	if ((lead == 0xc4 || lead == 0xc5) && m->cp[1] == 0x2019 && !within && inside)
		return points + 2;
	/* A plural, as in "many Ã’s", is of the letter itself. */
	if ((lead == 0xc2 || lead == 0xc3) && !within)
		points += m->cp[1] == 0x2019 && m->after == 's' ? 1 : 2;
	/* No word ends so, unless another vowel is before it. */
	if (lead == 0xc2 || (lead == 0xc3 && m->before == 'O'))
		points += inside ? 2 : 1;
	if (m->cp[1] == 0xa0 && (lead == 0xc3 || (lead == 0xc5 && !within)))
		points += inside;
	if ((lead == 0xc4 || lead == 0xc5) && mark == DASH)
		points += within && inside;
	return points;
}

bool is_right_before(u32 cp, u32 next)
{
	if (next < 0x80)
		return next != '?' && (cp != L'Ã' || next != ' ');
	return is_letter(next) && !is_odd_pair(cp, next);
}

static bool is_sign(u32 cp)
{
	return cp == L'×' || cp == L'÷' || !is_letter(cp);
}

static bool is_african(u32 cp)
{
	return cp >= 0x180 && cp < 0x2b0 && !wcschr(L"ƠơƯưȘșȚț", cp);
}

/* Is the intended character one that does not stand beside these letters of ASCII? */
static bool is_out_of_place(const struct misread *m)
{
	enum kind before = m->before < 0x80 ? kind_of(m->before) : OTHER;
	enum kind after = m->after < 0x80 ? kind_of(m->after) : OTHER;
	enum kind meant = kind_of(m->meant);

	/* Names in science have Greek letters between Latin ones. */
	if (script_of(m->meant) == GREEK && kind_of(m->cp[1]) == SIGN)
		return false;
	if (is_letter_kind(meant) && script_of(m->meant) != LATIN)
		return is_letter_kind(before) || is_letter_kind(after);
	if (meant == CAPITAL)
		return before == SMALL;
	/* Letters of African languages end no word after a capital, or by two signs. */
	if (is_african(m->meant) &&
	    (kind_of(m->before) == CAPITAL || kind_of(m->cp[0]) != CAPITAL) && !is_letter_kind(after))
		return true;
	/* But the German sharp s ends words in capitals. */
	return meant == SMALL && m->meant != L'ß' && kind_of(m->before) == CAPITAL &&
	       (kind_of(m->before_that) == CAPITAL ? after != SMALL : after == CAPITAL);
}

/*
 * Line and paragraph separators, bidi controls, C1 controls, letters of phonetics that no
 * language has, the long s, and G with a dot, which is A with diaeresis before a no-break
 * space: these are hardly ever typed.
 */
static bool is_rare(u32 cp)
{
	if (cp >= 0x250 && cp < 0x2b0)
		return !wcschr(L"ɓɔɖɗəɛɣɨɩɲʉʊʋʒʔ", cp);
	return (cp >= 0x2028 && cp <= 0x202e) || (cp >= 0x80 && cp < 0xa0) || cp == 0x120 ||
	       cp == 0x17f || (cp >= 0x2b0 && cp < 0x2bb) || (cp >= 0x2e0 && cp < 0x300);
}

/* Lines of one kind, or blocks: two of these are a drawing, unless they may be Cyrillic. */
static unsigned int kind_of_line(u32 cp)
{
	return cp < 0x2500 || cp > 0x259f || cp == L'╨' || cp == L'╤' ? 0 :
	       cp < 0x2550 ? 1 : cp < 0x2580 ? 2 : 3;
}

bool is_drawn(const struct misread *m)
{
	return m->n == 2 && kind_of_line(m->cp[0]) && kind_of_line(m->cp[0]) == kind_of_line(m->cp[1]);
}

static bool is_ascii_letter(u32 cp)
{
	return cp < 0x80 && is_letter(cp);
}

/* A capital of ASCII; or a letter of U+0100..017F, but those that end words after consonants. */
static bool is_consonant(u32 cp)
{
	if (cp < 0x80)
		return kind_of(cp) == CAPITAL && !wcschr(L"AEIOUY", cp);
	return cp >= 0x100 && cp < 0x180 &&
	       !wcschr(L"ĀāĂăĄąĒēĔĕĖėĘęĚěĨĩĪīĬĭĮįİıłŇŌōŎŏŐőŒœŤŨũŪūŬŭŮůŰűŲųŶŷŸ", cp);
}

/* Is it a vowel beside one consonant, a short word?  Not x, which equations have. */
static bool is_small_word(const struct misread *m)
{
	u32 beside = is_letter(m->before) ? m->before : m->after;

	return beside < 0x80 && !wcschr(L"aeiouxAEIOUX", beside) &&
	       wcschr(L"àáâãäåæèéêëìíîïòóôõöøùúûüý", m->meant);
}

bool misread_is_alone(const struct misread *m, unsigned int letters)
{
	if (!is_letter(m->meant) || m->meant >= 0x2000)
		return false;
	/* Signs in a row, or a letter of a script that has no such words, or beside one of ASCII */
	if (script_of(m->meant) == OTHER_SCRIPT)
		return !letters || is_ascii_letter(m->before) || is_ascii_letter(m->after);
	if (m->n > 2 || (is_letter(m->cp[1]) && script_of(m->cp[1]) != GREEK && !is_sign(m->cp[1])))
		return false;
	/* A word that ends in A with diaeresis or ring after a consonant */
	if (wcschr(L"ÄÅ", m->cp[0]) && is_consonant(m->before) && !is_letter(m->after) &&
	    (letters == 1 || is_consonant(m->before_that)))
		return is_consonant(m->meant) || (letters > 1 && wcschr(L"ĀĨ", m->meant));
	/* One letter that is not a word, or a unit and a sign or small number */
	if (!is_sign(m->cp[0]))
		return !letters && (is_african(m->meant) || wcschr(L"űųŰŲ", m->meant) ||
				    (script_of(m->meant) == CYRILLIC &&
				     !wcschr(L"абвжзийкосуяєіїАБВЖЗИЙКОСУЯЄІЇ", m->meant)));
	if (is_drawn(m))
		return letters < 3 && !(is_letter(m->before) && is_letter(m->after));
	return letters < 2 && ((is_graphic(m->cp[0]) && is_graphic(m->cp[1])) || !letters || !is_small_word(m));
}

static unsigned int present_points(const struct misread *m)
{
	unsigned int i, points = lead_points(m);
	u32 last = m->before;

	for (i = 0; i < m->n; last = m->cp[i++])
		points += how_strange(last, m->cp[i], is_letter(m->after) ||
				      (i + 1 < m->n && is_letter(m->cp[i + 1])));
	return points + scripts_differ(last, m->after);
}

/* Is it one letter and the quote that closes the one before it? */
static bool is_quoted(const struct misread *m)
{
	return m->n == 2 && kind_of(m->before) == OPENING &&
	       (kind_of(m->cp[1]) == CLOSING || m->cp[1] == L'’');
}

unsigned int misread_points(const struct misread *m)
{
	unsigned int points;

	if (m->meant == 0xfeff)
		return MISREAD_SURE;
	if (!is_everyday(m->meant) || is_rare(m->meant) || is_quoted(m))
		return 0;
	points = present_points(m);
	if (!points || is_out_of_place(m))
		return points > 1 ? points - 2 : 0;
	points += (is_letter(m->meant) || m->n > 2) + (m->meant == 0xfffd) + m->chained;
	/* What strikes out one letter, or a word of Portuguese in capitals */
	if ((m->meant >= 0x335 && m->meant <= 0x338) ||
	    (m->cp[0] == 0xc3 && (m->before == 'M' || m->before == 'H') && !is_letter(m->after)))
		return points > MISREAD_LIKELY ? MISREAD_LIKELY : points;
	return points;
}

static const struct {
	u32 first;
	u32 last;
} everyday[] = {
	{ 0xa0, 0x2ff },	/* Latin of Europe, Africa and Asia */
	{ 0x300, 0x328 },	/* combining marks */
	{ 0x335, 0x338 },	/* what strikes a letter through */
	{ 0x386, 0x3ce },	/* Greek */
	/* Cyrillic, without historic letters */
	{ 0x400, 0x45f },
	{ 0x48a, 0x52f },
	{ 0x531, 0x1fff },	/* scripts of the Near East, Asia, Africa, America */
	{ 0x200b, 0x205e },	/* joiners, punctuation */
	{ 0x20a0, 0x20c0 },	/* currencies */
	{ 0x20d0, 0x20f0 },	/* keycap */
	{ 0x2100, 0x23ff },	/* letterlike, arrows, operators */
	{ 0x2460, 0x27bf },	/* circled, boxes, symbols, dingbats */
	{ 0x2900, 0x297f },	/* arrows */
	{ 0x2b00, 0x2bff },
	{ 0x3000, 0x33ff },	/* Japanese, circled and squared words */
	{ 0x4e00, 0x9fff },	/* Han */
	{ 0xac00, 0xd7a3 },	/* Hangul */
	{ 0xf900, 0xfa2d },	/* Han that Korean and Japanese encodings have twice */
	{ 0xfb00, 0xfb04 },	/* ligatures */
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
