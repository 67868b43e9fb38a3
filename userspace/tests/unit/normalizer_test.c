// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The incremental normalizer and the checker at their limits: long runs,
 * hostile floods, the Stream-Safe Text Format, code points of other profiles.
 * Run in userspace/.
 */
#include <stdio.h>
#include <time.h>
#include "shared/ways.h"
#include "core/normalize/candidates.h"
#include "core/normalize/canonical.h"

/* 'a', then nonstarters of random classes; some may compose with 'a'. */
static size_t make_run(u32 *p, size_t count)
{
	size_t i;

	p[0] = 'a';
	for (i = 1; i <= count; i++)
		do
			p[i] = 0x300 + random_below(0x70);
		while (!forms_class(p[i]) || p[i] == 0x344);
	return count + 1;
}

static enum u8c_made normalize(enum utf8check_form form, const u32 *p, size_t n,
			       struct utf8check_error *e)
{
	static u8 in[5000 * 4], out[5000 * 4];
	struct u8c_sink s = u8c_sink(out, sizeof(out));

	assert_true(n <= 5000);
	return u8c_normalize(u8c_impl_find(NULL), form,
			     u8c_text(in, forms_encode(p, n, in)), &s, e);
}

/* Return: how many code points were taken. */
static size_t push_all(enum utf8check_form form, bool safe, const u32 *p, size_t n)
{
	static struct u8c_incremental s, before;
	u64 cp;
	size_t i;

	u8c_incremental_init(&s, form, safe);
	for (i = 0; i < n; i++) {
		memcpy(&before, &s, sizeof(s));
		if (!u8c_incremental_push(&s, p[i])) {
			assert_int_equal(s.run, before.run);
			assert_int_equal(s.end - s.ready,
					 before.end - before.ready);
			return i;
		}
		while (u8c_incremental_next(&s, &cp))
			;
	}
	return n;
}

static void runs(void **unused)
{
	u32 p[1100];
	unsigned int form, count;
	struct utf8check_error e;
	size_t n;

	for (form = UTF8CHECK_FORM_NFC; form < U8C_FORMS; form++) {
		if (form == UTF8CHECK_FORM_NFKC_CASEFOLD)	/* which leaves out U+034F */
			continue;
		for (count = 1022; count <= 1024; count++) {
			n = make_run(p, count);
			ways_try_reference(form, p, n);
			/* The same nonstarters with nothing before them. */
			ways_try_reference(form, p + 1, n - 1);
			/* The same with text after them. */
			p[n++] = 'b';
			p[n++] = 0x301;
			ways_try_reference(form, p, n);
		}
		n = make_run(p, 1025);
		assert_int_equal(push_all(form, false, p, n), 1025);
		assert_int_equal(push_all(form, true, p, n), n);
		assert_int_equal(normalize(form, p, n, &e),
				 U8C_MADE_COMBINING_RUN);
		assert_int_equal(e.offset, 1 + 1024 * 2);
		assert_int_equal(e.reason, UTF8CHECK_REASON_COMBINING_RUN);
		assert_int_equal(e.length, 2);
		assert_int_equal(e.value, p[1025]);
	}
}

