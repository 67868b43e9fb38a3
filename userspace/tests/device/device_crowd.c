// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Many who wait on one session: each event wakes one of them, whatever their number, and
 * no event is lost.
 *
 * What a byte costs is counted in switches of context of all threads but the one that
 * makes the events.  UTF8CHECK_SECONDS is how long the last checks take each.
 */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <time.h>

#include "device.h"

#define FEW 10
#define MANY 500
#define STACK (128 * 1024)
#define BYTES 500u
#define POLLED 60u	/* bytes that many poll for */
#define SLOWER 10u	/* where the kernel looks at each access, so many times fewer */
#define PATIENCE 30	/* seconds until an event counts as lost */

static char block[8192];
static int fd;			/* the session, or an end of a pipe */
static unsigned int done;	/* calls that went on, or events that were told */

static long switches_of(int who)
{
	struct rusage u;

	CHECK_EQ(getrusage(who, &u), 0);
	return u.ru_nvcsw + u.ru_nivcsw;
}

/* Of all threads but the caller. */
static long switches_of_others(void)
{
	return switches_of(RUSAGE_SELF) - switches_of(RUSAGE_THREAD);
}

static unsigned int bounded(unsigned int bytes)
{
	return kernel_checks_itself() ? bytes / SLOWER : bytes;
}

static void start_threads(int n, thread_fn run, void *arg)
{
	pthread_attr_t attr;
	pthread_t thread;

	CHECK_EQ(pthread_attr_init(&attr), 0);
	CHECK_EQ(pthread_attr_setstacksize(&attr, STACK), 0);
	while (n--)
		CHECK_EQ(pthread_create(&thread, &attr, run, arg), 0);
}

/* Returns when no thread but the caller has run for a while. */
static void settle(void)
{
	long before;

	do {
		before = switches_of_others();
		usleep(50000);
	} while (switches_of_others() != before);
}

/* Waits until others have gone on @n times.  Nothing wakes them but the device. */
static void wait_for(unsigned int n)
{
	time_t end = time(NULL) + PATIENCE;

	while (__atomic_load_n(&done, __ATOMIC_SEQ_CST) < n) {
		if (time(NULL) > end)
			fail_at(__FILE__, __LINE__, "%u of %u: an event was lost", done, n);
		usleep(100);
	}
}

static void *read_bytes(void *unused)
{
	char c;

	while (read(fd, &c, 1) == 1)
		__atomic_add_fetch(&done, 1, __ATOMIC_SEQ_CST);
	return NULL;
}

static void *write_bytes(void *unused)
{
	while (write(fd, "a", 1) == 1)
		__atomic_add_fetch(&done, 1, __ATOMIC_SEQ_CST);
	return NULL;
}

static void put_byte(void) { CHECK_EQ(write(fd, "a", 1), 1); }
static void get_byte(void) { CHECK_EQ(read(fd, block, 1), 1); }

/* To the last byte that it takes. */
static void fill_up(void)
{
	fill(fd);
	while (put_nowait(fd, "", 1) > 0)
		;
}

/**
 * struct crowd - some who wait, and what lets one of them go on
 *
 * @n: how many.
 * @run: how they wait.
 * @event: lets one go on.
 * @full: they wait for room.
 */
struct crowd {
	int n;
	thread_fn run;
	void (*event)(void);
	bool full;
};

/* Prints the switches of a hundred events. */
static void *cost_of(void *arg)
{
	const struct crowd *c = arg;
	/* Few bytes make no room that wakes anybody. */
	const unsigned int bytes = c->full ? BYTES : bounded(BYTES);
	unsigned int i;
	long before;

	fd = filter(0, UTF8CHECK_ACTION_REJECT, 4096);
	if (c->full)
		fill_up();
	start_threads(c->n, c->run, NULL);
	settle();
	before = switches_of_others();
	for (i = 1; i <= bytes; i++) {
		c->event();
		/* Room for one is not enough for a write, which waits for that of some. */
		if (c->full)
			usleep(1000);
		else
			wait_for(i);
	}
	settle();
	/* The first of them only make enough room. */
	CHECK(c->full ? done && done <= bytes + 256 : done == bytes);
	printf("%ld\n", (switches_of_others() - before) * 100 / done);
	return NULL;
}

