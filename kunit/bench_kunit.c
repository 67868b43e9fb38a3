// SPDX-License-Identifier: GPL-2.0-only
/*
 * How fast the core is in a kernel, beside fs/unicode where it is built in. Nothing is
 * proved; if an emulator runs the kernel, the times mean nothing. Each contender and text
 * is a line of the log, with the best of some rounds in which contenders take turns:
 *
 *	bench JOB|TEXT|BYTES|CONTENDER|MB/s
 *
 * How fast the device is: userspace/bench/device.c.
 */
#include <linux/ktime.h>
#include <linux/math64.h>
#include <linux/moduleparam.h>
#include <linux/unicode.h>

#include "support.h"

#define TEXT_MAX 65536
/* NFD makes three letters of three bytes of one Hangul syllable. */
#define ROOM (3 * TEXT_MAX + 64)
#define ROUNDS 7
/* Bytes of a round: about a millisecond or more, as some clocks count microseconds. */
#define SAMPLE (2 * 1024 * 1024)

static bool bench;
module_param(bench, bool, 0444);
MODULE_PARM_DESC(bench, "run what measures");

static const struct {
	const char *name, *words;
} texts[] = {
	{ "ASCII", "The quick brown fox jumps over the lazy dog, twice. " },
	{ "accents", "Zwölf Boxkämpfer jagen Viktor quer über den Sylter Deich. " },
	{ "Han", "天地玄黃宇宙洪荒日月盈昃辰宿列張 " },
	{ "Hangul", "키스의 고유조건은 입술끼리 만나야 하고 " },
	{ "mixed", "naïve 🙂 text: 天地 and plain words, café 🚀 " },
};

struct job;
typedef bool job_fn(struct job *job, const void *with);

struct job {
	const char *name;
	u8 text[TEXT_MAX], made[ROOM];
	size_t n;
	size_t contenders;
	struct contender {
		const char *name;
		job_fn *run;
		const void *with;
		u64 best;
	} all[8];
};

static bool validate(struct job *job, const void *with)
{
	const struct u8c_impl *impl = with;

	return impl->validate->valid_up_to(job->text, job->n, impl->validate) == job->n;
}

static bool normalize(struct job *job, const void *with)
{
	struct u8c_sink s = u8c_sink(job->made, ROOM);

	return u8c_normalize(with, UTF8CHECK_FORM_NFD, u8c_text(job->text, job->n), &s,
			     NULL) == U8C_MADE;
}

#if IS_BUILTIN(CONFIG_UNICODE)
static bool validate_unicode(struct job *job, const void *with)
{
	const struct qstr text = QSTR_INIT(job->text, job->n);

	return !utf8_validate(with, &text);
}

static bool normalize_unicode(struct job *job, const void *with)
{
	const struct qstr text = QSTR_INIT(job->text, job->n);

	return utf8_normalize(with, &text, job->made, ROOM) >= 0;
}
#else
#define validate_unicode NULL
#define normalize_unicode NULL
#endif

/* Whole sentences, and spaces at the end, where none has room. */
static void write_text(struct job *job, const char *words)
{
	size_t at, length = strlen(words);

	memset(job->text, ' ', job->n);
	for (at = 0; at + length <= job->n; at += length)
		memcpy(job->text + at, words, length);
}

/* Return: MB/s of one round; 0 if a call fails. */
static u64 speed(struct job *job, const struct contender *c)
{
	u64 begin = ktime_get_ns();
	size_t done;

	for (done = 0; done < SAMPLE; done += job->n)
		if (!c->run(job, c->with))
			return 0;
	cond_resched();
	return div64_u64(1000ull * done, ktime_get_ns() - begin ?: 1);
}

static void measure(struct kunit *test, struct job *job, const char *text)
{
	struct contender *c, *end = job->all + job->contenders;
	int round;

	for (c = job->all; c < end; c++)
		c->best = 0;
	for (round = 0; round < ROUNDS; round++)
		for (c = job->all; c < end; c++)
			c->best = max(c->best, speed(job, c));
	for (c = job->all; c < end; c++) {
		KUNIT_EXPECT_NE_MSG(test, c->best, 0, "%s", c->name);
		kunit_info(test, "bench %s|%s|%zu|%s|%llu\n", job->name, text, job->n, c->name,
			   c->best);
	}
}

/* @theirs: what fs/unicode has for the job, or NULL. */
static void bench_all(struct kunit *test, const char *name, job_fn *ours, job_fn *theirs)
{
	static const size_t sizes[] = { 64, 1024, TEXT_MAX };
	const struct u8c_impl *const *impl;
	struct job *job;
	size_t text, size;

	if (!bench)
		kunit_skip(test, "measures, with bench=1");
	job = u8c_room(test, sizeof(*job));
	job->name = name;
	u8c_for_each_impl(impl)
		job->all[job->contenders++] = (struct contender){ (*impl)->name, ours, *impl };
	if (theirs)
		job->all[job->contenders++] = (struct contender){ "fs/unicode", theirs, u8c_unicode_map(test) };
	for (text = 0; text < ARRAY_SIZE(texts); text++) {
		for (size = 0; size < ARRAY_SIZE(sizes); size++) {
			job->n = sizes[size];
			write_text(job, texts[text].words);
			measure(test, job, texts[text].name);
		}
	}
}

static void bench_validate(struct kunit *test)
{
	bench_all(test, "validate", validate, validate_unicode);
}

static void bench_normalize(struct kunit *test)
{
	/* NFD is the only form that fs/unicode makes, on kernels that export it. */
	bench_all(test, "normalize", normalize, HAS_UTF8_NORMALIZE ? normalize_unicode : NULL);
}

static struct kunit_case bench_cases[] = {
	KUNIT_CASE(bench_validate),
	KUNIT_CASE(bench_normalize),
	{}
};

struct kunit_suite u8c_bench_suite = {
	.name = "utf8check_bench",
	.test_cases = bench_cases,
};
