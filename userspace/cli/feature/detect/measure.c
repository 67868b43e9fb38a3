// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * How much information a text holds.
 *
 * The letters of alphabets are measured in pairs: what each takes after the one before it, in
 * every language of the table, of which the best counts.  Of Han and Hangul each character takes
 * what its frequency says.  Signs take the same in every language.
 *
 * The costs below that the table does not give were chosen by userspace/tests/truth/truth, which
 * says whether a change is better: with short.tsv and sentences that no table is made from.
 */
#include <stdlib.h>
#include "base/text/script.h"
#include "feature/detect/detect_private.h"
#include "utf8check.h"

/* Alphabets are below this; the last one of them is an apostrophe. */
#define ALPHABETS_END 0x201a
#define APOSTROPHE 0x2019
/* Letters of its alphabet are signs in all others. */
#define GREEK 0x3b1

#define LETTERS_MAX 1024

#define LANGUAGES_MAX 64

/* Numbers of letters: what is none, a letter of no language of the table, and the first of these. */
enum { NO_LETTER, FOREIGN_LETTER, FIRST_LETTER };

/* What is known of a letter, beside its number; a capital has that of its small letter. */
#define CAPITAL 0x8000
#define SMALL 0x4000		/* it has a capital */
#define OTHER_ALPHABET 0x2000	/* it is neither Latin nor Greek */
#define NUMBER 0x1fff

#define BITS(n) ((n) * MEASURE_BIT)
#define FOREIGN_COST BITS(14)		/* a letter that only other languages of the table have */
#define UNKNOWN_COST BITS(18)		/* a letter of no language of the table */
#define LATIN_SIGN_COST BITS(11)	/* a sign of Latin-1 that the table has not */
#define SIGN_COST BITS(15)		/* another sign that the table has not */
#define SIGN_INSIDE BITS(6)		/* what both take more between letters */
#define CONTROL_COST BITS(22)
#define UNASSIGNED_COST BITS(24)
#define DRAWING_COST BITS(8)		/* a box or block beside another one, as in drawings */
/* What a letter takes more by its case. */
#define CAPITAL_INSIDE BITS(9)		/* as in "aB" */
#define SMALL_INSIDE BITS(7)		/* as in "ABc" */
#define CAPITAL_FIRST BITS(1)		/* as in " A" */
/* A letter of ASCII beside one of another alphabet; one of another alphabet beside a Latin word. */
#define MIXED_COST BITS(8)
/* Han and Hangul. */
#define WIDE_FOREIGN_COST BITS(21)	/* a character that the language has not */
#define WIDE_BESIDE BITS(5)		/* more for a letter beside it; for two, three times as much */
#define WIDE_ALONE BITS(6)		/* more for a character with no other one beside it */

/* The number of each letter, with CAPITAL, SMALL and OTHER_ALPHABET. */
static u16 letters[ALPHABETS_END];

/* Of each letter, its place among those of each language; 0 where it has none. */
static u8 places[LANGUAGES_MAX][LETTERS_MAX];

/* The language of ASCII: its words stand amid all languages. */
static const struct measure_language *english;

static void number_letters(void)
{
	const struct measure_language *l;
	unsigned int count = FIRST_LETTER, i;
	u16 *letter;

	for (l = measure_languages; l->name; l++) {
		assert(l - measure_languages < LANGUAGES_MAX);
		for (i = 0; i < l->n; i++) {
			letter = &letters[l->letters[i]];
			if (!*letter)
				*letter = count++;
			assert(count <= LETTERS_MAX);
			places[l - measure_languages][*letter] = i + 1;
		}
		if (!strcmp(l->name, "en_GB"))
			english = l;
	}
}

static void load_alphabets(void)
{
	static u8 scripts[ALPHABETS_END];
	const wchar_t *p;
	u32 cp;

	if (english)
		return;
	number_letters();
	for (p = measure_capitals; *p; p += 2) {
		letters[p[0]] = (letters[p[1]] & ~SMALL) | CAPITAL;
		letters[p[1]] |= SMALL;
	}
	script_fill(scripts, 0, ALPHABETS_END);
	/* Common is the script of a space. */
	for (cp = 0x80; cp < ALPHABETS_END; cp++) {
		if (!letters[cp] && scripts[cp] && scripts[cp] != scripts[' '])
			letters[cp] = FOREIGN_LETTER;
		if (letters[cp] && scripts[cp] != scripts['a'] && scripts[cp] != scripts[GREEK] &&
		    cp != APOSTROPHE)
			letters[cp] |= OTHER_ALPHABET;
	}
}

static unsigned int letter_of(u32 cp)
{
	return cp < ALPHABETS_END ? letters[cp] : NO_LETTER;
}

bool measure_is_letter(u32 cp)
{
	load_alphabets();
	return letter_of(cp);
}

static bool is_wide(u32 cp)
{
	return (cp >= MEASURE_KANA && cp < 0xd800) || (cp >= 0xf900 && cp < 0xfb00) ||
	       (cp > 0xff00 && cp < 0xfff0) || (cp >= 0x20000 && cp < 0x38000);
}