/* Runs it in a process of its own, whose threads end with it.  Return: what it prints. */
static long run_alone(thread_fn run, void *arg)
{
	int ends[2];
	char text[32] = "";
	pid_t pid;

	CHECK_EQ(pipe(ends), 0);
	pid = fork();
	if (!pid) {
		CHECK_EQ(dup2(ends[1], 1), 1);
		run(arg);
		fflush(stdout);
		_exit(0);
	}
	close(ends[1]);
	CHECK(read(ends[0], text, sizeof(text) - 1) > 0);
	CHECK_EQ(status_of(pid), 0);
	close(ends[0]);
	return atol(text);
}

static void compare(struct crowd c)
{
	long few, many;

	c.n = FEW;
	few = run_alone(cost_of, &c);
	c.n = MANY;
	many = run_alone(cost_of, &c);
	printf("# switches of 100 bytes: %ld with %d, %ld with %d\n", few, FEW, many, MANY);
	CHECK(many <= few + 200);
}

static void readers(void)
{
	compare((struct crowd){ .run = read_bytes, .event = put_byte });
}

static void writers(void)
{
	compare((struct crowd){ .run = write_bytes, .event = get_byte, .full = true });
}

/* @arg: what to wait for, by edge. */
static void *poll_events(void *arg)
{
	struct epoll_event e = { .events = *(const uint32_t *)arg | EPOLLET };
	int poller = epoll_create1(0);

	CHECK_EQ(epoll_ctl(poller, EPOLL_CTL_ADD, fd, &e), 0);
	while (epoll_wait(poller, &e, 1, -1) == 1)
		__atomic_add_fetch(&done, 1, __ATOMIC_SEQ_CST);
	return NULL;
}

/* Bytes come and go where there is room: who waits for more of it sleeps. */
static void other_direction(void)
{
	uint32_t out = EPOLLOUT;
	unsigned int i;

	fd = filter(0, UTF8CHECK_ACTION_REJECT, 65536);
	put_byte();
	get_byte();
	start_threads(FEW, poll_events, &out);
	wait_for(FEW);
	settle();
	for (i = 0; i < 200; i++) {
		put_byte();
		get_byte();
	}
	settle();
	CHECK_EQ(done, FEW);
}

/* A byte is an event for all who wait for it, and a read is none. */
static void own_direction(void)
{
	uint32_t in = EPOLLIN;
	unsigned int i;

	fd = filter(0, UTF8CHECK_ACTION_REJECT, 65536);
	start_threads(FEW, poll_events, &in);
	settle();
	for (i = 1; i <= 20; i++) {
		put_byte();
		wait_for(i * FEW);
		get_byte();
		settle();
		CHECK_EQ(done, i * FEW);
	}
}

/* Prints what the events of @arg, a session or a pipe, cost those who poll for them. */
static void *cost_of_polls(void *arg)
{
	const int *ends = arg;
	uint32_t in = EPOLLIN;
	unsigned int i;
	long before;

	fd = ends[0];
	start_threads(MANY, poll_events, &in);
	settle();
	before = switches_of_others();
	for (i = 1; i <= bounded(POLLED); i++) {
		CHECK_EQ(write(ends[1], "a", 1), 1);
		wait_for(i * MANY);
		CHECK_EQ(read(ends[0], block, 1), 1);
	}
	settle();
	printf("%ld\n", switches_of_others() - before);
	return NULL;
}

static void as_a_pipe(void)
{
	int device[2], ends[2];
	long ours, theirs;

	CHECK_EQ(pipe(ends), 0);
	device[0] = device[1] = filter(0, UTF8CHECK_ACTION_REJECT, 65536);
	ours = run_alone(cost_of_polls, device);
	theirs = run_alone(cost_of_polls, ends);
	printf("# switches of %u bytes polled by %d: %ld, on a pipe %ld\n", bounded(POLLED), MANY, ours,
	       theirs);
	CHECK(ours * 10 <= theirs * 12);
}

