// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Counting by each implementation, alone, with a conversion and with a copy, against counting
 * one by one: in every length, at every alignment and at both edges of a page.
 */
#include "shared/common.h"

/* Longer than the 255 vectors that one round of counters holds. */
#define LENGTH_MAX (255 * 64 + 300)
#define EVERY_LENGTH 1024

static u64 count_slowly(const u8 *p, size_t n, u64 *by_length,
			struct u8c_position *pos)
{
	u64 code_points = 0;
	struct utf8check_error e;
	size_t at = 0;
	int length;
	u64 cp;

	for (; at < n; at += length, code_points++) {
		length = u8c_ref_decode(p + at, n - at, true, &cp, &e);
		assert_true(length > 0);
		by_length[length - 1]++;
		pos->column++;
		if (cp == '\n') {
			pos->line++;
			pos->column = 1;
		}
	}
	return code_points;
}

/* The counters before the call: it adds to them and does not set them. */
#define BEFORE { 1, 2, 3, 4 }

/* Text is also counted as it is converted. */
static bool converts(const struct u8c_impl *impl, u8c_transcode_fn *convert, const u8 *p,
		     size_t n, const u64 *want)
{
	static u8 out[4 * LENGTH_MAX];
	struct u8c_transcoding to = {
		.out = out, .out_end = out + sizeof(out), .by_length = BEFORE,
	};

	return convert(p, n, false, &to, impl->wide) == n &&
	       !memcmp(to.by_length, want, sizeof(to.by_length));
}

static bool copies(const struct u8c_validate_impl *impl, const u8 *p, size_t n, const u64 *want)
{
	static u8 out[LENGTH_MAX];
	u64 found[8] = BEFORE;

	return impl->copy_valid(p, n, out, found, impl) == n && !memcmp(out, p, n) &&
	       !memcmp(found, want, sizeof(found));
}

static void try_each_impl(const u8 *p, size_t n, u64 points, const u64 *want)
{
	const struct u8c_impl *const *impl;

	for_each_impl(impl) {
		u64 found[8] = BEFORE;

		if ((*impl)->validate->count(p, n, found, (*impl)->validate) != points ||
		    memcmp(found, want, sizeof(found)) ||
		    !copies((*impl)->validate, p, n, want) ||
		    !converts(*impl, (*impl)->wide->to_utf16, p, n, want) ||
		    !converts(*impl, (*impl)->wide->to_utf32, p, n, want))
			assert_same((*impl)->name, p, n);
	}
}

static void try(const u8 *p, size_t n)
{
	u64 want[8] = BEFORE;
	struct u8c_position want_pos = { 7, 9 };
	u64 points = count_slowly(p, n, want, &want_pos);

	const struct u8c_impl *const *impl;

	try_each_impl(p, n, points, want);
	for_each_impl(impl) {
		struct u8c_position pos = { 7, 9 };

		u8c_position_advance((*impl)->validate, &pos, p, n);
		assert_int_equal(pos.line, want_pos.line);
		assert_int_equal(pos.column, want_pos.column);
		assert_int_equal((*impl)->validate->lines(p, n,
						(*impl)->validate), want_pos.line - 7);
	}
}

static void random_texts(void **unused)
{
	struct guarded g = guarded_new(LENGTH_MAX);
	unsigned int i;

	random_start();
	for (i = 0; i < 2000; i += share()) {
		size_t n = random_below(i % 2 ? LENGTH_MAX : 40);
		u8 *p = g.p + g.size - n;

		random_well_formed(p, n);
		try(p, n);
	}
	guarded_free(&g);
}

/* Each length at each alignment; against the guard after it and the guard before it. */
static void every_length_and_alignment(void **unused)
{
	struct guarded g = guarded_new(EVERY_LENGTH + 64);
	size_t n, align;

	random_start();
	for (n = 0; n <= EVERY_LENGTH; n += share()) {
		struct u8c_position pos = { 1, 1 };
		u8 text[EVERY_LENGTH];
		u64 want[8] = BEFORE;
		u64 points;

		random_well_formed(text, n);
		points = count_slowly(text, n, want, &pos);
		for (align = 0; align < 64; align++) {
			memcpy(g.p + align, text, n);
			try_each_impl(g.p + align, n, points, want);
		}
		memcpy(g.p + g.size - n, text, n);
		try_each_impl(g.p + g.size - n, n, points, want);
	}
	guarded_free(&g);
}

/* Every counter of a word counts as fast and as long as possible. */
static void one_length_only(void **unused)
{
	static const u32 code_points[] = { 'a', '\n', 0x7ff, 0xffff, 0x10ffff };
	static u8 buf[LENGTH_MAX];
	size_t i, n, length;
	u8 bytes[4];

	for (i = 0; i < U8C_ARRAY_SIZE(code_points); i++) {
		length = u8c_encode(&u8c_rfc3629, code_points[i], bytes);
		for (n = 0; n + length <= sizeof(buf); n += length)
			memcpy(buf + n, bytes, length);
		try(buf, n);
	}
}

/* The last line begins at any place. */
static void one_line_feed(void **unused)
{
	u8 buf[60];
	size_t at;

	for (at = 0; at < sizeof(buf); at++) {
		memset(buf, 'a', sizeof(buf));
		memcpy(buf + sizeof(buf) - 2, "\303\251", 2);
		if (at < sizeof(buf) - 2)
			buf[at] = '\n';
		try(buf, sizeof(buf));
		try(buf, at < sizeof(buf) - 2 ? at + 1 : sizeof(buf));
	}
}

static int count_tests(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_texts),
		cmocka_unit_test(every_length_and_alignment),
		cmocka_unit_test(one_length_only),
		cmocka_unit_test(one_line_feed),
	};

	return cmocka_run_group_tests_name("count", tests, NULL, NULL);
}

UNIT_GROUP("count", count_tests);
