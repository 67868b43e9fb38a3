// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Boundaries, found from every place; and order, by code points in every
 * encoding.
 */
#include <stdio.h>
#include "shared/common.h"
#include "kunit/order.h"
#include "kunit/reference_profile.h"
#include "shared/texts.h"

#define POINTS 12
#define TEXT_MAX (POINTS * U8C_SEQUENCE_MAX)

/* Code points, and the place of each in the text that is made of them. */
struct spelled {
	u64 cp[POINTS];
	size_t start[POINTS + 1];
	unsigned int many;
	u8 text[TEXT_MAX];
};

static void spell(struct spelled *s, struct u8c_coding c, unsigned int many)
{
	size_t length;

	for (s->many = 0, s->start[0] = 0; s->many < many;) {
		u64 cp = texts_code_point((1ull << 42) - 1);

		length = u8c_ref_write(&c, cp, s->text + s->start[s->many]);
		if (!length)
			continue;
		c.after_high = u8c_is_high_surrogate(cp);
		s->cp[s->many++] = cp;
		s->start[s->many] = s->start[s->many - 1] + length;
	}
}

/* A coding that a stream could have; pairs only where they have a meaning. */
static struct u8c_coding random_coding(void)
{
	struct u8c_coding c = {
		.profile = random_below(U8C_PROFILES),
		.encoding = random_below(UTF8CHECK_AUTO),
	};

	return c;
}

static void every_cut(void **unused)
{
	unsigned int i, k;
	struct spelled s;
	size_t at;

	(void)unused;
	random_start();
	for (i = 0; i < 30000; i++) {
		struct u8c_coding c = random_coding();
		size_t n;

		spell(&s, c, 1 + random_below(POINTS));
		n = s.start[s.many];
		for (at = 0, k = 0; at <= n; at++) {
			k += k < s.many && at > s.start[k];
			/* Now start[k - 1] < at <= start[k]. */
			if (u8c_next_boundary(&c, s.text, n, at) != s.start[k])
				assert_same("next boundary", s.text, n);
			if (u8c_previous_boundary(&c, s.text, n, at) !=
			    s.start[k - (at < s.start[k])])
				assert_same("previous boundary", s.text, n);
		}
	}
}

/*
 * Nothing begins within a pair of surrogates, even if its last bytes are missing:
 * U+1F600 in CESU-8, cut before its last byte.
 */
static void cut_pairs(void **unused)
{
	static const u8 pair[] = { 0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80 };
	static const u8 others[] = { 0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x2f };
	const struct u8c_coding cesu8 = { .profile = UTF8CHECK_CESU8 };
	const struct u8c_coding wtf8 = { .profile = UTF8CHECK_WTF8 };
	size_t n;

	(void)unused;
	for (n = 5; n <= 6; n++) {
		assert_false(u8c_is_boundary(&cesu8, pair, n, 3));
		assert_int_equal(u8c_next_boundary(&cesu8, pair, n, 1), n);
		assert_int_equal(u8c_previous_boundary(&cesu8, pair, n, n - 1), 0);
		assert_true(u8c_is_boundary(&wtf8, pair, n, 3));
	}
	/* The second one is not a surrogate yet, or has become something else. */
	assert_true(u8c_is_boundary(&cesu8, pair, 4, 3));
	assert_int_equal(u8c_next_boundary(&cesu8, pair, 4, 1), 3);
	assert_true(u8c_is_boundary(&cesu8, others, 6, 3));
}

/* In any bytes, a boundary is near the place, and on the right side of it. */
static void any_bytes(void **unused)
{
	unsigned int i;
	u8 p[64];

	(void)unused;
	random_start();
	for (i = 0; i < 50000; i++) {
		struct u8c_coding c = random_coding();
		size_t n = texts_any(&c, p, sizeof(p));
		size_t at = random_below(n + 1);
		size_t next = u8c_next_boundary(&c, p, n, at);
		size_t previous = u8c_previous_boundary(&c, p, n, at);

		if (next < at || next > n || next - at > U8C_SEQUENCE_MAX)
			assert_same("next boundary", p, n);
		if (previous > at || at - previous > U8C_SEQUENCE_MAX)
			assert_same("previous boundary", p, n);
	}
}

