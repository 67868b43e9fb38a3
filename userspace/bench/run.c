// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A run: every job, at every size, of every text.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "bench.h"
#include "base/say/message.h"

/* The sizes of a job; those that are too long for it are left out.  Return: how many. */
static size_t job_sizes(const struct run *run, enum job job, size_t *sizes)
{
	const size_t *size = job_kinds[job].sizes;
	size_t most = job_kinds[job].most, count = 0;

	if (job != SESSION && run->sizes[0])
		size = run->sizes;
	for (; *size; size++)
		if (!most || *size <= most)
			sizes[count++] = *size;
	return count;
}

/* A session needs no text, so it is measured with one text only. */
static size_t texts_of(const struct run *run, enum job job)
{
	return job == SESSION ? 1 : run->text_count;
}

static size_t doers(enum job job)
{
	size_t count = 0;
	unsigned int i;

	for (i = 0; i < contender_count; i++)
		count += contenders[i].run[job] != NULL;
	return count;
}

/* Jobs that no contender of ours does are left out. */
static bool wanted(const struct run *run, enum job job)
{
	unsigned int i;

	for (i = 0; i < contender_count; i++)
		if (contenders[i].ours && contenders[i].run[job])
			return run->jobs >> job & 1;
	return false;
}

/* LATE_ERROR is measured with the error and without it. */
static size_t samples_of(enum job job)
{
	return job == LATE_ERROR ? 2 : 1;
}

size_t run_samples(const struct run *run)
{
	size_t sizes[SIZES_MAX], count = 0;
	int job;

	for (job = 0; job < JOBS; job++)
		if (wanted(run, job))
			count += job_sizes(run, job, sizes) * doers(job) *
				 samples_of(job) * texts_of(run, job) *
				 run->rounds;
	return count;
}

static bool keep_results(struct run *run, const struct result *results, size_t count)
{
	struct result *all = realloc(run->results, (run->result_count + count) *
				     sizeof(*all));

	if (!all)
		return false;
	memcpy(all + run->result_count, results, count * sizeof(*results));
	run->results = all;
	run->result_count += count;
	return true;
}

/* Shows what is measured now; NULL for the text clears the line. */
static void show_progress(enum job job, size_t size, const struct text *text)
{
	if (!isatty(STDERR_FILENO))
		return;
	fputs("\r\033[K", stderr);
	if (text)
		fprintf(stderr, "%s, %s, %s\r", job_name(job), size_name(size),
			text->name);
	fflush(stderr);
}

static bool measure_size(struct run *run, enum job job, size_t size)
{
	const struct text *text;
	struct result results[CONTENDERS_MAX];
	bool well = true;
	ssize_t count;

	if (run->block)
		run->block(job, size);
	for (text = run->texts; text < run->texts + texts_of(run, job); text++) {
		show_progress(job, size, text);
		count = measure_text(run, job, size, text, results);
		show_progress(job, size, NULL);
		if (count < 0)
			return false;
		if (run->interrupted || cli_output_failed())
			return true;
		run->row(results, count);
		well = keep_results(run, results, count);
	}
	return well;
}

bool run_measure(struct run *run)
{
	size_t sizes[SIZES_MAX], count, i;
	bool well = true;
	int job;

	for (job = 0; well && job < JOBS; job++) {
		count = wanted(run, job) ? job_sizes(run, job, sizes) : 0;
		if (!count && wanted(run, job))
			cli_complain("%s: left out: at most %zu bytes",
				     job_name(job), job_kinds[job].most);
		for (i = 0; well && i < count && !run->interrupted &&
		     !cli_output_failed(); i++)
			well = measure_size(run, job, sizes[i]);
	}
	return well;
}

const struct result *run_best(const struct run *run, enum job job, size_t size,
			      const struct text *text, const char *names)
{
	const struct result *best = NULL, *r;

	for (r = run->results; r < run->results + run->result_count; r++)
		if (r->job == job && r->size == size && r->text == text &&
		    is_among(r->contender->name, strlen(r->contender->name),
			     names) &&
		    (!best || r->median < best->median))
			best = r;
	return best;
}
