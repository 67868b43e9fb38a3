// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Many threads use a few sessions and make any calls in any order: ioctls with random
 * structs (soak_ioctl.c), also RESET, FINISH and SET_CONFIG in the middle, changes of
 * O_NONBLOCK, splice, and close of a copy of the descriptor.
 *
 * Only documented results may come back, no call takes or gives more bytes than
 * it was asked to, a report is consistent at any time, and at the end every
 * thread ends.  Half of the threads share the memory of their buffers, so that it
 * changes during their calls.
 */
#include <pthread.h>
#include <signal.h>

#include "soak.h"

enum { THREADS = 10, SESSIONS = 3, PIECE = 30000, BOUT = 4, NEVER = 0 };

struct walker {
	const int *fds;
	const bool *stopped;
	pthread_t thread;
	struct soak_caller caller;
};

/* What a step may fail with; the last is 0. */
static const int io_errors[] = {
	EAGAIN, EILSEQ, EPIPE, EINTR, ECANCELED, ENOMEM, EFAULT, ENOBUFS, NEVER
};
/* All but EFAULT, which comes last, for what has a good address. */
static const int write_errors[] = {
	EAGAIN, EILSEQ, EPIPE, EINTR, ECANCELED, ENOMEM, ENOBUFS, NEVER
};
static const int read_errors[] = { EAGAIN, EILSEQ, EINTR, ECANCELED, NEVER };
static const int interrupted[] = { EINTR, NEVER };
static const int close_errors[] = { EILSEQ, EINTR, NEVER };

static long at_most(long n, size_t asked)
{
	CHECK(n <= (long)asked);
	return n;
}

/* Bytes from the end of the arena. */
static struct iovec some_bytes(struct soak_caller *c)
{
	size_t n = u8c_chance_below(&c->random, one_in(&c->random, 6) ? PIECE : 99);

	return (struct iovec){ c->arena + SOAK_ARENA - n, n };
}

static long step_write(struct soak_caller *c, int fd, const int **errors)
{
	struct iovec v = some_bytes(c);

	*errors = write_errors;
	soak_text(&c->random, v.iov_base, v.iov_len);
	if (one_in(&c->random, 3))
		return at_most(pwritev2(fd, &v, 1, -1, RWF_NOWAIT), v.iov_len);
	return at_most(write(fd, v.iov_base, v.iov_len), v.iov_len);
}

static long step_read(struct soak_caller *c, int fd, const int **errors)
{
	struct iovec v = some_bytes(c);

	*errors = read_errors;
	if (one_in(&c->random, 2))
		return at_most(preadv2(fd, &v, 1, -1, RWF_NOWAIT), v.iov_len);
	return at_most(read(fd, v.iov_base, v.iov_len), v.iov_len);
}

static long step_bad_address(struct soak_caller *c, int fd, const int **errors)
{
	size_t n = some_bytes(c).iov_len + 1;

	*errors = io_errors;
	return one_in(&c->random, 2) ? write(fd, (void *)8, n) : read(fd, (void *)8, n);
}

static long step_report(struct soak_caller *c, int fd, const int **errors)
{
	struct utf8check_report r = { .size = sizeof(r) };

	*errors = interrupted;
	if (ioctl(fd, UTF8CHECK_IOC_GET_REPORT, &r))
		return -1;
	soak_check_report(&r);
	return 0;
}

static long step_poll(struct soak_caller *c, int fd, const int **errors)
{
	struct pollfd p = { .fd = fd, .events = POLLIN | POLLOUT };

	*errors = interrupted;
	return poll(&p, 1, u8c_chance_below(&c->random, 3));
}

static long step_mode(struct soak_caller *c, int fd, const int **errors)
{
	*errors = interrupted + 1;
	return fcntl(fd, F_SETFL, one_in(&c->random, 2) ? O_NONBLOCK : 0);
}

static long step_close(struct soak_caller *c, int fd, const int **errors)
{
	int copy = dup(fd);

	*errors = close_errors;
	return copy < 0 ? -1 : close(copy);
}