/* A window around the place gives the same answer as the whole text. */
static void windows(void **unused)
{
	unsigned int i;
	u8 p[256];

	(void)unused;
	random_start();
	for (i = 0; i < 50000; i++) {
		struct u8c_coding c = random_coding();
		size_t n = texts_any(&c, p, sizeof(p));
		size_t at = random_below(n + 1);
		struct u8c_place whole, part;
		u8 room[U8C_WINDOW];
		struct u8c_text w = u8c_order_window(p, n, at, room);
		size_t begin = u8c_window_start(at);

		if (u8c_resync(&c, p, n, at, &whole) !=
		    u8c_resync(&c, w.p, w.n, at - begin, &part) ||
		    whole.previous != begin + part.previous ||
		    whole.next != begin + part.next ||
		    whole.has_previous != part.has_previous)
			assert_same("resync", p, n);
	}
}

static int sign(int x)
{
	return (x > 0) - (x < 0);
}

static int compare_points(const struct spelled *a, const struct spelled *b)
{
	unsigned int i;

	for (i = 0; i < a->many && i < b->many; i++)
		if (a->cp[i] != b->cp[i])
			return a->cp[i] < b->cp[i] ? -1 : 1;
	return sign((int)a->many - (int)b->many);
}

static int compare_bytes(const struct spelled *a, const struct spelled *b)
{
	size_t an = a->start[a->many], bn = b->start[b->many];
	int order = memcmp(a->text, b->text, an < bn ? an : bn);

	return sign(order ? order : (int)an - (int)bn);
}

static bool order_is_that_of_bytes(const struct u8c_coding *c)
{
	return c->encoding == UTF8CHECK_UTF32BE ||
	       (c->encoding == UTF8CHECK_UTF8 && c->profile != UTF8CHECK_CESU8 &&
		c->profile != UTF8CHECK_MUTF8);
}

static void order(void **unused)
{
	struct spelled a, b;
	unsigned int i;

	(void)unused;
	random_start();
	for (i = 0; i < 60000; i++) {
		struct u8c_coding c = random_coding();
		int want, found;

		spell(&a, c, random_below(POINTS + 1));
		spell(&b, c, random_below(POINTS + 1));
		/* Most pairs differ at once: give half of them a common start. */
		if (i % 2) {
			b = a;
			b.many = random_below(b.many + 1);
		}
		want = compare_points(&a, &b);
		found = u8c_compare(&c, u8c_text(a.text, a.start[a.many]),
				    u8c_text(b.text, b.start[b.many]));
		assert_int_equal(sign(found), want);
		found = u8c_compare(&c, u8c_text(b.text, b.start[b.many]),
				    u8c_text(a.text, a.start[a.many]));
		assert_int_equal(sign(found), -want);
		if (order_is_that_of_bytes(&c))
			assert_int_equal(compare_bytes(&a, &b), want);
	}
}

/* Pairs of code points, in code point order whatever their bytes are. */
static void order_of_neighbours(void **unused)
{
	static const u64 cps[] = {
		0, 1, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xfffd, 0xffff,
		0x10000, 0x10ffff,
	};
	struct u8c_coding c = { 0 };
	u8 a[U8C_SEQUENCE_MAX], b[U8C_SEQUENCE_MAX];
	unsigned int i, k;

	(void)unused;
	for (; c.profile < UTF8CHECK_UCS2; c.profile++)
		for (c.encoding = 0; c.encoding < UTF8CHECK_AUTO; c.encoding++)
			for (i = 0; i < U8C_ARRAY_SIZE(cps); i++)
				for (k = 0; k < U8C_ARRAY_SIZE(cps); k++) {
					size_t an = u8c_encode(&c, cps[i], a);
					size_t bn = u8c_encode(&c, cps[k], b);
					int found = u8c_compare(&c, u8c_text(a, an),
								u8c_text(b, bn));

					assert_int_equal(sign(found),
							 sign((int)i - (int)k));
				}
}

