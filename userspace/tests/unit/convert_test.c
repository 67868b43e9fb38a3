// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Conversion and back: a profile or encoding reads what another one writes, and
 * undoing an escape gives the bytes back.
 */
#include <stdio.h>
#include "shared/common.h"
#include "shared/flow.h"
#include "kunit/sample_coding.h"

static struct flow there, back;

static void invert(const struct utf8check_config *there_config, struct utf8check_config *c)
{
	memset(c, 0, sizeof(*c));
	c->profile = there_config->to_profile;
	c->to_profile = there_config->profile;
	c->from = there_config->to;
	c->to = there_config->from;
}

static void expect_back(const struct utf8check_config *config, const u8 *p, size_t n,
			const char *what)
{
	bool same = back.made == n && !memcmp(back.out, p, n);

	if (!same)
		flow_print(config);
	assert_same(same ? NULL : what, p, n);
}

/* Texts of any bytes, from each profile to each. */
static void escape_and_inverse(void **unused)
{
	struct flow_way way = { .chance = random_below, .room = 100 };
	struct u8c_coding c = { 0 };
	struct utf8check_config inverse;
	unsigned int i;
	u8 p[200];

	random_start();
	for (i = 0; i < 49 * 60; i++) {
		const struct utf8check_config config = {
			.profile = i % U8C_PROFILES,
			.to_profile = i / U8C_PROFILES % U8C_PROFILES,
			.action = UTF8CHECK_ESCAPE,
		};
		size_t n, k;

		c.profile = config.profile;
		n = u8c_sample_coded_text(random_chance(), &c, p, sizeof(p));
		for (k = 0; i % 3 == 0 && k < n; k++)
			p[k] = random_below(3) ? random_below(256) : (u8)"\\x4"[k % 3];
		assert_null(flow_run(&there, &config, p, n, &way));
		assert_int_equal(there.s.rejected, false);
		if (there.made > FLOW_MAX)
			continue;
		invert(&config, &inverse);
		inverse.flags = UTF8CHECK_UNESCAPE;
		assert_null(flow_run(&back, &inverse, there.out, there.made,
				     &way));
		assert_int_equal(back.s.errors, 0);
		expect_back(&config, p, n, "escape and its inverse");
	}
}

static void convert(const struct utf8check_config *config, const u8 *p, size_t n)
{
	static const struct flow_way bytewise = { .cuts = ~0ull, .room = 5 };
	struct flow_way way = { .chance = random_below, .room = 40 };
	struct utf8check_config inverse;

	invert(config, &inverse);
	assert_null(flow_run(&there, config, p, n, &way));
	assert_null(flow_run(&back, &inverse, there.out, there.made, &way));
	expect_back(config, p, n, "there and back");
	assert_int_equal(there.s.code_points, back.s.code_points);
	assert_null(flow_run(&there, config, p, n, &bytewise));
	assert_null(flow_run(&back, &inverse, there.out, there.made, &bytewise));
	expect_back(config, p, n, "there and back, byte by byte");
}

/* In an emulator one of 7 cases runs: 7 divides neither the actions nor the encodings. */
static unsigned int step(void)
{
	return share() > 100 ? 7 : 1;
}

/* Each profile in each encoding, to each that can hold the text. */
static void every_pair(void **unused)
{
	const unsigned int n = U8C_PROFILES * UTF8CHECK_AUTO;
	struct utf8check_config config = { 0 };
	unsigned int i, k, used = 0;
	u8 p[150];

	random_start();
	for (i = 0; i < n * n; i++) {
		struct u8c_coding from = {
			.profile = i % n / UTF8CHECK_AUTO, .encoding = i % UTF8CHECK_AUTO,
		};
		struct u8c_coding to = {
			.profile = i / n / UTF8CHECK_AUTO,
			.encoding = i / n % UTF8CHECK_AUTO,
		};

		config.profile = from.profile;
		config.from = from.encoding;
		config.to_profile = to.profile;
		config.to = to.encoding;
		if (!u8c_config_makes_sense(&config))
			continue;
		used++;
		for (k = 0; k < 8; k += step())
			convert(&config, p,
				u8c_sample_coded(random_chance(), &from, &to, p, sizeof(p)));
	}
	assert_true(used > 300);
}

