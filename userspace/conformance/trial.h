/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Tests the engines with a row.
 */
#ifndef TRIAL_H
#define TRIAL_H

#include "lane.h"
#include "vector.h"

#define LANES_MAX 2

enum verdict { PASSED, FAILED, SKIPPED, VERDICTS };

/**
 * struct trial - the engines, and the result of the current row
 *
 * @lanes: the engines.
 * @count: how many.
 * @few: only a few splits of each row.
 * @verdict: what came of the row.
 * @disagree: the engines differ.
 * @detail: what was expected and found, or why the row was skipped.
 */
struct trial {
	struct lane lanes[LANES_MAX];
	unsigned int count;
	bool few;
	enum verdict verdict;
	bool disagree;
	char detail[1024];
};

/**
 * trial_run() - test all engines with a row
 * @t: the engines; verdict, disagree and detail are filled
 * @v: the row
 *
 * Return: 0, or a negative errno when an engine is in trouble.
 */
int trial_run(struct trial *t, const struct vector *v);

/* The parts of trial_run(), by the kind of the row. */
int trial_text(struct trial *t, const struct vector *v);
int trial_name(struct trial *t, const struct vector *v);
int trial_boundary(struct trial *t, const struct vector *v);
int trial_order(struct trial *t, const struct vector *v);
int trial_signature(struct trial *t, const struct vector *v);

/* The row has failed; the first message stays. */
void trial_fail(struct trial *t, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif /* TRIAL_H */
