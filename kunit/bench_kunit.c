// SPDX-License-Identifier: GPL-2.0-only
/*
 * How fast the core is beside what the kernel has for the same jobs.
 *
 * Contenders are each implementation, the kernel's own code where it is built
 * in, and for validation what only reads or copies the bytes, which is as fast
 * as it can get.  The times are of whole calls as the kernel makes them, with
 * the thresholds and sections of the implementations.  If an emulator runs the
 * kernel, the times mean nothing.
 */
#include <linux/nls.h>
#include <linux/unicode.h>

#include "bench.h"

#define TEXT_MAX 65536
/* NFD makes three letters of three bytes of one Hangul syllable. */
#define ROOM (3 * TEXT_MAX + 64)

static const size_t sizes[] = { 64, 1024, TEXT_MAX };

static bool read_words(struct u8c_job *job, const void *with)
{
	u64 a = 0, b = 0;
	size_t i;

	for (i = 0; i + 16 <= job->n; i += 16) {
		a |= u8c_load64(job->p + i);
		b |= u8c_load64(job->p + i + 8);
	}
	/* Without this the compiler could leave out the loop. */
	OPTIMIZER_HIDE_VAR(a);
	OPTIMIZER_HIDE_VAR(b);
	return true;
}

static bool copy(struct u8c_job *job, const void *with)
{
	memcpy(job->out, job->p, job->n);
	barrier_data(job->out);
	return true;
}

static bool validate(struct u8c_job *job, const void *with)
{
	const struct u8c_impl *impl = with;

	return impl->validate->valid_up_to(job->p, job->n, impl->validate) == job->n;
}

static bool normalize(struct u8c_job *job, const void *with)
{
	struct u8c_sink s = u8c_sink(job->out, job->room);
	enum u8c_made how = u8c_normalize(with, UTF8CHECK_FORM_NFD,
					  u8c_text(job->p, job->n), &s, NULL);

	job->made = s.made;
	return how == U8C_MADE;
}

#if IS_BUILTIN(CONFIG_NLS)
static bool validate_nls(struct u8c_job *job, const void *with)
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

static void add_nls(struct u8c_bench *b)
{
	u8c_bench_add(b, "fs/nls", validate_nls, NULL);
}
#else
static void add_nls(struct u8c_bench *b)
{
}
#endif

#if IS_BUILTIN(CONFIG_UNICODE)
static bool validate_unicode(struct u8c_job *job, const void *with)
{
	const struct qstr text = QSTR_INIT(job->p, job->n);

	return !utf8_validate(with, &text);
}

static bool normalize_unicode(struct u8c_job *job, const void *with)
{
	const struct qstr text = QSTR_INIT(job->p, job->n);
	int made = utf8_normalize(with, &text, job->out, job->room);

	job->made = max(made, 0);
	return made >= 0;
}

KUNIT_DEFINE_ACTION_WRAPPER(unload, utf8_unload, struct unicode_map *);

static const struct unicode_map *load(struct kunit *test)
{
	struct unicode_map *map = utf8_load(UNICODE_AGE(12, 1, 0));

	KUNIT_ASSERT_NOT_ERR_OR_NULL(test, map);
	KUNIT_ASSERT_EQ(test, 0, kunit_add_action_or_reset(test, unload, map));
	return map;
}

static void add_unicode(struct u8c_bench *b)
{
	u8c_bench_add(b, "fs/unicode", validate_unicode, load(b->test));
}

static void add_unicode_nfd(struct u8c_bench *b)
{
	if (HAS_UTF8_NORMALIZE)
		u8c_bench_add(b, "fs/unicode", normalize_unicode, load(b->test));
}
#else
static void add_unicode(struct u8c_bench *b)
{
}

static void add_unicode_nfd(struct u8c_bench *b)
{
}
#endif

static void run_all(struct u8c_bench *b)
{
	size_t text, size;

	for (text = 0; text < ARRAY_SIZE(u8c_words); text++)
		for (size = 0; size < ARRAY_SIZE(sizes); size++)
			u8c_bench_run(b, &u8c_words[text], sizes[size]);
}

static void bench_validate(struct kunit *test)
{
	struct u8c_bench *b = u8c_bench_new(test, "validate", TEXT_MAX, ROOM);

	u8c_bench_add(b, "read", read_words, NULL);
	u8c_bench_add(b, "memcpy", copy, NULL);
	u8c_bench_add_impls(b, validate);
	add_nls(b);
	add_unicode(b);
	run_all(b);
}

/* NFD is the only form that fs/unicode makes. */
static void bench_normalize(struct kunit *test)
{
	struct u8c_bench *b = u8c_bench_new(test, "normalize", TEXT_MAX, ROOM);

	u8c_bench_add_impls(b, normalize);
	add_unicode_nfd(b);
	run_all(b);
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
