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
 */
#include <signal.h>

#include "latency_loads.h"

#define FACTOR 3
#define TRIES 8
#define WINDOW 40	/* milliseconds of one measurement */

unsigned char *text, *back;
static double busy;	/* the shortest measurement, in milliseconds */

static double now(void) { return worker_now() * 1e3; }

static void by_loop(int fd)
{
	for (;;)
		;
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

/**
 * struct row - a way and a load
 *
 * @worker: the worker.
 * @way: the way.
 * @load: the load.
 */
struct row {
	struct worker worker;
	const struct way *way;
	const struct load *load;
};

static int try_row(struct worker *w, u64 random)
{
	const struct row *r = (struct row *)w;
	int fd = load_session(r->load), i;
	double gap, least = -1;

	r->load->text(text);
	for (i = 0; i < TRIES; i++) {
		gap = longest_gap(r->way->run, fd);
		/* It ended by itself. */
		CHECK(gap >= 0);
		if (least < 0 || gap < least)
			least = gap;
		if (least <= FACTOR * busy)
			break;
		measure_busy();
	}
	printf("# %.1f ms, of a busy loop %.1f ms\n", least, busy);
	CHECK(least <= FACTOR * busy);
	return WORKER_DONE;
}

int main(int argc, char **argv)
{
	char **words = worker_begin("latency of", argv), name[256];
	struct row r = { { .name = name, .step = try_row }, NULL, NULL };
	const struct load *l;
	size_t way;
	int i;

	/* Both processes of a measurement share one processor. */
	stay_on_one();
	text = shared_memory(LOAD_SIZE);
	back = shared_memory(LOAD_SIZE);
	for (i = 0; i < 5; i++)
		measure_busy();
	for (way = 0; way < sizeof(ways) / sizeof(*ways); way++)
		for (l = loads; l->name; l++) {
			snprintf(name, sizeof(name), "%s: %s", ways[way].name, l->name);
			r.way = &ways[way];
			r.load = l;
			if (ways[way].takes(l) && worker_is_wanted(name, words))
				worker_try(&r.worker, 0);
		}
	return worker_sum();
}
