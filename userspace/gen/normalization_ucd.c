// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Reads the Unicode Character Database for the normalization tables, and makes
 * full mappings of its single steps (UAX #44 section 5.7.3, D65 to D68, D144).
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "normalization.h"

#define PAIRS_MAX 2000

uint8_t ccc[CODE_POINTS];
char quick_check[QCS][CODE_POINTS];
bool starts_pair[CODE_POINTS];
struct pair pairs[PAIRS_MAX];
unsigned int pair_count;

static struct points *step[CODE_POINTS], *folding[CODE_POINTS],
	*casefold[CODE_POINTS];
static bool is_compatibility[CODE_POINTS], is_excluded[CODE_POINTS];

void die(const char *format, ...)
{
	va_list list;

	va_start(list, format);
	fputs("gen-normalization: ", stderr);
	vfprintf(stderr, format, list);
	fputc('\n', stderr);
	va_end(list);
	exit(2);
}

bool is_hangul(uint32_t cp)
{
	return cp >= 0xac00 && cp < 0xac00 + 11172;
}

bool same_points(const struct points *a, const struct points *b)
{
	return a->n == b->n && !memcmp(a->at, b->at, a->n * sizeof(a->at[0]));
}

static void append(struct points *to, uint32_t cp)
{
	if (to->n == MAPPING_MAX)
		die("a mapping of more than %d code points", MAPPING_MAX);
	to->at[to->n++] = cp;
}

static struct points *parse_points(const char *s)
{
	struct points *p = calloc(1, sizeof(*p));
	char *end;
	uint32_t cp;

	if (!p)
		die("no memory");
	for (;; s = end) {
		cp = strtoul(s, &end, 16);
		if (end == s)
			return p;
		append(p, cp);
	}
}

static FILE *open_file(const char *dir, const char *name)
{
	char path[4096];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	f = fopen(path, "r");
	if (!f)
		die("%s: %s", path, strerror(errno));
	return f;
}

/* Splits a line at its semicolons, without the comment. Return: how many. */
static unsigned int split(char *line, char **field, unsigned int most)
{
	unsigned int n = 0;
	char *next = line;

	line[strcspn(line, "#\n")] = '\0';
	while (next && n < most) {
		field[n] = next;
		next = strchr(next, ';');
		if (next)
			*next++ = '\0';
		field[n] += strspn(field[n], " ");
		n++;
	}
	return n;
}

static uint32_t parse_range(const char *s, uint32_t *last)
{
	char *end;
	uint32_t first = strtoul(s, &end, 16);

	*last = end[0] == '.' && end[1] == '.' ? strtoul(end + 2, NULL, 16) :
						 first;
	if (first > *last || *last >= CODE_POINTS)
		die("a range %s", s);
	return first;
}

static void read_unicode_data(const char *dir)
{
	FILE *f = open_file(dir, "UnicodeData.txt");
	char line[1024], *field[6];

	while (fgets(line, sizeof(line), f)) {
		uint32_t cp = strtoul(line, NULL, 16);

		if (split(line, field, 6) < 6 || cp >= CODE_POINTS)
			continue;
		ccc[cp] = atoi(field[3]);
		if (!*field[5])
			continue;
		is_compatibility[cp] = field[5][0] == '<';
		step[cp] = parse_points(field[5] + strcspn(field[5], ">") *
					is_compatibility[cp] +
					is_compatibility[cp]);
	}
	fclose(f);
}

static void read_folding(const char *dir)
{
	FILE *f = open_file(dir, "CaseFolding.txt");
	char line[1024], *field[3];

	while (fgets(line, sizeof(line), f)) {
		uint32_t cp = strtoul(line, NULL, 16);

		if (split(line, field, 3) == 3 &&
		    (*field[1] == 'C' || *field[1] == 'F'))
			folding[cp] = parse_points(field[2]);
	}
	fclose(f);
}

static bool is_property(const char *field, const char *name)
{
	size_t n = strlen(name);

	return !strncmp(field, name, n) && strspn(field + n, " ") ==
					   strlen(field + n);
}

static void read_property_line(char **field, unsigned int n)
{
	static const char *const names[QCS] = {
		"NFC_QC", "NFD_QC", "NFKC_QC", "NFKD_QC",
	};
	uint32_t cp, last;
	unsigned int i;

	for (cp = parse_range(field[0], &last); cp <= last; cp++) {
		for (i = 0; i < QCS; i++)
			if (n > 2 && is_property(field[1], names[i]))
				quick_check[i][cp] = *field[2];
		if (is_property(field[1], "Full_Composition_Exclusion"))
			is_excluded[cp] = true;
		if (n > 2 && is_property(field[1], "NFKC_CF"))
			casefold[cp] = parse_points(field[2]);
	}
}

static void read_properties(const char *dir)
{
	FILE *f = open_file(dir, "DerivedNormalizationProps.txt");
	char line[1024], *field[3];
	unsigned int n;

	memset(quick_check, 'Y', sizeof(quick_check));
	while (fgets(line, sizeof(line), f)) {
		n = split(line, field, 3);
		if (n >= 2)
			read_property_line(field, n);
	}
	fclose(f);
}

static void find_pairs(void)
{
	uint32_t cp;

	for (cp = 0; cp < CODE_POINTS; cp++) {
		if (!step[cp] || is_compatibility[cp] || is_excluded[cp])
			continue;
		if (step[cp]->n != 2 || pair_count == PAIRS_MAX)
			die("U+%04X: no primary composite", cp);
		pairs[pair_count++] = (struct pair){ step[cp]->at[0],
						     step[cp]->at[1], cp };
		starts_pair[step[cp]->at[0]] = true;
	}
}

void ucd_read(const char *dir)
{
	read_unicode_data(dir);
	read_folding(dir);
	read_properties(dir);
	find_pairs();
}

static void decompose(struct points *to, uint32_t cp, bool compatibility)
{
	uint32_t syllable = cp - 0xac00;
	unsigned int i;

	if (is_hangul(cp)) {
		append(to, 0x1100 + syllable / 588);
		append(to, 0x1161 + syllable % 588 / 28);
		if (syllable % 28)
			append(to, 0x11a7 + syllable % 28);
	} else if (step[cp] && (compatibility || !is_compatibility[cp])) {
		for (i = 0; i < step[cp]->n; i++)
			decompose(to, step[cp]->at[i], compatibility);
	} else {
		append(to, cp);
	}
}

/* The Canonical Ordering Algorithm (D109). */
static void order(struct points *p)
{
	unsigned int i, k;

	for (i = 1; i < p->n; i++) {
		uint32_t moved = p->at[i];

		for (k = i; k && ccc[moved] && ccc[p->at[k - 1]] > ccc[moved]; k--)
			p->at[k] = p->at[k - 1];
		p->at[k] = moved;
	}
}

static struct points decomposed(const struct points *from, bool compatibility)
{
	struct points to = { .n = 0 };
	unsigned int i;

	for (i = 0; i < from->n; i++)
		decompose(&to, from->at[i], compatibility);
	order(&to);
	return to;
}

/*
 * Case folding of canonically decomposed text.  U+0345 stays: it is the only
 * nonstarter that folds, to a starter, which must not come before the text is
 * in canonical order.  The core folds it last.
 */
static struct points folded(const struct points *from)
{
	struct points to = { .n = 0 };
	unsigned int i, k;

	for (i = 0; i < from->n; i++) {
		const struct points *f = folding[from->at[i]];

		if (!f || from->at[i] == 0x345) {
			append(&to, from->at[i]);
			continue;
		}
		if (ccc[from->at[i]])
			die("U+%04X: a nonstarter that folds", from->at[i]);
		for (k = 0; k < f->n; k++)
			append(&to, f->at[k]);
	}
	return decomposed(&to, false);
}

/* The primary composite of two code points (D114); 0 when there is none. */
static uint32_t primary_composite(uint32_t first, uint32_t second)
{
	uint32_t l = first - 0x1100, v = second - 0x1161, s = first - 0xac00;
	unsigned int i;

	if (l < 19 && v < 21)
		return 0xac00 + (l * 21 + v) * 28;
	if (s < 11172 && s % 28 == 0 && second > 0x11a7 && second < 0x11c3)
		return first + second - 0x11a7;
	for (i = 0; i < pair_count; i++)
		if (pairs[i].first == first && pairs[i].second == second)
			return pairs[i].composite;
	return 0;
}

/* The Canonical Composition Algorithm (D117). */
static struct points composed(const struct points *p)
{
	struct points to = { .n = 0 };
	uint32_t composite, *starter = NULL;
	int last = -1;
	unsigned int i;

	for (i = 0; i < p->n; i++) {
		composite = starter && last < ccc[p->at[i]] ?
			    primary_composite(*starter, p->at[i]) : 0;
		if (composite) {
			*starter = composite;
			continue;
		}
		append(&to, p->at[i]);
		last = ccc[p->at[i]] ? ccc[p->at[i]] : -1;
		if (last < 0)
			starter = &to.at[to.n - 1];
	}
	return to;
}

struct points mapping(uint32_t cp, enum kind kind)
{
	struct points self = { .at = { cp }, .n = 1 }, canonical;

	if (kind >= COMPOSED) {
		canonical = mapping(cp, kind - COMPOSED);
		return composed(&canonical);
	}
	if (kind == IDENTIFIER && casefold[cp])
		self = *casefold[cp];
	if (kind == COMPATIBILITY)
		return decomposed(&self, true);
	canonical = decomposed(&self, false);
	if (kind == FOLD)
		canonical = folded(&canonical);
	return canonical;
}