/**
 * struct pairs - letters that follow each other
 *
 * @n: how many pairs.
 * @of: the number of each letter, after that of the one before it; NO_LETTER at an end of a word.
 */
struct pairs {
	size_t n;
	u16 of[MEASURE_MAX + 1][2];
};

/*
 * Pairs of ASCII may be markup, but say something of the language: what they take more in it than
 * in the best one counts as a part.  So many are enough.
 */
#define ASCII_PART 4
#define ASCII_PAIRS 1024

/**
 * struct walk - a text that is being measured
 *
 * @m: what is known of it; its cost, without letters.
 * @first: the first letter that is not ASCII; or 0.
 * @ascii: pairs whose letters are both of ASCII or none.
 * @others: all other pairs.
 * @wide: the characters of Han, Hangul or kana.
 */
struct walk {
	struct measure m;
	u32 first;
	struct pairs ascii;
	struct pairs others;
	u32 wide[MEASURE_MAX];
};

static int compare_sign(const void *cp, const void *sign)
{
	return (int)*(const u32 *)cp - ((const struct measure_sign *)sign)->cp;
}

static const struct measure_sign *find_sign(u32 cp)
{
	return bsearch(&cp, measure_signs, measure_sign_count, sizeof(*measure_signs), compare_sign);
}

static u32 cost_of_sign(u32 before, u32 cp, bool inside)
{
	const u64 is = utf8check_properties(cp);
	const struct measure_sign *sign;

	if (cp < 0x80)
		return cp < ' ' && !memchr("\t\n\f\r\b\33", cp, 6) ? CONTROL_COST : 0;
	if (is & BIT(UTF8CHECK_REASON_UNASSIGNED))
		return UNASSIGNED_COST;
	if (is & (BIT(UTF8CHECK_REASON_CONTROL) | BIT(UTF8CHECK_REASON_PRIVATE_USE) |
		  BIT(UTF8CHECK_REASON_NONCHARACTER)))
		return CONTROL_COST;
	if (cp - 0x2500 < 0x100 && before - 0x2500 < 0x100)
		return DRAWING_COST;
	sign = find_sign(cp);
	if (sign)
		return inside ? sign->inside : sign->alone;
	return (cp < 0x100 ? LATIN_SIGN_COST : SIGN_COST) + (inside ? SIGN_INSIDE : 0);
}

/* @before: the letter before, and @earlier that before it. */
static u32 cost_of_case(unsigned int earlier, unsigned int before, unsigned int letter)
{
	if (!(letter & CAPITAL))
		return letter & SMALL && earlier & before & CAPITAL ? SMALL_INSIDE : 0;
	if (before & CAPITAL)
		return 0;
	return before & SMALL ? CAPITAL_INSIDE : CAPITAL_FIRST;
}

/* The first language of the table has these first. */
static bool is_ascii(unsigned int letter)
{
	return letter >= FIRST_LETTER && letter < FIRST_LETTER + 26;
}

/*
 * Is character @i of Han or the like, or a Latin or Greek letter?  One before the text has an @i
 * above @n.
 */
static bool is_of_other_word(const u32 *cp, size_t n, size_t i)
{
	const unsigned int letter = i < n ? letter_of(cp[i]) : NO_LETTER;

	return (letter && !(letter & OTHER_ALPHABET)) || (i < n && is_wide(cp[i]));
}

/* Is a word of two such characters beside character @i, one other character apart? */
static bool is_beside_other_word(const u32 *cp, size_t n, size_t i)
{
	return (is_of_other_word(cp, n, i - 2) && is_of_other_word(cp, n, i - 3)) ||
	       (is_of_other_word(cp, n, i + 2) && is_of_other_word(cp, n, i + 3));
}

static void add_pair(struct walk *w, unsigned int before, unsigned int letter)
{
	struct pairs *to = &w->others;

	before &= NUMBER;
	letter &= NUMBER;
	if ((is_ascii(before) || !before) && (is_ascii(letter) || !letter))
		to = &w->ascii;
	if ((before || letter) && (to == &w->others || to->n < ASCII_PAIRS))
		memcpy(to->of[to->n++], (u16[]){ before, letter }, sizeof(to->of[0]));
}

static void add_sign(struct walk *w, u32 before, u32 cp, bool inside)
{
	const u32 cost = cost_of_sign(before, cp, inside);

	w->m.cost += cost;
	w->m.letters += cp > 0x7f && cost < CONTROL_COST;
	w->m.odd += cost >= CONTROL_COST && cp > ' ';
}

