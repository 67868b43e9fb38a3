// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Normalization forms, exactly as the standard describes them.
 */
#include <stdio.h>
#include "common.h"
#include "forms.h"

#define POINTS 0x110000
#define TEXT_MAX 16384

struct string {
	u32 at[FORMS_MAX];
	unsigned int n;
};

static u8 classes[POINTS];
static char quick[4][POINTS];
static bool excluded[POINTS], compatibility[POINTS];
static struct string *step[POINTS], *folding[POINTS], *casefolding[POINTS];
/* For each code point a list of the composites whose decomposition ends in it. */
static u32 composite[POINTS], next_composite[POINTS];
/* Code points that some form changes or reorders. */
static u32 active[POINTS];
static unsigned int active_count;

static FILE *open_file(const char *name)
{
	char path[100];
	FILE *f;

	snprintf(path, sizeof(path), "data/ucd/%s", name);
	f = fopen(path, "r");
	if (!f)
		fail_msg("%s cannot be opened", path);
	return f;
}

static struct string *parse(const char *s)
{
	struct string *string = calloc(1, sizeof(*string));
	char *end;
	u32 cp;

	for (; string; s = end) {
		cp = strtoul(s, &end, 16);
		if (end == s)
			break;
		string->at[string->n++] = cp;
	}
	return string;
}

/* The text after the @n-th semicolon. */
static const char *field(const char *line, unsigned int n)
{
	for (; n; n--)
		line = strchr(line, ';') + 1;
	return line + strspn(line, " ");
}

static void load_unicode_data(void)
{
	FILE *f = open_file("UnicodeData.txt");
	const char *mapping;
	char line[1024];
	u32 cp;

	while (fgets(line, sizeof(line), f)) {
		cp = strtoul(line, NULL, 16);
		classes[cp] = atoi(field(line, 3));
		mapping = field(line, 5);
		if (*mapping == ';')
			continue;
		compatibility[cp] = *mapping == '<';
		if (*mapping == '<')
			mapping = strchr(mapping, '>') + 1;
		step[cp] = parse(mapping);
	}
	fclose(f);
}

static void load_folding(void)
{
	FILE *f = open_file("CaseFolding.txt");
	char line[1024];

	while (fgets(line, sizeof(line), f)) {
		if (*line == '#' || *line == '\n')
			continue;
		if (strchr("CF", *field(line, 1)))
			folding[strtoul(line, NULL, 16)] = parse(field(line, 2));
	}
	fclose(f);
}

static void set_property(u32 cp, const char *name, const char *line)
{
	static const char *const names[] = { "NFC_QC", "NFD_QC", "NFKC_QC",
					     "NFKD_QC" };
	unsigned int i;

	for (i = 0; i < 4; i++)
		if (!strcmp(name, names[i]))
			quick[i][cp] = *field(line, 2);
	if (!strcmp(name, "Full_Composition_Exclusion"))
		excluded[cp] = true;
	if (!strcmp(name, "NFKC_CF"))
		casefolding[cp] = parse(field(line, 2));
}

static void load_properties(void)
{
	FILE *f = open_file("DerivedNormalizationProps.txt");
	char line[1024], name[64];
	unsigned int first, last;

	memset(quick, 'Y', sizeof(quick));
	while (fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%x..%x ; %63[^ ;#]", &first, &last, name) != 3) {
			if (sscanf(line, "%x ; %63[^ ;#]", &first, name) != 2)
				continue;
			last = first;
		}
		for (; first <= last; first++)
			set_property(first, name, line);
	}
	fclose(f);
}

static void load_composites(void)
{
	u32 cp, last;

	for (cp = 0; cp < POINTS; cp++) {
		if (!step[cp] || compatibility[cp] || excluded[cp])
			continue;
		assert_int_equal(step[cp]->n, 2);
		last = step[cp]->at[1];
		next_composite[cp] = composite[last];
		composite[last] = cp;
	}
}

static void load_active(void)
{
	u32 cp;

	for (cp = 0; cp < POINTS; cp++)
		if (classes[cp] || step[cp] || folding[cp] ||
		    casefolding[cp] || composite[cp] || excluded[cp] ||
		    quick[0][cp] != 'Y')
			active[active_count++] = cp;
}

void forms_load(void)
{
	if (active_count)
		return;
	load_unicode_data();
	load_folding();
	load_properties();
	load_composites();
	load_active();
}

int forms_setup(void **unused)
{
	random_start();
	forms_load();
	return 0;
}

u8 forms_class(u32 cp)
{
	return classes[cp];
}

char forms_quick(enum utf8check_form form, u32 cp)
{
	return quick[form - UTF8CHECK_NFC][cp];
}

static size_t decompose(u32 cp, bool compatible, u32 *out)
{
	u32 s = cp - 0xac00;
	size_t n = 0;
	unsigned int i;

	if (s < 11172) {
		out[n++] = 0x1100 + s / (21 * 28);
		out[n++] = 0x1161 + s % (21 * 28) / 28;
		if (s % 28)
			out[n++] = 0x11a7 + s % 28;
	} else if (step[cp] && (compatible || !compatibility[cp])) {
		for (i = 0; i < step[cp]->n; i++)
			n += decompose(step[cp]->at[i], compatible, out + n);
	} else {
		out[n++] = cp;
	}
	return n;
}

/* D109, as it is written: exchange two neighbours as long as two are out of order. */
static void order(u32 *p, size_t n)
{
	size_t i, k;

	for (i = 1; i < n; i++)
		for (k = i; k && classes[p[k]] &&
		     classes[p[k - 1]] > classes[p[k]]; k--) {
			u32 swapped = p[k];

			p[k] = p[k - 1];
			p[k - 1] = swapped;
		}
}

