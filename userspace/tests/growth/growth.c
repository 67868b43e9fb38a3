// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Does the time for a byte stay the same, however long a hostile text is?
 *
 *   growth [BYTES]
 *
 * Each job gets each text in 64 KiB, again and again, and once in BYTES (4 MiB).
 * What is compared is the processor's time for a byte: that of the long text may be
 * at most 1.5 times that of the short one, but for what is so fast that it waits for
 * memory, as the long text is in no cache.  On a busy machine a time can only be too
 * long, so that a pair that fails is measured again, a few times.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "utf8check.h"

#define SMALL (64u << 10)
#define REPEATS 32u	/* of the short text */
#define MOST 1.5
#define MEMORY 0.5	/* ns a byte */
#define TRIES 5
#define WRITE (1u << 18)
#define WHOLE SIZE_MAX

#define REASONS(first, last) ((2ull << (last)) - (1ull << (first)))

/* What is repeated to make a text. */
static const struct text {
	const char *name;
	const char *unit;
	unsigned int times;	/* of @unit, before @then */
	const char *then;
} texts[] = {
	{ "all errors", "\xff", 1, "" },
	{ "cut short", "\xf0\x9f\x98", 1, "" },
	{ "in turns", "\xc3\xa9\x80", 1, "" },
	{ "one error in 64", "abcdefghijklmnop", 4, "\xff" },
	{ "forbidden", "\xe2\x80\xae", 1, "" },
	{ "marks in reverse order", "\xcc\x81\xcc\x81\xcc\x81\xcc\xa3", 250, "a" },
	{ "jamo", "\xe1\x84\x80\xe1\x85\xa1\xe1\x86\xa8", 1, "" },
	{ "U+FDFA", "\xef\xb7\xba", 1, "" },
	{ "backslashes", "\\", 1, "" },
};

/* What is done with it, in writes of so many bytes; all but PASS makes output. */
static const struct job {
	const char *name;
	struct utf8check_config config;
	size_t write;
	bool one_form;	/* utf8check_normalize(), not a stream */
} jobs[] = {
	{ "check", { .action = UTF8CHECK_ACTION_PASS, .flags = UTF8CHECK_FLAG_POSITION }, WRITE,
	  false },
	{ "records", { .action = UTF8CHECK_ACTION_PASS, .records = 256 }, WRITE, false },
	{ "a record a call", { .action = UTF8CHECK_ACTION_PASS, .records = 1,
			       .forbid = 1ull << UTF8CHECK_REASON_BIDI_CONTROL }, WHOLE, false },
	{ "replace", { .action = UTF8CHECK_ACTION_REPLACE }, WRITE, false },
	{ "replace, a byte a write", { .action = UTF8CHECK_ACTION_REPLACE }, 1, false },
	{ "escape", { .action = UTF8CHECK_ACTION_ESCAPE }, WRITE, false },
	{ "shortest", { .action = UTF8CHECK_ACTION_SHORTEST }, WRITE, false },
	{ "unescape", { .action = UTF8CHECK_ACTION_REPLACE, .flags = UTF8CHECK_FLAG_UNESCAPE },
	  WRITE, false },
	{ "forbid", { .action = UTF8CHECK_ACTION_REPLACE,
		      .forbid = REASONS(UTF8CHECK_REASON_CONTROL, UTF8CHECK_REASON_PRIVATE_USE) },
		      WRITE, false },
	{ "to UTF-16", { .action = UTF8CHECK_ACTION_REPLACE, .to = UTF8CHECK_ENCODING_UTF16LE },
	  WRITE, false },
	{ "to UTF-32", { .action = UTF8CHECK_ACTION_REPLACE, .to = UTF8CHECK_ENCODING_UTF32BE },
	  WRITE, false },
	{ "from UTF-16", { .action = UTF8CHECK_ACTION_REPLACE, .from = UTF8CHECK_ENCODING_UTF16BE },
	  WRITE, false },
	{ "from UTF-32", { .action = UTF8CHECK_ACTION_REPLACE, .from = UTF8CHECK_ENCODING_UTF32LE },
	  WRITE, false },
	{ "NFC", { .action = UTF8CHECK_ACTION_REPLACE, .form = UTF8CHECK_FORM_NFC }, WRITE, false },
	{ "NFD", { .action = UTF8CHECK_ACTION_REPLACE, .form = UTF8CHECK_FORM_NFD }, WRITE, false },
	{ "NFKC_Casefold", { .action = UTF8CHECK_ACTION_REPLACE,
			     .form = UTF8CHECK_FORM_NFKC_CASEFOLD }, WRITE, false },
	{ "NFC, a byte a write", { .action = UTF8CHECK_ACTION_REPLACE,
				   .form = UTF8CHECK_FORM_NFC }, 1, false },
	{ "is it NFC", { .action = UTF8CHECK_ACTION_PASS, .records = 256,
	  .form = UTF8CHECK_FORM_NFC,
			 .forbid = 1ull << UTF8CHECK_REASON_NOT_NORMALIZED }, WRITE, false },
	{ "size as NFKD", { .form = UTF8CHECK_FORM_NFKD }, WRITE, true },
};

