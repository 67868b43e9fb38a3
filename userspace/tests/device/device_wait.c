// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Waiting: poll, epoll, and calls that block until another call lets them go on.
 */
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <time.h>

#include "device.h"

#define IN POLLIN
#define OUT POLLOUT

static char block[8192];	/* of NUL, which are good text */

static void poll_events(void)
{
	int fd = filter(O_NONBLOCK, UTF8CHECK_ACTION_REJECT, 4096);

	CHECK_EQ(events(fd), OUT);
	CHECK_EQ(PUT(fd, "a"), 1);
	CHECK_EQ(events(fd), IN | OUT);
	CHECK(write(fd, block, sizeof(block)) > 0);
	CHECK_EQ(events(fd), IN);
	CHECK(read(fd, block, sizeof(block)) > 4000);
	CHECK_EQ(events(fd), OUT);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_FINISH), 0);
	CHECK_EQ(events(fd) & (IN | POLLHUP | POLLERR), IN | POLLHUP);
}

static void poll_rejected(void)
{
	int fd = session(O_RDWR), out = session(O_WRONLY);

	CHECK_EQ(PUT(fd, "a\377"), 1);
	CHECK_EQ(events(fd) & (IN | POLLERR), IN | POLLERR);
	CHECK_EQ(PUT(out, "a\377"), 1);
	/* A caller that waits for room must not wait for ever. */
	CHECK_EQ(events(out) & (OUT | POLLERR), OUT | POLLERR);
	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_RESET), 0);
	CHECK_EQ(events(fd), OUT);
}

/**
 * struct waiter - a thread in a call that blocks
 *
 * @call: the call.
 * @fd: the session.
 * @want: the result that the call must have.
 * @error: the errno that the call must have, where @want is -1.
 * @tid: the number of the thread, once it runs.
 * @buf: what it reads into.
 * @thread: the thread.
 */
struct waiter {
	ssize_t (*call)(struct waiter *w);
	int fd;
	ssize_t want;
	int error;
	volatile pid_t tid;
	char buf[16];
	pthread_t thread;
};

#define WAITER(function, session, result, number) \
	{ .call = (function), .fd = (session), .want = (result), \
	  .error = (number) }

static ssize_t do_read(struct waiter *w)
{
	return read(w->fd, w->buf, sizeof(w->buf));
}

static ssize_t do_write(struct waiter *w)
{
	return write(w->fd, "xyz", 3);
}

static ssize_t do_finish(struct waiter *w)
{
	return ioctl(w->fd, UTF8CHECK_IOC_FINISH);
}

static ssize_t do_poll_in(struct waiter *w)
{
	struct pollfd p = { .fd = w->fd, .events = IN };

	return poll(&p, 1, -1) == 1 ? p.revents : -1;
}

static ssize_t do_poll_out(struct waiter *w)
{
	struct pollfd p = { .fd = w->fd, .events = OUT };

	return poll(&p, 1, -1) == 1 ? p.revents : -1;
}

static ssize_t do_epoll(struct waiter *w)
{
	struct epoll_event e = { .events = EPOLLIN | EPOLLET };
	int poller = epoll_create1(0);

	if (epoll_ctl(poller, EPOLL_CTL_ADD, w->fd, &e))
		return -1;
	if (epoll_wait(poller, &e, 1, -1) != 1)
		return -1;
	return e.events;
}

static void *wait_there(void *arg)
{
	struct waiter *w = arg;
	ssize_t got;

	w->tid = gettid();
	got = w->call(w);
	if (got != w->want || (got < 0 && errno != w->error))
		fail_at(__FILE__, __LINE__, "the waiter got %zd (%s)", got,
			strerror(errno));
	return NULL;
}

/* Starts the thread; returns when the thread sleeps in its call. */
static void begin(struct waiter *w)
{
	CHECK_EQ(pthread_create(&w->thread, NULL, wait_there, w), 0);
	while (!w->tid)
		usleep(1000);
	wait_until_asleep(getpid(), w->tid);
}

#define WAKE_SECONDS 60

/* A call that nothing wakes fails here, long before a slow guest is given up. */
static void end(struct waiter *w)
{
	struct timespec until;

	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec += WAKE_SECONDS;
	CHECK_EQ(pthread_clockjoin_np(w->thread, NULL, CLOCK_MONOTONIC, &until), 0);
}

static void drain(int fd)
{
	CHECK(read(fd, block, sizeof(block)) > 0);
}

static void reader_gets_bytes(void)
{
	struct waiter w = WAITER(do_read, session(O_RDWR), 2, 0);

	begin(&w);
	CHECK_EQ(PUT(w.fd, "ab"), 2);
	end(&w);
	CHECK(!memcmp(w.buf, "ab", 2));
}

/* A sequence that is not complete may wake the reader; then the reader sleeps again. */
static void reader_gets_whole(void)
{
	struct waiter w = WAITER(do_read, session(O_RDWR), 3, 0);

	begin(&w);
	CHECK_EQ(PUT(w.fd, "\342\202"), 2);
	wait_until_asleep(getpid(), w.tid);
	CHECK_EQ(PUT(w.fd, "\254"), 1);
	end(&w);
}

static void reader_gets_end(void)
{
	struct waiter w = WAITER(do_read, session(O_RDWR), 0, 0);

	begin(&w);
	CHECK_EQ(ioctl(w.fd, UTF8CHECK_IOC_FINISH), 0);
	end(&w);
}

