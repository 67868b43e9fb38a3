// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * How many names a folder makes, and finds, in a second.
 *
 *   lookups FOLDER COUNT ROUNDS
 *
 * Prints a line for each kind of name: kind, created, found by the cache, found as
 * another writing, all per second.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "kinds.h"

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec * 1e-9;
}

static void fail(const char *what, const char *name)
{
	fprintf(stderr, "lookups: %s %s: %s\n", what, name, strerror(errno));
	exit(1);
}

static void create(const char *words, unsigned int count)
{
	char name[256];
	unsigned int i;
	int fd;

	for (i = 0; i < count; i++) {
		snprintf(name, sizeof(name), "%s %u", words, i);
		fd = open(name, O_CREAT | O_EXCL | O_WRONLY, 0600);
		if (fd < 0)
			fail("make", name);
		close(fd);
	}
}

static void look(const char *words, unsigned int count, unsigned int rounds)
{
	char name[256];
	struct stat st;
	unsigned int i;

	while (rounds--) {
		for (i = 0; i < count; i++) {
			snprintf(name, sizeof(name), "%s %u", words, i);
			if (stat(name, &st))
				fail("look for", name);
		}
	}
}

int main(int argc, char **argv)
{
	unsigned int i, count, rounds;
	double start, made, found;

	if (argc != 4 || chdir(argv[1]))
		return fputs("usage: lookups FOLDER COUNT ROUNDS\n", stderr), 2;
	count = atoi(argv[2]);
	rounds = atoi(argv[3]);
	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		start = now();
		create(kinds[i][1], count);
		made = now();
		look(kinds[i][1], count, rounds);
		found = now();
		look(kinds[i][2], count, rounds);
		printf("%-11s %9.0f %9.0f %9.0f\n", kinds[i][0], count / (made - start),
		       count * rounds / (found - made), count * rounds / (now() - found));
	}
	return 0;
}
