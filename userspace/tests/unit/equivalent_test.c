// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Comparing and hashing under a form, against the forms that the reference
 * makes.  Run in userspace/.
 */
#include <stdio.h>
#include "shared/common.h"
#include "shared/forms.h"

/* More bytes than a piece that gets its form at once, a few times over. */
#define LONG_TEXT 400

/* A step of the hash: both halves of the product, combined. */
static u64 step(u64 hash, u64 word, u64 key)
{
	u64 factor = hash ^ word, low = 0, high = 0;
	int bit;

	/* 32-bit machines know no integer of 128 bits. */
	for (bit = 63; bit >= 0; bit--) {
		high = high << 1 | low >> 63;
		low <<= 1;
		if (key >> bit & 1) {
			low += factor;
			high += low < factor;
		}
	}
	return high ^ low;
}

/* The hash as struct state of the core describes it, in the simplest way. */
static u64 hash_of(const u8 *p, size_t n, u64 seed)
{
	u64 key = (seed * 0x9e3779b97f4a7c15ull ^ 0xd6e8feb86659fd93ull) | 1;
	u64 hash = ~seed, word = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		word |= (u64)p[i] << i % 8 * 8;
		if (i % 8 != 7)
			continue;
		hash = step(hash, word, key);
		word = 0;
	}
	hash = step(hash, word, key);
	hash = step(hash, n, key);
	return step(hash, n, key);
}

/* The form by which texts are ordered and equal. */
static enum utf8check_form decomposed(enum utf8check_form form)
{
	if (form == UTF8CHECK_FORM_NFC)
		return UTF8CHECK_FORM_NFD;
	return form == UTF8CHECK_FORM_NFKC ? UTF8CHECK_FORM_NFKD : form;
}

static size_t make(enum utf8check_form form, const u32 *p, size_t n, u32 *out)
{
	static u32 composed[LONG_TEXT * FORMS_MAX];

	if (form != UTF8CHECK_FORM_NFKC_CASEFOLD)
		return forms_make(decomposed(form), p, n, out);
	n = forms_make(form, p, n, composed);
	return forms_make(UTF8CHECK_FORM_NFD, composed, n, out);
}

static int order_of(const u32 *a, size_t an, const u32 *b, size_t bn)
{
	size_t i;

	for (i = 0; i < an && i < bn; i++)
		if (a[i] != b[i])
			return a[i] < b[i] ? -1 : 1;
	return (an > bn) - (an < bn);
}

/* Hashed is the UTF-8 of the form. */
static void try_hash(enum utf8check_form form, const u32 *text, size_t points, const u8 *p,
		     size_t n)
{
	static u32 made[LONG_TEXT * FORMS_MAX];
	static u8 bytes[sizeof(made)];
	const size_t made_points = forms_make(form, text, points, made);
	u64 hash;

	assert_true(u8c_hash_form(u8c_impl_find(NULL), form, u8c_text(p, n), 5, &hash));
	assert_true(hash == hash_of(bytes, forms_encode(made, made_points, bytes), 5));
}

static void try_pair(enum utf8check_form form, const u32 *a, size_t an, const u32 *b,
		     size_t bn)
{
	static u32 x[LONG_TEXT * FORMS_MAX * 4], y[LONG_TEXT * FORMS_MAX * 4];
	static u8 p[LONG_TEXT * 4], q[LONG_TEXT * 4];
	size_t xn = make(form, a, an, x), yn = make(form, b, bn, y);
	size_t pn = forms_encode(a, an, p), qn = forms_encode(b, bn, q);
	const struct u8c_impl *impl = u8c_impl_find(NULL);
	int want = order_of(x, xn, y, yn), order;

	assert_true(u8c_compare_form(impl, form, u8c_text(p, pn), u8c_text(q, qn), &order));
	assert_int_equal(order, want);
	assert_true(u8c_compare_form(impl, form, u8c_text(q, qn), u8c_text(p, pn), &order));
	assert_int_equal(order, -want);
	try_hash(form, a, an, p, pn);
	try_hash(form, b, bn, q, qn);
}

/* Texts that differ a little, or only in how they are written. */
static void random_pairs(void **unused)
{
	u32 a[64], b[64 * FORMS_MAX];
	unsigned int i, form;
	size_t n, m, k;

	for (i = 0; i < 100000; i++) {
		form = random_below(U8C_FORMS);
		n = random_below(12);
		forms_random(a, n);
		memcpy(b, a, n * sizeof(*a));
		m = n;
		if (n && random_below(2))
			forms_random(b + random_below(n), 1);
		if (n > 1 && random_below(2)) {
			k = random_below(n - 1);
			b[k] = a[k + 1];
			b[k + 1] = a[k];
		}
		try_pair(form, a, n, b, m);
		m = forms_make(1 + random_below(4), a, n, b);
		if (m <= 64)
			try_pair(form, a, n, b, m);
	}
}

