/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tests that are written once.  They speak KUnit's words: in a kernel these are KUnit's own,
 * and in userspace, as far as the suites use them, those of cmocka.  There each row of a case
 * is a test of its own, and a case ends at its first failure.
 */
#ifndef U8C_BOTH_H
#define U8C_BOTH_H

#include "../module/core/u8c.h"

#ifdef __KERNEL__

#include <kunit/test.h>
#include <linux/ctype.h>
#include <linux/sched.h>
#include <linux/stringify.h>

#include "../module/compat.h"

/* Ends the test at its first wrong answer, and says for which bytes. */
#define U8C_ASSERT(test, condition, what, p, n) \
	KUNIT_ASSERT_TRUE_MSG(test, condition, "%s: %*ph (%zu bytes in all)", \
			      what, (int)min_t(size_t, n, 64), p, (size_t)(n))

#else

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#define KUNIT_PARAM_DESC_SIZE 128

struct kunit {
	const void *param_value;
	void *priv;
};

/**
 * struct kunit_case - a case
 *
 * @run_case: the test.
 * @name: its name.
 * @generate_params: gives the row after a row, or the first one after NULL, and
 *	describes it; NULL after the last.  NULL for a case without rows.
 */
struct kunit_case {
	void (*run_case)(struct kunit *test);
	const char *name;
	const void *(*generate_params)(const void *before, char *description);
};

struct kunit_suite {
	const char *name;
	const struct kunit_case *test_cases;
};

#define KUNIT_CASE_PARAM(test, rows) { test, #test, rows }
#define KUNIT_CASE(test) KUNIT_CASE_PARAM(test, NULL)
#define KUNIT_CASE_SLOW(test) KUNIT_CASE(test)

#define KUNIT_ARRAY_PARAM(name, rows, describe) \
	static const void *name##_gen_params(const void *before, char *to) \
	{ \
		typeof(&(rows)[0]) row = before ? before : rows; \
		row += !!before; \
		if (row == (rows) + ARRAY_SIZE(rows)) \
			return NULL; \
		describe(row, to); \
		return row; \
	}
#define KUNIT_ARRAY_PARAM_DESC(name, rows, member) \
	static void name##_describe(typeof(&(rows)[0]) row, char *to) \
	{ \
		snprintf(to, KUNIT_PARAM_DESC_SIZE, "%s", row->member); \
	} \
	KUNIT_ARRAY_PARAM(name, rows, name##_describe)

/* Reports a condition that fails, with the test's message. */
#define U8C_CHECK_MSG(test, condition, ...) do { \
	(void)(test); \
	if (!(condition)) { \
		fprintf(stderr, "# " __VA_ARGS__); \
		fprintf(stderr, ": not %s\n", #condition); \
		fail(); \
	} } while (0)
#define U8C_CHECK(test, check) do { (void)(test); check; } while (0)

#define KUNIT_EXPECT_TRUE(test, a) U8C_CHECK(test, assert_true(a))
#define KUNIT_EXPECT_FALSE(test, a) U8C_CHECK(test, assert_false(a))
#define KUNIT_EXPECT_EQ(test, a, b) U8C_CHECK(test, assert_int_equal(a, b))
#define KUNIT_EXPECT_NE(test, a, b) U8C_CHECK(test, assert_int_not_equal(a, b))
#define KUNIT_EXPECT_LT(test, a, b) U8C_CHECK(test, assert_true((a) < (b)))
#define KUNIT_EXPECT_LE(test, a, b) U8C_CHECK(test, assert_true((a) <= (b)))
#define KUNIT_EXPECT_GT(test, a, b) U8C_CHECK(test, assert_true((a) > (b)))
#define KUNIT_EXPECT_GE(test, a, b) U8C_CHECK(test, assert_true((a) >= (b)))
#define KUNIT_EXPECT_NULL(test, a) U8C_CHECK(test, assert_null(a))
#define KUNIT_EXPECT_NOT_NULL(test, a) U8C_CHECK(test, assert_non_null(a))
#define KUNIT_EXPECT_PTR_EQ(test, a, b) U8C_CHECK(test, assert_ptr_equal(a, b))
#define KUNIT_EXPECT_STREQ(test, a, b) U8C_CHECK(test, assert_string_equal(a, b))
#define KUNIT_EXPECT_STRNEQ(test, a, b) U8C_CHECK(test, assert_string_not_equal(a, b))
#define KUNIT_EXPECT_MEMEQ(test, a, b, n) U8C_CHECK(test, assert_memory_equal(a, b, n))
#define KUNIT_EXPECT_EQ_MSG(test, a, b, ...) U8C_CHECK_MSG(test, (a) == (b), __VA_ARGS__)

#define KUNIT_ASSERT_TRUE KUNIT_EXPECT_TRUE
#define KUNIT_ASSERT_EQ KUNIT_EXPECT_EQ
#define KUNIT_ASSERT_LE KUNIT_EXPECT_LE
#define KUNIT_ASSERT_GE KUNIT_EXPECT_GE
#define KUNIT_ASSERT_NOT_NULL KUNIT_EXPECT_NOT_NULL
#define KUNIT_ASSERT_MEMEQ KUNIT_EXPECT_MEMEQ
#define KUNIT_ASSERT_EQ_MSG KUNIT_EXPECT_EQ_MSG
#define KUNIT_ASSERT_NULL_MSG(test, a, ...) U8C_CHECK_MSG(test, !(a), __VA_ARGS__)
#define KUNIT_ASSERT_MEMEQ_MSG(test, a, b, n, ...) \
	U8C_CHECK_MSG(test, !memcmp(a, b, n), __VA_ARGS__)

/* Fails where @differs, what is not the same, is not NULL; shows the text. */
void _assert_same(const char *differs, const u8 *p, size_t n, const char *file, int line);
#define U8C_ASSERT(test, condition, what, p, n) \
	U8C_CHECK(test, _assert_same((condition) ? NULL : (what), p, n, __FILE__, __LINE__))

#define kunit_info(test, ...) U8C_CHECK(test, printf("# " __VA_ARGS__))

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))
#define min_t(type, a, b) ({ type a_ = (a), b_ = (b); a_ < b_ ? a_ : b_; })
#define max(a, b) ({ __typeof__(a) a_ = (a), b_ = (b); a_ > b_ ? a_ : b_; })
#define round_down(n, step) ((n) / (step) * (step))
#define cond_resched() ((void)0)
#define IS_ENABLED(CONFIG_option) 0
#define __stringify_1(...) #__VA_ARGS__
#define __stringify(...) __stringify_1(__VA_ARGS__)

#endif

#endif /* U8C_BOTH_H */
