// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The kernel's fault injection, for all who let calls fail.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "failnth.h"

_Thread_local int fail_nth = -1;

bool faults_open(void)
{
	fail_nth = open("/proc/thread-self/fail-nth", O_RDWR | O_CLOEXEC);
	return fail_nth >= 0;
}

/* There may be no such file. */
static void put_value(const char *path, const char *value)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	if (write(fd, value, strlen(value)) < 0)
		perror(path);
	close(fd);
}

void faults_hit_all(void)
{
	static const char *const kinds[] = { "failslab", "fail_page_alloc", "fail_usercopy" };
	static const char *const knobs[][2] = {
		{ "ignore-gfp-wait", "N" }, { "ignore-gfp-highmem", "N" },
		{ "min-order", "0" }, { "verbose", "0" },
	};
	char path[128];
	size_t i;

	for (i = 0; i < 12; i++) {
		snprintf(path, sizeof(path), "/sys/kernel/debug/%s/%s", kinds[i / 4],
			 knobs[i % 4][0]);
		put_value(path, knobs[i % 4][1]);
	}
}

void faults_spare_cache(const char *spared)
{
	DIR *caches = opendir("/sys/kernel/slab");
	const struct dirent *entry;

	put_value("/sys/kernel/debug/failslab/cache-filter", spared ? "Y" : "N");
	while (caches && (entry = readdir(caches))) {
		char path[300];

		if (*entry->d_name == '.' ||
		    (spared && !strcmp(entry->d_name, spared)))
			continue;
		snprintf(path, sizeof(path), "/sys/kernel/slab/%s/failslab",
			 entry->d_name);
		put_value(path, spared ? "1" : "0");
	}
	if (caches)
		closedir(caches);
}

bool fault_at(unsigned int nth)
{
	char text[16];
	int n = snprintf(text, sizeof(text), "%u", nth);

	return pwrite(fail_nth, text, n, 0) == n;
}

/* Reading the file can meet the fault too, and fails then: so a fault was left. */
unsigned int faults_left(void)
{
	char text[16] = "1";
	ssize_t n = pread(fail_nth, text, sizeof(text) - 1, 0);

	while (!fault_at(0))
		;
	return n > 0 ? atoi(text) : 1;
}
