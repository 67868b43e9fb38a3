// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Copying and repairing, with every implementation, against the slow reference:
 * at every alignment, and before a page that is not mapped.
 */
#include <stdio.h>
#include "shared/common.h"
#include "kunit/reference_action.h"

#define LENGTH_MAX 2000
/* More than the longest piece that an implementation judges at once. */
#define LONG_MAX 4480
#define OUT_MAX (3 * LENGTH_MAX + U8C_REPAIR_ROOM)

/* Text and output; each ends at the end of its page. */
struct pages {
	struct guarded in;
	struct guarded out;
};

static int pages_new(void **state)
{
	static struct pages pages;

	random_start();
	pages.in = guarded_new(LONG_MAX);
	pages.out = guarded_new(OUT_MAX);
	*state = &pages;
	return 0;
}

static int pages_free(void **state)
{
	struct pages *pages = *state;

	guarded_free(&pages->in);
	guarded_free(&pages->out);
	return 0;
}

static void expect(const u8 *p, size_t n, enum utf8check_action action, u8 *out,
		   struct u8c_ref_result *want)
{
	const struct utf8check_config config = {
		.action = action, .flags = out ? 0 : UTF8CHECK_FLAG_NO_OUTPUT,
	};

	u8c_ref_stream(&config, p, n, out, want, NULL);
}

static void try_pass(const struct u8c_impl *impl, struct pages *pages,
		     const u8 *p, size_t n)
{
	u8 *out = pages->out.p + pages->out.size - n;
	u64 found[8] = { 5, 6, 7, 8 }, checked[8] = { 5, 6, 7, 8 };
	struct u8c_ref_result want;
	size_t good = u8c_ref_valid_up_to(p, n), i;

	expect(p, good, UTF8CHECK_ACTION_REJECT, NULL, &want);
	assert_int_equal(impl->validate->copy_valid(p, n, out, found, impl->validate), good);
	assert_same(memcmp(out, p, good) ? impl->name : NULL, p, n);
	assert_int_equal(impl->validate->copy_valid(p, n, NULL, checked, impl->validate), good);
	for (i = 0; i < 4; i++) {
		assert_int_equal(found[i], want.by_length[i] + i + 5);
		assert_int_equal(checked[i], want.by_length[i] + i + 5);
	}
}

/* The implementation stops before the end of the text; the reference does the rest. */
static void try_repair(const struct u8c_impl *impl, struct pages *pages,
		       const u8 *p, size_t n, size_t room)
{
	static u8 wanted[OUT_MAX], last[OUT_MAX];
	struct u8c_ref_result want, rest;
	u64 by_length[U8C_SEQUENCE_MAX] = { 0 }, by_reason[U8C_REASONS] = { 0 };
	u8 *out = pages->out.p + pages->out.size - room;
	struct u8c_replacement r = {
		.in = p, .end = p + n, .out = out, .out_end = out + room,
		.by_length = by_length, .by_reason = by_reason,
	};
	size_t made, i;

	impl->validate->replace(&r, impl->validate);
	made = r.out - out;
	assert_true(r.end - r.in < U8C_REPAIR_TEXT ||
		    r.out_end - r.out < U8C_REPAIR_ROOM);
	expect(p, n, UTF8CHECK_ACTION_REPLACE, wanted, &want);
	expect(r.in, r.end - r.in, UTF8CHECK_ACTION_REPLACE, last, &rest);
	assert_same(made + rest.bytes_out != want.bytes_out ||
		    memcmp(wanted, out, made) ||
		    memcmp(wanted + made, last, rest.bytes_out) ?
		    impl->name : NULL, p, n);
	for (i = 0; i < U8C_SEQUENCE_MAX; i++)
		assert_int_equal(by_length[i] + rest.by_length[i],
				 want.by_length[i]);
	for (i = 0; i < U8C_REASONS; i++)
		assert_int_equal(by_reason[i] + rest.by_reason[i],
				 want.by_reason[i]);
}

static void try_all(struct pages *pages, const u8 *p, size_t n)
{
	const struct u8c_impl *const *impl;

	for_each_impl(impl) {
		try_pass(*impl, pages, p, n);
		try_repair(*impl, pages, p, n, OUT_MAX);
		try_repair(*impl, pages, p, n, random_below(OUT_MAX));
	}
}

static void random_texts(void **state)
{
	struct pages *pages = *state;
	unsigned int i;

	for (i = 0; i < 1500; i++) {
		size_t n = random_below(i % 2 ? LENGTH_MAX : 400);
		u8 *p = pages->in.p + pages->in.size - n;

		random_text(p, n);
		try_all(pages, p, n);
	}
}

/* A few errors, so that there are blocks with errors and blocks without. */
static void rare_errors(void **state)
{
	struct pages *pages = *state;
	unsigned int i, k;

	for (i = 0; i < 800; i++) {
		size_t n = 1000 + random_below(LENGTH_MAX - 1000);
		u8 *p = pages->in.p + i % 64;

		random_well_formed(p, n);
		for (k = random_below(4); k; k--)
			p[random_below(n)] = random_below(256);
		try_all(pages, p, n);
	}
}

/*
 * Each kind of ill-formed sequence at each place of two blocks of 64 bytes, in
 * text of each length of sequence.
 */
