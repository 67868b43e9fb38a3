// SPDX-License-Identifier: GPL-2.0-only
/*
 * How fast the core is beside what the kernel has for the same job.  Measured
 * only when asked (bench=1): it takes seconds, and where an emulator runs the
 * kernel it says nothing.
 *
 * A job has contenders: each implementation, the kernel's own code where it is
 * built in, and for validation what only reads or copies the bytes, which is as
 * fast as it can get.  Each call's answer is checked before it is measured.  A
 * sample is as many calls as take SAMPLE_NS; contenders take turns, sample by
 * sample, so that what disturbs the machine disturbs all of them; the median
 * counts.  The times are of whole calls as the kernel makes them, with the
 * thresholds and sections of the implementations.
 *
 * A line of the log for each:
 *
 *	bench JOB|TEXT|BYTES|CONTENDER|picoseconds a call|spread in percent
 *
 * where the spread is that of the middle half of the samples.
 */
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/nls.h>
#include <linux/sched.h>
#include <linux/sort.h>
#include <linux/unicode.h>

#include "sample.h"
#include "support.h"

#define TEXT_MAX 65536
/* NFD makes three letters of three bytes of one Hangul syllable. */
#define ROOM (3 * TEXT_MAX + 64)
#define ROUNDS 15
#define SAMPLE_NS 150000
#define CONTENDERS_MAX 12

static bool bench;
module_param(bench, bool, 0444);
MODULE_PARM_DESC(bench, "run the suite that measures");

static const size_t sizes[] = { 64, 1024, TEXT_MAX };

/**
 * struct script - letters that words of a text are made of
 *
 * @first: the first one.
 * @letters: how many follow each other from there.
 * @share: how many of 16 words are of it.
 */
struct script {
	u32 first;
	u32 letters;
	u32 share;
};

#define ASCII(share) { 'a', 26, share }
#define LATIN_1(share) { 0xe0, 22, share }
#define CYRILLIC(share) { 0x430, 32, share }
#define HAN(share) { 0x4e00, 0x5000, share }
#define HANGUL(share) { 0xac00, 11172, share }
#define EMOJI(share) { 0x1f600, 64, share }

/**
 * struct text - a kind of text
 *
 * @description: what it is.
 * @scripts: whose words are mixed; the shares sum up to 16.
 */
struct text {
	const char *description;
	struct script scripts[4];
};

static const struct text texts[] = {
	{ "ASCII", { ASCII(16) } },
	{ "Cyrillic", { CYRILLIC(16) } },
	{ "Han", { HAN(16) } },
	{ "emoji", { EMOJI(16) } },
	{ "mixed", { ASCII(10), LATIN_1(2), HAN(2), EMOJI(2) } },
	{ "accents", { ASCII(12), LATIN_1(4) } },
	{ "Hangul", { HANGUL(16) } },
};

/**
 * struct job - what all contenders are given
 *
 * @text: what kind of text it is.
 * @p: the text, whole sequences and a NUL behind it.
 * @n: its bytes.
 * @out: ROOM bytes.
 * @made: out: bytes of the result there.
 * @map: the tables of fs/unicode; NULL where it is not built in.
 */
struct job {
	const struct text *text;
	u8 *p;
	size_t n;
	u8 *out;
	size_t made;
	struct unicode_map *map;
};

/**
 * struct contender - who does a job
 *
 * @name: what the log calls it.
 * @run: does it.  Return: did it find the text good?
 * @impl: for @run.
 * @reps: calls in a sample.
 * @samples: picoseconds a call.
 */
struct contender {
	const char *name;
	bool (*run)(struct job *job, const struct u8c_impl *impl);
	const struct u8c_impl *impl;
	u64 reps;
	u64 samples[ROUNDS];
};

/* --- texts --- */

static const struct script *choose(struct u8c_chance *c, const struct text *t)
{
	const struct script *s = t->scripts;
	u32 at = u8c_chance_below(c, 16);

	for (; at >= s->share; s++)
		at -= s->share;
	return s;
}

