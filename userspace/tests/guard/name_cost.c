// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What it costs to create a file.
 *
 *   name_cost FOLDER BATCHES NAME...
 *
 * For each NAME: makes and removes batches of files that are called NAME and three
 * digits; prints the nanoseconds that a creation (open and close) takes.  Each
 * creation is timed alone, and the median is printed.  So rare events (a tick of
 * the clock, memory that is freed, memory that is fetched in a batch) do not count,
 * nor does reading the clock.  Where the clock counts instructions (QEMU's
 * -icount), the median is the same in each run, or nearly so.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define BATCH 200
#define NAME_SIZE 256

static long long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ll + t.tv_nsec;
}

static void remove_all(char (*names)[NAME_SIZE])
{
	int i;

	for (i = 0; i < BATCH; i++)
		unlink(names[i]);
}

static void make(const char *name)
{
	int fd = open(name, O_CREAT | O_EXCL | O_WRONLY, 0600);

	if (fd < 0) {
		perror(name);
		exit(2);
	}
	close(fd);
}

static int by_size(const void *a, const void *b)
{
	long long x = *(const long long *)a, y = *(const long long *)b;

	return (x > y) - (x < y);
}

static long long median(long long *took, int n)
{
	qsort(took, n, sizeof(*took), by_size);
	return took[n / 2];
}

/* The time between two readings of the clock. */
static long long nothing(long long *took, int n)
{
	long long begun;
	int i;

	for (i = 0; i < n; i++) {
		begun = now();
		took[i] = now() - begun;
	}
	return median(took, n);
}

static long long creation(const char *prefix, long long *took, int n)
{
	char names[BATCH][NAME_SIZE];
	long long begun;
	int i;

	for (i = 0; i < BATCH; i++)
		snprintf(names[i], NAME_SIZE, "%s%03d", prefix, i);
	for (i = 0; i < n; i++) {
		begun = now();
		make(names[i % BATCH]);
		took[i] = now() - begun;
		if (i % BATCH == BATCH - 1)
			remove_all(names);
	}
	return median(took, n);
}

int main(int argc, char **argv)
{
	int n = argc > 3 ? atoi(argv[2]) * BATCH : 0, i;
	long long *took = calloc(n > 0 ? n : 1, sizeof(*took));

	if (n < 1 || !took || chdir(argv[1])) {
		fprintf(stderr, "usage: name_cost FOLDER BATCHES NAME...\n");
		return 2;
	}
	for (i = 3; i < argc; i++)
		printf("%lld\n", creation(argv[i], took, n) - nothing(took, n));
	free(took);
	return 0;
}
