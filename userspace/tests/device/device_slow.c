// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Callers whose memory is slow: a page that a process of theirs serves when it likes
 * (userfaultfd, FUSE).  Meanwhile nobody else of the same open file may wait for them.
 */
#include <linux/userfaultfd.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/syscall.h>

#include "device.h"

#define SIZE 4096u	/* of a page, and of the queue */

/**
 * struct slow - a call on a page that is not served yet
 *
 * @fd: the session.
 * @call: read or write.
 * @page: the page.
 * @uffd: where it is served.
 * @tid: the number of the thread, once it runs.
 * @got: what the call returned.
 * @error: its errno.
 * @thread: the thread.
 */
struct slow {
	int fd;
	ssize_t (*call)(struct slow *c);
	char *page;
	int uffd;
	volatile pid_t tid;
	ssize_t got;
	int error;
	pthread_t thread;
};

static ssize_t write_page(struct slow *c)
{
	return write(c->fd, c->page, SIZE);
}

static ssize_t read_page(struct slow *c)
{
	return read(c->fd, c->page, SIZE);
}

static void *call_slowly(void *arg)
{
	struct slow *c = arg;

	c->tid = gettid();
	c->got = c->call(c);
	c->error = errno;
	return NULL;
}

/* Returns when the call waits for its page. */
static void begin(struct slow *c)
{
	struct pollfd fault;
	struct uffd_msg msg;

	c->page = slow_memory(SIZE, 0, &c->uffd);
	CHECK_EQ(pthread_create(&c->thread, NULL, call_slowly, c), 0);
	fault = (struct pollfd){ c->uffd, POLLIN, 0 };
	CHECK_EQ(poll(&fault, 1, -1), 1);
	CHECK_EQ(read(c->uffd, &msg, sizeof(msg)), sizeof(msg));
	CHECK_EQ(msg.event, UFFD_EVENT_PAGEFAULT);
}

/* Serves the page, @start and then 'x'; returns when the call has ended. */
static void end_with(struct slow *c, const char *start)
{
	char *text = aligned_alloc(SIZE, SIZE);
	struct uffdio_copy copy = {
		.dst = (uintptr_t)c->page, .src = (uintptr_t)text, .len = SIZE
	};

	memset(text, 'x', SIZE);
	memcpy(text, start, strlen(start));
	CHECK_EQ(ioctl(c->uffd, UFFDIO_COPY, &copy), 0);
	CHECK_EQ(pthread_join(c->thread, NULL), 0);
	close(c->uffd);
	free(text);
}

static void end(struct slow *c)
{
	end_with(c, "");
}

static void set_queue(int fd, unsigned int queue)
{
	struct utf8check_config c = { .size = sizeof(c), .queue = queue };

	CHECK_EQ(ioctl(fd, UTF8CHECK_IOC_SET_CONFIG, &c), 0);
}

static void make_nonblocking(int fd)
{
	CHECK_EQ(fcntl(fd, F_SETFL, O_NONBLOCK), 0);
}

/* Readers, reports and poll go on while a writer waits for its memory. */
static void slow_writer(void)
{
	struct slow w = { .fd = session(O_RDWR), .call = write_page };
	char c;

	CHECK_EQ(PUT(w.fd, "a"), 1);
	begin(&w);
	make_nonblocking(w.fd);
	CHECK_EQ(events(w.fd), POLLIN);
	CHECK_ERRNO(PUT(w.fd, "b"), EAGAIN);
	CHECK_ERRNO(ioctl(w.fd, UTF8CHECK_IOC_FINISH), EAGAIN);
	CHECK_EQ(report(w.fd).bytes_in, 1);
	EXPECT(w.fd, "a");
	CHECK_ERRNO(read(w.fd, &c, 1), EAGAIN);
	end(&w);
	CHECK_EQ(w.got, SIZE);
	CHECK_EQ(report(w.fd).bytes_in, SIZE + 1);
	CHECK_EQ(events(w.fd), POLLIN | POLLOUT);
}

/* Writers, reports and poll go on while a reader waits for its memory. */
static void slow_reader(void)
{
	struct slow r = { .fd = session(O_RDWR), .call = read_page };
	char c;

	CHECK_EQ(PUT(r.fd, "a"), 1);
	begin(&r);
	make_nonblocking(r.fd);
	CHECK_EQ(events(r.fd), POLLOUT);
	CHECK_EQ(PUT(r.fd, "bc"), 2);
	CHECK_ERRNO(read(r.fd, &c, 1), EAGAIN);
	CHECK_EQ(report(r.fd).queued, 3);
	CHECK_EQ(ioctl(r.fd, UTF8CHECK_IOC_FINISH), 0);
	end(&r);
	CHECK_EQ(r.got, 1);
	CHECK_EQ(*r.page, 'a');
	EXPECT(r.fd, "bc");
}

