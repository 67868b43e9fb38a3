// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Attach programs that do nothing, say so, and wait to be killed.
 */
#include <stdio.h>
#include <unistd.h>
#include "empty.skel.h"

int main(void)
{
	struct empty_bpf *programs = empty_bpf__open_and_load();

	if (!programs || empty_bpf__attach(programs))
		return 1;
	puts("attached");
	fflush(stdout);
	pause();
	return 0;
}
