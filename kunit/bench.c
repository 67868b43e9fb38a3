// SPDX-License-Identifier: GPL-2.0-only
/*
 * Time is read from the processor's counter, where every kernel can read the
 * counter: the clock of User Mode Linux counts only microseconds.
 */
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/moduleparam.h>
#include <linux/sched.h>
#include <linux/sort.h>

#include "bench.h"

/* A sample has as many calls as this time has room for. */
#define SAMPLE_NS 100000
#define CALIBRATION_NS 5000000

static bool bench;
module_param(bench, bool, 0444);
MODULE_PARM_DESC(bench, "run what measures");

static u64 ticks(void)
{
#ifdef CONFIG_X86_64
	return __builtin_ia32_rdtsc();
#else
	return ktime_get_ns();
#endif
}

/* Ticks in @ns nanoseconds. */
static u64 ticks_of(u64 ns)
{
	static u64 known;
	u64 begin, begin_ns;

	if (!known) {
		begin_ns = ktime_get_ns();
		begin = ticks();
		while (ktime_get_ns() - begin_ns < CALIBRATION_NS)
			cpu_relax();
		known = ticks() - begin;
	}
	return div64_u64(known * ns, CALIBRATION_NS);
}

struct u8c_bench *u8c_bench_new(struct kunit *test, const char *what, size_t n,
				size_t room)
{
	struct u8c_bench *b;

	if (!bench)
		kunit_skip(test, "measures, with bench=1");
	b = u8c_room(test, sizeof(*b));
	b->test = test;
	b->what = what;
	b->job.p = u8c_room(test, n + 1);
	b->job.out = u8c_room(test, room);
	b->job.room = room;
	return b;
}

struct u8c_contender *u8c_bench_add(struct u8c_bench *b, const char *name,
				    bool (*run)(struct u8c_job *, const void *),
				    const void *with)
{
	struct u8c_contender *c = &b->all[b->n++];

	KUNIT_ASSERT_LE(b->test, b->n, ARRAY_SIZE(b->all));
	c->name = name;
	c->run = run;
	c->with = with;
	return c;
}

void u8c_bench_add_impls(struct u8c_bench *b,
			 bool (*run)(struct u8c_job *, const void *))
{
	const struct u8c_impl *const *i;

	u8c_for_each_impl(i)
		u8c_bench_add(b, (*i)->name, run, *i);
}

/* All contenders succeed, and all results are the same. */
static void expect_same(struct u8c_bench *b)
{
	struct u8c_job *job = &b->job;
	u8 *want = u8c_room(b->test, job->room);
	struct u8c_contender *c;
	size_t made = 0;

	for (c = b->all; c < b->all + b->n; c++) {
		job->made = 0;
		KUNIT_ASSERT_TRUE_MSG(b->test, c->run(job, c->with), "%s",
				      c->name);
		if (c->undo)
			c->undo(job, c->with);
		if (c == b->all) {
			made = job->made;
			memcpy(want, job->out, made);
		}
		KUNIT_ASSERT_EQ_MSG(b->test, job->made, made, "%s", c->name);
		KUNIT_ASSERT_MEMEQ(b->test, job->out, want, made);
	}
	kunit_kfree(b->test, want);
}

/* Return: ticks of @reps calls. */
static u64 time_of(struct u8c_job *job, struct u8c_contender *c, u64 reps)
{
	u64 sum = 0, begin, i;

	if (!c->undo) {
		begin = ticks();
		for (i = 0; i < reps; i++)
			c->run(job, c->with);
		return ticks() - begin;
	}
	for (i = 0; i < reps; i++) {
		begin = ticks();
		c->run(job, c->with);
		sum += ticks() - begin;
		c->undo(job, c->with);
	}
	return sum;
}

static void choose_reps(struct u8c_job *job, struct u8c_contender *c)
{
	for (c->reps = 1; c->reps < SAMPLE_NS; c->reps *= 2)
		if (time_of(job, c, c->reps) >= ticks_of(SAMPLE_NS) / 2)
			break;
}

static int compare(const void *a, const void *b)
{
	const u64 *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

static void tell(struct u8c_bench *b, struct u8c_contender *c)
{
	const u64 *middle = c->samples + U8C_BENCH_ROUNDS / 2;
	const u64 quarter = U8C_BENCH_ROUNDS / 4;
	u64 spread;

	sort(c->samples, U8C_BENCH_ROUNDS, sizeof(*c->samples), compare, NULL);
	spread = div64_u64(100 * (middle[quarter] - *(middle - quarter)),
			   *middle ?: 1);
	kunit_info(b->test, "bench %s|%s|%zu|%s|%llu|%llu\n", b->what,
		   b->job.text->name, b->job.n, c->name,
		   div64_u64(*middle * 1000000,
			     ticks_of(1000) * c->reps), spread);
}

void u8c_bench_run(struct u8c_bench *b, const struct u8c_words *text, size_t n)
{
	struct u8c_contender *c;
	int round;

	b->job.text = text;
	b->job.n = n;
	u8c_write_words(text, b->job.p, n);
	expect_same(b);
	for (c = b->all; c < b->all + b->n; c++)
		choose_reps(&b->job, c);
	for (round = 0; round < U8C_BENCH_ROUNDS; round++) {
		for (c = b->all; c < b->all + b->n; c++)
			c->samples[round] = time_of(&b->job, c, c->reps);
		cond_resched();
	}
	for (c = b->all; c < b->all + b->n; c++)
		tell(b, c);
}