/* Letters are added as pairs with what is before them; but their case is measured here. */
static void walk_text(struct walk *w, const u32 *cp, size_t n)
{
	unsigned int letter, before = 0, earlier = 0, after;
	size_t i;

	for (i = 0; i < n; i++, earlier = before, before = letter) {
		letter = letter_of(cp[i]);
		after = i + 1 < n ? letter_of(cp[i + 1]) : NO_LETTER;
		if (is_wide(cp[i])) {
			w->wide[w->m.wides++] = cp[i];
			w->first = w->first ? w->first : cp[i];
			w->m.cost += WIDE_BESIDE * (!!before + !!after + (before && after));
			if (!(i && is_wide(cp[i - 1])) && !(i + 1 < n && is_wide(cp[i + 1])))
				w->m.cost += WIDE_ALONE;
		} else if (!letter) {
			add_sign(w, i ? cp[i - 1] : 0, cp[i], before && after);
		} else if (cp[i] > 0x7f) {
			w->first = w->first ? w->first : cp[i];
			w->m.letters++;
			w->m.cost += cost_of_case(earlier, before, letter);
		} else if (before && cp[i - 1] > 0x7f) {
			w->m.cost += cost_of_case(earlier, before, letter);
		}
		/* Alone beside a word, the Italian "è" is the Russian "и" in another encoding. */
		if (letter & OTHER_ALPHABET && !before && !after && is_beside_other_word(cp, n, i))
			w->m.cost += MIXED_COST;
		add_pair(w, before, letter);
	}
	add_pair(w, before, NO_LETTER);
}

/* A pair in a language. */
static u32 cost_of_pair(const struct measure_language *l, const u16 *pair)
{
	const u8 *place = places[l - measure_languages];
	unsigned int before = place[pair[0]];

	if (pair[1] && !place[pair[1]])
		return pair[1] == FOREIGN_LETTER ? UNKNOWN_COST : FOREIGN_COST;
	/* The last row is for what is before a letter and not of the language. */
	if (pair[0] && !before)
		before = l->n + 1;
	return l->costs[before * (l->n + 1) + place[pair[1]]] - MEASURE_FIRST;
}

/* In words of ASCII beside another alphabet, what the language does not know is of English. */
static u32 cost_of_mixed(const struct measure_language *l, const u16 *pair)
{
	const u8 *place = places[l - measure_languages];
	const bool first = place[pair[0]], second = place[pair[1]];

	return cost_of_pair(first || second ? l : english, pair) +
	       ((first && pair[1] && !second) || (second && pair[0] && !first) ? MIXED_COST : 0);
}

static bool is_latin(const struct measure_language *l)
{
	return l->letters[0] < 0x80;
}

static u32 cost_of_wide(const struct measure_wide *l, u32 cp)
{
	if (cp >= MEASURE_KANA && cp < MEASURE_KANA_END)
		cp -= MEASURE_KANA;
	else if (cp >= l->first && cp <= l->last)
		cp += MEASURE_KANA_END - MEASURE_KANA - l->first;
	else
		return WIDE_FOREIGN_COST;
	return MEASURE_WIDE_LEAST + (l->costs[cp] - MEASURE_FIRST) * MEASURE_BIT / 2;
}

/* What pairs take in a language; no more of them count than take @most. */
static u32 cost_of_pairs(const struct measure_language *l, const struct pairs *p, u32 most)
{
	u32 cost = 0;
	size_t i;

	for (i = 0; i < p->n && cost < most; i++)
		cost += is_latin(l) ? cost_of_pair(l, p->of[i]) : cost_of_mixed(l, p->of[i]);
	return cost;
}

/* What the letters of alphabets take in the best language. */
static u32 cost_of_alphabets(const struct walk *w)
{
	const struct measure_language *l;
	u32 best = UINT32_MAX, least = UINT32_MAX, ascii, cost;

	for (l = measure_languages; l->name; l++) {
		ascii = cost_of_pairs(l, &w->ascii, UINT32_MAX);
		least = ascii < least ? ascii : least;
		cost = ascii / ASCII_PART;
		if (cost < best)
			cost += cost_of_pairs(l, &w->others, best - cost);
		best = cost < best ? cost : best;
	}
	/* @best has a part of what ASCII takes: so the least counts in full. */
	return best + least - least / ASCII_PART;
}

/* What Han, Hangul and kana take in the best language. */
static u32 cost_of_wides(const struct walk *w)
{
	const struct measure_wide *l;
	u32 best = w->m.wides * WIDE_FOREIGN_COST, cost;
	size_t i;

	for (l = measure_wides; l->name; l++) {
		for (i = cost = 0; i < w->m.wides && cost < best; i++)
			cost += cost_of_wide(l, w->wide[i]);
		best = cost < best ? cost : best;
	}
	return best;
}

struct measure measure_text(const u32 *cp, size_t n)
{
	static struct walk w;

	load_alphabets();
	w.m = (struct measure){ };
	w.first = w.ascii.n = w.others.n = 0;
	walk_text(&w, cp, n < MEASURE_MAX ? n : MEASURE_MAX);
	w.m.cost += cost_of_alphabets(&w) + cost_of_wides(&w);
	w.m.letters += w.m.wides;
	w.m.script = w.first ? script_of(w.first) : 0;
	return w.m;
}