static void every_error_at_every_place(void **state)
{
	static const char *const texts[] = {
		"a", "\xc3\xa9", "\xe4\xba\x8c", "\xf0\x9f\x98\x80"
	};
	static const char *const errors[] = {
		"\x80", "\xbf", "\xc0", "\xc1\x81", "\xc2", "\xe0\x9f\x80",
		"\xe2\x82", "\xed\xa0\x80", "\xe2", "\xf0\x8f\xbf\xbf", "\xf0\x90",
		"\xf0\x90\x80", "\xf4\x90\x80\x80", "\xf5", "\xf8\x87\x80", "\xf8\x88",
		"\xfc\x83", "\xfc\x84", "\xfe", "\xff", "\xf4\x8f\xbf\xe2\x82\xc2",
	};
	struct pages *pages = *state;
	u8 *buf = pages->in.p;
	size_t i, e, at, n, length, bad;

	for (i = 0; i < U8C_ARRAY_SIZE(texts); i++) {
		for (e = 0; e < U8C_ARRAY_SIZE(errors); e++) {
			length = strlen(texts[i]);
			bad = strlen(errors[e]);
			for (at = 0; at < 66; at++) {
				memset(buf, 'b', at % length);
				for (n = at % length; n + length < 330; n += length)
					memcpy(buf + n, texts[i], length);
				memcpy(buf + at, errors[e], bad);
				memcpy(buf + at + 64, errors[e], bad);
				try_all(pages, buf, n);
			}
		}
	}
}

/* Blocks without an error in which one code point is longer than the others. */
static void a_long_one_at_every_place(void **state)
{
	static const char *const longs[] = {
		"\xc3\xa9", "\xe4\xba\x8c", "\xf0\x9f\x98\x80"
	};
	struct pages *pages = *state;
	u8 *buf = pages->in.p;
	size_t i, at;

	for (i = 0; i < U8C_ARRAY_SIZE(longs); i++) {
		for (at = 1; at < 600; at++) {
			memset(buf, 'b', 1000);
			buf[0] = 0xff;
			memcpy(buf + at, longs[i], strlen(longs[i]));
			try_all(pages, buf, 1000);
		}
	}
}

/*
 * One error in a long text, around every multiple of the size of a vector.  Sequences
 * of four bytes begin with the last byte of a vector.
 */
static void an_error_far_from_the_start(void **state)
{
	static const char *const units[] = { "a", "\xd0\xb6", "\xe4\xba\x8c", "\xf0\x9f\x98\x80" };
	static const u8 bad[] = { 0xf5, 0xf0, 0xe2, 0x80 };
	struct pages *pages = *state;
	const struct u8c_impl *const *impl;
	u8 *p = pages->in.p + pages->in.size - LONG_MAX;
	size_t i, at, k, length;

	for (i = 0; i < 4 * U8C_ARRAY_SIZE(units); i++) {
		length = strlen(units[i / 4]);
		for (at = 61; at < LONG_MAX; at += at % 64 == 1 ? 60 : 1) {
			for (k = 0; k < LONG_MAX; k++)
				p[k] = k < 3 || k % 480 < 120 * (i % 4) ? 'b' :
				       units[i / 4][(k - 3) % length];
			p[at] = bad[i % 4];
			for_each_impl(impl)
				try_pass(*impl, pages, p, LONG_MAX);
		}
	}
}

/* A sequence breaks off where ASCII begins, and another error is not far from there. */
static void broken_off_before_ascii(void **state)
{
	struct pages *pages = *state;
	const struct u8c_impl *const *impl;
	u8 *p = pages->in.p + pages->in.size - LENGTH_MAX;
	size_t i, lead;

	for (lead = 0; lead < 2 * (LENGTH_MAX - 200); lead++) {
		/* From there on, only where a chunk can end. */
		if (lead / 2 >= 150 && lead / 2 % 16 != 15)
			continue;
		memset(p, 'a', LENGTH_MAX);
		for (i = 400; i + 1 < LENGTH_MAX; i += 150)
			memcpy(p + i, "\xc3\xa4", 2);
		if (lead % 2)
			p[lead / 2 + 200] = 0xff;
		p[lead / 2] = lead % 4 < 2 ? 0xc3 : 0xe4;
		for_each_impl(impl)
			try_pass(*impl, pages, p, LENGTH_MAX);
	}
}

static void reason_of_every_pair(void **unused)
{
	unsigned int a, b;

	for (a = 0x80; a < 0x100; a++) {
		for (b = 0; b < 0x100; b++) {
			const u8 pair[] = { a, b };
			struct utf8check_error e;
			u64 cp;
			int length = u8c_ref_decode(pair, 2, true, &cp, &e);

			if (length > 0)
				continue;
			/* The text goes on here, so nothing is incomplete. */
			if (e.reason == UTF8CHECK_REASON_INCOMPLETE)
				e.reason = UTF8CHECK_REASON_TRUNCATED;
			assert_int_equal(u8c_reason_of(a, b), e.reason);
		}
	}
}

static int repair_tests(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(random_texts, pages_new, pages_free),
		cmocka_unit_test_setup_teardown(rare_errors, pages_new, pages_free),
		cmocka_unit_test_setup_teardown(every_error_at_every_place, pages_new,
						pages_free),
		cmocka_unit_test_setup_teardown(a_long_one_at_every_place, pages_new,
						pages_free),
		cmocka_unit_test_setup_teardown(an_error_far_from_the_start, pages_new,
						pages_free),
		cmocka_unit_test_setup_teardown(broken_off_before_ascii, pages_new,
						pages_free),
		cmocka_unit_test(reason_of_every_pair),
	};

	return cmocka_run_group_tests_name("repair", tests, NULL, NULL);
}

UNIT_GROUP("repair", repair_tests);
