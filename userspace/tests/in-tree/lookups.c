// SPDX-License-Identifier: GPL-2.0-only
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

/* The same words in two writings, of 20 to 45 bytes with their number. */
static const char *const kinds[][3] = {
	{ "ascii", "annual report of the harbour", "ANNUAL Report of the HARBOUR" },
	{ "french", "relev\u00e9 d\u00e9taill\u00e9 \u00e0 c\u00f4t\u00e9", "RELEV\u00c9 d\u00e9taill\u00e9 \u00e0 c\u00f4t\u00e9" },
	{ "greek", "\u03b5\u03c4\u03ae\u03c3\u03b9\u03b1 \u03ad\u03ba\u03b8\u03b5\u03c3\u03b7", "\u0395\u03a4\u03ae\u03c3\u03b9\u03b1 \u03ad\u03ba\u03b8\u03b5\u03c3\u03b7" },
	{ "russian", "\u0433\u043e\u0434\u043e\u0432\u043e\u0439 \u043e\u0442\u0447\u0451\u0442 \u043f\u043e\u0440\u0442\u0430", "\u0413\u041e\u0434\u043e\u0432\u043e\u0439 \u043e\u0442\u0447\u0451\u0442 \u043f\u043e\u0440\u0442\u0430" },
	{ "hindi", "\u0935\u093e\u0930\u094d\u0937\u093f\u0915 \u0930\u093f\u092a\u094b\u0930\u094d\u091f", "\u0935\u093e\u0930\u094d\u0937\u093f\u0915 \u0930\u093f\u092a\u094b\u0930\u094d\u091f" },
	{ "korean", "\uc5f0\ub840 \ubcf4\uace0\uc11c \ud56d\ub9cc", "\uc5f0\ub840 \ubcf4\uace0\uc11c \ud56d\ub9cc" },
	{ "japanese", "\u5e74\u6b21\u5831\u544a\u66f8\u3000\u6e2f\u306e", "\u5e74\u6b21\u5831\u544a\u66f8\u3000\u6e2f\u306e" },
	{ "vietnamese", "b\u00e1o c\u00e1o th\u01b0\u1eddng ni\u00ean", "B\u00c1O c\u00e1o th\u01b0\u1eddng ni\u00ean" },
};

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