#define RESETS 65536	/* a number of calls that had 16 bits would come round again */

/*
 * Back to the first byte, with another queue, while a reader and a writer each wait
 * for their memory; then new text in it.
 */
static void reset_between(void)
{
	struct slow w = { .fd = session(O_RDWR), .call = write_page };
	struct slow r = { .fd = w.fd, .call = read_page };
	unsigned int queue, resets;

	for (queue = 4096; queue <= 65536; queue *= 2) {
		CHECK_EQ(fcntl(w.fd, F_SETFL, 0), 0);
		CHECK_EQ(PUT(w.fd, "old"), 3);
		begin(&w);
		begin(&r);
		/* All of them once, as they take time. */
		for (resets = queue == 4096 ? RESETS : 1; resets; resets--)
			CHECK_EQ(ioctl(w.fd, UTF8CHECK_IOC_RESET), 0);
		set_queue(w.fd, queue);
		set_queue(w.fd, 131072 - queue);
		end(&w);
		CHECK_EQ(w.got, -1);
		CHECK_EQ(w.error, ECANCELED);
		make_nonblocking(w.fd);
		CHECK_EQ(PUT(w.fd, "new"), 3);
		end(&r);
		CHECK_EQ(r.got, -1);
		CHECK_EQ(r.error, ECANCELED);
		EXPECT(w.fd, "new");
		CHECK_EQ(ioctl(w.fd, UTF8CHECK_IOC_RESET), 0);
	}
}

/* A session that is configured while its first write waits: the write was for another one. */
static void configured_between(void)
{
	struct slow w = { .fd = session(O_RDWR), .call = write_page };
	struct utf8check_config c = { .size = sizeof(c) };

	begin(&w);
	set_queue(w.fd, 8192);
	end(&w);
	CHECK_EQ(w.got, -1);
	CHECK_EQ(w.error, ECANCELED);
	CHECK_EQ(ioctl(w.fd, UTF8CHECK_IOC_GET_CONFIG, &c), 0);
	CHECK_EQ(c.queue, 8192);
	CHECK_EQ(report(w.fd).bytes_in, 0);
}

/* @arg: a pipe, then the session. */
static void *splice_byte(void *arg)
{
	const int *fds = arg;

	CHECK_EQ(splice(fds[0], NULL, fds[1], NULL, 1, 0), 1);
	return NULL;
}

/* A splice that met a write goes on at its end, also where there is no queue. */
static void splice_meets_writer(void)
{
	struct slow w = { .fd = session(O_WRONLY), .call = write_page };
	int ends[2];
	pid_t splicer;

	CHECK_EQ(pipe(ends), 0);
	CHECK_EQ(write(ends[1], "b", 1), 1);
	begin(&w);
	splicer = start(splice_byte, (int[]){ ends[0], w.fd });
	usleep(200000);
	end(&w);
	CHECK_EQ(status_of(splicer), 0);
	CHECK_EQ(report(w.fd).bytes_in, SIZE + 1);
}

/* How often epoll returns in a second, while others use the session. */
static unsigned int count_events(int poller, int fd)
{
	struct epoll_event e;
	unsigned int n = 0;
	int i;

	for (i = 0; i < 10; i++) {
		n += epoll_wait(poller, &e, 1, 100);
		report(fd);
	}
	return n;
}

/* Who polls for room sleeps while the I/O lock is held, and wakes at its release. */
static void poll_of_a_turn(unsigned int how)
{
	struct slow w = { .fd = session(O_WRONLY), .call = write_page };
	struct epoll_event e = { .events = EPOLLOUT | how };
	int poller = epoll_create1(0);

	CHECK_EQ(PUT(w.fd, "a"), 1);
	begin(&w);
	CHECK_EQ(epoll_ctl(poller, EPOLL_CTL_ADD, w.fd, &e), 0);
	CHECK(count_events(poller, w.fd) < 10);
	CHECK_EQ(epoll_wait(poller, &e, 1, 0), 0);
	end(&w);
	CHECK_EQ(epoll_wait(poller, &e, 1, -1), 1);
	CHECK_EQ(e.events, EPOLLOUT);
	make_nonblocking(w.fd);
	CHECK_EQ(PUT(w.fd, "b"), 1);
}

