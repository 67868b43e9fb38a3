// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The slow reference: normalization forms, each step over the whole text before
 * the next one.
 *
 *	NFD, NFKD	decompose each code point in full (D65, D68), then put
 *			runs of nonstarters in order (D109)
 *	NFC, NFKC	that, then compose (D117)
 *	NFKC_Casefold	NFC of what NFKC_CF has for each code point (R5)
 *	caseless NFD	NFD of the full case folding of the NFD (D145)
 *
 * The Stream-Safe Text Process comes before all of them (UAX #15 section 13).
 */
#include "reference_form.h"
#include "reference_ucd.h"

#define LAST 0x10ffff
#define SAFE_MAX 30
#define JOINER 0x34f
#define IOTA_SUBSCRIPT 0x345

/* Stands for a joiner that was put in: no form leaves that joiner out. */
#define PUT_IN (1ull << 63)

struct table {
	const struct u8c_ref_mapping *rows;
	unsigned int count;
};

#define TABLE(name) \
	((struct table){ u8c_ref_##name, u8c_ref_##name##_count })

u8 u8c_ref_class(u64 cp)
{
	unsigned int low = 0, high = u8c_ref_classes_count;

	while (low < high) {
		unsigned int middle = (low + high) / 2;

		if (u8c_ref_classes[middle].cp == cp)
			return u8c_ref_classes[middle].class;
		if (u8c_ref_classes[middle].cp < cp)
			low = middle + 1;
		else
			high = middle;
	}
	return 0;
}

static const struct u8c_ref_mapping *find(struct table table, u64 cp)
{
	unsigned int low = 0, high = table.count;

	while (low < high) {
		unsigned int middle = (low + high) / 2;
		const struct u8c_ref_mapping *row = &table.rows[middle];

		if (row->first <= cp && cp <= row->last)
			return row;
		if (row->last < cp)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

/* The mapping of @cp in the table; @cp itself where there is none. */
static size_t map(struct table table, u64 cp, u64 *out)
{
	const struct u8c_ref_mapping *row = find(table, cp);

	if (!row) {
		out[0] = cp;
		return 1;
	}
	for (size_t i = 0; i < row->n; i++)
		out[i] = u8c_ref_points[row->at + i];
	return row->n;
}

/* Unicode section 3.12, "Hangul Syllable Decomposition". */
static size_t decompose_hangul(u64 cp, u64 *out)
{
	u64 index = cp - 0xac00;

	out[0] = 0x1100 + index / (21 * 28);
	out[1] = 0x1161 + index % (21 * 28) / 28;
	out[2] = 0x11a7 + index % 28;
	return index % 28 ? 3 : 2;
}

/* D65 or D68: decomposes until no part decomposes any further. */
static size_t decompose(bool compatible, u64 cp, u64 *out)
{
	const struct u8c_ref_mapping *row = find(TABLE(canonical), cp);
	size_t made = 0, i;

	if (cp >= 0xac00 && cp <= 0xd7a3)
		return decompose_hangul(cp, out);
	if (!row && compatible)
		row = find(TABLE(compatible), cp);
	if (!row) {
		out[0] = cp;
		return 1;
	}
	for (i = 0; i < row->n; i++)
		made += decompose(compatible, u8c_ref_points[row->at + i],
				  out + made);
	return made;
}

/* Each code point of a text, decomposed. */
static size_t decompose_text(bool compatible, const u64 *p, size_t n, u64 *out)
{
	size_t made = 0, i;

	for (i = 0; i < n; i++)
		made += decompose(compatible, p[i], out + made);
	return made;
}

static size_t map_text(struct table table, const u64 *p, size_t n, u64 *out)
{
	size_t made = 0, i;

	for (i = 0; i < n; i++)
		made += map(table, p[i], out + made);
	return made;
}

/* D109: exchange neighbours as long as two must be exchanged (D108). */
static void order(u64 *p, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		u8 class = u8c_ref_class(p[i]);

		for (size_t k = i; class && k; k--) {
			u64 before = p[k - 1];

			if (u8c_ref_class(before) <= class)
				break;
			p[k - 1] = p[k];
			p[k] = before;
		}
	}
}

/* Section 3.12, "Hangul Syllable Composition": LV or LVT. */
static u64 compose_hangul(u64 first, u64 second)
{
	if (first >= 0x1100 && first <= 0x1112 && second >= 0x1161 &&
	    second <= 0x1175)
		return 0xac00 + ((first - 0x1100) * 21 + second - 0x1161) * 28;
	if (first >= 0xac00 && first <= 0xd7a3 && (first - 0xac00) % 28 == 0 &&
	    second >= 0x11a8 && second <= 0x11c2)
		return first + (second - 0x11a7);
	return 0;
}

/* D114; 0 for none. */
static u64 primary_composite(u64 first, u64 second)
{
	unsigned int low = 0, high = u8c_ref_pairs_count;

	while (low < high) {
		unsigned int middle = (low + high) / 2;
		const struct u8c_ref_pair *pair = &u8c_ref_pairs[middle];

		if (pair->first == first && pair->second == second)
			return pair->composite;
		if (pair->first < first ||
		    (pair->first == first && pair->second < second))
			low = middle + 1;
		else
			high = middle;
	}
	return compose_hangul(first, second);
}

/*
 * D115: is @p[@i] blocked from @p[@starter]?  In canonical order the highest
 * class between the two is right before it.
 */
static bool is_blocked(const u64 *p, size_t starter, size_t i)
{
	u8 before;

	if (i == starter + 1)
		return false;
	before = u8c_ref_class(p[i - 1]);
	return !before || before >= u8c_ref_class(p[i]);
}

/* D117, in place: the result so far is at the start of @p. */
static size_t compose(u64 *p, size_t n)
{
	size_t made = 0, starter = 0, i;
	bool has_starter = false;
	u64 composite;

	for (i = 0; i < n; i++) {
		p[made] = p[i];
		composite = has_starter && !is_blocked(p, starter, made) ?
			    primary_composite(p[starter], p[made]) : 0;
		if (composite) {
			p[starter] = composite;
			continue;
		}
		if (!u8c_ref_class(p[made])) {
			has_starter = true;
			starter = made;
		}
		made++;
	}
	return made;
}

/* Counts the nonstarters at the start and at the end of the NFKD of a code point. */
static void count_nonstarters(u64 cp, size_t *leading, size_t *trailing,
			      size_t *all)
{
	u64 points[U8C_REF_MAPPING];
	size_t n = decompose(true, cp, points);

	*all = n;
	for (*leading = 0; *leading < n; ++*leading)
		if (!u8c_ref_class(points[*leading]))
			break;
	for (*trailing = 0; *trailing < n; ++*trailing)
		if (!u8c_ref_class(points[n - 1 - *trailing]))
			break;
}

/* UAX15-D4 for one code point.  Return: is a joiner to be put before it? */
static bool count_safe(size_t *count, u64 cp)
{
	size_t leading, trailing, all;
	bool joins;

	count_nonstarters(cp, &leading, &trailing, &all);
	joins = *count + leading > SAFE_MAX;
	if (joins)
		*count = 0;
	*count = leading == all ? *count + all : trailing;
	return joins;
}

static size_t make_safe(const u64 *p, size_t n, u64 *out)
{
	size_t made = 0, count = 0, i;

	for (i = 0; i < n; i++) {
		if (count_safe(&count, p[i]))
			out[made++] = PUT_IN;
		out[made++] = p[i];
	}
	return made;
}

static size_t make(enum utf8check_form form, const u64 *p, size_t n, u64 *out,
		   u64 *work)
{
	switch (form) {
	case UTF8CHECK_FORM_NFC:
	case UTF8CHECK_FORM_NFKC:
	case UTF8CHECK_FORM_NFD:
	case UTF8CHECK_FORM_NFKD:
		n = decompose_text(form == UTF8CHECK_FORM_NFKC || form == UTF8CHECK_FORM_NFKD, p, n,
				   out);
		order(out, n);
		return form == UTF8CHECK_FORM_NFC || form == UTF8CHECK_FORM_NFKC ? compose(out, n) :
										   n;
	case UTF8CHECK_FORM_NFKC_CASEFOLD:
		n = map_text(TABLE(casefold), p, n, work);
		n = decompose_text(false, work, n, out);
		order(out, n);
		return compose(out, n);
	case UTF8CHECK_FORM_NFD_CASEFOLD:
		n = decompose_text(false, p, n, out);
		order(out, n);
		n = map_text(TABLE(folds), out, n, work);
		n = decompose_text(false, work, n, out);
		order(out, n);
		return n;
	default:
		for (size_t i = 0; i < n; i++)
			out[i] = p[i];
		return n;
	}
}

size_t u8c_ref_form(enum utf8check_form form, bool stream_safe, const u64 *p,
		    size_t n, u64 *out, u64 *work)
{
	u64 *safe = work + U8C_REF_FORM(n);

	if (stream_safe) {
		n = make_safe(p, n, safe);
		p = safe;
	}
	n = make(form, p, n, out, work);
	for (size_t i = 0; i < n; i++)
		if (out[i] == PUT_IN)
			out[i] = JOINER;
	return n;
}

bool u8c_ref_leaves_out(enum utf8check_form form, u64 cp)
{
	u64 out[U8C_REF_MAPPING];

	return form == UTF8CHECK_FORM_NFKC_CASEFOLD && !map(TABLE(casefold), cp, out);
}

/*
 * The code points that a code point adds to a run: its decomposition.  It is not
 * folded: folding does not make a nonstarter of a starter, and a starter only of
 * U+0345, which counts as a nonstarter while the text is put in order.
 */
static size_t parts(enum utf8check_form form, u64 cp, u64 *out)
{
	u64 between[U8C_REF_MAPPING];
	size_t n;

	if (form == UTF8CHECK_FORM_NFKC_CASEFOLD) {
		n = map(TABLE(casefold), cp, between);
		return decompose_text(false, between, n, out);
	}
	return decompose(form == UTF8CHECK_FORM_NFKC || form == UTF8CHECK_FORM_NFKD, cp, out);
}

bool u8c_ref_run_add(struct u8c_ref_run *run, enum utf8check_form form,
		     bool stream_safe, u64 cp)
{
	u64 points[U8C_REF_MAPPING];
	size_t n = parts(form, cp, points), i;
	struct u8c_ref_run longer = *run;

	if (form == UTF8CHECK_FORM_NONE)
		return true;
	if (stream_safe && count_safe(&longer.safe, cp))
		longer.length = 0;
	for (i = 0; i < n; i++) {
		longer.length = u8c_ref_class(points[i]) ? longer.length + 1 : 0;
		if (longer.length > U8C_REF_RUN)
			return false;
	}
	*run = longer;
	return true;
}