static long step_splice(struct soak_caller *c, int fd, const int **errors)
{
	int ends[2];
	long result;

	*errors = io_errors;
	/* A fault is meant for the device. */
	soak_spare();
	if (pipe2(ends, O_NONBLOCK | O_CLOEXEC)) {
		/* ENFILE is what the kernel says where it has no memory for a pipe. */
		CHECK(soak_hungry && (errno == ENFILE || errno == ENOMEM));
		errno = ENOMEM;
		return -1;
	}
	if (one_in(&c->random, 2)) {
		result = write(ends[1], "caf\303\251 \377\314\201", 8);
		/* A pipe may get no page either. */
		CHECK(result == 8 || (soak_hungry && errno == ENOMEM));
		soak_fail(&c->random);
		if (result == 8)
			result = splice(ends[0], NULL, fd, NULL, 8, SPLICE_F_NONBLOCK);
	} else {
		soak_fail(&c->random);
		result = splice(fd, NULL, ends[1], NULL, 4096, SPLICE_F_NONBLOCK);
	}
	soak_spare();
	close(ends[0]);
	close(ends[1]);
	return result;
}

static const struct step {
	const char *name;
	long (*take)(struct soak_caller *c, int fd, const int **errors);
} steps[] = {
	{ "write", step_write }, { "write", step_write }, { "write", step_write },
	{ "read", step_read }, { "read", step_read },
	{ "a bad address", step_bad_address },
	{ "ioctl", soak_ioctl }, { "ioctl", soak_ioctl }, { "ioctl", soak_ioctl },
	{ "GET_REPORT", step_report },
	{ "poll", step_poll },
	{ "O_NONBLOCK", step_mode },
	{ "close of a copy", step_close },
	{ "splice", step_splice },
};

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
	struct u8c_chance *c = &w->caller.random;

	while (!__atomic_load_n(w->stopped, __ATOMIC_RELAXED)) {
		const struct step *s = &steps[u8c_chance_below(c, U8C_ARRAY_SIZE(steps))];
		int fd = w->fds[u8c_chance_below(c, SESSIONS)];
		const int *errors;

		if (FAULTY(c, s->take(&w->caller, fd, &errors)) < 0 &&
		    !is_among(errno, errors) && !soak_excused(errno))
			fail_at(__FILE__, __LINE__, "%s fails with %s", s->name, strerror(errno));
		worker_did(1);
	}
	return NULL;
}

static void interrupt(int signal)
{
}

/*
 * Wakes the threads that wait for room, for output or for the end; again and again, as a
 * reader may start to wait after another thread cleared O_NONBLOCK.
 */
static void release(void *arg)
{
	static unsigned char text[PIECE];
	const int *fds = arg;
	int i;

	for (i = 0; i < SESSIONS; i++) {
		fcntl(fds[i], F_SETFL, O_NONBLOCK);
		ioctl(fds[i], UTF8CHECK_IOC_FINISH);
		while (read(fds[i], text, sizeof(text)) > 0)
			;
		ioctl(fds[i], UTF8CHECK_IOC_FINISH);
	}
}

static struct walker walkers[THREADS];

static int bout(struct worker *w, u64 number)
{
	struct u8c_chance random = { number };
	double until = worker_now() + BOUT;
	bool stopped = false;
	int fds[SESSIONS], i;

	for (i = 0; i < SESSIONS; i++)
		fds[i] = soak_session(O_RDWR);
	for (i = 0; i < THREADS; i++) {
		walkers[i].fds = fds;
		walkers[i].stopped = &stopped;
		walkers[i].caller.random.state = u8c_chance_next(&random);
		soak_thread(&walkers[i].thread, walk, &walkers[i]);
	}
	while (worker_now() < until && worker_has_time()) {
		pthread_kill(walkers[u8c_chance_below(&random, THREADS)].thread, SIGUSR1);
		if (one_in(&random, 4))
			ioctl(fds[u8c_chance_below(&random, SESSIONS)], UTF8CHECK_IOC_RESET);
		usleep(u8c_chance_below(&random, 20000));
	}
	__atomic_store_n(&stopped, true, __ATOMIC_RELAXED);
	release(fds);
	for (i = 0; i < THREADS; i++)
		soak_join(walkers[i].thread, &random, release, fds);
	for (i = 0; i < SESSIONS; i++)
		close(fds[i]);
	return 0;
}

static int setup(struct worker *w)
{
	struct sigaction action = { .sa_handler = interrupt };
	unsigned char *open_arena = soak_memory(SOAK_ARENA);
	int i;

	for (i = 0; i < THREADS; i++) {
		struct soak_caller *c = &walkers[i].caller;

		c->private = i % 2;
		c->arena = c->private ? soak_memory(SOAK_ARENA) : open_arena;
		c->room = soak_memory(SOAK_PAGE);
		CHECK_EQ(utf8check_open(UTF8CHECK_ENGINE_LIBRARY, &c->library), 0);
	}
	return sigaction(SIGUSR1, &action, NULL);
}

struct worker soak_wander = { "wander", setup, bout, soak_wait_for_no_users };
