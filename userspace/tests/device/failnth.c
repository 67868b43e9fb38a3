// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Makes a call on /dev/utf8check fail at every point where it can fail: at the
 * first, the second and so on, until the call succeeds without having met the
 * fault.  Needs a kernel with fault injection (/proc/thread-self/fail-nth) of
 * slab objects, pages and copies from and to the caller; run as root.
 *
 * Each failure must be a clean errno, ENOMEM or EFAULT, and the same call, made
 * again in the same session, must do what it should.  Whether something
 * leaked is seen by kmemleak afterwards.  The last line is "N passed, N failed,
 * N skipped".
 *
 *   failnth [MODULE]     with the path of utf8check.ko, loading it is tested too
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "failnth.h"
#include "failnth_knobs.h"

#define POINTS_MAX 2000		/* no call here has so many */

static int fail_nth;

void spare_cache(const char *spared)
{
	DIR *caches = opendir("/sys/kernel/slab");
	const struct dirent *entry;

	fault_knob("failslab", "cache-filter", spared ? "Y" : "N");
	while (caches && (entry = readdir(caches))) {
		char path[300];
		int file;

		if (*entry->d_name == '.' ||
		    (spared && !strcmp(entry->d_name, spared)))
			continue;
		snprintf(path, sizeof(path), "/sys/kernel/slab/%s/failslab",
			 entry->d_name);
		file = open(path, O_WRONLY | O_CLOEXEC);
		if (file < 0 || write(file, spared ? "1" : "0", 1) != 1)
			fprintf(stderr, "# %s: %s\n", path, strerror(errno));
		if (file >= 0)
			close(file);
	}
	if (caches)
		closedir(caches);
}

bool arm_fault(unsigned int nth)
{
	return fault_at(fail_nth, nth);
}

/* Reading the file can meet the fault too, and fails then: so a fault was left. */
unsigned int faults_left(void)
{
	char text[16] = "1";
	ssize_t n = pread(fail_nth, text, sizeof(text) - 1, 0);

	while (!arm_fault(0))
		;
	return n > 0 ? atoi(text) : 1;
}

bool fault_was_met(void)
{
	return !faults_left();
}

bool failed_cleanly(const struct trial *t)
{
	return t->result == -1 && (t->error == ENOMEM || t->error == EFAULT);
}

/* Return: whether the fault was met; sets @wrong to what is wrong. */
static bool try_point(const struct sweep *s, unsigned int nth,
		      const char **wrong)
{
	static struct trial t;
	bool met;

	memset(&t, 0, sizeof(t));
	t.fd = -1;
	t.ends[0] = -1;
	t.ends[1] = -1;
	s->prepare(&t);
	if (!arm_fault(nth)) {
		*wrong = "fail-nth cannot be set";
		return false;
	}
	errno = 0;
	t.result = s->call(&t);
	t.error = errno;
	met = fault_was_met();
	*wrong = s->complete(&t);
	if (!*wrong && !met && failed_cleanly(&t))
		*wrong = "it failed without a fault";
	if (*wrong)
		printf("# the call returned %ld (%s)\n", t.result,
		       strerror(t.error));
	close(t.fd);
	close(t.ends[0]);
	close(t.ends[1]);
	return met;
}

/* Return: the number of points; sets @wrong to what is wrong. */
static unsigned int sweep(const struct sweep *s, const char **wrong)
{
	unsigned int nth;

	for (nth = 1; nth < POINTS_MAX; nth++)
		if (!try_point(s, nth, wrong) || *wrong)
			return nth - 1;
	*wrong = "it never came through";
	return nth;
}

static unsigned int passed, failed;

static void say(const char *name, unsigned int points, const char *wrong)
{
	if (wrong)
		printf("not ok - fail-nth %s: point %u: %s\n", name,
		       points + 1, wrong);
	else
		printf("ok - fail-nth %s: %u points\n", name, points);
	fflush(stdout);
	*(wrong ? &failed : &passed) += 1;
}

static void sweep_all(const struct sweep *s)
{
	for (; s->name; s++) {
		const char *wrong = NULL;
		unsigned int points = sweep(s, &wrong);

		say(s->name, points, wrong);
	}
}

static void sweep_insmod(const char *path)
{
	const char *wrong = NULL;
	unsigned int points = sweep_load(path, POINTS_MAX, &wrong);

	say("insmod", points, wrong);
}

int main(int argc, char **argv)
{

	fail_nth = open("/proc/thread-self/fail-nth", O_RDWR);
	if (fail_nth < 0) {
		printf("ok - fail-nth # SKIP /proc/thread-self/fail-nth: %s\n",
		       strerror(errno));
		printf("0 passed, 0 failed, 1 skipped\n");
		return 0;
	}
	faults_hit_all();
	sweep_all(sweeps);
	sweep_all(judge_sweeps);
	if (argc > 1)
		sweep_insmod(argv[1]);
	printf("%u passed, %u failed, 0 skipped\n", passed, failed);
	return failed != 0;
}
