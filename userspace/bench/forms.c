// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * How fast normalization is beside its peers, in one run.
 *
 * As with validation all take their turns on the same text, round after round,
 * on one processor, and what counts is the ratio of the medians.  Ours
 * validates too.  Started by bench/forms, which builds it.
 */
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "bench.h"
#include "core/u8c.h"
#include "forms.h"

#define ROUNDS 15
#define BUDGET_NS 1e6

static const struct u8c_impl *impl;

static size_t our_check(const uint8_t *p, size_t n, uint8_t *out)
{
	size_t offset;

	(void)out;
	return u8c_is_normalized(impl, U8C_NFC, p, n, &offset, NULL);
}

static size_t our_form(enum u8c_form form, const uint8_t *p, size_t n,
		       uint8_t *out)
{
	size_t made;

	u8c_normalize(impl, form, p, n, out, n * FORMS_GROWTH, &made, NULL);
	return made;
}

static size_t our_nfc(const uint8_t *p, size_t n, uint8_t *out)
{
	return our_form(U8C_NFC, p, n, out);
}

static size_t our_nfd(const uint8_t *p, size_t n, uint8_t *out)
{
	return our_form(U8C_NFD, p, n, out);
}

static const struct normalizer ours = { "ours", our_check, our_nfc, our_nfd,
					NULL };

#define NORMALIZERS 5
static const struct normalizer *all[NORMALIZERS];

static const char *const job_names[JOBS] = {
	"is it NFC?", "NFC > NFC", "NFD > NFC", "NFC > NFD", "NFD > NFD",
};
/* From which on ours is fast enough beside ICU. */
static const double least[JOBS] = { 1.1, 1.0, 1.0, 1.0, 1.0 };

static double samples[JOBS][NORMALIZERS][ROUNDS];
static double logs[JOBS][NORMALIZERS];
static unsigned int counts[JOBS][NORMALIZERS];

static job_fn job_of(const struct normalizer *who, enum job job)
{
	if (who->absent)
		return NULL;
	if (job == CHECK_NFC)
		return who->check;
	return job < NFC_TO_NFD ? who->nfc : who->nfd;
}

/* Of this thread only: others may run on the same processor. */
static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

/* Nanoseconds for the text, and how long the result is. */
static double time_job(job_fn fn, const uint8_t *p, size_t n, uint8_t *out,
		       size_t *made)
{
	unsigned int runs = 0;
	double start, spent;

	*made = fn(p, n, out);
	start = now();
	do {
		*made = fn(p, n, out);
		runs++;
		spent = now() - start;
	} while (spent < BUDGET_NS);
	return spent / runs;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void put_row(const char *name, enum job job, size_t n)
{
	double *base = samples[job][0];
	unsigned int who;

	qsort(base, ROUNDS, sizeof(double), compare);
	printf("%-22.22s %-10s %7.0f", name, job_names[job],
	       n / base[ROUNDS / 2] * 1e3);
	for (who = 1; who < NORMALIZERS; who++) {
		double *s = samples[job][who], ratio;

		if (!job_of(all[who], job)) {
			printf(" %12s", "-");
			continue;
		}
		qsort(s, ROUNDS, sizeof(double), compare);
		ratio = s[ROUNDS / 2] / base[ROUNDS / 2];
		printf(" %12.2f", ratio);
		logs[job][who] += log(ratio);
		counts[job][who]++;
	}
	printf("\n");
}

/* One text, as NFC and as NFD, through all jobs. */
static void run_text(const struct text *t)
{
	static uint8_t nfc[FORMS_TEXT_MAX * FORMS_GROWTH],
		nfd[FORMS_TEXT_MAX * FORMS_GROWTH],
		out[FORMS_TEXT_MAX * FORMS_GROWTH * FORMS_GROWTH];
	size_t lengths[2], made, room = FORMS_TEXT_MAX;
	unsigned int round, job, who;

	while (u8c_is_continuation(t->bytes[room]))
		room--;
	lengths[0] = our_nfc(t->bytes, room, nfc);
	lengths[1] = our_nfd(t->bytes, room, nfd);
	for (round = 0; round < ROUNDS; round++)
		for (job = 0; job < JOBS; job++)
			for (who = 0; who < NORMALIZERS; who++) {
				bool from_nfd = job == NFD_TO_NFC ||
						job == NFD_TO_NFD;
				size_t want = lengths[job >= NFC_TO_NFD];
				job_fn fn = job_of(all[who], job);

				if (!fn)
					continue;
				samples[job][who][round] =
					time_job(fn, from_nfd ? nfd : nfc,
						 lengths[from_nfd], out, &made);
				if (made != (job ? want : 1)) {
					fprintf(stderr, "bench: %s: %s answers %zu, not %zu\n",
						all[who]->name, job_names[job],
						made, job ? want : 1);
					samples[job][who][round] = NAN;
				}
			}
	for (job = 0; job < JOBS; job++)
		put_row(t->name, job, lengths[job == NFD_TO_NFC ||
					      job == NFD_TO_NFD]);
}

static void put_means(void)
{
	unsigned int job, who;
	double mean;

	printf("\nMean of all texts, times as fast as each\n");
	for (job = 0; job < JOBS; job++) {
		printf("%-22s %-10s %7s", "", job_names[job], "");
		for (who = 1; who < NORMALIZERS; who++) {
			mean = exp(logs[job][who] / counts[job][who]);
			if (counts[job][who])
				printf(" %12.2f", mean);
			else
				printf(" %12s", "-");
		}
		mean = exp(logs[job][1] / counts[job][1]);
		if (counts[job][1])
			printf("  %s: >= %.1f x ICU",
			       mean < least[job] ? "NOT REACHED" : "reached",
			       least[job]);
		printf("\n");
	}
}

static void pin(void)
{
	int cpu = sched_getcpu();
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	sched_setaffinity(0, sizeof(set), &set);
}

int main(int argc, char **argv)
{
	static struct text texts[TEXTS_MAX];
	const struct normalizer *const peers[NORMALIZERS] = {
		&ours, &bench_icu, &bench_utf8proc, &bench_glib,
		&bench_unistring,
	};
	size_t count = 0, i;

	memcpy(all, peers, sizeof(all));
	impl = u8c_impl_find(NULL);
	for (i = 1; i < (size_t)argc && count < FILES_MAX; i++)
		text_load(&texts[count++], argv[i]);
	if (!count)
		count = texts_make(texts, 0);
	pin();
	printf("Ours in MB/s, then how many times as fast as each; %u rounds\n"
	       "%-22s %-10s %7s", ROUNDS, "text", "job", "ours");
	for (i = 1; i < NORMALIZERS; i++)
		printf(" %12s", all[i]->name);
	printf("\n");
	for (i = 1; i < NORMALIZERS; i++)
		if (all[i]->absent)
			printf("%s: absent, %s\n", all[i]->name,
			       all[i]->absent);
	for (i = 0; i < count; i++)
		run_text(&texts[i]);
	put_means();
	return 0;
}
