// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The counters in sysfs: what each call adds, and nothing else.
 */
#include <sys/stat.h>
#include "device.h"

#define FOLDER "/sys/class/misc/utf8check/statistics/"

struct counters {
	long long sessions;
	long long bytes;
	long long errors;
	long long names;
	long long names_refused;
};

static long long counter(const char *path)
{
	FILE *f = fopen(path, "re");
	long long n = -1;

	if (!f || fscanf(f, "%lld", &n) != 1)
		fail_at(__FILE__, __LINE__, "%s: %s", path, strerror(errno));
	fclose(f);
	return n;
}

static struct counters counters(void)
{
	return (struct counters){
		.sessions = counter(FOLDER "sessions"),
		.bytes = counter(FOLDER "bytes"),
		.errors = counter(FOLDER "errors"),
		.names = counter(FOLDER "names"),
		.names_refused = counter(FOLDER "names_refused"),
	};
}

/* Compares what was added since the last call, and notes the counters for the next. */
static void expect_added(struct counters *since, struct counters want)
{
	struct counters now = counters();

	CHECK_EQ(now.sessions - since->sessions, want.sessions);
	CHECK_EQ(now.bytes - since->bytes, want.bytes);
	CHECK_EQ(now.errors - since->errors, want.errors);
	CHECK_EQ(now.names - since->names, want.names);
	CHECK_EQ(now.names_refused - since->names_refused,
		 want.names_refused);
	*since = now;
}

#define ADDED(...) expect_added(&c, (struct counters){ __VA_ARGS__ })

/* They tell of all containers. */
static void for_root_alone(void)
{
	struct stat s;

	CHECK_EQ(stat(FOLDER "bytes", &s), 0);
	CHECK_EQ(s.st_mode & 07777, 0400);
}

static void text(void)
{
	struct counters c = counters();
	int a, b;

	ADDED(0);
	a = session(O_WRONLY);
	ADDED(.sessions = 1);
	b = session(O_RDWR);
	ADDED(.sessions = 1);
	CHECK_EQ(PUT(a, "a\342\202"), 3);
	ADDED(.bytes = 1);	/* the rest is not judged yet */
	CHECK_EQ(PUT(b, "0123456789"), 10);
	CHECK_EQ(PUT(a, "\254b"), 2);
	ADDED(.bytes = 10 + 4);
	CHECK_EQ(PUT(b, "ab\377"), 2);
	ADDED(.bytes = 2, .errors = 1);
	CHECK_ERRNO(PUT(b, "c"), EILSEQ);
	ADDED(0);
	CHECK_EQ(PUT(a, "\342"), 1);
	CHECK_ERRNO(ioctl(a, UTF8CHECK_IOC_FINISH), EILSEQ);
	ADDED(.errors = 1);
	close(a);
	close(b);
	ADDED(0);
}

static void mended(void)
{
	struct counters c = counters();
	int fd = filter(0, UTF8CHECK_ACTION_REPLACE, 0);

	ADDED(.sessions = 1);
	CHECK_EQ(PUT(fd, "a\377\377b\377"), 5);
	ADDED(.bytes = 5, .errors = 3);
}

static void check(void)
{
	struct utf8check_check k = {
		.size = sizeof(k), .buf = (uintptr_t)"abcd\377fg", .len = 7,
	};
	struct counters c = counters();
	int fd = session(O_RDONLY);

	CHECK_ERRNO(ioctl(fd, UTF8CHECK_IOC_CHECK, &k), EILSEQ);
	ADDED(.sessions = 1, .bytes = 4, .errors = 1);
	k.len = 4;
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_CHECK, &k), 0);
	ADDED(.bytes = 4);
	k.buf = 0;
	CHECK_ERRNO(ioctl(fd, UTF8CHECK_IOC_CHECK, &k), EFAULT);
	ADDED(0);
}

static int judge(int fd, unsigned long call, const char *name)
{
	struct utf8check_check_name n = {
		.size = sizeof(n), .buf = (uintptr_t)name,
		.len = strlen(name),
	};

	return ioctl(fd, call, &n);
}

static void names(void)
{
	struct counters c = counters();
	int fd = session(O_RDONLY);

	CHECK_EQ(judge(fd, UTF8CHECK_IOC_CHECK_NAME, "good"), 0);
	ADDED(.sessions = 1, .names = 1);
	CHECK_ERRNO(judge(fd, UTF8CHECK_IOC_CHECK_NAME, "bad\377"), EILSEQ);
	ADDED(.names = 1, .names_refused = 1);
	CHECK_EQ(judge(fd, UTF8CHECK_IOC_CHECK_PATH, "a/../b"), 0);
	ADDED(.names = 1);
	CHECK_ERRNO(judge(fd, UTF8CHECK_IOC_CHECK_PATH, ""), EILSEQ);
	ADDED(.names = 1, .names_refused = 1);
}

enum { PROCESSES = 8, ROUNDS = 2000 };

static void *many_names(void *arg)
{
	int fd = session(O_RDONLY), i;

	for (i = 0; i < ROUNDS; i++)
		judge(fd, UTF8CHECK_IOC_CHECK_NAME, i % 2 ? "good" : "bad\377");
	return NULL;
}

/* The counts are right on whatever processors the processes run. */
static void processes(void)
{
	struct counters c = counters();
	pid_t pid[PROCESSES];
	int i;

	for (i = 0; i < PROCESSES; i++)
		pid[i] = start(many_names, NULL);
	for (i = 0; i < PROCESSES; i++)
		CHECK_EQ(status_of(pid[i]), 0);
	ADDED(.sessions = PROCESSES, .names = PROCESSES * ROUNDS,
	      .names_refused = PROCESSES * ROUNDS / 2);
}

const struct check counter_checks[] = {
	{ "counters: for root alone", for_root_alone },
	{ "counters: two sessions at once", text },
	{ "counters: errors that are mended", mended },
	{ "counters: CHECK", check },
	{ "counters: names and paths", names },
	{ "counters: eight processes at once", processes },
	{}
};