/* Words of 2 to 9 letters; what no longer fits is filled with spaces. */
static void write_text(const struct text *text, u8 *p, size_t n)
{
	struct u8c_chance c = { .state = U8C_SEED };
	size_t at = 0;

	while (at + 4 <= n) {
		const struct script *s = choose(&c, text);
		u32 letters = 2 + u8c_chance_below(&c, 8);

		for (; letters && at + 4 <= n; letters--)
			at += u8c_encode(&u8c_rfc3629, s->first +
					 u8c_chance_below(&c, s->letters),
					 p + at);
		if (at < n)
			p[at++] = ' ';
	}
	memset(p + at, ' ', n - at);
	p[n] = 0;
}

/* --- who validates --- */

static bool read_words(struct job *job, const struct u8c_impl *impl)
{
	u64 a = 0, b = 0;
	size_t i;

	for (i = 0; i + 16 <= job->n; i += 16) {
		a |= u8c_load64(job->p + i);
		b |= u8c_load64(job->p + i + 8);
	}
	/* The compiler cannot leave it out. */
	OPTIMIZER_HIDE_VAR(a);
	OPTIMIZER_HIDE_VAR(b);
	return true;
}

static bool copy(struct job *job, const struct u8c_impl *impl)
{
	memcpy(job->out, job->p, job->n);
	barrier_data(job->out);
	return true;
}

static bool validate(struct job *job, const struct u8c_impl *impl)
{
	return impl->valid_up_to(job->p, job->n) == job->n;
}

#if IS_BUILTIN(CONFIG_NLS)
static bool validate_nls(struct job *job, const struct u8c_impl *impl)
{
	const u8 *p = job->p, *end = p + job->n;
	unicode_t cp;

	while (p < end) {
		int length = utf8_to_utf32(p, end - p, &cp);

		if (length < 0)
			return false;
		p += length;
	}
	return true;
}
#endif

#if IS_BUILTIN(CONFIG_UNICODE)
static bool validate_unicode(struct job *job, const struct u8c_impl *impl)
{
	const struct qstr text = QSTR_INIT(job->p, job->n);

	return !utf8_validate(job->map, &text);
}

static bool normalize_unicode(struct job *job, const struct u8c_impl *impl)
{
	const struct qstr text = QSTR_INIT(job->p, job->n);
	int made = utf8_normalize(job->map, &text, job->out, ROOM);

	job->made = max(made, 0);
	return made >= 0;
}
#endif

/* --- who normalizes, to NFD, which is all that fs/unicode can --- */

static bool normalize(struct job *job, const struct u8c_impl *impl)
{
	return u8c_normalize(impl, U8C_NFD, job->p, job->n, job->out, ROOM,
			     &job->made, NULL) == U8C_MADE;
}

/* --- measuring --- */

static u64 time_of(struct contender *c, struct job *job, u64 reps)
{
	u64 begin = ktime_get_ns(), i;

	for (i = 0; i < reps; i++)
		c->run(job, c->impl);
	return ktime_get_ns() - begin;
}

/* As many calls as a sample takes. */
static void prepare(struct contender *c, struct job *job)
{
	u64 ns;

	for (c->reps = 1; c->reps < SAMPLE_NS; c->reps *= 2) {
		ns = time_of(c, job, c->reps);
		if (ns >= SAMPLE_NS / 2)
			break;
	}
}

