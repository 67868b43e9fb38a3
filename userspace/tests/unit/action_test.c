// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The stream in every profile, encoding and action against the slow reference:
 * all splits, all rooms; and what an escape is undone to.
 */
#include <stdio.h>
#include "shared/common.h"
#include "shared/flow.h"
#include "kunit/sample_coding.h"

static struct flow flow;

static void try(const struct utf8check_config *config, const u8 *p, size_t n,
		const struct flow_way *way)
{
	const char *differs = flow_try(&flow, config, p, n, way);

	if (differs)
		flow_print(config);
	assert_same(differs, p, n);
}

/* All ways to cut a short text; a longer text is cut at each two places. */
static void try_splits(const struct utf8check_config *config, const u8 *p, size_t n)
{
	struct flow_way way = { .room = 64 };
	size_t a, b;

	if (n <= 7) {
		for (way.cuts = 0; way.cuts < 1u << n; way.cuts++)
			try(config, p, n, &way);
		return;
	}
	for (a = 0; a < n && a < 64; a++) {
		for (b = a; b < n && b < 64; b++) {
			way.cuts = 1ull << a | 1ull << b;
			try(config, p, n, &way);
		}
	}
}

static void try_rooms(const struct utf8check_config *config, const u8 *p, size_t n)
{
	struct flow_way way = { 0 };

	for (way.room = 0; way.room <= 40; way.room++) {
		way.cuts = 0;
		try(config, p, n, &way);
		way.cuts = ~0ull;
		try(config, p, n, &way);
	}
}

#define TEXT(literal) { (const u8 *)(literal), sizeof(literal) - 1 }

static const struct {
	const u8 *p;
	size_t n;
} texts[] = {
	TEXT(""), TEXT("\0"), TEXT("a\nb"), TEXT("\\"), TEXT("a\\b\\\\"),
	TEXT("\\xff"), TEXT("\\x4"), TEXT("\\x4g\\y"), TEXT("\\x!0"), TEXT("\\xFF\\x"),
	TEXT("\xef\xbb\xbf"), TEXT("\xef\xbb\xbf" "a\xef\xbb\xbf"),
	TEXT("\xef\xbb"), TEXT("\xff\xfe"), TEXT("\xfe\xff" "a\xd8"),
	TEXT("\xff\xfe\0\0"), TEXT("\0\0\xfe\xff\0\x11"),
	TEXT("\xc0\x80"), TEXT("\xc0\x8a" "a"), TEXT("\xc0\xaf"),
	TEXT("\xc0\x9b"), TEXT("\xe0\x80"), TEXT("\xf0\x8d\xa0\x80"),
	TEXT("\xed\xa0\x80"), TEXT("\xed\xa0\xbd\xed\xb8\x80"),
	TEXT("\xed\xa0\x80\xed\xa0\x80\xed\xb0\x80\xed\xb0\x80"),
	TEXT("\xed\xa0\x80\xff\xed\xb0\x80"), TEXT("\xed\xa0\xed\xb0\x80"),
	TEXT("\xed\xa0\x80\xed\xb0"), TEXT("\xed\xb0\x80" "a"),
	TEXT("\xf0\x9f\x98\x80"), TEXT("\xf4\x90\x80\x80"),
	TEXT("\xf8\x88\x80\x80\x80"), TEXT("\xfd\xbf\xbf\xbf\xbf\xbf"),
	TEXT("\xfe\x82\x80\x80\x80\x80\x80"),
	TEXT("\xff\xbf\xbf\xbf\xbf\xbf\xbf\xbf"),
	TEXT("\xff\x80\x84\x80\x80\x80\x80\x80"),
	TEXT("a\0\x3d\xd8\0\xde"), TEXT("\xd8\x3d\xde\0\0"),
	TEXT("\0\xd8\0\xd8\0\xdc\0\xdc"), TEXT("\0\0\0\\\0\0\xd8\0"),
	TEXT("\0\xd8\0\0\0\xdc\0\0\0\0\x11\0"), TEXT("\x1b[\x7f\xc2\x85"),
};

#define TEXTS U8C_ARRAY_SIZE(texts)

typedef void (*try_fn)(const struct utf8check_config *config, const u8 *p, size_t n);

/* All texts under a configuration, if it can be used. */
static void try_texts(const struct utf8check_config *config, try_fn fn)
{
	unsigned int i;

	if (!u8c_config_makes_sense(config))
		return;
	for (i = 0; i < TEXTS; i++)
		fn(config, texts[i].p, texts[i].n);
}