/* Runs that a decomposition begins, ends or lengthens. */
static void runs_of_decompositions(void **unused)
{
	u32 p[1100];
	size_t n = make_run(p, 1024);
	struct utf8check_error e;

	p[0] = 0xe9;		/* ends in a nonstarter under NFD */
	assert_int_equal(push_all(UTF8CHECK_FORM_NFD, false, p, n), 1024);
	assert_int_equal(push_all(UTF8CHECK_FORM_NFC, false, p, n), 1024);
	assert_int_equal(normalize(UTF8CHECK_FORM_NFC, p, n, &e), U8C_MADE_COMBINING_RUN);
	assert_int_equal(e.offset, 2 + 1023 * 2);
	ways_try_reference(UTF8CHECK_FORM_NFD, p, n - 1);
	ways_try_reference(UTF8CHECK_FORM_NFC, p, n - 1);
	p[0] = 'a';
	p[1023] = 0x344;	/* two nonstarters */
	ways_try_reference(UTF8CHECK_FORM_NFC, p, 1024);
	p[1023] = 0x301;
	p[1024] = 0x344;
	assert_int_equal(push_all(UTF8CHECK_FORM_NFC, false, p, n), 1024);
	p[1024] = 0xf73;	/* two that have the class of a starter */
	assert_int_equal(push_all(UTF8CHECK_FORM_NFC, false, p, n), 1024);
	p[1024] = 0xff9e;	/* one, under NFKC only */
	ways_try_reference(UTF8CHECK_FORM_NFKC, p, n);
	ways_try_reference(UTF8CHECK_FORM_NFC, p, n);
	p[n] = 0xff9e;
	assert_int_equal(push_all(UTF8CHECK_FORM_NFKC, false, p, n + 1), n);
	assert_int_equal(push_all(UTF8CHECK_FORM_NFC, false, p, n + 1), n + 1);
	assert_int_equal(normalize(UTF8CHECK_FORM_NFKC, p, n + 1, &e),
			 U8C_MADE_COMBINING_RUN);
	assert_int_equal(e.offset, 1 + 1023 * 2 + 3);
	assert_int_equal(e.length, 3);
}

/* UAX15-D4, then the form: any text, against the reference. */
static void stream_safe(void **unused)
{
	static struct u8c_incremental s;
	static u32 safe[2000], want[2000 * FORMS_MAX], p[1000];
	unsigned int i, form;
	size_t n, m, k, at;
	u64 cp;

	for (i = 0; i < 4000; i++) {
		form = i % UTF8CHECK_FORM_NFKC_CASEFOLD;
		n = i % 3 ? random_below(1000) : make_run(p, 20 + i % 900);
		if (i % 3)
			forms_random(p, n);
		for (k = 0; i % 3 == 1 && k < n; k++)	/* mostly marks */
			if (random_below(20))
				p[k] = 0x300 + random_below(0x70);
		m = forms_stream_safe(p, n, safe);
		m = forms_make(form, safe, m, want);
		u8c_incremental_init(&s, form, true);
		for (k = at = 0; k <= n; k++) {
			if (k < n)
				assert_true(u8c_incremental_push(&s, p[k]));
			else
				u8c_incremental_finish(&s);
			while (u8c_incremental_next(&s, &cp)) {
				assert_true(at < m);
				assert_int_equal(cp, want[at++]);
			}
		}
		assert_int_equal(at, m);
	}
}

/* Code points above U+10FFFF and surrogates separate text, as starters do. */
static void other_profiles(void **unused)
{
	static const u64 in[] = { 'a', 0x345, 0x316, 0x7fffffff, 0x316, 0x300,
				  0xd800, 0x301, 0x316, 0x3ffffffffffull, 'e',
				  0x301, 0x110000 };
	static const u64 want[] = { 'a', 0x316, 0x345, 0x7fffffff, 0x316, 0x300,
				    0xd800, 0x316, 0x301, 0x3ffffffffffull,
				    0xe9, 0x110000 };
	static struct u8c_incremental s;
	size_t i, at = 0;
	u64 cp;

	u8c_incremental_init(&s, UTF8CHECK_FORM_NFC, false);
	for (i = 0; i <= U8C_ARRAY_SIZE(in); i++) {
		if (i < U8C_ARRAY_SIZE(in))
			assert_true(u8c_incremental_push(&s, in[i]));
		else
			u8c_incremental_finish(&s);
		while (u8c_incremental_next(&s, &cp))
			assert_int_equal(cp, want[at++]);
	}
	assert_int_equal(at, U8C_ARRAY_SIZE(want));
}