static void level_of_writing(void) { poll_of_a_turn(0); }
static void edge_of_writing(void) { poll_of_a_turn(EPOLLET); }

static void poll_of_a_read(unsigned int how)
{
	struct slow r = { .fd = session(O_RDWR), .call = read_page };
	struct epoll_event e = { .events = EPOLLIN | how };
	int poller = epoll_create1(0);

	CHECK_EQ(PUT(r.fd, "a"), 1);
	begin(&r);
	CHECK_EQ(PUT(r.fd, "b"), 1);
	CHECK_EQ(epoll_ctl(poller, EPOLL_CTL_ADD, r.fd, &e), 0);
	CHECK(count_events(poller, r.fd) < 10);
	end(&r);
	CHECK_EQ(epoll_wait(poller, &e, 1, -1), 1);
	CHECK_EQ(e.events, EPOLLIN);
	make_nonblocking(r.fd);
	EXPECT(r.fd, "b");
}

/* The end is said when the read that is at it has ended. */
static void poll_of_the_end(const char *text, bool finish, unsigned int expected)
{
	struct slow r = { .fd = session(O_RDWR), .call = read_page };
	struct epoll_event e = { .events = EPOLLIN };
	int poller = epoll_create1(0);

	CHECK_EQ(write(r.fd, text, strlen(text)), 1);
	begin(&r);
	if (finish)
		CHECK_EQ(ioctl(r.fd, UTF8CHECK_IOC_FINISH), 0);
	CHECK_EQ(epoll_ctl(poller, EPOLL_CTL_ADD, r.fd, &e), 0);
	CHECK(count_events(poller, r.fd) < 10);
	/* Who asks for room too can go on. */
	CHECK(events(r.fd) & expected);
	end(&r);
	CHECK_EQ(epoll_wait(poller, &e, 1, -1), 1);
	CHECK_EQ(e.events, EPOLLIN | expected);
}

#define ALONE 3	/* who poll with EPOLLEXCLUSIVE */

/* @arg: the session.  Polls as those do of whom an event is to wake one. */
static void *poll_alone(void *arg)
{
	struct epoll_event e = { .events = EPOLLIN | EPOLLEXCLUSIVE };
	int poller = epoll_create1(0);

	CHECK_EQ(epoll_ctl(poller, EPOLL_CTL_ADD, *(int *)arg, &e), 0);
	CHECK_EQ(epoll_wait(poller, &e, 1, 10000), 1);
	return NULL;
}

/* The end is said to all of them, also where a read held the I/O lock when it came. */
static void end_for_all(const char *rest)
{
	struct slow r = { .fd = session(O_RDWR), .call = read_page };
	pid_t alone[ALONE];
	int i;

	CHECK_EQ(PUT(r.fd, "a"), 1);
	begin(&r);
	for (i = 0; i < ALONE; i++) {
		alone[i] = start(poll_alone, &r.fd);
		wait_until_asleep(alone[i], alone[i]);
	}
	if (rest)
		CHECK_EQ(write(r.fd, rest, strlen(rest)), 1);
	else
		CHECK_EQ(ioctl(r.fd, UTF8CHECK_IOC_FINISH), 0);
	for (i = 0; i < ALONE; i++)
		wait_until_asleep(alone[i], alone[i]);
	end(&r);
	for (i = 0; i < ALONE; i++)
		CHECK_EQ(status_of(alone[i]), 0);
}

static void text_ends_for_all(void) { end_for_all(NULL); }
static void error_is_for_all(void) { end_for_all("b\377"); }

static void end_of_a_text(void) { poll_of_the_end("a", true, EPOLLHUP); }
static void end_at_an_error(void) { poll_of_the_end("a\377", false, EPOLLERR); }

static void level_of_reading(void) { poll_of_a_read(0); }
static void edge_of_reading(void) { poll_of_a_read(EPOLLET); }

/* Records of errors leave by a report, which holds up nobody either. */
static unsigned int report_room = SIZE / sizeof(struct utf8check_error);

static ssize_t report_page(struct slow *c)
{
	struct utf8check_report r = {
		.size = sizeof(r), .list = (uintptr_t)c->page, .room = report_room
	};

	return ioctl(c->fd, UTF8CHECK_IOC_GET_REPORT, &r);
}

