// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The results as a program for gnuplot, which draws an SVG for each job: by text, or
 * where a job has several sizes, by size.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "bench.h"

/* A call of these is short: it is shown in nanoseconds, all others in GB/s. */
static bool plots_nanoseconds(enum job job)
{
	return job == SESSION || job_kinds[job].most;
}

static double plotted_value(const struct result *r)
{
	return plots_nanoseconds(r->job) ? r->median : r->bytes / r->median;
}

/* The name is in double quotes; no job's name has a character that gnuplot obeys there. */
static void put_file(enum job job)
{
	const char *p;

	printf("set output \"");
	for (p = job_name(job); *p; p++)
		if (*p != '%')
			putchar(*p);
	puts(".svg\"");
}

static void put_processor(void)
{
	FILE *f = fopen("/proc/cpuinfo", "r");
	char line[160], *name = NULL;

	while (f && !name && fgets(line, sizeof(line), f))
		if (!strncmp(line, "model name", 10))
			name = strchr(line, ':');
	if (f)
		fclose(f);
	if (!name)
		return;
	name[strcspn(name, "\n\"\\")] = 0;
	printf(", %s", name + 2);
}

/* Are there results of a contender for a text?  NULL stands for any. */
static bool has_results(const struct run *run, enum job job, const struct contender *c,
			const struct text *text)
{
	const struct result *r, *end = run->results + run->result_count;

	for (r = run->results; r < end; r++)
		if (r->job == job && (!c || r->contender == c) && (!text || r->text == text))
			return true;
	return false;
}

/* The sizes that were measured, each once.  Return: how many. */
static size_t measured_sizes(const struct run *run, enum job job, size_t *sizes)
{
	size_t count = 0, i;

	for (i = 0; i < run->result_count; i++)
		if (run->results[i].job == job &&
		    (!count || sizes[count - 1] != run->results[i].size))
			sizes[count++] = run->results[i].size;
	return count;
}

/* The geometric mean of a contender's results for a size, or for one @text of it. */
static void put_mean(const struct run *run, enum job job, size_t size, const struct text *text,
		     const struct contender *c)
{
	const struct result *r, *end = run->results + run->result_count;
	double sum = 0;
	size_t count = 0;

	for (r = run->results; r < end; r++) {
		if (r->job != job || r->size != size || r->contender != c || (text && r->text != text))
			continue;
		sum += log(plotted_value(r));
		count++;
	}
	if (count)
		printf(" %.4g", exp(sum / count));
	else
		printf(" ?");
}

static void put_row(const struct run *run, enum job job, size_t size, const struct text *text)
{
	unsigned int i;

	printf("\"%s\" %zu", text ? text->name : size_name(size),
	       text ? (size_t)(text - run->texts) : size);
	for (i = 0; i < contender_count; i++)
		if (has_results(run, job, &contenders[i], NULL))
			put_mean(run, job, size, text, &contenders[i]);
	putchar('\n');
}

/* A row for each size, or for each text of the one size.  Return: whether by size. */
static bool put_rows(const struct run *run, enum job job)
{
	size_t sizes[SIZES_MAX], count = measured_sizes(run, job, sizes), i;

	puts("$rows << EOD");
	for (i = 0; count > 1 && i < count; i++)
		put_row(run, job, sizes[i], NULL);
	for (i = 0; count == 1 && i < run->text_count; i++)
		if (has_results(run, job, NULL, &run->texts[i]))
			put_row(run, job, sizes[0], &run->texts[i]);
	puts("EOD");
	return count > 1;
}

static void plot_job(const struct run *run, enum job job)
{
	size_t sizes[SIZES_MAX];
	unsigned int i;
	bool by_size;

	if (!measured_sizes(run, job, sizes))
		return;
	put_file(job);
	printf("names = \"");
	for (i = 0; i < contender_count; i++)
		if (has_results(run, job, &contenders[i], NULL))
			printf("%s ", contenders[i].name);
	puts("\"");
	by_size = put_rows(run, job);
	printf("set title \"%s", job_name(job));
	if (!by_size)
		printf(" of %s bytes", size_name(sizes[0]));
	printf(": %s", plots_nanoseconds(job) ? "nanoseconds a call" : "GB/s");
	if (by_size)
		printf(" by bytes of text, the geometric mean of all texts");
	put_processor();
	puts("\" noenhanced");
	puts(by_size ? "set logscale x" : "unset logscale x");
	puts("plot for [i = 1:words(names)] $rows using 2:i + 2:xtic(1)"
	     " title word(names, i) noenhanced with lines linewidth 2");
}

/*
 * The colours of Okabe and Ito, which colour-blind people can tell apart, without the
 * yellow, which is hard to see on white.  After the seventh contender they come again,
 * with other dashes.
 */
static void put_colours(void)
{
	puts("colours = \"#0072b2 #d55e00 #009e73 #000000 #cc79a7 #e69f00 #56b4e9\"");
	puts("do for [i = 1:28] {\n"
	     "\tset linetype i linecolor rgb word(colours, 1 + (i - 1) % 7)"
	     " dashtype 1 + (i - 1) / 7\n}");
}

void plot_results(const struct run *run)
{
	int job;

	puts("set terminal svg size 1200,520 dynamic font \"sans-serif,12\" background \"white\"");
	puts("set datafile missing \"?\"\nset logscale y\nset grid linetype 1 linecolor \"gray90\"");
	put_colours();
	puts("set key outside right\nset autoscale xfix\nset xtics rotate by 40 right noenhanced");
	for (job = 0; job < JOBS; job++)
		plot_job(run, job);
}
