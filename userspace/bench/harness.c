// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * How fast we are, beside others: a line of JSON for each contender, text, size and job.
 *
 *	harness [-j JOB,...] [-s BYTES]... [-r ROUNDS] [FILE...]
 *
 * A machine is rarely alone, so all contenders take turns on the same bytes and one processor,
 * round after round, and what counts is the ratio of their medians.
 *
 * A branch predictor learns 64 KiB and more that come again, so there are two cells.
 * Learnt: slices again and again, after one time that warms.  New: each round has slices
 * that no contender has met; those of the round before warm, and the new ones are read
 * before, so that they are in the same cache for all contenders.
 */
#include <ctype.h>
#include <err.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "bench.h"

#define CONTENDERS_MAX 32
#define ROUNDS_MAX 101
#define LONGEST (16 << 20)

/* Nanoseconds of a sample that is learnt. */
#define SAMPLE 500000

/*
 * Bytes of a round.  Short slices fit in the first level cache together, long ones in the
 * second; of new ones there is one run, and the clock must be small beside it.
 */
#define SHORT_ROUND (16 << 10)
#define SHORT_NEW (64 << 10)
#define LONG_ROUND (256 << 10)

/*
 * A longer slice than a cache line begins at one: another place can halve the speed of ASCII.
 * Shorter ones are packed, as names in a folder are, but at even addresses, as UTF-16 needs.
 */
#define LINE 64

/* A slice becomes at most so long as an input, which is UTF-32; as a result, of U+FDFA. */
#define INPUT_ROOM(size) round_up(4 * (size) + 256, LINE)
#define RESULT_ROOM(size) round_up(12 * (size) + 256, LINE)

/* @per: so many of @count slices make a round. */
static struct {
	size_t count, per, bytes, room;
	struct { u8 *p; size_t length; } *slices;
	u8 *data, *out;
} pool;

static const char *asked_jobs;
static size_t asked_sizes[32], rounds = 9, contender_count;
static struct contender contenders[CONTENDERS_MAX], scalar = { .impl = &u8c_impl_scalar };

static u32 draw_random(u32 *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 8;
}

static size_t round_up(size_t n, size_t step)
{
	return (n + step - 1) / step * step;
}

/* Whole sequences from a random place of the text, then spaces. */
static void cut(const struct text *t, size_t at, u8 *to, size_t n)
{
	size_t done, piece;

	while (at && u8c_is_continuation(t->bytes[at]))
		at--;
	for (done = 0; done < n; done += piece, at = 0) {
		piece = t->length - at < n - done ? t->length - at : n - done;
		memcpy(to + done, t->bytes + at, piece);
	}
	done = u8c_valid_up_to(&u8c_impl_scalar, &u8c_rfc3629, to, n);
	memset(to + done, ' ', n - done);
}