/*
 * Two ill-formed sequences that begin alike: E2 82 and E2 83, cut off.
 * Regression: each was ordered after the other.
 */
static void order_of_ill_formed(void **unused)
{
	static const char *const texts[] = {
		"a", "\xf4\x8f\xbf\xbf", "\x80", "\xc0", "\xe2", "\xe2\x82",
		"\xe2\x82z", "\xe2\x83", "\xe2\x83z", "\xff",
	};
	unsigned int i, k;

	(void)unused;
	for (i = 0; i < U8C_ARRAY_SIZE(texts); i++) {
		for (k = 0; k < U8C_ARRAY_SIZE(texts); k++) {
			int found = u8c_compare(&u8c_rfc3629,
						u8c_text(texts[i], strlen(texts[i])),
						u8c_text(texts[k], strlen(texts[k])));

			assert_int_equal(sign(found), sign((int)i - (int)k));
		}
	}
}

static void try_order(const struct u8c_coding *c, const struct u8c_order_case *t)
{
	const char *differs = u8c_try_order(c, t);

	if (!differs)
		return;
	fprintf(stderr, "# %s, %s, %zu and %zu bytes\n",
		u8c_profile_name(c->profile), u8c_encoding_name(c->encoding),
		t->an, t->bn);
	assert_same(differs, t->b, t->bn);
}

/* Texts that are mostly ill-formed, compared by the core and by the definition. */
static void order_of_any(void **unused)
{
	struct u8c_chance chance;
	struct u8c_order_case t;
	unsigned int i;

	(void)unused;
	random_start();
	chance.state = random_below(~0u);
	for (i = 0; i < 200000; i++) {
		struct u8c_coding c = {
			.profile = i % U8C_PROFILES,
			.encoding = i / U8C_PROFILES % UTF8CHECK_AUTO,
		};

		u8c_order_chance(&chance, &t);
		try_order(&c, &t);
	}
}

enum { BYTES = sizeof(u8c_order_bytes), ENDS = 1 + BYTES + BYTES * BYTES };

/* Appends up to two bytes, chosen by a number below ENDS.  Return: the length. */
static size_t append_end(u8 *p, size_t n, unsigned int end)
{
	if (end > BYTES)
		p[n++] = u8c_order_bytes[(end - 1 - BYTES) / BYTES];
	if (end)
		p[n++] = u8c_order_bytes[(end - 1) % BYTES];
	return n;
}

/* Every two of these ends, after a random beginning, in each profile. */
static void order_of_ends(void **unused)
{
	struct u8c_chance chance;
	struct u8c_order_case t;
	unsigned int i, k;

	(void)unused;
	random_start();
	chance.state = random_below(~0u);
	for (i = 0; i < ENDS * ENDS; i++) {
		size_t n = u8c_order_text(&chance, t.a, 20 + i % 24);

		memcpy(t.b, t.a, n);
		t.an = append_end(t.a, n, i / ENDS);
		t.bn = append_end(t.b, n, i % ENDS);
		for (k = 0; k < U8C_PROFILES + UTF8CHECK_AUTO; k++) {
			struct u8c_coding c = {
				.profile = k < U8C_PROFILES ? k : UTF8CHECK_WTF8,
				.encoding = k < U8C_PROFILES ? 0 : k - U8C_PROFILES,
			};

			try_order(&c, &t);
		}
	}
}

/* A unit of UTF-16 that is cut in two. */
static void half_unit(void **unused)
{
	const struct u8c_coding wide = { .encoding = UTF8CHECK_UTF16LE };

	(void)unused;
	assert_true(u8c_is_boundary(&wide, (const u8 *)"abc", 3, 2));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_cut),
		cmocka_unit_test(cut_pairs),
		cmocka_unit_test(any_bytes),
		cmocka_unit_test(windows),
		cmocka_unit_test(order),
		cmocka_unit_test(order_of_neighbours),
		cmocka_unit_test(order_of_ill_formed),
		cmocka_unit_test(order_of_any),
		cmocka_unit_test(order_of_ends),
		cmocka_unit_test(half_unit),
	};

	return cmocka_run_group_tests_name("order", tests, NULL, NULL);
}
