// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Loads utf8check.ko with a fault: afterwards the module is loaded, or all that
 * was begun is undone.  Most points are in the kernel's own code, before it calls
 * the module: every fourth of these is tried, and every one of the last ones.
 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "failnth.h"
#include "worker.h"

#define LAST 128	/* more than the points after the module is first called */
#define STEP 4
#define MOST 2000	/* it has not so many points */

/**
 * struct loader - loading as a worker
 *
 * @worker: the worker.
 * @path: of the module.
 * @file: the module.
 * @points: so many there are.
 * @nth: the next.
 */
struct loader {
	struct worker worker;
	const char *path;
	int file;
	unsigned int points, nth;
};

static bool load(const struct loader *l)
{
	return !syscall(SYS_finit_module, l->file, "", 0);
}

static int unload(void)
{
	return syscall(SYS_delete_module, "utf8check", O_NONBLOCK);
}

static int setup(struct worker *w)
{
	struct loader *l = (struct loader *)w;

	if (!faults_open())
		skip("/proc/thread-self/fail-nth: %s", strerror(errno));
	l->file = open(l->path, O_RDONLY | O_CLOEXEC);
	CHECK(l->file >= 0);
	CHECK_EQ(unload(), 0);
	/* Without memory for a tracepoint's field the kernel warns: no fault there. */
	faults_spare_cache("ftrace_event_field");
	fault_at(MOST);
	CHECK(load(l));
	l->points = MOST - faults_left();
	CHECK_EQ(unload(), 0);
	l->nth = 1;
	return 0;
}

static int step(struct worker *w, u64 random)
{
	struct loader *l = (struct loader *)w;
	bool loaded, met;
	int error;

	CHECK(l->nth < MOST);
	fault_at(l->nth);
	loaded = load(l);
	error = errno;
	met = !faults_left();
	CHECK(loaded || (met && (error == ENOMEM || error == EFAULT)));
	CHECK(!unload() || errno == ENOENT);
	CHECK(access("/dev/utf8check", F_OK) && access("/sys/class/misc/utf8check", F_OK));
	l->nth += l->nth + LAST < l->points ? STEP : 1;
	return met ? 0 : WORKER_DONE;
}

static void end(struct worker *w)
{
	struct loader *l = (struct loader *)w;

	printf("# %u points\n", l->points);
	faults_spare_cache(NULL);
	CHECK(load(l));
}

void try_loading(const char *path)
{
	struct loader l = { { "insmod", setup, step, end }, .path = path };

	worker_try(&l.worker, 1e9);
}
