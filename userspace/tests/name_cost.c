// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What it costs to create a file.
 *
 *   name_cost FOLDER ROUNDS
 *
 * Makes and removes ROUNDS files with ASCII names, in batches; prints the time
 * that a creation took in the fastest batch, in nanoseconds, and the median of
 * all batches.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define BATCH 200

static long long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ll + t.tv_nsec;
}

static void name_of(char *name, size_t size, int i)
{
	snprintf(name, size, "report-of-some-length-%05d.txt", i);
}

static void make_all(void)
{
	char name[64];
	int i, fd;

	for (i = 0; i < BATCH; i++) {
		name_of(name, sizeof(name), i);
		fd = open(name, O_CREAT | O_EXCL | O_WRONLY, 0600);
		if (fd < 0) {
			perror(name);
			exit(2);
		}
		close(fd);
	}
}

static void remove_all(void)
{
	char name[64];
	int i;

	for (i = 0; i < BATCH; i++) {
		name_of(name, sizeof(name), i);
		unlink(name);
	}
}

static int by_size(const void *a, const void *b)
{
	long long x = *(const long long *)a, y = *(const long long *)b;

	return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
	int rounds = argc == 3 ? atoi(argv[2]) / BATCH : 0, i;
	long long *took = calloc(rounds > 0 ? rounds : 1, sizeof(*took));

	if (rounds < 1 || !took || chdir(argv[1])) {
		fprintf(stderr, "usage: name_cost FOLDER ROUNDS\n");
		return 2;
	}
	for (i = 0; i < rounds; i++) {
		took[i] = now();
		make_all();
		took[i] = (now() - took[i]) / BATCH;
		remove_all();
	}
	qsort(took, rounds, sizeof(*took), by_size);
	printf("%lld %lld\n", took[0], took[rounds / 2]);
	free(took);
	return 0;
}
