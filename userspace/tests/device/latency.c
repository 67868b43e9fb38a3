// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * How long a call to the device keeps another process from running.
 *
 *   latency [NAME...]     rows whose name contains one of the words
 *
 * A worker makes one kind of call over and over; this process shares the
 * processor with it and reads the clock in a loop.  The longest time between
 * two readings is the longest time for which this process did not run.  That
 * time is measured for a busy loop in user space first; for a call it may be FACTOR
 * times as long.
 *
 * A host that interrupts its guest lengthens a measurement and never shortens
 * one.  So the shortest measurement counts, of the busy loop and of each row: a
 * row that is above the limit is measured again, with the busy loop, TRIES times in
 * all.  Where the guest's clock counts instructions
 * (scripts/suites/latency) no host disturbs it.
 *
 * Prints a line for each row, and at last "N passed, N failed, N skipped".
 */
#include <sched.h>
#include <signal.h>
#include <time.h>

#include "latency_loads.h"

#define FACTOR 3
#define TRIES 8
#define WINDOW 40	/* milliseconds of one measurement */

unsigned char *text, *back;
static double busy;	/* the shortest measurement, in milliseconds */

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static void by_loop(int fd)
{
	for (;;)
		;
}

/* Both processes of a measurement share one processor. */
static void stay_here(void)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(0, &one);
	CHECK_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
}

/*
 * Lets the worker begin, kills it after WINDOW, and reads the clock until it has
 * ended.  The first reading is before the worker begins, because it may run at
 * once, and for long.
 */
static double watch(pid_t worker, int start, int *status)
{
	double begun = now(), last = begun, longest = 0;
	bool killed = false;

	CHECK_EQ(write(start, "", 1), 1);
	for (;;) {
		double t = now();

		longest = t - last > longest ? t - last : longest;
		last = t;
		if (t - begun < WINDOW)
			continue;
		if (!killed)
			kill(worker, SIGKILL);
		killed = true;
		if (waitpid(worker, status, WNOHANG) == worker)
			return longest;
	}
}

/*
 * Milliseconds for which this process did not run while a worker did; negative
 * for a worker that ended by itself.
 */
static double longest_gap(void (*run)(int fd), int fd)
{
	int ends[2], status;
	double longest;
	pid_t pid;
	char byte;

	CHECK_EQ(pipe(ends), 0);
	pid = fork();
	CHECK(pid >= 0);
	if (pid == 0) {
		CHECK_EQ(read(ends[0], &byte, 1), 1);
		run(fd);
		_exit(1);
	}
	wait_until_asleep(pid, pid);
	longest = watch(pid, ends[1], &status);
	close(ends[0]);
	close(ends[1]);
	return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL ? longest :
								    -1;
}

static void measure_busy(void)
{
	double gap = longest_gap(by_loop, -1);

	if (!busy || gap < busy)
		busy = gap;
}

static void *memory(void)
{
	void *p = mmap(NULL, LOAD_SIZE, PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

	CHECK(p != MAP_FAILED);
	return p;
}

static bool is_any(const struct load *l)
{
	return !l->named;
}

static bool is_named(const struct load *l)
{
	return l->named;
}

/* CHECK has a profile, and stops at the first error. */
static bool is_checked(const struct load *l)
{
	struct utf8check_config only = {
		.size = l->config.size, .queue = l->config.queue,
		.profile = l->config.profile,
	};

	return !l->named && !memcmp(&only, &l->config, sizeof(only));
}

/**
 * struct way - a kind of call
 *
 * @name: what the output calls it.
 * @run: makes the call over and over.
 * @takes: is there a row for this load?
 */
static const struct way {
	const char *name;
	void (*run)(int fd);
	bool (*takes)(const struct load *l);
} ways[] = {
	{ "write", by_write, is_any },
	{ "writev", by_writev, is_any },
	{ "RWF_NOWAIT", by_nowait, is_any },
	{ "splice", by_splice, is_any },
	{ "io_uring", by_uring, is_any },
	{ "io_uring, 4,096 at once", by_many_entries, is_any },
	{ "CHECK", by_check, is_checked },
	{ "CHECK_NAME", by_name, is_named },
	{ "CHECK_PATH", by_path, is_named },
};

static bool is_wanted(const char *name, char **words)
{
	if (!*words)
		return true;
	for (; *words; words++)
		if (strstr(name, *words))
			return true;
	return false;
}

static bool try_row(const struct way *w, const struct load *l, const char *name)
{
	double gap, least = -1;
	int fd = load_session(l), i;

	l->text(text);
	for (i = 0; i < TRIES; i++) {
		gap = longest_gap(w->run, fd);
		if (gap < 0)
			break;
		if (least < 0 || gap < least)
			least = gap;
		if (least <= FACTOR * busy)
			break;
		measure_busy();
	}
	close(fd);
	if (gap >= 0 && least <= FACTOR * busy) {
		printf("ok - %s: %.1f ms\n", name, least);
		return true;
	}
	printf("not ok - %s: %.1f ms, of a busy loop %.1f ms%s\n", name, least,
	       busy, gap < 0 ? ", and the worker ended by itself" : "");
	return false;
}

int main(int argc, char **argv)
{
	int passed = 0, failed = 0, i;
	const struct load *l;
	char name[256];
	size_t way;

	setlinebuf(stdout);
	stay_here();
	text = memory();
	back = memory();
	for (i = 0; i < 5; i++)
		measure_busy();
	for (way = 0; way < sizeof(ways) / sizeof(*ways); way++)
		for (l = loads; l->name; l++) {
			snprintf(name, sizeof(name), "latency of %s: %s",
				 ways[way].name, l->name);
			if (!ways[way].takes(l) || !is_wanted(name, argv + 1))
				continue;
			if (try_row(&ways[way], l, name))
				passed++;
			else
				failed++;
		}
	printf("# of a busy loop %.1f ms\n", busy);
	printf("%d passed, %d failed, 0 skipped\n", passed, failed);
	return failed || !passed;
}
