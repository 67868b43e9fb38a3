// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Rows of workers, each for a while, and their verdicts.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "worker.h"

#define PATIENCE 120	/* seconds for one call or check, on a quiet machine */

double worker_seconds = 10;
u64 worker_seed = 1;

static const char *program;
static const char *running = "";	/* the row, where it runs in this process */
static bool alone;			/* it has this process for itself */
static double end_of_time;
static unsigned int passed, failed, skipped;

/* What the processes of a row share: how much they did, and that the row came to its end. */
static struct { u64 operations; bool proven; } *shared;

char **worker_begin(const char *name, char **argv)
{
	program = name;
	for (argv++; *argv && !strncmp(*argv, "--", 2); argv++)
		if (sscanf(*argv, "--seconds=%lf", &worker_seconds) != 1 &&
		    sscanf(*argv, "--seed=%" SCNu64, &worker_seed) != 1) {
			fprintf(stderr, "usage: %s [--seconds=N] [--seed=N] [NAME...]\n", name);
			exit(2);
		}
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	CHECK(shared != MAP_FAILED);
	setvbuf(stdout, NULL, _IOLBF, 0);
	signal(SIGPIPE, SIG_IGN);
	return argv;
}

bool worker_is_wanted(const char *name, char **words)
{
	if (!*words)
		return true;
	while (*words && !strstr(name, *words))
		words++;
	return *words;
}

double worker_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec * 1e-9;
}

bool worker_has_time(void)
{
	return worker_now() < end_of_time;
}

void worker_did(u64 n)
{
	__atomic_add_fetch(&shared->operations, n, __ATOMIC_RELAXED);
}

u64 worker_operations(void)
{
	return __atomic_load_n(&shared->operations, __ATOMIC_RELAXED);
}

/* PATIENCE, where the environment says how slow the machine is, in percent (limits.sh). */
static unsigned int patience(void)
{
	const char *slowness = getenv("UTF8CHECK_SLOWNESS");
	unsigned long percent = slowness ? strtoul(slowness, NULL, 10) : 0;

	return PATIENCE * (percent > 100 ? percent : 100) / 100;
}

void worker_show(pid_t pid)
{
	char command[200];

	snprintf(command, sizeof(command),
		 "for t in /proc/%d/task/*; do echo \"# $t\"; cat $t/stat $t/stack; done 2>&1", pid);
	fflush(stdout);
	if (system(command))
		puts("# it is gone now");
}

int worker_run(struct worker *w, double seconds)
{
	struct u8c_chance c = { worker_seed };
	int result;

	running = w->name;
	shared->operations = 0;
	end_of_time = worker_now() + seconds;
	result = w->setup ? w->setup(w) : 0;
	if (result)
		return result;
	end_of_time = worker_now() + seconds;
	do
		result = w->step(w, u8c_chance_next(&c));
	while (!result && worker_has_time());
	if (w->end)
		w->end(w);
	return 0;
}

/* Return: the process's status as of waitpid(2); -1 for one that does not move. */
static int watch(pid_t pid, const sigset_t *child)
{
	const struct timespec second = { 1, 0 };
	const unsigned int most = patience();
	u64 before = 0;
	unsigned int quiet = 0;
	int status;

	while (!waitpid(pid, &status, WNOHANG)) {
		if (sigtimedwait(child, NULL, &second) >= 0)
			continue;
		quiet = worker_operations() == before ? quiet + 1 : 0;
		before = worker_operations();
		if (quiet > most)
			return -1;
	}
	return status;
}

static void report(const char *name, int status, double seconds)
{
	const bool good = !status || status == SKIPPED;
	char more[80] = "";

	if (!good)
		snprintf(more, sizeof(more), " (status %d, --seed=%" PRIu64 ")", status, worker_seed);
	else if (seconds >= 1)
		snprintf(more, sizeof(more), " (%.0f s)", seconds);
	printf("%sok - %s %s%s%s\n", good ? "" : "not ", program, name, more,
	       status == SKIPPED ? " # SKIP" : "");
	*(status == SKIPPED ? &skipped : status ? &failed : &passed) += 1;
}

/* Return: the status of a row whose process has ended. */
static int verdict(int status)
{
	if (!WIFSIGNALED(status) && (WEXITSTATUS(status) || shared->proven))
		return WEXITSTATUS(status);
	if (WIFSIGNALED(status))
		printf("# it was ended by signal %d\n", WTERMSIG(status));
	else
		puts("# it ended before it came to its end");
	return 256;
}

void worker_try(struct worker *w, double seconds)
{
	double begun = worker_now();
	sigset_t child, before;
	int status;
	pid_t pid;

	shared->proven = false;
	/* Who outlives the row that started him is waited for here. */
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	sigprocmask(SIG_BLOCK, &child, &before);
	fflush(NULL);
	pid = fork();
	CHECK(pid >= 0);
	/* All processes that the row begins are ended with it. */
	setpgid(pid, pid);
	if (!pid) {
		sigprocmask(SIG_SETMASK, &before, NULL);
		alone = true;
		status = worker_run(w, seconds);
		shared->proven = !status;
		fflush(stdout);
		_exit(status);
	}
	status = watch(pid, &child);
	if (status == -1) {
		printf("# it did not move for %u s\n", patience());
		worker_show(pid);
		status = W_EXITCODE(1, 0);
	}
	/* Said before the wait, which may be one for ever. */
	report(w->name, verdict(status), worker_now() - begun);
	kill(-pid, SIGKILL);
	/* What they held is given back when they have been waited for. */
	while (waitpid(-pid, NULL, 0) > 0)
		;
	sigprocmask(SIG_SETMASK, &before, NULL);
}

int worker_sum(void)
{
	printf("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
	return failed || !(passed + skipped);
}

/* Prints where and why; a row that has no process of its own says that it has failed. */
static void say(const char *where, const char *why, va_list args)
{
	if (alone || !*running)
		printf("# %s", where);
	else
		printf("not ok - %s %s --seed=%" PRIu64 ": %s", program, running, worker_seed, where);
	vprintf(why, args);
	putchar('\n');
	fflush(stdout);
}

void fail_at(const char *file, int line, const char *why, ...)
{
	const char *base = strrchr(file, '/');
	char where[100];
	va_list args;

	snprintf(where, sizeof(where), "%s:%d: ", base ? base + 1 : file, line);
	va_start(args, why);
	say(where, why, args);
	va_end(args);
	_exit(1);
}

void skip(const char *why, ...)
{
	va_list args;

	running = "";
	va_start(args, why);
	say("", why, args);
	va_end(args);
	_exit(SKIPPED);
}