/* Who asked for the one direction when epoll learnt of the session can ask for the other. */
static void changed_direction(void)
{
	struct epoll_event e = { .events = EPOLLOUT };
	int poller = epoll_create1(0);

	fd = filter(O_NONBLOCK, UTF8CHECK_ACTION_REJECT, 4096);
	CHECK_EQ(epoll_ctl(poller, EPOLL_CTL_ADD, fd, &e), 0);
	e.events = EPOLLIN;
	CHECK_EQ(epoll_ctl(poller, EPOLL_CTL_MOD, fd, &e), 0);
	CHECK_EQ(epoll_wait(poller, &e, 1, 0), 0);
	put_byte();
	CHECK_EQ(epoll_wait(poller, &e, 1, 1000), 1);
	fill(fd);
	e.events = EPOLLOUT;
	CHECK_EQ(epoll_ctl(poller, EPOLL_CTL_MOD, fd, &e), 0);
	CHECK_EQ(epoll_wait(poller, &e, 1, 0), 0);
	CHECK(read(fd, block, sizeof(block)) > 0);
	CHECK_EQ(epoll_wait(poller, &e, 1, 1000), 1);
}

static int seconds(void)
{
	const char *text = getenv("UTF8CHECK_SECONDS");

	return text ? atoi(text) : 5;
}

#define STEADY 4	/* who always wait, and whom no signal reaches */
#define UNSTEADY 16	/* who are interrupted, and then stay away for a while */

static pthread_t unsteady[UNSTEADY];

static void on_signal(int number)
{
}

/* Reads as @arg says, or writes; a signal makes it leave the session to the steady. */
static void *wait_unsteadily(void *arg)
{
	const bool reads = *(const bool *)arg;
	char c = 'a';
	ssize_t n;

	for (;;) {
		n = reads ? read(fd, &c, 1) : write(fd, &c, 1);
		CHECK(n == 1 || errno == EINTR);
		if (n == 1)
			__atomic_add_fetch(&done, 1, __ATOMIC_SEQ_CST);
		else
			usleep(rand() % 3000);
	}
	return NULL;
}

static void *send_signals(void *unused)
{
	for (;;) {
		pthread_kill(unsteady[rand() % UNSTEADY], SIGUSR1);
		if (rand() % 8)
			sched_yield();
		else
			usleep(rand() % 200);
	}
	return NULL;
}

static void start_unsteady(bool *reads)
{
	struct sigaction action = { .sa_handler = on_signal };
	int i;

	CHECK_EQ(sigaction(SIGUSR1, &action, NULL), 0);
	for (i = 0; i < UNSTEADY; i++)
		CHECK_EQ(pthread_create(&unsteady[i], NULL, wait_unsteadily, reads), 0);
	start_threads(STEADY, *reads ? read_bytes : write_bytes, NULL);
	start_threads(1, send_signals, NULL);
}

/* Who was woken for a byte may be interrupted just then: one of the steady gets it. */
static void readers_interrupted(void)
{
	time_t end = time(NULL) + seconds();
	bool reads = true;
	unsigned int n;

	fd = filter(0, UTF8CHECK_ACTION_REJECT, 4096);
	start_unsteady(&reads);
	for (n = 0; time(NULL) < end; n++) {
		put_byte();
		wait_for(n + 1);
	}
	printf("# %u bytes\n", n);
}

/* As many as find room: those who wait fill the queue again, whoever is interrupted. */
static void writers_interrupted(void)
{
	time_t end = time(NULL) + seconds(), given_up;
	bool reads = false;
	unsigned int n;

	fd = filter(0, UTF8CHECK_ACTION_REJECT, 4096);
	fill_up();
	start_unsteady(&reads);
	for (n = 0; time(NULL) < end; n++) {
		CHECK(read(fd, block, 256 + rand() % 1024) > 0);
		given_up = time(NULL) + PATIENCE;
		while (report(fd).queued < 4096 - 256) {
			CHECK(time(NULL) < given_up);
			usleep(50);
		}
	}
	printf("# filled %u times\n", n);
}

const struct check crowd_checks[] = {
	{ "crowd: a byte wakes one of 10 readers, and of 500", readers },
	{ "crowd: room wakes one of 10 writers, and of 500", writers },
	{ "crowd: who polls for room sleeps while bytes come and go", other_direction },
	{ "crowd: a byte is one event for who polls for it", own_direction },
	{ "crowd: a byte costs 500 who poll what it costs them on a pipe", as_a_pipe },
	{ "crowd: epoll that asks for another direction", changed_direction },
	{ "crowd: readers who are interrupted", readers_interrupted },
	{ "crowd: writers who are interrupted", writers_interrupted },
	{}
};
