// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Many threads use a few sessions and make any calls in any order: also RESET,
 * FINISH and SET_CONFIG in the middle, changes of O_NONBLOCK, splice, and close
 * of a copy of the descriptor.
 *
 * Only documented results may come back, no call takes or gives more bytes than
 * it was asked to, a report is consistent at any time, and at the end every
 * thread ends.
 */
#include <pthread.h>
#include <signal.h>

#include "soak.h"

enum { THREADS = 10, SESSIONS = 3, PIECE = 30000, BOUT = 4 };

struct walker {
	const int *fds;
	const bool *stopped;
	uint64_t random;
	pthread_t thread;
	unsigned char *text;
};

struct step {
	const char *name;
	long (*take)(struct walker *w, int fd);
	const int *errors;
};

static size_t length(struct walker *w)
{
	return soak_below(&w->random, soak_chance(&w->random, 6) ? PIECE : 99);
}

static long at_most(long n, size_t asked)
{
	CHECK(n <= (long)asked);
	return n;
}

static long step_write(struct walker *w, int fd)
{
	size_t n = length(w);

	soak_text(&w->random, w->text, n);
	return at_most(write(fd, w->text, n), n);
}

static long step_write_nowait(struct walker *w, int fd)
{
	struct iovec v = { w->text, length(w) };

	return at_most(pwritev2(fd, &v, 1, -1, RWF_NOWAIT), v.iov_len);
}

static long step_read(struct walker *w, int fd)
{
	size_t n = length(w);

	return at_most(read(fd, w->text, n), n);
}

static long step_read_nowait(struct walker *w, int fd)
{
	struct iovec v = { w->text, length(w) };

	return at_most(preadv2(fd, &v, 1, -1, RWF_NOWAIT), v.iov_len);
}

static long step_bad_address(struct walker *w, int fd)
{
	if (soak_chance(&w->random, 2))
		return write(fd, (void *)8, length(w) + 1);
	return read(fd, (void *)8, length(w) + 1);
}

static long step_configure(struct walker *w, int fd)
{
	struct utf8check_config c = { .size = sizeof(c) };

	soak_config(&w->random, &c);
	c.queue = 4096 << soak_below(&w->random, 9);
	return ioctl(fd, UTF8CHECK_IOC_SET_CONFIG, &c);
}

static long step_reset(struct walker *w, int fd)
{
	return ioctl(fd, UTF8CHECK_IOC_RESET);
}

static long step_finish(struct walker *w, int fd)
{
	return ioctl(fd, UTF8CHECK_IOC_FINISH);
}

static long step_report(struct walker *w, int fd)
{
	struct utf8check_report r = { .size = sizeof(r) };
	uint64_t by_length = 0, by_reason = 0;
	int i;

	if (ioctl(fd, UTF8CHECK_IOC_GET_REPORT, &r))
		return -1;
	for (i = 0; i < 8; i++)
		by_length += r.by_length[i];
	for (i = 0; i < 32; i++)
		by_reason += r.by_reason[i];
	CHECK_EQ(by_length, r.code_points);
	CHECK_EQ(by_reason, r.errors);
	CHECK(r.pending <= 8 && r.queued <= r.bytes_out);
	CHECK(!r.errors == !r.first.reason);
	return 0;
}

static long step_poll(struct walker *w, int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLIN | POLLOUT };

	return poll(&p, 1, soak_below(&w->random, 3));
}

static long step_mode(struct walker *w, int fd)
{
	return fcntl(fd, F_SETFL, soak_chance(&w->random, 2) ? O_NONBLOCK : 0);
}

static long step_close(struct walker *w, int fd)
{
	int copy = dup(fd);

	return copy < 0 ? -1 : close(copy);
}

static long step_splice(struct walker *w, int fd)
{
	int ends[2];
	long result;

	/* A fault is meant for the device. */
	soak_spare();
	if (pipe2(ends, O_NONBLOCK | O_CLOEXEC)) {
		/* ENFILE is what the kernel says where it has no memory for a pipe. */
		CHECK(soak_hungry && (errno == ENFILE || errno == ENOMEM));
		errno = ENOMEM;
		return -1;
	}
	if (soak_chance(&w->random, 2)) {
		result = write(ends[1], "caf\303\251 \377\314\201", 8);
		/* A pipe may get no page either. */
		CHECK(result == 8 || (soak_hungry && errno == ENOMEM));
		soak_fail(&w->random);
		if (result == 8)
			result = splice(ends[0], NULL, fd, NULL, 8, SPLICE_F_NONBLOCK);
	} else {
		soak_fail(&w->random);
		result = splice(fd, NULL, ends[1], NULL, 4096,
				SPLICE_F_NONBLOCK);
	}
	soak_spare();
	close(ends[0]);
	close(ends[1]);
	return result;
}