static unsigned char out[1u << 20];
static struct utf8check *engine;

static void fail(const char *what, int err)
{
	fprintf(stderr, "growth: %s: %s\n", what, strerror(-err));
	exit(2);
}

/* Whole units, so that nothing but the length differs. */
static size_t make(const struct text *t, unsigned char *to, size_t room)
{
	size_t unit = strlen(t->unit), then = strlen(t->then), n = 0, i;

	while (room - n >= t->times * unit + then) {
		for (i = 0; i < t->times; i++, n += unit)
			memcpy(to + n, t->unit, unit);
		memcpy(to + n, t->then, then);
		n += then;
	}
	return n;
}

/* Whether the stream goes on. */
static bool goes_on(int err, struct utf8check_stream *s)
{
	struct utf8check_error list[256];
	size_t n;

	if (err == -ENOBUFS)
		err = utf8check_stream_errors(s, list, 256, &n);
	if (err && err != -ENOSPC && err != -EILSEQ)
		fail("a stream", err);
	return err != -EILSEQ;
}

static void run_stream(const struct job *job, const unsigned char *p, size_t n)
{
	struct utf8check_config config = job->config;
	const bool asks = config.action == UTF8CHECK_ACTION_PASS;
	struct utf8check_stream *s;
	size_t done = 0, some, room;
	int err;

	config.size = sizeof(config);
	err = utf8check_stream_open(engine, &config, asks ? UTF8CHECK_CHECK_ONLY : 0, &s);
	if (err)
		fail("a configuration", err);
	do {
		some = n - done < job->write ? n - done : job->write;
		room = sizeof(out);
		err = utf8check_stream_push(s, p + done, &some, asks ? NULL : out,
					    asks ? NULL : &room);
		done += some;
	} while (goes_on(err, s) && done < n);
	utf8check_stream_close(s);
}

static void run(const struct job *job, const unsigned char *p, size_t n)
{
	size_t made = 0;

	if (job->one_form)
		utf8check_normalize(job->config.form, p, n, NULL, &made, NULL);
	else
		run_stream(job, p, n);
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

/* Nanoseconds for a byte. */
static double cost(const struct job *job, const unsigned char *p, size_t n, unsigned int times)
{
	double start = now();
	unsigned int i;

	for (i = 0; i < times; i++)
		run(job, p, n);
	return (now() - start) / times / n;
}

static bool is_even(const struct job *job, const struct text *t, unsigned char *p, size_t bytes)
{
	double small = 1e9, large = 1e9, once;
	unsigned int try;
	size_t n;

	for (try = 0; try < TRIES; try++) {
		n = make(t, p, SMALL);
		once = cost(job, p, n, REPEATS);
		small = once < small ? once : small;
		n = make(t, p, bytes);
		once = cost(job, p, n, 1);
		large = once < large ? once : large;
		if (large <= MOST * small || large < MEMORY)
			return true;
	}
	printf("# %.2f ns a byte in %u bytes, %.2f in %zu\n", small, SMALL, large, bytes);
	return false;
}

int main(int argc, char **argv)
{
	size_t bytes = argc > 1 ? strtoull(argv[1], NULL, 0) : 4u << 20, i, k;
	unsigned char *p = malloc(bytes);
	unsigned int passed = 0, failed = 0;
	int err = utf8check_open(UTF8CHECK_ENGINE_LIBRARY, &engine);

	if (err || !p || bytes <= SMALL)
		fail("the engine, the memory or BYTES", err ? err : -EINVAL);
	for (i = 0; i < sizeof(jobs) / sizeof(*jobs); i++) {
		for (k = 0; k < sizeof(texts) / sizeof(*texts); k++) {
			bool even = is_even(&jobs[i], &texts[k], p, bytes);

			printf("%s - growth of %s: %s\n", even ? "ok" : "not ok",
			       jobs[i].name, texts[k].name);
			fflush(stdout);
			passed += even;
			failed += !even;
		}
	}
	utf8check_close(engine);
	free(p);
	printf("%u passed, %u failed, 0 skipped\n", passed, failed);
	return failed ? 1 : 0;
}