/* Some points, and now and then one of them many times: a run, or a long form. */
static void make_long(u32 *p, size_t n)
{
	static const u32 many[] = { 0x301, 0x316, 0xfdfa, 0xad, 0xac00, 0x1161, 'A', 0x410 };
	size_t i = 0, k, count;
	u32 cp;

	while (i < n) {
		count = 1 + random_below(random_below(4) ? 20 : 200);
		cp = many[random_below(U8C_ARRAY_SIZE(many))];
		if (count > n - i)
			count = n - i;
		if (random_below(3))
			forms_random(p + i, count);
		else
			for (k = 0; k < count; k++)
				p[i + k] = cp;
		i += count;
	}
}

/* Longer than a piece; the reference takes its time. */
static void long_pairs(void **unused)
{
	static u32 a[LONG_TEXT], b[LONG_TEXT * FORMS_MAX];
	unsigned int i, form;
	size_t n, m;

	for (i = 0; i < 3000; i++) {
		form = random_below(U8C_FORMS);
		n = 1 + random_below(LONG_TEXT);
		make_long(a, n);
		memcpy(b, a, n * sizeof(*a));
		if (random_below(2))
			forms_random(b + random_below(n), 1);
		try_pair(form, a, n, b, n);
		m = forms_make(1 + random_below(U8C_FORMS - 1), a, n, b);
		if (m <= LONG_TEXT)
			try_pair(form, a, n, b, m);
	}
}

/* Other seeds and lengths give other hashes. */
static void hashes_differ(void **unused)
{
	const struct u8c_impl *impl = u8c_impl_find(NULL);
	u64 hashes[200], hash;
	u8 zeros[100] = { 0 };
	unsigned int i, k;

	for (i = 0; i < 200; i++) {
		assert_true(u8c_hash_form(impl, UTF8CHECK_FORM_NFC, u8c_text(zeros, i % 100),
					  i / 100, &hash));
		hashes[i] = hash;
		for (k = 0; k < i; k++)
			assert_true(hashes[k] != hash);
	}
}

/*
 * Regression: when a step had one multiplication only, these two had the same
 * hash under every second seed, because the last bits of three words cancelled
 * each other.
 */
static void seeds_matter(void **unused)
{
	static const char one[] = "xxxxxxx0xxx0xxx0yyyyyyy";
	static const char two[] = "xxxxxxxpxxxpxxxpyyyyyyy";
	const struct u8c_impl *impl = u8c_impl_find(NULL);
	u64 a, b;
	unsigned int i;

	for (i = 0; i < 1000; i++) {
		u64 seed = (u64)random_below(~0u) << 32 | random_below(~0u);

		assert_true(u8c_hash_form(impl, UTF8CHECK_FORM_NFC, u8c_text(one, sizeof(one) - 1),
					  seed, &a));
		assert_true(u8c_hash_form(impl, UTF8CHECK_FORM_NFC, u8c_text(two, sizeof(two) - 1),
					  seed, &b));
		assert_true(a != b);
	}
}

/* The hash is the same on every machine, however the words are read. */
static void hash_is_described(void **unused)
{
	const struct u8c_impl *impl = u8c_impl_find(NULL);
	u64 hash;
	u8 p[100];
	unsigned int i;

	for (i = 0; i < 2000; i++) {
		u64 seed = (u64)random_below(~0u) << 32 | random_below(~0u);
		size_t n = random_below(sizeof(p));

		u8c_sample_text(random_chance(), 0, p, n);
		n = u8c_ref_valid_up_to(p, n);
		assert_true(u8c_hash_form(impl, UTF8CHECK_FORM_NONE, u8c_text(p, n), seed,
					  &hash));
		assert_true(hash == hash_of(p, n, seed));
	}
}

/* A prefix is ordered before the longer text, whatever bytes follow it in memory. */
static void what_follows_does_not_count(void **unused)
{
	const struct u8c_impl *impl = u8c_impl_find(NULL);
	unsigned int form;
	int order;

	for (form = 0; form < U8C_FORMS; form++) {
		assert_true(u8c_compare_form(impl, form, u8c_text("ab", 2), u8c_text("az", 1),
					     &order));
		assert_true(order > 0);
		assert_true(u8c_compare_form(impl, form, u8c_text("az", 1), u8c_text("ab", 2),
					     &order));
		assert_true(order < 0);
	}
}

static int equivalent_tests(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_pairs),
		cmocka_unit_test(long_pairs),
		cmocka_unit_test(hashes_differ),
		cmocka_unit_test(seeds_matter),
		cmocka_unit_test(hash_is_described),
		cmocka_unit_test(what_follows_does_not_count),
	};

	return cmocka_run_group_tests_name("equivalent", tests, forms_setup, NULL);
}

UNIT_GROUP("equivalent", equivalent_tests);
