// SPDX-License-Identifier: GPL-2.0-only
/*
 * Whole buffers: every implementation against the vectors and the reference.
 */
#include <linux/sched.h>

#include "exhaustive.h"
#include "sample.h"
#include "support.h"
#include "vectors.h"

#define TEXT_MAX 1024

static void describe_text(const struct u8c_text_vector *v, char *to)
{
	strscpy(to, v->description, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(text, u8c_text_vectors, describe_text);

static void validate_vector(struct kunit *test)
{
	const struct u8c_text_vector *v = test->param_value;
	const struct u8c_impl *const *i;
	struct u8c_error e;

	u8c_for_each_impl(i) {
		bool valid = u8c_validate(*i, &u8c_rfc3629, v->bytes, v->n, &e);

		KUNIT_EXPECT_EQ(test, valid, !v->errors);
		KUNIT_EXPECT_EQ(test, valid, u8c_validate(*i, &u8c_rfc3629, v->bytes, v->n,
							  NULL));
		if (valid)
			continue;
		KUNIT_EXPECT_EQ(test, e.offset, v->offset);
		KUNIT_EXPECT_EQ(test, e.reason, v->reason);
		KUNIT_EXPECT_EQ(test, e.length, v->length);
		KUNIT_EXPECT_EQ(test, e.span, v->span);
		KUNIT_EXPECT_EQ(test, e.value, v->value);
	}
}

/**
 * struct kind - a kind of well-formed text to put errors into
 *
 * @description: what it is.
 * @unit: what it repeats.
 */
struct kind {
	const char *description;
	const char *unit;
};

static const struct kind kinds[] = {
	{ "ASCII", "utf8check" },
	{ "two bytes", "\xce\xa9" },
	{ "three bytes", "\xe2\x82\xac" },
	{ "four bytes", "\xf0\x9f\x99\x82" },
	{ "ASCII and two", "caf\xc3\xa9 " },
	{ "all lengths", "a\xc3\xa9\xe2\x82\xac\xf4\x8f\xbf\xbf" },
	{ "ASCII with a rare word", "0123456789012345678901234567890123456789"
	  "01234567890123456789\xed\x9f\xbf\xee\x80\x80\xf0\x90\x80\x80" },
};

static void describe_kind(const struct kind *kind, char *to)
{
	strscpy(to, kind->description, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(kind, kinds, describe_kind);

static void fill(const struct kind *kind, u8 *p, size_t n)
{
	size_t length = strlen(kind->unit);
	size_t i;

	for (i = 0; i < n; i++)
		p[i] = kind->unit[i % length];
}

/* Sets good[i] to how far the first i bytes of @p are well-formed. */
static void measure(const u8 *p, size_t n, u16 *good)
{
	size_t i;

	good[0] = 0;
	for (i = 1; i <= n; i++)
		good[i] = good[i - 1] + u8c_ref_valid_up_to(p + good[i - 1],
							    i - good[i - 1]);
}

static void expect_up_to(struct kunit *test, const u8 *p, size_t n, size_t want)
{
	const struct u8c_impl *const *i;

	u8c_for_each_impl(i) {
		size_t got = (*i)->valid_up_to(p, n);

		KUNIT_ASSERT_EQ_MSG(test, got, want, "%s: %zu bytes",
				    (*i)->name, n);
	}
}

/*
 * Each length, cut off wherever it falls; and with one byte spoilt, at each
 * seventh place, another seventh for each length.
 */
static void validate_one_error(struct kunit *test)
{
	u16 *good = u8c_room(test, (TEXT_MAX + 1) * sizeof(*good));
	u8 *p = u8c_room(test, TEXT_MAX);
	size_t n, at;

	fill(test->param_value, p, TEXT_MAX);
	measure(p, TEXT_MAX, good);
	for (n = 0; n <= TEXT_MAX; n++) {
		expect_up_to(test, p, n, good[n]);
		for (at = n % 7; at < n; at += 7) {
			u8 was = p[at];

			p[at] = 0xff;
			expect_up_to(test, p, n, good[at]);
			p[at] = was;
		}
		cond_resched();
	}
}

/* Each alignment, each length over a few words and blocks, before a guard. */
static void validate_alignment(struct kunit *test)
{
	u8 *end = u8c_guarded(test, 2 * TEXT_MAX);
	u8 *p = end - 2 * TEXT_MAX;
	u16 good[321];
	size_t align, n;

	fill(test->param_value, p, 64 + ARRAY_SIZE(good));
	for (align = 0; align < 64; align++) {
		/* A start within a sequence is an error at once. */
		measure(p + align, ARRAY_SIZE(good) - 1, good);
		for (n = 0; n < ARRAY_SIZE(good); n++)
			expect_up_to(test, p + align, n, good[n]);
		cond_resched();
	}
}

/* Nothing is read behind the end, for any length and any last byte. */
static void validate_guard_page(struct kunit *test)
{
	static const u8 lasts[] = { 'a', 0x80, 0xc3, 0xe2, 0xf4, 0xff };
	u8 *end = u8c_guarded(test, TEXT_MAX);
	size_t n, i;

	for (n = 1; n <= 600; n++) {
		fill(test->param_value, end - n, n);
		for (i = 0; i < ARRAY_SIZE(lasts); i++) {
			end[-1] = lasts[i];
			expect_up_to(test, end - n, n,
				     u8c_ref_valid_up_to(end - n, n));
		}
		cond_resched();
	}
	expect_up_to(test, end, 0, 0);
}

/* Each pair of telling bytes at each place of the blocks. */
static void validate_pairs(struct kunit *test)
{
	u16 good[3 * 64 + 41];
	const size_t n = ARRAY_SIZE(good) - 1;
	u8 *p = u8c_guarded(test, n) - n;
	size_t at, a, b;

	for (at = 0; at + 2 <= n; at++) {
		fill(test->param_value, p, n);
		measure(p, n, good);
		/* What comes before the pair is as good as it was. */
		for (a = 0; a < U8C_EDGES; a++) {
			for (b = 0; b < U8C_EDGES; b++) {
				p[at] = u8c_edges[a];
				p[at + 1] = u8c_edges[b];
				expect_up_to(test, p, n, good[at] +
					     u8c_ref_valid_up_to(p + good[at],
							     n - good[at]));
			}
		}
		cond_resched();
	}
}

static void validate_random(struct kunit *test)
{
	struct u8c_chance c = { .state = u8c_seed(test) };
	u8 *end = u8c_guarded(test, 4096);
	const struct u8c_impl *const *i;
	int round;

	for (round = 0; round < 400; round++) {
		size_t n = u8c_chance_below(&c, 4096);
		const char *differs = NULL;

		u8c_sample_text(&c, round % 4, end - n, n);
		u8c_for_each_impl(i)
			differs = differs ?: u8c_try_validate(*i, end - n, n);
		KUNIT_ASSERT_NULL_MSG(test, differs, "%s: round %d, %zu bytes",
				      differs, round, n);
		cond_resched();
	}
}

static void count_random(struct kunit *test)
{
	struct u8c_chance c = { .state = u8c_seed(test) };
	u8 *end = u8c_guarded(test, 8192);
	struct u8c_ref_result want;
	int round;

	for (round = 0; round < 200; round++) {
		size_t n = u8c_chance_below(&c, 8192);
		struct u8c_position at = { .line = 1, .column = 1 };
		u64 by_length[U8C_SEQUENCE_MAX] = {};
		u8 *p = end - n;

		u8c_sample_text(&c, 0, p, n);
		n = u8c_ref_valid_up_to(p, n);
		u8c_ref_filter(p, n, U8C_PASS, NULL, &want);
		KUNIT_ASSERT_EQ(test, u8c_count(p, n, by_length),
				want.code_points);
		KUNIT_ASSERT_MEMEQ(test, by_length, want.by_length,
				   sizeof(by_length));
		u8c_position_advance(u8c_impl_find(NULL), &at, p, n);
		KUNIT_ASSERT_EQ(test, at.line, want.position.line);
		KUNIT_ASSERT_EQ(test, at.column, want.position.column);
		cond_resched();
	}
}

static void impl_find(struct kunit *test)
{
	const struct u8c_impl *const *i;

	/* The preferred one that this CPU can run. */
	for (i = u8c_impls; *i && !u8c_impl_usable(*i); i++)
		KUNIT_EXPECT_NULL(test, u8c_impl_find((*i)->name));
	KUNIT_ASSERT_NOT_NULL(test, *i);
	KUNIT_EXPECT_PTR_EQ(test, u8c_impl_find(NULL), *i);
	KUNIT_EXPECT_PTR_EQ(test, u8c_impl_find(""), *i);
	KUNIT_EXPECT_PTR_EQ(test, u8c_impl_find("auto"), *i);
	KUNIT_EXPECT_NULL(test, u8c_impl_find("automatic"));
	KUNIT_EXPECT_NULL(test, u8c_impl_find("scala"));
	u8c_for_each_impl(i) {
		KUNIT_EXPECT_PTR_EQ(test, u8c_impl_find((*i)->name), *i);
		kunit_info(test, "implementation %s\n", (*i)->name);
	}
}

static struct kunit_case validate_cases[] = {
	KUNIT_CASE_PARAM(validate_vector, text_gen_params),
	KUNIT_CASE_PARAM(validate_one_error, kind_gen_params),
	KUNIT_CASE_PARAM(validate_alignment, kind_gen_params),
	KUNIT_CASE_PARAM(validate_guard_page, kind_gen_params),
	KUNIT_CASE_PARAM(validate_pairs, kind_gen_params),
	KUNIT_CASE(validate_random),
	KUNIT_CASE(count_random),
	KUNIT_CASE(impl_find),
	{}
};

struct kunit_suite u8c_validate_suite = {
	.name = "utf8check_validate",
	.test_cases = validate_cases,
};