/* A text with all lengths of UTF-16, cut at any two places. */
static void wide_splits(void **unused)
{
	static const u8 utf8[] =
		"a\xc3\xa4\xe4\xba\x8c\xf0\x9f\x98\x80\xef\xbf\xbf"
		"\xf4\x8f\xbf\xbf\xf0\x90\x80\x80\n";
	struct utf8check_config config = { 0 }, inverse;
	size_t n = sizeof(utf8) - 1, a, b;

	for (config.to = UTF8CHECK_UTF16LE; config.to < UTF8CHECK_AUTO; config.to++) {
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
		struct utf8check_config config;
		const char *text;
		u8 reason;
	} rows[] = {
		{ { .to_profile = UTF8CHECK_UCS2 }, "ab\xf0\x9f\x98\x80", UTF8CHECK_OUT_OF_RANGE },
		{ { .profile = UTF8CHECK_WTF8 }, "ab\xed\xa0\x80", UTF8CHECK_SURROGATE },
		{ { .profile = UTF8CHECK_WTF8, .to_profile = UTF8CHECK_CESU8 },
		  "ab\xed\xb0\x80", UTF8CHECK_SURROGATE },
		{ { .profile = UTF8CHECK_RFC2279 }, "ab\xf4\x90\x80\x80",
		  UTF8CHECK_OUT_OF_RANGE },
		{ { .profile = UTF8CHECK_EXTENDED, .to_profile = UTF8CHECK_RFC2279 },
		  "ab\xfe\x82\x80\x80\x80\x80\x80", UTF8CHECK_OUT_OF_RANGE },
		{ { .profile = UTF8CHECK_RFC2279, .to_profile = UTF8CHECK_RFC2279,
		    .to = UTF8CHECK_UTF16LE }, "ab\xf4\x90\x80\x80", UTF8CHECK_OUT_OF_RANGE },
		{ { .profile = UTF8CHECK_EXTENDED, .to_profile = UTF8CHECK_EXTENDED,
		    .to = UTF8CHECK_UTF32BE }, "ab\xfe\x84\x80\x80\x80\x80\x80",
		  UTF8CHECK_OUT_OF_RANGE },
	};
	unsigned int i;

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

/* Lengths around those at which vectors begin and end. */
static const u8 edges[] = { 1, 2, 3, 4, 29, 30, 31, 32, 33, 34, 59, 60, 61, 62, 63, 64 };

static void try_long(const struct utf8check_config *config, const u8 *p, size_t n)
{
	static const size_t rooms[] = { 0, 3, 4, 31, 64, 127, 128, 200 };
	const struct u8c_impl *const *impl;
	unsigned int i;

	for_each_impl(impl) {
		struct flow_way way = { .impl = *impl };
		const char *differs = NULL;

		for (i = 0; i < U8C_ARRAY_SIZE(edges) && !differs; i++) {
			way.room = U8C_REF_OUT(FLOW_MAX);
			way.cuts = 1ull << (edges[i] - 1);
			differs = flow_try(&there, config, p, n, &way);
		}
		way.cuts = 0;
		for (i = 0; i < U8C_ARRAY_SIZE(rooms) && !differs; i++) {
			way.room = rooms[i];
			differs = flow_try(&there, config, p, n, &way);
		}
		way.chance = random_below;
		for (i = 0; i < 4 && !differs; i++) {
			way.room = random_below(300);
			way.unwanted = i == 3;
			differs = flow_try(&there, config, p, n, &way);
		}
		if (differs) {
			fprintf(stderr, "# %s\n", (*impl)->name);
			flow_print(config);
		}
		assert_same(differs, p, n);
	}
}

/* A text that is well-formed for long, with an error or two. */
static size_t long_text(const struct u8c_coding *from,
			const struct u8c_coding *to, u8 *p, size_t room)
{
	size_t n = 0, at;

	while (n + 128 < room) {
		if (random_below(2)) {
			n += u8c_sample_coded(random_chance(), from, to, p + n,
					       16 + random_below(110));
			continue;
		}
		for (at = random_below(30); at; at--)
			n += u8c_encode(from, random_below(9) ? 'a' : '\n',
					p + n);
	}
	if (random_below(2))
		n += u8c_sample_coded_text(random_chance(), from, p + n, 20);
	for (at = random_below(3); at; at--)
		p[random_below(n)] = random_below(2) ? 0xd8 + random_below(8) :
						       random_below(256);
	return n - random_below(2);
}

/* Runs of UTF-16 in, out and both, against the slow reference. */
static void long_runs(void **unused)
{
	static const u8 actions[] = {
		UTF8CHECK_REJECT, UTF8CHECK_REPLACE, UTF8CHECK_DROP,
		UTF8CHECK_SHORTEST, UTF8CHECK_ESCAPE, UTF8CHECK_PASS
	};
	static const u8 profiles[] = {
		UTF8CHECK_RFC3629, UTF8CHECK_WTF8, UTF8CHECK_EXTENDED,
		UTF8CHECK_UCS2
	};
	static const u8 encodings[] = {
		UTF8CHECK_UTF8, UTF8CHECK_UTF16LE, UTF8CHECK_UTF16BE
	};
	unsigned int i, used = 0;
	u8 p[400];

	random_start();
	for (i = 0; i < 1500; i += step()) {
		const struct utf8check_config config = {
			.profile = profiles[random_below(2) ? 0 : random_below(4)],
			.to_profile = profiles[random_below(2) ? 0 : random_below(4)],
			.from = encodings[i % 3],
			.to = encodings[i / 3 % 3],
			.action = actions[i % U8C_ARRAY_SIZE(actions)],
			.flags = UTF8CHECK_POSITION |
				 (random_below(6) ? 0 : UTF8CHECK_NO_OUTPUT),
			.bom = random_below(3) ? UTF8CHECK_BOM_KEEP : UTF8CHECK_BOM_STRIP,
		};
		const struct u8c_coding from = {
			.profile = config.profile, .encoding = config.from,
		};
		const struct u8c_coding to = {
			.profile = config.to_profile, .encoding = config.to,
		};

		if (!u8c_config_makes_sense(&config))
			continue;
		used++;
		try_long(&config, p, long_text(&from, &to, p, 130 + random_below(270)));
	}
	assert_true(used > 600 / step());
}

/* To UTF-16 with a position: what is looked at as one run is 16 KiB; lines are counted. */
static void long_wide(void **unused)
{
	enum { SIZE = 40000, LINE = 1000 };
	const struct utf8check_config config = {
		.to = UTF8CHECK_UTF16LE, .flags = UTF8CHECK_POSITION,
	};
	u8 *in = malloc(SIZE), *out = malloc(2 * SIZE);
	size_t used = SIZE, made = 2 * SIZE, i;
	struct u8c_stream s;

	for (i = 0; i < SIZE; i++)
		in[i] = (i + 1) % LINE ? 'a' : '\n';
	u8c_stream_init(&s, u8c_impl_find(NULL), &config);
	assert_int_equal(u8c_stream_push(&s, in, &used, out, &made), U8C_DONE);
	assert_int_equal(used, SIZE);
	assert_int_equal(made, 2 * SIZE);
	for (i = 0; i < SIZE; i++)
		assert_true(out[2 * i] == in[i] && !out[2 * i + 1]);
	assert_int_equal(s.position.line, 1 + SIZE / LINE);
	assert_int_equal(s.position.column, 1);
	free(in);
	free(out);
}

/* More units of UTF-16 than the counters of line feeds can count at once. */
static void many_line_feeds(void **unused)
{
	enum { UNITS = 4 * 0x10000 + 5 };
	struct u8c_position at = { 1, 1 };
	u8 *p = calloc(UNITS, 2);
	size_t i;

	for (i = 0; i < UNITS; i++)
		p[2 * i + 1] = '\n';
	p[2 * UNITS - 1] = 'a';
	u8c_position_advance_utf16(&at, p, 2 * UNITS, 0, true);
	assert_int_equal(at.line, UNITS);
	assert_int_equal(at.column, 2);
	free(p);
}

/* A vector that ends amid a sequence, before one of ASCII. */
static void open_before_ascii(void **unused)
{
	static const char *const cuts[] = { "\xc3", "\xe2\x82", "\xf0\x90\x80" };
	const struct u8c_impl *const *impl;
	static u8 text[600], out[4 * 600];
	unsigned int i;
	size_t n, at;

	for (i = 0; i < U8C_ARRAY_SIZE(cuts); i++)
		for (n = 0; n <= 300; n += 2) {
			memset(text, 'a', sizeof(text));
			for (at = 0; at < n; at += 2)
				memcpy(text + at, "\u00e9", 2);
			memcpy(text + n, cuts[i], strlen(cuts[i]));
			for_each_impl(impl) {
				struct u8c_transcoding to = {
					.out = out, .out_end = out + sizeof(out),
				};

				assert_int_equal((*impl)->wide->to_utf16(text, sizeof(text), false, &to, (*impl)->wide), n);
				assert_int_equal(to.out - out, n);
				to.out = out;
				assert_int_equal((*impl)->wide->to_utf32(text, sizeof(text), true, &to, (*impl)->wide), n);
				assert_int_equal(to.out - out, 2 * n);
			}
		}
}

static void try(const struct utf8check_config *config, const u8 *p, size_t n,
		const struct flow_way *way)
{
	const char *differs = flow_try(&there, config, p, n, way);

	if (differs)
		flow_print(config);
	assert_same(differs, p, n);
}

static void random_config(struct utf8check_config *c)
{
	memset(c, 0, sizeof(*c));
	do {
		c->profile = random_below(U8C_PROFILES);
		c->to_profile = random_below(U8C_PROFILES);
		c->from = random_below(U8C_ENCODINGS);
		c->to = random_below(2) ? c->from : random_below(UTF8CHECK_AUTO);
		c->action = random_below(U8C_ACTIONS);
		c->bom = random_below(2) ? 0 : random_below(U8C_BOMS);
		c->flags = random_below(16) & ~UTF8CHECK_STREAM_SAFE;
		c->forbid = random_below(4) ? 0 :
			    (u64)random_below(64) << UTF8CHECK_CONTROL;
	} while (!u8c_config_makes_sense(c));
}

/* A conversion of a whole text makes what a stream makes. */
static void random_texts(void **unused)
{
	struct flow_way way = { .chance = random_below };
	struct utf8check_config config;
	u8 p[FLOW_MAX];
	unsigned int i;

	random_start();
	for (i = 0; i < 6000; i += share()) {
		struct u8c_coding c;
		size_t n;

		random_config(&config);
		c.profile = config.profile;
		c.encoding = config.from % UTF8CHECK_AUTO;
		c.after_high = false;
		n = u8c_sample_coded_text(random_chance(), &c, p, 24 + random_below(i % 4 ? 100 : 1000));
		way.room = 1 + random_below(60);
		try(&config, p, n, &flow_whole);
		try(&config, p, n, &way);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(escape_and_inverse),
		cmocka_unit_test(random_texts),
		cmocka_unit_test(every_pair),
		cmocka_unit_test(wide_splits),
		cmocka_unit_test(cannot_hold),
		cmocka_unit_test(long_runs),
		cmocka_unit_test(long_wide),
		cmocka_unit_test(many_line_feeds),
		cmocka_unit_test(open_before_ascii),
	};

	return cmocka_run_group_tests_name("convert", tests, NULL, NULL);
}
