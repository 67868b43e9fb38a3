// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Loads utf8check.ko with a fault: afterwards the module is loaded, or all that
 * was begun is undone.  Most points are in the kernel's own code, before it calls
 * the module: every fourth of these is tried, and every one of the last ones.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "failnth.h"

#define LAST 128	/* more than the points after the module is first called */
#define STEP 4

static bool load(int file)
{
	return !syscall(SYS_finit_module, file, "", 0);
}

static bool unload(void)
{
	return !syscall(SYS_delete_module, "utf8check", O_NONBLOCK);
}

static const char *after_load(void)
{
	if (!unload() && errno != ENOENT)
		return "it cannot be unloaded";
	if (!access("/dev/utf8check", F_OK))
		return "the device is still there";
	if (!access("/sys/class/misc/utf8check", F_OK))
		return "the device is still in sysfs";
	return NULL;
}

/* Return: whether the fault was met. */
static bool try_load(int file, unsigned int nth, const char **wrong)
{
	bool loaded, met, clean;

	arm_fault(nth);
	loaded = load(file);
	clean = loaded || errno == ENOMEM || errno == EFAULT;
	met = fault_was_met();
	if (!clean)
		*wrong = "an errno that is not documented";
	else if (!loaded && !met)
		*wrong = "it failed without a fault";
	else
		*wrong = after_load();
	return met;
}

static unsigned int count_points(int file, unsigned int most,
				 const char **wrong)
{
	unsigned int left;

	arm_fault(most);
	if (!load(file))
		*wrong = "it cannot be loaded";
	left = faults_left();
	if (!unload())
		*wrong = "it cannot be unloaded";
	return most - left;
}

unsigned int sweep_load(const char *path, unsigned int most,
			const char **wrong)
{
	int file = open(path, O_RDONLY | O_CLOEXEC);
	unsigned int nth = 1, points;

	if (file < 0 || !unload()) {
		*wrong = file < 0 ? "there is no such file" :
				    "it cannot be unloaded";
		return 0;
	}
	/* Without memory for a tracepoint's field the kernel warns: no fault there. */
	spare_cache("ftrace_event_field");
	points = count_points(file, most, wrong);
	for (; !*wrong && nth < most; nth += nth + LAST < points ? STEP : 1)
		if (!try_load(file, nth, wrong) || *wrong)
			break;
	if (nth >= most)
		*wrong = "it never came through";
	spare_cache(NULL);
	if (!load(file) && !*wrong)
		*wrong = "it cannot be loaded any more";
	close(file);
	return nth - 1;
}
