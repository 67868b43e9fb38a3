/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What the unit tests share.
 */
#ifndef TESTS_COMMON_H
#define TESTS_COMMON_H

#include <stdlib.h>
#include "kunit/exhaustive.h"
#include "kunit/sample.h"
#include "kunit/support.h"

/*
 * Random numbers.  The seed is fixed, as `make check` wants it, or SEED in the
 * environment; it is printed, so that a failure can be seen again.
 */
void random_start(void);
u32 random_below(u32 limit);
struct u8c_chance *random_chance(void);

/**
 * struct guarded - a buffer between two pages that nobody may touch
 *
 * @p: its first byte.
 * @size: bytes; a whole number of pages.
 */
struct guarded {
	u8 *p;
	size_t size;
};

struct guarded guarded_new(size_t size);
void guarded_free(struct guarded *g);

/*
 * What the processor can do: the core's answer, and the answer that the linker
 * puts in its place.  UTF8CHECK_PREFER in the environment limits the answer to
 * the needs of one implementation: then all tests use that implementation.
 */
u32 __real_u8c_cpu_features(void);
u32 __wrap_u8c_cpu_features(void);

/* Put every string of @n bytes to u8c_try_all() or u8c_try_edges(). */
void try_all_of_length(size_t n, const char *(*try)(struct u8c_case *s));

/* Fail, and show the bytes. */
#define assert_same(differs, p, n) \
	_assert_same(differs, p, n, __FILE__, __LINE__)

/**
 * struct unit_group - the tests of a file
 *
 * @name: by which the program runs them (main.c).
 * @run: runs them all.  Return: how many failed.
 */
struct unit_group {
	const char *name;
	int (*run)(void);
};

/* Adds the tests of a file to the program that the file is linked into. */
#define UNIT_GROUP(name, run) \
	static const struct unit_group group = { name, run }; \
	static const struct unit_group *const group_entry \
		__attribute__((used, section("unit_groups"))) = &group

struct kunit_suite;

/* The suites of kunit/ that are linked into the program; NULL after the last. */
const struct kunit_suite *suite_next(const struct kunit_suite *before);

/* Without the prefix that it has in a kernel. */
const char *suite_name(const struct kunit_suite *suite);

/* Return: how many tests failed. */
int suite_run(const struct kunit_suite *suite);

#endif /* TESTS_COMMON_H */