/* A new mapping whose last byte is the last of @n; its next page cannot be read. */
static u8 *to_edge(const u8 *p, size_t n)
{
	size_t page = sysconf(_SC_PAGESIZE), whole = round_up(n, page);
	u8 *map = mmap(NULL, whole + page, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (map == MAP_FAILED || mprotect(map + whole, page, PROT_NONE))
		err(2, "a page that cannot be read");
	return memcpy(map + whole - n, p, n);
}

static void spoil(const struct job *job, u8 *p, size_t n, u32 *random)
{
	size_t i;

	for (i = 0; i < n && (job->input == AS_NAME || job->input == AS_PATH); i++)
		if (p[i] < 0x80 && !isalnum(p[i]))
			p[i] = job->input == AS_PATH && p[i] == ' ' ? '/' : '_';
	if (job->input != BAD_BYTES)
		return;
	for (i = draw_random(random) % job->one_of; i < n;
	     i += 1 + draw_random(random) % (2 * job->one_of - 1))
		p[i] = 0xf5 + draw_random(random) % 11;
}

/* Makes the input of a job from a slice.  Return: its length. */
static size_t prepare_slice(const struct job *job, const u8 *p, size_t n, u8 *to, u32 *random)
{
	static const enum call makers[] = {
		[AS_UTF16LE] = UTF8_TO_UTF16, [AS_UTF32LE] = UTF8_TO_UTF32,
		[AS_NFC] = TO_NFC, [AS_NFD] = TO_NFD,
	};
	const struct work w = { job->input < ARRAY_SIZE(makers) ? makers[job->input] : 0,
				&u8c_impl_scalar };

	if (w.call)
		return ours[w.call](p, n, to, INPUT_ROOM(n), &w);
	memcpy(to, p, n);
	spoil(job, to, n, random);
	return n;
}

/* How many slices a round has. */
static size_t count_of_round(const struct job *job, size_t size, bool new)
{
	/* All edges are at one place of a page, so only some are in the first level cache. */
	if (job->input == AT_EDGE)
		return 4;
	if (size > LONG_ROUND)
		return 1;
	return (size > SHORT_ROUND / 2 ? LONG_ROUND : new ? SHORT_NEW : SHORT_ROUND) / size;
}

/* Fills the pool with slices of @size bytes, as a job wants them. */
static void fill_pool(const struct job *job, const struct text *t, size_t size, bool new)
{
	u32 random = size;
	size_t i, length;
	u8 *to;

	pool.per = count_of_round(job, size, new);
	pool.count = pool.per * (new ? rounds + 1 : 1);
	pool.bytes = 0;
	pool.room = RESULT_ROOM(size);
	pool.slices = malloc(pool.count * sizeof(*pool.slices));
	pool.data = aligned_alloc(LINE, pool.count * INPUT_ROOM(size));
	pool.out = aligned_alloc(LINE, pool.room);
	if (!pool.slices || !pool.data || !pool.out)
		err(2, "%zu slices of %zu bytes", pool.count, size);
	for (i = 0, to = pool.data; i < pool.count; i++) {
		cut(t, draw_random(&random) % t->length, pool.out, size);
		length = prepare_slice(job, pool.out, size, to, &random);
		pool.slices[i].p = job->input == AT_EDGE ? to_edge(to, length) : to;
		pool.slices[i].length = length;
		pool.bytes += length;
		to += round_up(length, size > LINE ? LINE : 2);
	}
}

/* Nanoseconds of so many runs over the slices of a round. */
static double time_of(const struct contender *c, enum call call, size_t first, size_t runs)
{
	const struct work w = { call, c->impl };
	double excluded = bench_excluded, start = bench_now();
	job_fn fn = c->run[call];
	size_t i, sum = 0;

	while (runs--)
		for (i = first; i < first + pool.per; i++)
			sum += fn(pool.slices[i].p, pool.slices[i].length, pool.out, pool.room, &w);
	__asm__ volatile("" : : "r"(sum) : "memory");
	return bench_now() - start - (bench_excluded - excluded);
}

/* Nanoseconds of a call; what is new is read before. */
static double sample(const struct contender *c, enum call call, size_t round, bool new)
{
	size_t first = new ? round * pool.per : 0, i, at, sum = 0;
	double once = time_of(c, call, first, 1);
	size_t runs = new ? 1 : 1 + SAMPLE / (once + 1);

	first += new ? pool.per : 0;
	for (i = first; new && i < first + pool.per; i++)
		for (at = 0; at < pool.slices[i].length; at += LINE)
			sum += pool.slices[i].p[at];
	__asm__ volatile("" : : "r"(sum) : "memory");
	return time_of(c, call, first, runs) / runs / pool.per;
}

/* What is made of the first slice is in the pool's room.  Return: what the call returns. */
static size_t answer_of(const struct contender *c, enum call call)
{
	const struct work w = { call, c->impl };

	memset(pool.out, 0, pool.room);
	return c->run[call](pool.slices[0].p, pool.slices[0].length, pool.out, pool.room, &w);
}

/*
 * Leaves out, with a message, who does not answer as our scalar code: a wrong answer can be
 * fast.  Of a write the number of bytes is right.  Return: how many are left.
 */
static size_t find_right(const struct job *job, const struct contender **who)
{
	size_t right = pool.slices[0].length, count = 0, i, got;
	u8 *made = malloc(pool.room);

	if (ours[job->call])
		right = answer_of(&scalar, job->call);
	memcpy(made, pool.out, pool.room);
	for (i = 0; i < contender_count; i++) {
		if (!contenders[i].run[job->call])
			continue;
		got = answer_of(&contenders[i], job->call);
		if (got == right && (job->call < REPAIR || !memcmp(made, pool.out, right)))
			who[count++] = &contenders[i];
		else
			warnx("%s: %s: another answer, %zu, not %zu; left out",
			      contenders[i].name, job->name, got, right);
	}
	free(made);
	return count;
}

static int compare_durations(const void *a, const void *b)
{
	return *(const double *)a < *(const double *)b ? -1 : 1;
}

static void measure_cell(const struct job *job, const struct text *t, size_t size, bool new)
{
	static double samples[CONTENDERS_MAX][ROUNDS_MAX];
	const struct contender *who[CONTENDERS_MAX];
	size_t count, round, i, one;

	fill_pool(job, t, size, new);
	count = find_right(job, who);
	for (round = 0; round < rounds; round++)
		for (i = 0; i < count; i++) {
			/* Another one is the first in each round: long slices are in no cache for it. */
			one = (i + round) % count;
			samples[one][round] = sample(who[one], job->call, round, new);
		}
	for (i = 0; i < count; i++) {
		qsort(samples[i], round, sizeof(samples[i][0]), compare_durations);
		printf("{\"job\":\"%s\",\"size\":%zu,\"new\":%s,\"text\":\"%s\",\"who\":\"%s\","
		       "\"bytes\":%.1f,\"ns\":%.5g,\"ns_low\":%.5g,\"ns_high\":%.5g}\n",
		       job->name, size, new ? "true" : "false", t->name, who[i]->name,
		       (double)pool.bytes / pool.count, samples[i][round / 2],
		       samples[i][round / 4], samples[i][round - 1 - round / 4]);
	}
	fflush(stdout);
	free(pool.slices);
	free(pool.data);
	free(pool.out);
}

/* Each size and text that was asked for, new and learnt. */
static void measure_job(const struct job *job, const struct text *texts, size_t count)
{
	const size_t *size = asked_sizes[0] ? asked_sizes : job->sizes;
	bool once = job->input == AT_EDGE || job->call == WRITE;
	const struct text *t;

	for (; *size; size++)
		for (t = texts; t < texts + count; t++) {
			if (once || *size <= LONG_ROUND)
				measure_cell(job, t, *size, false);
			if (!once)
				measure_cell(job, t, *size, true);
		}
}

/* Is a job one of those that were asked for?  Without any, all are. */
static bool is_asked(const char *job)
{
	char all[512], one[64];

	snprintf(all, sizeof(all), ",%s,", asked_jobs ? asked_jobs : job);
	snprintf(one, sizeof(one), ",%s,", job);
	return strstr(all, one);
}

/* Ours that this CPU can run, then the peers. */
static void find_contenders(void)
{
	const struct u8c_impl *const *impl;
	struct contender *c = contenders;

	memcpy(scalar.run, ours, sizeof(ours));
	for (impl = u8c_impls; *impl; impl++)
		if (u8c_impl_usable(*impl)) {
			*c = scalar;
			c->impl = *impl;
			c++->name = (*impl)->name;
		}
	c += device_find(c);
	c += peers_find(c);
	contender_count = c - contenders;
	while (c-- > contenders)
		if (c->absent[0])
			printf("{\"absent\":\"%s\",\"reason\":\"%s\"}\n", c->name, c->absent);
}

static void take_options(int argc, char **argv)
{
	size_t count = 0;
	int option;

	while ((option = getopt(argc, argv, "j:s:r:")) >= 0) {
		if (option == 'j')
			asked_jobs = optarg;
		else if (option == 'r')
			rounds = atoi(optarg);
		else if (option == 's' && count < ARRAY_SIZE(asked_sizes) - 1)
			asked_sizes[count++] = atoi(optarg);
		else
			exit(2);
		if (rounds - 1 >= ROUNDS_MAX || (count && asked_sizes[count - 1] - 1 >= LONGEST))
			errx(2, "1 to %d rounds, of 1 to %d bytes", ROUNDS_MAX, LONGEST);
	}
}

int main(int argc, char **argv)
{
	static struct text texts[TEXTS_MAX];
	size_t count = texts_make(texts);
	const struct job *job;
	cpu_set_t set;

	take_options(argc, argv);
	for (; optind < argc; optind++)
		if (count == TEXTS_MAX || !text_read(&texts[count++], argv[optind]))
			errx(2, "%s: no text in it, or no room for more than %d", argv[optind], TEXTS_MAX);
	find_contenders();
	/* Processors differ. */
	CPU_ZERO(&set);
	CPU_SET(sched_getcpu(), &set);
	sched_setaffinity(0, sizeof(set), &set);
	for (job = jobs; job->name; job++)
		if (is_asked(job->name))
			measure_job(job, texts, count);
	return ferror(stdout) ? 2 : 0;
}