static void slow_report(void)
{
	struct slow c = {
		.fd = CONFIGURED(O_RDWR, .action = UTF8CHECK_ACTION_REPLACE, .records = 8),
		.call = report_page,
	};

	CHECK_EQ(PUT(c.fd, "\377"), 1);
	begin(&c);
	CHECK_EQ(PUT(c.fd, "a"), 1);
	EXPECT(c.fd, "\357\277\275a");
	CHECK_EQ(report(c.fd).records, 0);
	CHECK_EQ(ioctl(c.fd, UTF8CHECK_IOC_RESET), 0);
	end(&c);
	CHECK_EQ(c.got, 0);
}

#define REPORTS 20

/* @arg: room for records, then what each of many reports takes that wait for their page. */
static void *take_reports(void *arg)
{
	static struct slow c[REPORTS];
	unsigned long long before;
	long *numbers = arg;
	int i;

	join_group();
	report_room = numbers[0];
	for (i = 0; i < REPORTS; i++) {
		c[i] = (struct slow){ .call = report_page };
		c[i].fd = CONFIGURED(O_WRONLY, .action = UTF8CHECK_ACTION_PASS, .records = 1);
		CHECK_EQ(PUT(c[i].fd, "\377"), 1);
	}
	before = number_in(GROUP "/memory.current");
	for (i = 0; i < REPORTS; i++)
		begin(&c[i]);
	numbers[1] = (long)(number_in(GROUP "/memory.current") - before) / REPORTS;
	return NULL;
}

/* Whatever room the caller says that he has: it is the session that has one record. */
static void report_takes_little(void)
{
	long *numbers = shared_memory(SIZE);
	long one;

	make_memory_group();
	numbers[0] = 1;
	CHECK_EQ(status_of(start(take_reports, numbers)), 0);
	one = numbers[1];
	numbers[0] = UTF8CHECK_RECORDS_MAX;
	CHECK_EQ(status_of(start(take_reports, numbers)), 0);
	rmdir(GROUP);
	printf("# a report takes %ld bytes with room for one, %ld with room for all\n", one, numbers[1]);
	CHECK(numbers[1] < one + 16384);
}

/* A session with a record of an error that was repaired, and a report that waits to give it. */
static struct slow begin_report(void)
{
	struct slow c = {
		.fd = CONFIGURED(O_WRONLY, .action = UTF8CHECK_ACTION_SHORTEST, .records = 8),
		.call = report_page,
	};

	CHECK_EQ(PUT(c.fd, "\300\257"), 2);
	return c;
}

/* What is rejected while a report is on its way is not in that report. */
static void report_before_rejection(void)
{
	struct slow c = begin_report();

	begin(&c);
	CHECK_EQ(PUT(c.fd, "a\377"), 1);
	end(&c);
	CHECK_EQ(c.got, 0);
	CHECK_ERRNO(close(c.fd), EILSEQ);
}

/* Nor is that of another stream, which the session has when the report arrives. */
static void report_of_another_stream(void)
{
	struct slow c = begin_report();

	CHECK_EQ(PUT(c.fd, "a\377"), 1);
	begin(&c);
	CHECK_EQ(ioctl(c.fd, UTF8CHECK_IOC_RESET), 0);
	CHECK_EQ(PUT(c.fd, "b\377"), 1);
	end(&c);
	CHECK_EQ(c.got, 0);
	CHECK_ERRNO(close(c.fd), EILSEQ);
}

/* Until it has arrived, close says the error. */
static void report_of_a_rejection(void)
{
	struct slow c = begin_report();

	CHECK_EQ(PUT(c.fd, "a\377"), 1);
	begin(&c);
	CHECK_ERRNO(close(dup(c.fd)), EILSEQ);
	end(&c);
	CHECK_EQ(c.got, 0);
	CHECK_EQ(close(c.fd), 0);
}

static void *write_error(void *arg)
{
	CHECK_EQ(write(*(int *)arg, "\377", 1), -1);
	return NULL;
}

/*
 * Killed while it waits for the I/O lock, which it still gets before it ends: nobody hears
 * of its error.  The write before it and its end go first on the one processor.
 */
static void killed_at_its_error(void)
{
	struct slow w = { .fd = session(O_WRONLY), .call = write_page };
	pid_t killed;
	int said;

	stay_on_one();
	begin(&w);
	killed = start(write_error, &w.fd);
	wait_until_asleep(killed, killed);
	run_first(w.tid);
	run_first(0);
	kill(killed, SIGKILL);
	end(&w);
	CHECK_EQ(status_of(killed), 256);
	CHECK_EQ(w.got, SIZE);
	said = close(dup(w.fd)) ? errno : 0;
	if (!(report(w.fd).state & UTF8CHECK_STATE_REJECTED))
		skip("it was killed before its write");
	CHECK_EQ(said, EILSEQ);
}

