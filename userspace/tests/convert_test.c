// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * There and back: what one profile or encoding writes the other reads, and
 * what escape writes its inverse undoes.
 */
#include <stdio.h>
#include "common.h"
#include "flow.h"
#include "texts.h"

static struct flow there, back;

static void invert(const struct u8c_config *there_config, struct u8c_config *c)
{
	memset(c, 0, sizeof(*c));
	c->profile = there_config->to_profile;
	c->to_profile = there_config->profile;
	c->from = there_config->to;
	c->to = there_config->from;
}

static void expect_back(const struct u8c_config *config, const u8 *p, size_t n,
			const char *what)
{
	bool same = back.made == n && !memcmp(back.out, p, n);

	if (!same)
		flow_print(config);
	assert_same(same ? NULL : what, p, n);
}

/* Every text of any bytes, from each profile to each. */
static void escape_and_inverse(void **unused)
{
	struct flow_way way = { .chance = random_below, .room = 100 };
	struct u8c_coding c = { 0 };
	struct u8c_config inverse;
	unsigned int i;
	u8 p[200];

	(void)unused;
	random_start();
	for (i = 0; i < 49 * 60; i++) {
		const struct u8c_config config = {
			.profile = i % U8C_PROFILES,
			.to_profile = i / U8C_PROFILES % U8C_PROFILES,
			.action = U8C_ESCAPE,
		};
		size_t n, k;

		c.profile = config.profile;
		n = texts_any(&c, p, sizeof(p));
		for (k = 0; i % 3 == 0 && k < n; k++)
			p[k] = random_below(3) ? random_below(256) : (u8)"\\x4"[k % 3];
		assert_null(flow_run(&there, &config, p, n, &way));
		assert_int_equal(there.s.rejected, false);
		if (there.made > FLOW_MAX)
			continue;
		invert(&config, &inverse);
		inverse.flags = U8C_UNESCAPE;
		assert_null(flow_run(&back, &inverse, there.out, there.made,
				     &way));
		assert_int_equal(back.s.errors, 0);
		expect_back(&config, p, n, "escape and its inverse");
	}
}

static void convert(const struct u8c_config *config, const u8 *p, size_t n)
{
	static const struct flow_way bytewise = { .cuts = ~0ull, .room = 5 };
	struct flow_way way = { .chance = random_below, .room = 40 };
	struct u8c_config inverse;

	invert(config, &inverse);
	assert_null(flow_run(&there, config, p, n, &way));
	assert_null(flow_run(&back, &inverse, there.out, there.made, &way));
	expect_back(config, p, n, "there and back");
	assert_int_equal(there.s.code_points, back.s.code_points);
	assert_null(flow_run(&there, config, p, n, &bytewise));
	assert_null(flow_run(&back, &inverse, there.out, there.made, &bytewise));
	expect_back(config, p, n, "there and back, byte by byte");
}

/* Each profile in each encoding, to each that can hold the text. */
static void every_pair(void **unused)
{
	const unsigned int n = U8C_PROFILES * U8C_AUTO;
	struct u8c_config config = { 0 };
	unsigned int i, k, used = 0;
	u8 p[150];

	(void)unused;
	random_start();
	for (i = 0; i < n * n; i++) {
		struct u8c_coding from = {
			.profile = i % n / U8C_AUTO, .encoding = i % U8C_AUTO,
		};
		struct u8c_coding to = {
			.profile = i / n / U8C_AUTO,
			.encoding = i / n % U8C_AUTO,
		};

		config.profile = from.profile;
		config.from = from.encoding;
		config.to_profile = to.profile;
		config.to = to.encoding;
		if (!u8c_config_makes_sense(&config))
			continue;
		used++;
		for (k = 0; k < 8; k++)
			convert(&config, p,
				texts_well_formed(&from, &to, p, sizeof(p)));
	}
	assert_true(used > 300);
}

/* A text with all lengths of UTF-16, cut at any two places. */
static void wide_splits(void **unused)
{
	static const u8 utf8[] =
		"a\xc3\xa4\xe4\xba\x8c\xf0\x9f\x98\x80\xef\xbf\xbf"
		"\xf4\x8f\xbf\xbf\xf0\x90\x80\x80\n";
	struct u8c_config config = { 0 }, inverse;
	size_t n = sizeof(utf8) - 1, a, b;

	(void)unused;
	for (config.to = U8C_UTF16LE; config.to < U8C_AUTO; config.to++) {
		invert(&config, &inverse);
		for (a = 0; a < 32; a++) {
			for (b = a; b < 32; b++) {
				struct flow_way way = {
					.cuts = 1ull << a | 1ull << b,
					.room = 3 + b,
				};

				assert_null(flow_run(&there, &config, utf8, n,
						     &way));
				assert_null(flow_run(&back, &inverse,
						     there.out, there.made,
						     &way));
				expect_back(&config, utf8, n, "wide");
			}
		}
	}
}

/* What the target cannot hold is an error where it stands, never lost. */
static void cannot_hold(void **unused)
{
	static const struct {
		struct u8c_config config;
		const char *text;
		u8 reason;
	} rows[] = {
		{ { .to_profile = U8C_UCS2 }, "ab\xf0\x9f\x98\x80", U8C_OUT_OF_RANGE },
		{ { .profile = U8C_WTF8 }, "ab\xed\xa0\x80", U8C_SURROGATE },
		{ { .profile = U8C_WTF8, .to_profile = U8C_CESU8 },
		  "ab\xed\xb0\x80", U8C_SURROGATE },
		{ { .profile = U8C_RFC2279 }, "ab\xf4\x90\x80\x80",
		  U8C_OUT_OF_RANGE },
		{ { .profile = U8C_EXTENDED, .to_profile = U8C_RFC2279 },
		  "ab\xfe\x82\x80\x80\x80\x80\x80", U8C_OUT_OF_RANGE },
		{ { .profile = U8C_RFC2279, .to_profile = U8C_RFC2279,
		    .to = U8C_UTF16LE }, "ab\xf4\x90\x80\x80", U8C_OUT_OF_RANGE },
		{ { .profile = U8C_EXTENDED, .to_profile = U8C_EXTENDED,
		    .to = U8C_UTF32BE }, "ab\xfe\x84\x80\x80\x80\x80\x80",
		  U8C_OUT_OF_RANGE },
	};
	unsigned int i;

	(void)unused;
	for (i = 0; i < U8C_ARRAY_SIZE(rows); i++) {
		assert_null(flow_run(&there, &rows[i].config,
				     (const u8 *)rows[i].text,
				     strlen(rows[i].text), &flow_whole));
		assert_true(there.s.rejected);
		assert_int_equal(there.s.first.offset, 2);
		assert_int_equal(there.s.first.reason, rows[i].reason);
		assert_int_equal(there.s.first.length, strlen(rows[i].text) - 2);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(escape_and_inverse),
		cmocka_unit_test(every_pair),
		cmocka_unit_test(wide_splits),
		cmocka_unit_test(cannot_hold),
	};

	return cmocka_run_group_tests_name("convert", tests, NULL, NULL);
}
