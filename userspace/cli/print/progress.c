// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * How far a walk through trees is, on a terminal.
 */
#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
#include "print/progress.h"

#define FIRST 1000
#define INTERVAL 200

static u64 now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000ull + t.tv_nsec / 1000000;
}

void progress_start(struct progress *p)
{
	*p = (struct progress){ .wanted = isatty(STDERR_FILENO) };
	if (p->wanted)
		p->next = now() + FIRST;
}

void progress_show(struct progress *p, u64 names, u64 folders)
{
	u64 time;

	if (!p->wanted)
		return;
	time = now();
	if (time < p->next)
		return;
	p->next = time + INTERVAL;
	p->shown = true;
	fprintf(stderr, "\r\033[Kfolders: %" PRIu64 ", names: %" PRIu64,
		folders, names);
	fflush(stderr);
}

void progress_hide(struct progress *p)
{
	if (!p->shown)
		return;
	p->shown = false;
	fputs("\r\033[K", stderr);
	fflush(stderr);
}