/* The checker with prefixes that are passed over, wherever that is possible. */
static void checker_passes(void **unused)
{
	static struct u8c_verifier c;
	u32 p[200];
	u8 bytes[800];
	unsigned int i, form;
	size_t n, at, part, offset;
	const u8 *q;

	for (i = 0; i < 20000; i++) {
		form = 1 + i % (U8C_FORMS - 1);
		n = random_below(60);
		forms_random(p, n);
		if (i % 2)		/* normalized, except for the end */
			n = forms_make(form, p, n < 10 ? n : 10, p + 60),
			memmove(p, p + 60, n * sizeof(*p));
		n = forms_encode(p, n, bytes);
		u8c_verifier_init(&c, form, false);
		for (at = 0; at < n;) {
			q = bytes + at;
			if (u8c_has_boundary_before(form, u8c_take(&q, bytes + n))) {
				part = u8c_stable_up_to(u8c_impl_find(NULL), form, bytes + at,
							n - at, false);
				u8c_verifier_pass(&c, part);
				at += part;
				q = bytes + at;
				if (at < n)
					u8c_take(&q, bytes + n);
			}
			if (at == n)
				break;
			part = q - bytes - at;
			q = bytes + at;
			assert_true(u8c_verifier_push(&c, u8c_take(&q, bytes + n), part));
			at += part;
		}
		u8c_verifier_finish(&c);
		assert_int_equal(!c.differs,
				 u8c_is_normalized(u8c_impl_find(NULL), form,
						   u8c_text(bytes, n), &offset, NULL));
		assert_int_equal(c.offset, offset);
	}
}

/* Code points that NFKC_Casefold leaves out may come without end. */
static void checker_is_bounded(void **unused)
{
	static struct u8c_verifier c;
	unsigned int i;

	u8c_verifier_init(&c, UTF8CHECK_FORM_NFKC_CASEFOLD, false);
	assert_true(u8c_verifier_push(&c, 'a', 1));
	for (i = 0; i < 100000; i++)
		assert_true(u8c_verifier_push(&c, 0x200d, 3));
	u8c_verifier_finish(&c);
	assert_true(c.differs);
	assert_int_equal(c.offset, 1);
	assert_int_equal(c.length, 3);
}

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

enum flood { RANDOM_MARKS, DESCENDING, IGNORABLES, STARTERS, FLOODS };

static void make_flood(enum flood kind, u32 *p, size_t n)
{
	static const u32 descending[] = { 0x345, 0x301, 0x316, 0x5b0, 0x334 };
	size_t i;

	for (i = 0; i < n; i++) {
		if (kind == RANDOM_MARKS && make_run(p + i, 1))
			p[i] = 0x300 + random_below(0x30);
		else if (kind == DESCENDING)
			p[i] = descending[i * 5 / n];
		else if (kind == IGNORABLES)
			p[i] = 0x200d;
		else if (kind == STARTERS)
			p[i] = i % 2 ? 0x9be : 0x9c7;
	}
}

/* The time of all calls with a text of @n code points. */
static double time_flood(enum utf8check_form form, const u8 *p, size_t n, u8 *out,
			 size_t room)
{
	const struct u8c_impl *impl = u8c_impl_find(NULL);
	struct u8c_recompose r;
	double start = seconds();
	struct u8c_sink s = u8c_sink(out, room);
	size_t offset;
	int order;
	u64 hash;

	u8c_normalize(impl, form, u8c_text(p, n), &s, NULL);
	u8c_is_normalized(impl, form, u8c_text(p, n), &offset, NULL);
	u8c_hash_form(impl, form, u8c_text(p, n), 0, &hash);
	u8c_compare_form(impl, form, u8c_text(p, n - 2), u8c_text(p, n), &order);
	u8c_recompose_init(&r, form, p, n);
	while (u8c_recompose_next(&r) != U8C_END)
		;
	u8c_match_form(impl, form, u8c_text(p, n), u8c_text(out, s.made < room ? s.made : room));
	return seconds() - start;
}