static int compare(const void *a, const void *b)
{
	const u64 *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

static void tell(struct kunit *test, const char *what, const struct job *job,
		 struct contender *c)
{
	const u64 *s = c->samples;
	u64 spread;

	sort(c->samples, ROUNDS, sizeof(*c->samples), compare, NULL);
	spread = div64_u64(100 * (s[ROUNDS * 3 / 4] - s[ROUNDS / 4]),
			   s[ROUNDS / 2] ?: 1);
	kunit_info(test, "bench %s|%s|%zu|%s|%llu|%llu\n", what,
		   job->text->description, job->n, c->name, s[ROUNDS / 2], spread);
}

static void measure(struct kunit *test, const char *what, struct job *job,
		    struct contender *all, size_t n)
{
	size_t round, i;

	for (i = 0; i < n; i++)
		prepare(&all[i], job);
	for (round = 0; round < ROUNDS; round++) {
		for (i = 0; i < n; i++)
			all[i].samples[round] =
				div64_u64(1000 * time_of(&all[i], job,
							 all[i].reps),
					  all[i].reps);
		cond_resched();
	}
	for (i = 0; i < n; i++)
		tell(test, what, job, &all[i]);
}

static size_t add(struct contender *all, size_t n, const char *name,
		  bool (*run)(struct job *, const struct u8c_impl *),
		  const struct u8c_impl *impl)
{
	all[n].name = name;
	all[n].run = run;
	all[n].impl = impl;
	return n + 1;
}

static size_t add_impls(struct contender *all, size_t n,
			bool (*run)(struct job *, const struct u8c_impl *))
{
	const struct u8c_impl *const *i;

	u8c_for_each_impl(i)
		n = add(all, n, (*i)->name, run, *i);
	return n;
}

/* Each text in each size.  @check: does its contenders' work and judges it. */
static void for_each_text(struct kunit *test, const char *what,
			  struct contender *all, size_t n,
			  void (*check)(struct kunit *test, struct job *job,
					struct contender *all, size_t n))
{
	struct job *job = test->priv;
	size_t text, size;

	for (text = 0; text < ARRAY_SIZE(texts); text++) {
		for (size = 0; size < ARRAY_SIZE(sizes); size++) {
			job->text = &texts[text];
			job->n = sizes[size];
			write_text(job->text, job->p, job->n);
			check(test, job, all, n);
			measure(test, what, job, all, n);
		}
	}
}

static void expect_good(struct kunit *test, struct job *job,
			struct contender *all, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		KUNIT_ASSERT_TRUE_MSG(test, all[i].run(job, all[i].impl), "%s",
				      all[i].name);
}

static void bench_validate(struct kunit *test)
{
	struct contender *all = u8c_room(test, CONTENDERS_MAX * sizeof(*all));
	size_t n = 0;

	n = add(all, n, "read", read_words, NULL);
	n = add(all, n, "memcpy", copy, NULL);
	n = add_impls(all, n, validate);
#if IS_BUILTIN(CONFIG_NLS)
	n = add(all, n, "fs/nls", validate_nls, NULL);
#endif
#if IS_BUILTIN(CONFIG_UNICODE)
	n = add(all, n, "fs/unicode", validate_unicode, NULL);
#endif
	for_each_text(test, "validate", all, n, expect_good);
}

/* All contenders make the same of it. */
static void expect_same(struct kunit *test, struct job *job,
			struct contender *all, size_t n)
{
	u8 *want = u8c_room(test, ROOM);
	size_t i, made = 0;

	for (i = 0; i < n; i++) {
		KUNIT_ASSERT_TRUE_MSG(test, all[i].run(job, all[i].impl), "%s",
				      all[i].name);
		if (!i) {
			made = job->made;
			memcpy(want, job->out, made);
		}
		KUNIT_ASSERT_EQ_MSG(test, job->made, made, "%s", all[i].name);
		KUNIT_ASSERT_MEMEQ(test, job->out, want, made);
	}
	kunit_kfree(test, want);
}

static void bench_normalize(struct kunit *test)
{
	struct contender *all = u8c_room(test, CONTENDERS_MAX * sizeof(*all));
	size_t n = 0;

	n = add_impls(all, n, normalize);
#if IS_BUILTIN(CONFIG_UNICODE)
	n = add(all, n, "fs/unicode", normalize_unicode, NULL);
#endif
	for_each_text(test, "normalize", all, n, expect_same);
}

static int bench_init(struct kunit *test)
{
	struct job *job;

	if (!bench)
		kunit_skip(test, "measures, with bench=1");
	job = u8c_room(test, sizeof(*job));
	job->p = u8c_room(test, TEXT_MAX + 1);
	job->out = u8c_room(test, ROOM);
#if IS_BUILTIN(CONFIG_UNICODE)
	job->map = utf8_load(UNICODE_AGE(12, 1, 0));
	if (IS_ERR(job->map))
		return PTR_ERR(job->map);
#endif
	test->priv = job;
	return 0;
}

static void bench_exit(struct kunit *test)
{
#if IS_BUILTIN(CONFIG_UNICODE)
	struct job *job = test->priv;

	if (job)
		utf8_unload(job->map);
#endif
}

static struct kunit_case bench_cases[] = {
	KUNIT_CASE(bench_validate),
	KUNIT_CASE(bench_normalize),
	{}
};

struct kunit_suite u8c_bench_suite = {
	.name = "utf8check_bench",
	.init = bench_init,
	.exit = bench_exit,
	.test_cases = bench_cases,
};
