// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Calls that fail for want of memory, or because a copy from or to the caller fails.
 *
 * With --hungry the guest has little memory, so ENOMEM is excused.  With --faults the
 * caller itself lets one point of a call fail, chosen at random, by the kernel's fault
 * injection (/proc/thread-self/fail-nth): ENOMEM and EFAULT are excused then.  A call
 * that failed so is made again, and nothing may be lost.
 */
#include <pthread.h>
#include <signal.h>

#include "soak.h"

bool soak_hungry, soak_with_faults;

/* The thread's fail-nth; -1 where none is open. */
static _Thread_local int fail_nth = -1;

/* The signals that were blocked before. */
static _Thread_local sigset_t unblocked;
static _Thread_local bool blocked;

bool soak_excused(int error)
{
	return (error == ENOMEM && (soak_hungry || soak_with_faults)) ||
	       (error == EFAULT && soak_with_faults);
}

/* False when writing meets the fault itself. */
static bool arm(unsigned int nth)
{
	char text[16];
	int n = snprintf(text, sizeof(text), "%u", nth);

	return pwrite(fail_nth, text, n, 0) == n;
}

/*
 * Most points are among the first; big copies have many.  A fault in the frame of a
 * signal would end the process, so none is delivered meanwhile.
 */
void soak_fail(uint64_t *random)
{
	sigset_t all;

	if (fail_nth >= 0 && !blocked && soak_chance(random, 2)) {
		sigfillset(&all);
		pthread_sigmask(SIG_BLOCK, &all, &unblocked);
		blocked = true;
		arm(1 + soak_below(random, 2 << soak_below(random, 6)));
	}
	errno = 0;
}

void soak_spare(void)
{
	int error = errno;

	if (blocked) {
		while (!arm(0))
			;
		pthread_sigmask(SIG_SETMASK, &unblocked, NULL);
		blocked = false;
	}
	errno = error;
}

static void open_faults(void)
{
	if (!soak_with_faults)
		return;
	fail_nth = open("/proc/thread-self/fail-nth", O_RDWR | O_CLOEXEC);
	CHECK(fail_nth >= 0);
}

static void turn(const char *kind, const char *knob, const char *value)
{
	char path[128];
	int fd;

	snprintf(path, sizeof(path), "/sys/kernel/debug/%s/%s", kind, knob);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	/* Not each kind has each knob. */
	if (fd < 0)
		return;
	CHECK(write(fd, value, strlen(value)) == (ssize_t)strlen(value));
	close(fd);
}

void soak_turn_faults_on(void)
{
	static const char *const kinds[] = {
		"failslab", "fail_page_alloc", "fail_usercopy",
	};
	size_t i;

	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		turn(kinds[i], "ignore-gfp-wait", "N");
		turn(kinds[i], "ignore-gfp-highmem", "N");
		turn(kinds[i], "min-order", "0");
		turn(kinds[i], "verbose", "0");
	}
	soak_with_faults = true;
	open_faults();
}

struct start {
	void *(*run)(void *arg);
	void *arg;
};

static void *run(void *arg)
{
	struct start s = *(struct start *)arg;
	void *result;

	free(arg);
	open_faults();
	result = s.run(s.arg);
	if (fail_nth >= 0)
		close(fail_nth);
	return result;
}

void soak_thread(pthread_t *thread, void *(*begun)(void *arg), void *arg)
{
	struct start *s = malloc(sizeof(*s));
	int error;

	CHECK(s);
	*s = (struct start){ begun, arg };
	/* Memory for a stack comes back. */
	while ((error = pthread_create(thread, NULL, run, s)))
		if (!soak_hungry || error != EAGAIN)
			fail_at(__FILE__, __LINE__, "pthread_create: %s",
				strerror(error));
}

int soak_session(int flags)
{
	int fd;

	while ((fd = open("/dev/utf8check", flags | O_CLOEXEC)) < 0)
		if (!soak_excused(errno))
			fail_at(__FILE__, __LINE__, "open: %s",
				strerror(errno));
	return fd;
}