static size_t decompose_text(const u32 *p, size_t n, bool compatible, u32 *out)
{
	size_t i, made = 0;

	for (i = 0; i < n; i++)
		made += decompose(p[i], compatible, out + made);
	order(out, made);
	return made;
}

static u32 compose_pair(u32 first, u32 second)
{
	u32 l = first - 0x1100, v = second - 0x1161, t = second - 0x11a7, cp;

	if (l < 19 && v < 21)
		return 0xac00 + (l * 21 + v) * 28;
	if (first - 0xac00 < 11172 && (first - 0xac00) % 28 == 0 &&
	    t - 1 < 27)
		return first + t;
	for (cp = composite[second]; cp; cp = next_composite[cp])
		if (step[cp]->at[0] == first)
			return cp;
	return 0;
}

/* D117: each code point with the last starter, unless it is blocked (D115). */
static size_t compose(u32 *p, size_t n)
{
	size_t i, made = 0, starter = n;
	u32 cp;

	for (i = 0; i < n; i++) {
		bool blocked = starter == n ||
			       (made - starter > 1 &&
				classes[p[made - 1]] >= classes[p[i]]);

		cp = blocked ? 0 : compose_pair(p[starter], p[i]);
		if (cp) {
			p[starter] = cp;
			continue;
		}
		if (!classes[p[i]])
			starter = made;
		p[made++] = p[i];
	}
	return made;
}

static size_t copy(const struct string *s, u32 cp, u32 *out)
{
	if (!s) {
		*out = cp;
		return 1;
	}
	memcpy(out, s->at, s->n * sizeof(u32));
	return s->n;
}

size_t forms_casefold(u32 cp, u32 *out)
{
	return copy(casefolding[cp], cp, out);
}

size_t forms_fold(u32 cp, u32 *out)
{
	return copy(folding[cp], cp, out);
}

static size_t map_text(size_t (*map)(u32 cp, u32 *out), const u32 *p, size_t n,
		       u32 *out)
{
	size_t i, made = 0;

	for (i = 0; i < n; i++)
		made += map(p[i], out + made);
	return made;
}

size_t forms_make(enum utf8check_form form, const u32 *p, size_t n, u32 *out)
{
	static u32 between[TEXT_MAX * FORMS_MAX];

	assert_true(n <= TEXT_MAX);
	switch (form) {
	case UTF8CHECK_NFC:
		return compose(out, decompose_text(p, n, false, out));
	case UTF8CHECK_NFD:
		return decompose_text(p, n, false, out);
	case UTF8CHECK_NFKC:
		return compose(out, decompose_text(p, n, true, out));
	case UTF8CHECK_NFKD:
		return decompose_text(p, n, true, out);
	case UTF8CHECK_NFKC_CASEFOLD:
		n = map_text(forms_casefold, p, n, between);
		return compose(out, decompose_text(between, n, false, out));
	case UTF8CHECK_NFD_CASEFOLD:
		n = decompose_text(p, n, false, out);
		n = map_text(forms_fold, out, n, between);
		return decompose_text(between, n, false, out);
	default:
		memcpy(out, p, n * sizeof(*p));
		return n;
	}
}

size_t forms_stream_safe(const u32 *p, size_t n, u32 *out)
{
	size_t i, k, made = 0, count = 0, points;
	u32 s[FORMS_MAX];

	for (i = 0; i < n; i++) {
		points = decompose_text(p + i, 1, true, s);
		for (k = 0; k < points && classes[s[k]]; k++)
			;
		if (count + k > 30) {
			out[made++] = 0x34f;
			count = 0;
		}
		out[made++] = p[i];
		if (k == points) {
			count += points;
			continue;
		}
		for (count = 0; classes[s[points - 1 - count]]; count++)
			;
	}
	return made;
}

size_t forms_encode(const u32 *p, size_t n, u8 *out)
{
	size_t i, made = 0;

	for (i = 0; i < n; i++) {
		u32 cp = p[i];

		if (cp < 0x80) {
			out[made++] = cp;
			continue;
		}
		if (cp < 0x800) {
			out[made++] = 0xc0 | cp >> 6;
		} else {
			if (cp < 0x10000) {
				out[made++] = 0xe0 | cp >> 12;
			} else {
				out[made++] = 0xf0 | cp >> 18;
				out[made++] = 0x80 | (cp >> 12 & 0x3f);
			}
			out[made++] = 0x80 | (cp >> 6 & 0x3f);
		}
		out[made++] = 0x80 | (cp & 0x3f);
	}
	return made;
}

static u32 random_point(void)
{
	u32 cp;

	switch (random_below(10)) {
	case 0:
		return random_below(0x80);
	case 1:
		return 0x300 + random_below(0x70);
	case 2:
		return 0x1100 + random_below(0x100);
	case 3:
		return 0xac00 + random_below(11172);
	case 4:
		cp = random_below(POINTS);
		return cp - 0xd800 < 0x800 ? 0xfffd : cp;
	default:
		return active[random_below(active_count)];
	}
}

/* The decomposition of a random code point: parts that may compose. */
static size_t random_pieces(u32 *p, size_t n)
{
	u32 out[FORMS_MAX], cp = active[random_below(active_count)];
	size_t made = decompose(cp, random_below(2), out);

	made = made < n ? made : n;
	memcpy(p, out, made * sizeof(*p));
	return made;
}

void forms_random(u32 *p, size_t n)
{
	size_t i = 0;
	u32 mark;

	while (i < n) {
		if (!random_below(4)) {
			i += random_pieces(p + i, n - i);
			continue;
		}
		if (i && !random_below(3)) {
			do
				mark = active[random_below(active_count)];
			while (!classes[mark]);
			p[i++] = mark;
			continue;
		}
		p[i++] = random_point();
	}
}
