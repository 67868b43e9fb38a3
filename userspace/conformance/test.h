/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Tests the engines with a row.
 */
#ifndef TEST_H
#define TEST_H

#include "vector.h"

#define CONTESTANT_STREAMS 3

/**
 * struct contestant - an engine under test
 *
 * @engine: the engine.
 * @streams: open streams; NULL where none is.
 * @configs: the configuration of each.
 */
struct contestant {
	struct utf8check *engine;
	struct utf8check_stream *streams[CONTESTANT_STREAMS];
	struct utf8check_config configs[CONTESTANT_STREAMS];
};

#define CONTESTANTS_MAX 2

enum verdict { PASSED, FAILED, SKIPPED, VERDICTS };

/**
 * struct test - the engines, and the result of the current row
 *
 * @contestants: the engines.
 * @count: how many.
 * @few: only a few splits of each row.
 * @verdict: what came of the row.
 * @disagree: the engines differ.
 * @detail: what was expected and found, or why the row was skipped.
 */
struct test {
	struct contestant contestants[CONTESTANTS_MAX];
	unsigned int count;
	bool few;
	enum verdict verdict;
	bool disagree;
	char detail[1024];
};

/*
 * Test all engines with a row, by its kind: @verdict, @disagree and @detail are changed where it
 * fails.  Return: 0; a negative errno when an engine is in trouble.
 */
int test_text(struct test *t, const struct vector *v);
int test_name(struct test *t, const struct vector *v);
int test_boundary(struct test *t, const struct vector *v);
int test_order(struct test *t, const struct vector *v);
int test_signature(struct test *t, const struct vector *v);

/* The row has failed; the first message stays. */
void test_fail(struct test *t, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif /* TEST_H */
