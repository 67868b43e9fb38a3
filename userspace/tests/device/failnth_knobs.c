// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The knobs of the kernel's fault injection, for all who let calls fail.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "failnth_knobs.h"

void fault_knob(const char *kind, const char *knob, const char *value)
{
	char path[128];
	int fd;

	snprintf(path, sizeof(path), "/sys/kernel/debug/%s/%s", kind, knob);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return;
	if (write(fd, value, strlen(value)) < 0)
		perror(path);
	close(fd);
}

void faults_hit_all(void)
{
	static const char *const kinds[] = {
		"failslab", "fail_page_alloc", "fail_usercopy",
	};
	size_t i;

	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		fault_knob(kinds[i], "ignore-gfp-wait", "N");
		fault_knob(kinds[i], "ignore-gfp-highmem", "N");
		fault_knob(kinds[i], "min-order", "0");
		fault_knob(kinds[i], "verbose", "0");
	}
}

bool fault_at(int fd, unsigned int nth)
{
	char text[16];
	int n = snprintf(text, sizeof(text), "%u", nth);

	return pwrite(fd, text, n, 0) == n;
}