/* A text four times as long takes about four times as long, not sixteen times. */
static void floods(void **unused)
{
	static u32 p[80000 + 1];
	static u8 in[80000 * 4], out[80000 * 12];
	unsigned int kind, form;
	double little, much;
	size_t n;

	for (kind = 0; kind < FLOODS; kind++)
		for (form = UTF8CHECK_FORM_NFC; form < U8C_FORMS; form++) {
			make_flood(kind, p, 20000);
			n = forms_encode(p, 20000, in);
			little = time_flood(form, in, n, out, sizeof(out));
			make_flood(kind, p, 80000);
			n = forms_encode(p, 80000, in);
			much = time_flood(form, in, n, out, sizeof(out));
			if (much > 0.05 && much > 10 * little)
				fail_msg("flood %u under %s: %g s, then %g s",
					 kind, u8c_form_name(form), little,
					 much);
		}
}

static int load(void **unused)
{
	random_start();
	forms_load();
	printf("# %zu bytes of normalizer, %zu of checker\n",
	       sizeof(struct u8c_incremental), sizeof(struct u8c_verifier));
	return 0;
}

/* The marks that were counted are fewer when they are read again: the text has changed. */
static void marks_vanish(void **unused)
{
	u8 in[] = "a\xcc\x96\xcc\x97";
	struct u8c_recompose r;

	u8c_recompose_init(&r, UTF8CHECK_FORM_NFC, in, sizeof(in) - 1);
	assert_int_equal(u8c_recompose_next(&r), 'a');
	memcpy(in + 1, "\xf0\x90\x80\x80", 4);
	assert_int_equal(u8c_recompose_next(&r), 0x10000);
	assert_int_equal(u8c_recompose_next(&r), U8C_END);
	assert_int_equal(u8c_recompose_next(&r), U8C_END);
}

/* A long run that is longer when it is read again ends where it ended. */
static void run_grows(void **unused)
{
	enum { MARKS = 2 * U8C_REORDER_RUN };
	u8 in[1 + 2 * MARKS + 2];
	struct u8c_reorder r;
	unsigned int i;

	in[0] = 'a';
	for (i = 0; i < MARKS; i++)
		memcpy(in + 1 + 2 * i, i % 2 ? "\xcc\x96" : "\xcc\x81", 2);
	memcpy(in + 1 + 2 * MARKS, "bc", 2);
	u8c_reorder_init(&r, UTF8CHECK_FORM_NFD, in, sizeof(in));
	assert_int_equal(u8c_reorder_next(&r), 'a');
	assert_int_equal(u8c_reorder_next(&r) & 0x1fffff, 0x316);
	memcpy(in + 1 + 2 * MARKS, "\xcc\x81", 2);
	for (i = 1; i < MARKS; i++)
		assert_int_equal(u8c_reorder_next(&r) & 0x1fffff, i < MARKS / 2 ? 0x316 : 0x301);
	/* The mark that is there now comes after the run. */
	assert_int_equal(u8c_reorder_next(&r) & 0x1fffff, 0x301);
	assert_int_equal(u8c_reorder_next(&r), U8C_END);
}

/* No form has a mapping where there is none. */
static void no_form(void **unused)
{
	struct u8c_mapping m;

	assert_false(u8c_find_mapping(UTF8CHECK_FORM_NONE, 0xe9, &m));
}

static int normalizer_tests(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(runs),
		cmocka_unit_test(runs_of_decompositions),
		cmocka_unit_test(stream_safe),
		cmocka_unit_test(other_profiles),
		cmocka_unit_test(checker_passes),
		cmocka_unit_test(checker_is_bounded),
		cmocka_unit_test(floods),
		cmocka_unit_test(marks_vanish),
		cmocka_unit_test(run_grows),
		cmocka_unit_test(no_form),
	};

	return cmocka_run_group_tests_name("normalizer", tests, load, NULL);
}

UNIT_GROUP("normalizer", normalizer_tests);