static void try_actions(struct utf8check_config *config, try_fn fn)
{
	for (config->action = 0; config->action < U8C_ACTIONS; config->action++)
		try_texts(config, fn);
}

static void every_split(void **unused)
{
	struct utf8check_config config = { .flags = UTF8CHECK_POSITION };

	(void)unused;
	for (; config.profile < U8C_PROFILES; config.profile++) {
		config.to_profile = config.profile;
		try_actions(&config, try_splits);
	}
	config.profile = UTF8CHECK_WTF8;
	config.to_profile = UTF8CHECK_MUTF8;
	for (config.from = 0; config.from < U8C_ENCODINGS; config.from++)
		try_actions(&config, try_splits);
}

static void every_room(void **unused)
{
	struct utf8check_config config = { .flags = UTF8CHECK_POSITION };

	(void)unused;
	config.profile = UTF8CHECK_EXTENDED;
	for (config.to = 0; config.to < UTF8CHECK_AUTO; config.to++)
		try_actions(&config, try_rooms);
	config.to = UTF8CHECK_UTF8;
	for (config.bom = 0; config.bom < U8C_BOMS; config.bom++)
		try_actions(&config, try_rooms);
	config.bom = UTF8CHECK_BOM_KEEP;
	config.flags |= UTF8CHECK_UNESCAPE;
	try_actions(&config, try_rooms);
}

static void try_whole(const struct utf8check_config *config, const u8 *p, size_t n)
{
	static const struct flow_way bytewise = { .cuts = ~0ull, .room = 3 };
	static const struct flow_way unwanted = { .unwanted = true };

	try(config, p, n, &flow_whole);
	try(config, p, n, &unwanted);
	try(config, p, n, &bytewise);
}

/* From each profile and encoding to each, with each action. */
static void every_combination(void **unused)
{
	const u8 n = U8C_PROFILES * U8C_ENCODINGS;
	struct utf8check_config config = { 0 };
	unsigned int from, to;

	(void)unused;
	for (from = 0; from < n; from++) {
		for (to = 0; to < n; to++) {
			config.profile = from / U8C_ENCODINGS;
			config.from = from % U8C_ENCODINGS;
			config.to_profile = to / U8C_ENCODINGS;
			config.to = to % U8C_ENCODINGS;
			config.flags = (from + to) % 3 ? 0 : UTF8CHECK_POSITION;
			try_actions(&config, try_whole);
		}
	}
}

static void every_mark(void **unused)
{
	struct utf8check_config config = { .flags = UTF8CHECK_POSITION };

	(void)unused;
	for (config.bom = 0; config.bom < U8C_BOMS; config.bom++)
		for (config.from = 0; config.from < U8C_ENCODINGS; config.from++)
			for (config.to = 0; config.to < UTF8CHECK_AUTO; config.to++)
				try_actions(&config, try_whole);
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

static void random_texts(void **unused)
{
	struct flow_way way = { .chance = random_below };
	struct utf8check_config config;
	u8 p[FLOW_MAX];
	unsigned int i;

	(void)unused;
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
		way.room = 0;
		try(&config, p, n, &way);
	}
}

/* Many errors, then a reset: the second time the result is the same. */
static void reset(void **unused)
{
	const struct utf8check_config config = {
		.profile = UTF8CHECK_WTF8, .from = UTF8CHECK_AUTO, .bom = UTF8CHECK_BOM_REQUIRE,
		.action = UTF8CHECK_REPLACE,
	};
	struct u8c_stream first, again;

	(void)unused;
	assert_null(flow_run(&flow, &config, (const u8 *)"\xff\xfe\0\xd8", 4,
			     &flow_whole));
	u8c_stream_reset(&flow.s);
	memset(&first, 0, sizeof(first));
	memset(&again, 0, sizeof(again));
	u8c_stream_init(&first, u8c_impl_find(NULL), &config);
	assert_int_equal(flow.s.sniffed, false);
	assert_int_equal(flow.s.begun, first.begun);
	assert_int_equal(flow.s.bytes_in + flow.s.errors + flow.s.carried, 0);
	assert_memory_equal(&flow.s.source, &first.source,
			    sizeof(first.source));
	assert_memory_equal(&flow.s.target, &first.target,
			    sizeof(first.target));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_split),
		cmocka_unit_test(every_room),
		cmocka_unit_test(every_combination),
		cmocka_unit_test(every_mark),
		cmocka_unit_test(random_texts),
		cmocka_unit_test(reset),
	};

	return cmocka_run_group_tests_name("action", tests, NULL, NULL);
}
