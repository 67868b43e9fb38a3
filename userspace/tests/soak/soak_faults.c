// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Calls that fail for want of memory, or because a copy from or to the caller fails.
 *
 * If hungry, the guest has little memory, so ENOMEM is excused.  With faults the
 * caller itself lets one point of a call fail, chosen at random, by the kernel's fault
 * injection: ENOMEM and EFAULT are excused then.  A call that failed so is made again,
 * and nothing may be lost.
 */
#include <signal.h>

#include "device/failnth.h"
#include "soak.h"

bool soak_hungry, soak_with_faults;

/* The signals that were blocked before. */
static _Thread_local sigset_t unblocked;
static _Thread_local bool blocked;

static unsigned long excused;

bool soak_excused(int error)
{
	if (error == ENOMEM ? !soak_hungry && !soak_with_faults :
			      error != EFAULT || !soak_with_faults)
		return false;
	__atomic_add_fetch(&excused, 1, __ATOMIC_RELAXED);
	return true;
}

void soak_say_excused(void)
{
	printf("# %lu calls failed, as they may\n", excused);
	CHECK(excused || !soak_with_faults);
}

/*
 * Most points are among the first; big copies have many.  A fault in the frame of a
 * signal would end the process, so none is delivered meanwhile.
 */
void soak_fail(struct u8c_chance *c)
{
	sigset_t all;

	if (fail_nth >= 0 && !blocked && one_in(c, 2)) {
		sigfillset(&all);
		pthread_sigmask(SIG_BLOCK, &all, &unblocked);
		blocked = true;
		fault_at(1 + u8c_chance_below(c, 2 << u8c_chance_below(c, 6)));
	}
	errno = 0;
}

void soak_spare(void)
{
	int error = errno;

	if (blocked) {
		while (!fault_at(0))
			;
		pthread_sigmask(SIG_SETMASK, &unblocked, NULL);
		blocked = false;
	}
	errno = error;
}

void soak_turn_faults_on(void)
{
	faults_hit_all();
	soak_with_faults = true;
	CHECK(faults_open());
}

struct start {
	thread_fn run;
	void *arg;
};

static void *run(void *arg)
{
	struct start s = *(struct start *)arg;
	void *result;

	free(arg);
	CHECK(!soak_with_faults || faults_open());
	result = s.run(s.arg);
	if (fail_nth >= 0)
		close(fail_nth);
	return result;
}

void soak_thread(pthread_t *thread, thread_fn begun, void *arg)
{
	struct start *s = malloc(sizeof(*s));
	int error;

	CHECK(s);
	*s = (struct start){ begun, arg };
	/* Memory for a stack comes back. */
	while ((error = pthread_create(thread, NULL, run, s)))
		if (!soak_hungry || error != EAGAIN)
			fail_at(__FILE__, __LINE__, "pthread_create: %s", strerror(error));
}

int soak_session(int flags)
{
	int fd;

	while ((fd = open("/dev/utf8check", flags | O_CLOEXEC)) < 0)
		if (!soak_excused(errno))
			fail_at(__FILE__, __LINE__, "open: %s", strerror(errno));
	return fd;
}