static const int none[] = { 0 };
static const int write_errors[] = {
	EAGAIN, EILSEQ, EPIPE, EINTR, ECANCELED, ENOMEM, 0
};
static const int read_errors[] = { EAGAIN, EILSEQ, EINTR, ECANCELED, 0 };
static const int all_errors[] = {
	EAGAIN, EILSEQ, EPIPE, EINTR, ECANCELED, ENOMEM, EFAULT, 0
};
static const int configure_errors[] = { EBUSY, EINVAL, EINTR, ENOMEM, 0 };
static const int finish_errors[] = {
	EAGAIN, EILSEQ, EINTR, ECANCELED, ENOMEM, 0
};
static const int interrupted[] = { EINTR, 0 };
static const int close_errors[] = { EILSEQ, EINTR, 0 };

static const struct step steps[] = {
	{ "write", step_write, write_errors },
	{ "write", step_write, write_errors },
	{ "write with RWF_NOWAIT", step_write_nowait, write_errors },
	{ "read", step_read, read_errors },
	{ "read with RWF_NOWAIT", step_read_nowait, read_errors },
	{ "a bad address", step_bad_address, all_errors },
	{ "SET_CONFIG", step_configure, configure_errors },
	{ "RESET", step_reset, interrupted },
	{ "FINISH", step_finish, finish_errors },
	{ "GET_REPORT", step_report, interrupted },
	{ "poll", step_poll, interrupted },
	{ "O_NONBLOCK", step_mode, none },
	{ "close of a copy", step_close, close_errors },
	{ "splice", step_splice, all_errors },
};

enum { STEPS = sizeof(steps) / sizeof(steps[0]) };

static bool is_among(int err, const int *errors)
{
	for (; *errors; errors++)
		if (err == *errors)
			return true;
	return false;
}

static void *walk(void *arg)
{
	struct walker *w = arg;

	while (!__atomic_load_n(w->stopped, __ATOMIC_RELAXED)) {
		const struct step *s = &steps[soak_below(&w->random, STEPS)];
		int fd = w->fds[soak_below(&w->random, SESSIONS)];
		long result;

		soak_fail(&w->random);
		result = s->take(w, fd);
		soak_spare();
		if (result < 0 && !is_among(errno, s->errors) &&
		    !soak_excused(errno))
			fail_at(__FILE__, __LINE__, "%s fails with %s",
				s->name, strerror(errno));
		soak_did(1);
	}
	return NULL;
}

static void interrupt(int signal)
{
}

/* Wakes the threads that wait for room, for output or for the end. */
static void release(const int *fds)
{
	static unsigned char text[PIECE];
	int i;

	for (i = 0; i < SESSIONS; i++) {
		fcntl(fds[i], F_SETFL, O_NONBLOCK);
		ioctl(fds[i], UTF8CHECK_IOC_FINISH);
		while (read(fds[i], text, sizeof(text)) > 0)
			;
		ioctl(fds[i], UTF8CHECK_IOC_FINISH);
	}
}

/*
 * Releases again and again: a reader may start to wait after another thread
 * cleared O_NONBLOCK.
 */
static void join(struct walker *w)
{
	double begun = soak_now();
	struct timespec until;

	for (;;) {
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_sec += 1;
		if (!pthread_timedjoin_np(w->thread, NULL, &until))
			return;
		if (soak_now() - begun > SOAK_PATIENCE) {
			soak_tell_threads();
			fail_at(__FILE__, __LINE__, "a thread does not end");
		}
		release(w->fds);
	}
}

static void bout(uint64_t *random)
{
	struct walker walkers[THREADS];
	int fds[SESSIONS], i;
	bool stopped = false;
	double until = soak_now() + BOUT;

	for (i = 0; i < SESSIONS; i++)
		fds[i] = soak_session(O_RDWR);
	for (i = 0; i < THREADS; i++) {
		struct walker *w = &walkers[i];

		*w = (struct walker){ .fds = fds, .stopped = &stopped };
		w->random = soak_random(random);
		w->text = malloc(PIECE);
		CHECK(w->text);
		soak_thread(&w->thread, walk, w);
	}
	while (soak_now() < until && soak_goes_on()) {
		struct walker *w = &walkers[soak_below(random, THREADS)];

		pthread_kill(w->thread, SIGUSR1);
		if (soak_chance(random, 4))
			ioctl(fds[soak_below(random, SESSIONS)],
			      UTF8CHECK_IOC_RESET);
		usleep(soak_below(random, 20000));
	}
	__atomic_store_n(&stopped, true, __ATOMIC_RELAXED);
	release(fds);
	for (i = 0; i < THREADS; i++) {
		join(&walkers[i]);
		free(walkers[i].text);
	}
	for (i = 0; i < SESSIONS; i++)
		close(fds[i]);
}

void soak_wander(char **operands)
{
	struct sigaction action = { .sa_handler = interrupt };
	uint64_t random = soak_random_from(3);

	sigaction(SIGUSR1, &action, NULL);
	while (soak_goes_on())
		bout(&random);
	soak_wait_for_no_users();
}