static void reader_gets_error(void)
{
	struct waiter w = WAITER(do_read, session(O_RDWR), -1, EILSEQ);

	begin(&w);
	CHECK_ERRNO(PUT(w.fd, "\377"), EILSEQ);
	end(&w);
}

static void reader_is_reset(void)
{
	struct waiter w = WAITER(do_read, session(O_RDWR), -1, ECANCELED);

	begin(&w);
	CHECK_EQ(ioctl(w.fd, UTF8CHECK_IOC_RESET), 0);
	end(&w);
}

/*
 * FINISH, RESET and text of another stream, all before the reader runs again: a
 * process with a higher priority keeps the reader from running.
 */
static void reader_misses_end(void)
{
	struct waiter w = WAITER(do_read, session(O_RDWR), -1, ECANCELED);

	stay_on_one();
	begin(&w);
	run_first(0);
	CHECK_EQ(ioctl(w.fd, UTF8CHECK_IOC_FINISH), 0);
	CHECK_EQ(ioctl(w.fd, UTF8CHECK_IOC_RESET), 0);
	CHECK_EQ(PUT(w.fd, "new"), 3);
	end(&w);
	EXPECT(w.fd, "new");
}

static void writer_gets_room(void)
{
	struct waiter w = WAITER(do_write, full_session(), 3, 0);

	begin(&w);
	drain(w.fd);
	end(&w);
	EXPECT(w.fd, "xyz");
}

static void writer_gets_end(void)
{
	struct waiter w = WAITER(do_write, full_session(), -1, EPIPE);

	begin(&w);
	CHECK_EQ(ioctl(w.fd, UTF8CHECK_IOC_FINISH), 0);
	end(&w);
}

static void writer_is_reset(void)
{
	struct waiter w = WAITER(do_write, full_session(), -1, ECANCELED);

	begin(&w);
	CHECK_EQ(ioctl(w.fd, UTF8CHECK_IOC_RESET), 0);
	end(&w);
	CHECK_EQ(report(w.fd).bytes_in, 0);
}

static void finish_gets_room(void)
{
	struct waiter w = WAITER(do_finish, 0, 0, 0);

	w.fd = filter(O_NONBLOCK, UTF8CHECK_ACTION_REPLACE, 4096);
	/* Not to the last byte. */
	while (write(w.fd, block, sizeof(block)) > 0)
		;
	if (PUT(w.fd, "\342") != 1)
		skip("a full session takes no byte, so none can be pending");
	CHECK_EQ(fcntl(w.fd, F_SETFL, 0), 0);
	begin(&w);
	drain(w.fd);
	end(&w);
	EXPECT(w.fd, "\357\277\275");
}

static void poll_wakes_reader(void)
{
	struct waiter w = WAITER(do_poll_in, session(O_RDWR), IN, 0);

	begin(&w);
	CHECK_EQ(PUT(w.fd, "a"), 1);
	end(&w);
}

static void poll_wakes_writer(void)
{
	struct waiter w = WAITER(do_poll_out, full_session(), OUT, 0);

	begin(&w);
	drain(w.fd);
	end(&w);
}

static void poll_wakes_on_error(void)
{
	struct waiter w = WAITER(do_poll_in, session(O_RDWR), IN | POLLERR, 0);

	begin(&w);
	CHECK_ERRNO(PUT(w.fd, "\377"), EILSEQ);
	end(&w);
}

static void epoll_wakes(void)
{
	struct waiter w = WAITER(do_epoll, session(O_RDWR), EPOLLIN, 0);

	begin(&w);
	CHECK_EQ(PUT(w.fd, "a"), 1);
	end(&w);
}

static void on_signal(int number)
{
}

static void interrupt(struct waiter *w, int flags)
{
	struct sigaction action = { .sa_handler = on_signal,
				    .sa_flags = flags };

	CHECK_EQ(sigaction(SIGUSR1, &action, NULL), 0);
	begin(w);
	CHECK_EQ(pthread_kill(w->thread, SIGUSR1), 0);
}

static void signal_interrupts(void)
{
	struct waiter r = WAITER(do_read, session(O_RDWR), -1, EINTR);
	struct waiter w = WAITER(do_write, full_session(), -1, EINTR);

	interrupt(&r, 0);
	end(&r);
	interrupt(&w, 0);
	end(&w);
}

static void signal_restarts(void)
{
	struct waiter w = WAITER(do_read, session(O_RDWR), 1, 0);

	interrupt(&w, SA_RESTART);
	CHECK_EQ(PUT(w.fd, "a"), 1);
	end(&w);
}

const struct check wait_checks[] = {
	{ "poll: events", poll_events },
	{ "poll: rejected", poll_rejected },
	{ "poll wakes a reader", poll_wakes_reader },
	{ "poll wakes a writer", poll_wakes_writer },
	{ "poll wakes on an error", poll_wakes_on_error },
	{ "epoll wakes, edge-triggered", epoll_wakes },
	{ "a blocked reader gets bytes", reader_gets_bytes },
	{ "a blocked reader gets whole sequences", reader_gets_whole },
	{ "a blocked reader gets the end", reader_gets_end },
	{ "a blocked reader gets the error", reader_gets_error },
	{ "a blocked reader and RESET", reader_is_reset },
	{ "a blocked reader, FINISH and RESET", reader_misses_end },
	{ "a blocked writer gets room", writer_gets_room },
	{ "a blocked writer and FINISH", writer_gets_end },
	{ "a blocked writer and RESET", writer_is_reset },
	{ "a blocked FINISH gets room", finish_gets_room },
	{ "a signal interrupts", signal_interrupts },
	{ "a signal with SA_RESTART does not", signal_restarts },
	{}
};
