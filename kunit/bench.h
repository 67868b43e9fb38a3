/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Measures which contender does a job fastest.
 *
 * Contenders take turns, sample by sample, so that other load of the machine slows
 * all of them; the median counts.  Each makes a line of the log:
 *
 *	bench JOB|TEXT|BYTES|CONTENDER|picoseconds a call|spread in percent
 *
 * where the spread is the spread of the middle half of the samples.
 */
#ifndef U8C_BENCH_H
#define U8C_BENCH_H

#include "support.h"
#include "sample_words.h"

#define U8C_BENCH_ROUNDS 15
#define U8C_CONTENDERS_MAX 12

/**
 * struct u8c_job - the input and output of all contenders
 *
 * @text: what kind of text it is.
 * @p: the text.
 * @n: its bytes.
 * @out: room for a result.
 * @room: bytes of it.
 * @made: bytes of the result there.
 */
struct u8c_job {
	const struct u8c_words *text;
	u8 *p;
	size_t n;
	u8 *out;
	size_t room;
	size_t made;
};

/**
 * struct u8c_contender - a function that does a job
 *
 * @name: its name in the log.
 * @run: does the job.  Return: was all well?
 * @undo: makes the next run possible; may be NULL; not measured.
 * @with: passed to @run and @undo: an implementation or a file.
 * @reps: calls in a sample.
 * @samples: ticks of each sample.
 */
struct u8c_contender {
	const char *name;
	bool (*run)(struct u8c_job *job, const void *with);
	void (*undo)(struct u8c_job *job, const void *with);
	const void *with;
	u64 reps;
	u64 samples[U8C_BENCH_ROUNDS];
};

/**
 * struct u8c_bench - a race
 *
 * @test: the test.
 * @what: the job's name.
 * @job: the job.
 * @n: number of contenders.
 * @all: the contenders.
 */
struct u8c_bench {
	struct kunit *test;
	const char *what;
	struct u8c_job job;
	size_t n;
	struct u8c_contender all[U8C_CONTENDERS_MAX];
};

/**
 * u8c_bench_new() - begin a race, or skip the test when it is not asked for
 * @test: the test
 * @what: the job's name
 * @n: bytes that a text can have, with a NUL after it
 * @room: bytes of a result
 *
 * Return: the race; the test frees it.
 */
struct u8c_bench *u8c_bench_new(struct kunit *test, const char *what, size_t n,
				size_t room);

/* Adds a contender.  Return: the contender; the caller may set more members. */
struct u8c_contender *u8c_bench_add(struct u8c_bench *b, const char *name,
				    bool (*run)(struct u8c_job *, const void *),
				    const void *with);

/* Adds all implementations. */
void u8c_bench_add_impls(struct u8c_bench *b,
			 bool (*run)(struct u8c_job *, const void *));

/**
 * u8c_bench_run() - the race, on one text
 * @b: the race; the test fails when a contender fails
 * @text: the kind of text
 * @n: bytes of it
 *
 * When contenders set @b->job.made, all must make the same bytes.
 */
void u8c_bench_run(struct u8c_bench *b, const struct u8c_words *text, size_t n);

#endif /* U8C_BENCH_H */