#define PART 16384	/* bytes that a write judges at once */

/* A write whose first part ends amid a sequence, and whose second is the slow page. */
static ssize_t write_parts(struct slow *c)
{
	static char part[PART];
	const struct iovec v[] = { { part, PART }, { c->page, SIZE } };

	memset(part, 'x', PART);
	memcpy(part + PART - 2, "\342\202", 2);
	return writev(c->fd, v, 2);
}

/* A write that is not at its end says nothing of how the text ends. */
static void close_amid_a_write(void)
{
	struct slow w = { .fd = session(O_WRONLY), .call = write_parts };

	begin(&w);
	CHECK_EQ(report(w.fd).pending, 2);
	CHECK_EQ(close(dup(w.fd)), 0);
	end_with(&w, "\254");
	CHECK_EQ(w.got, PART + SIZE);
	CHECK_EQ(close(dup(w.fd)), 0);
	begin(&w);
	CHECK_EQ(close(dup(w.fd)), 0);
	CHECK_EQ(munmap(w.page, SIZE), 0);
	close(w.uffd);
	CHECK_EQ(pthread_join(w.thread, NULL), 0);
	CHECK_EQ(w.got, PART);
	CHECK_ERRNO(close(dup(w.fd)), EILSEQ);
	/* Nor does another text. */
	CHECK_EQ(ioctl(w.fd, UTF8CHECK_IOC_RESET), 0);
	begin(&w);
	CHECK_EQ(close(dup(w.fd)), 0);
	end_with(&w, "\254");
	CHECK_EQ(close(w.fd), 0);
}

/* Nor does it hide how the write before it ended. */
static void close_amid_the_next_write(void)
{
	struct slow w = { .fd = session(O_WRONLY), .call = write_page };

	CHECK_EQ(PUT(w.fd, "\342\202"), 2);
	begin(&w);
	CHECK_ERRNO(close(dup(w.fd)), EILSEQ);
	end_with(&w, "\254");
	CHECK_EQ(close(w.fd), 0);
}

/* A read into memory that is slow, and then gone: no byte of the session is lost. */
static void read_is_lost(void)
{
	struct slow r = { .fd = session(O_RDWR), .call = read_page };

	CHECK_EQ(PUT(r.fd, "abc"), 3);
	begin(&r);
	CHECK_EQ(munmap(r.page, SIZE), 0);
	close(r.uffd);
	CHECK_EQ(pthread_join(r.thread, NULL), 0);
	CHECK_EQ(r.got, -1);
	CHECK_EQ(r.error, EFAULT);
	EXPECT(r.fd, "abc");
}

const struct check slow_checks[] = {
	{ "slow memory: a writer keeps only writers waiting", slow_writer },
	{ "slow memory: a reader keeps only readers waiting", slow_reader },
	{ "slow memory: a report keeps nobody waiting", slow_report },
	{ "answers: a rejection after what a slow report says", report_before_rejection },
	{ "answers: a slow report of another stream", report_of_another_stream },
	{ "answers: a slow report of a rejection", report_of_a_rejection },
	{ "answers: a read into memory that is gone", read_is_lost },
	{ "answers: a writer that is killed at its error", killed_at_its_error },
	{ "answers: close amid a write", close_amid_a_write },
	{ "answers: close amid the next write", close_amid_the_next_write },
	{ "slow memory: RESET and SET_CONFIG amid a read and a write", reset_between },
	{ "slow memory: SET_CONFIG amid the first write", configured_between },
	{ "slow memory: a splice goes on when a writer has ended", splice_meets_writer },
	{ "slow memory: poll for room while another writes, by level", level_of_writing },
	{ "slow memory: poll for room while another writes, by edge", edge_of_writing },
	{ "slow memory: poll for output while another reads, by level", level_of_reading },
	{ "slow memory: poll for output while another reads, by edge", edge_of_reading },
	{ "slow memory: poll while another reads the end of a text", end_of_a_text },
	{ "slow memory: poll while another reads before an error", end_at_an_error },
	{ "slow memory: the end of a text is told to all exclusive polls", text_ends_for_all },
	{ "slow memory: an error is told to all exclusive polls", error_is_for_all },
	{ "slow memory: a report takes no more than the session's records", report_takes_little },
	{}
};
