// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Try to get a bad name past a guard, by every call that takes a new one.
 *
 *   hostile refused|noticed|free FOLDER [BAD]
 *   hostile exchange A B
 *   hostile exist FILE
 *
 * refused: each way must fail with EILSEQ and leave no file; noticed, free: each
 * way must succeed.  BAD is the bad name, in place of one that is ill-formed; it has
 * to have a byte above ASCII, and as it is UTF-8, each way must fail with EPERM.
 * hostile exchange A B makes two names change places; hostile exist FILE opens a file
 * that is there, as if it might not be.
 *
 * With a good name each way must succeed, whatever the guard: otherwise a failure
 * with a bad name could have another reason, and would prove nothing.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "hostile.h"

#define GOOD "na\xc3\xafve"

static const char *bad = "a\xc0\xaf" "b\xff";

int hostile_errno = EILSEQ;

static unsigned int passed, failed, skipped;

int hostile_result(int result)
{
	if (result >= 0)
		return 0;
	errno = -result;
	return -1;
}

static bool is_ascii(const char *s)
{
	for (; *s; s++)
		if (*s & 0x80)
			return false;
	return true;
}

/* Removes all names in the present folder that are not ASCII.  Return: how many. */
static unsigned int sweep(void)
{
	DIR *folder = opendir(".");
	const struct dirent *e;
	unsigned int n = 0;

	while (folder && (e = readdir(folder)))
		if (!is_ascii(e->d_name)) {
			n++;
			if (unlinkat(AT_FDCWD, e->d_name, 0))
				unlinkat(AT_FDCWD, e->d_name, AT_REMOVEDIR);
		}
	if (folder)
		closedir(folder);
	return n;
}

static void prepare(void)
{
	int fd = open("file", O_CREAT | O_RDWR, 0600);

	sweep();
	close(fd);
	mkdir("folder", 0700);
	unlink("folder/file");
}

static void tell(bool good, const struct way *w, const char *what, int err)
{
	if (good)
		passed++;
	else
		failed++;
	printf("%s - %s: %s%s%s\n", good ? "ok" : "not ok", w->name, what,
	       err ? ": " : "", err ? strerror(err) : "");
}

/* Return: false where the system has no such way. */
static bool try_good(const struct way *w)
{
	int result, err;

	prepare();
	errno = 0;
	result = w->make(w, GOOD);
	err = errno;
	if (result == HOSTILE_SKIP) {
		skipped++;
		printf("ok - %s # SKIP %s\n", w->name, strerror(err));
		return false;
	}
	if (result)
		tell(false, w, "a good name fails", err);
	return !result;
}

static void try_bad(const struct way *w, bool refused)
{
	unsigned int left;
	int result, err;

	prepare();
	errno = 0;
	result = w->make(w, bad);
	err = result ? errno : 0;
	left = sweep();
	if (w->out_of_reach)
		tell(!err, w, w->out_of_reach, err);
	else if (!refused)
		tell(!err, w, "a bad name is made", err);
	else if (err != hostile_errno)
		tell(false, w, "a bad name is not refused", err);
	else
		tell(!left, w, left ? "refused, but there" : "refused", 0);
}

static void try_all(const struct way *w, bool refused)
{
	for (; w->name; w++)
		if (try_good(w))
			try_bad(w, refused);
	prepare();
}

static int exchange(const char *a, const char *b)
{
	if (!renameat2(AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE))
		return 0;
	perror("hostile: exchange");
	return 1;
}

static int exist(const char *name)
{
	int fd = open(name, O_CREAT | O_RDWR, 0600);

	if (fd >= 0 && open(name, O_CREAT | O_EXCL | O_RDWR, 0600) < 0 &&
	    errno == EEXIST)
		return 0;
	perror("hostile: exist");
	return 1;
}

int main(int argc, char **argv)
{
	bool refused = argc > 2 && !strcmp(argv[1], "refused");

	if (argc == 4 && !strcmp(argv[1], "exchange"))
		return exchange(argv[2], argv[3]);
	if (argc == 3 && !strcmp(argv[1], "exist"))
		return exist(argv[2]);
	if (argc < 3 || argc > 4 || chdir(argv[2]) || (argc == 4 && is_ascii(argv[3]))) {
		fprintf(stderr, "usage: hostile refused|noticed|free FOLDER [BAD]\n");
		return 2;
	}
	if (argc == 4) {
		bad = argv[3];
		hostile_errno = EPERM;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	umask(0);
	try_all(hostile_calls, refused);
	try_all(hostile_rings, refused);
	try_all(hostile_corners, refused);
	printf("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
	return failed ? 1 : 0;
}
