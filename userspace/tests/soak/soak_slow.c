// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * One session whose writer and reader have slow memory: each page that they touch is
 * served by this process (userfaultfd), and only after others have used the session
 * several times meanwhile.  So a call of theirs that waits for the page never ends,
 * whatever the speed of the machine.
 *
 * In half of the bouts nobody resets the session, and the output is what the library
 * makes; in the others there are RESET, SET_CONFIG, and reads and writes that must not
 * wait.
 */
#include <linux/userfaultfd.h>

#include "soak.h"

/* AMID: calls that others make before a page is served. */
enum { PAGE = 4096, PAGES = 8, AREA = PAGES * PAGE, MOST = 16 * AREA, AMID = 4 };

/**
 * struct slow_bout - one session and its users
 *
 * @fd: the session.
 * @uffd: where the pages are served.
 * @config: what the session does.
 * @calm: nobody resets it; @model has what was put and got.
 * @random: of the writer.
 * @areas: memory of the writer, then that of the reader.
 * @text: what the writer's memory has when it is served; nothing for the reader's.
 * @left: bytes to write.
 * @others: calls that others have made.
 * @faults: pages that were served.
 * @disturbing: held while somebody changes the session, and by the writer to end that.
 * @written: no more is written, and nobody changes the session.
 * @read: the reader has ended.
 * @served: the pages need no server any more.
 */
struct slow_bout {
	int fd, uffd;
	struct utf8check_config config;
	bool calm;
	struct soak_model model;
	struct u8c_chance random;
	unsigned char *areas;
	unsigned char text[2 * AREA];
	size_t left;
	uint64_t others, faults;
	pthread_mutex_t disturbing;
	bool written, read, served;
};

static bool is_set(const bool *flag)
{
	return __atomic_load_n(flag, __ATOMIC_SEQ_CST);
}

static void set(bool *flag)
{
	__atomic_store_n(flag, true, __ATOMIC_SEQ_CST);
}

/* Takes the pages of an area away. */
static void forget(unsigned char *area)
{
	CHECK_EQ(madvise(area, AREA, MADV_DONTNEED), 0);
}

/* Calls that a RESET has ended, or that have no room, begin again. */
static bool begins_again(const struct slow_bout *b)
{
	return errno == EINTR || (!b->calm && errno == ECANCELED);
}

static void *write_slowly(void *arg)
{
	struct slow_bout *b = arg;
	size_t n, from;
	ssize_t put;

	while (b->left) {
		n = u8c_chance_below(&b->random, AREA) + 1;
		if (n > b->left)
			n = b->left;
		forget(b->areas);
		soak_text(&b->random, b->text, n);
		for (from = 0; from < n; from += put) {
			put = write(b->fd, b->areas + from, n - from);
			if (put < 0) {
				CHECK(begins_again(b));
				put = 0;
			} else if (b->calm) {
				soak_append(&b->model.put, b->text + from, put);
			}
			worker_did(1);
		}
		b->left -= n;
	}
	pthread_mutex_lock(&b->disturbing);
	set(&b->written);
	pthread_mutex_unlock(&b->disturbing);
	/* It waits for room, which the reader makes when others have gone on. */
	CHECK_EQ(ioctl(b->fd, UTF8CHECK_IOC_FINISH), 0);
	return NULL;
}

static void *read_slowly(void *arg)
{
	struct slow_bout *b = arg;
	unsigned char *area = b->areas + AREA;
	struct u8c_chance random = { ~b->random.state };
	ssize_t got;

	do {
		forget(area);
		got = read(b->fd, area, u8c_chance_below(&random, AREA) + 1);
		if (got < 0)
			CHECK(begins_again(b));
		else if (b->calm && got)
			soak_append(&b->model.got, area, got);
		worker_did(1);
	} while (got);
	set(&b->read);
	return NULL;
}

static void wait_for_others(const struct slow_bout *b)
{
	uint64_t until = __atomic_load_n(&b->others, __ATOMIC_SEQ_CST) + AMID;
	double begun = worker_now();

	while (__atomic_load_n(&b->others, __ATOMIC_SEQ_CST) < until) {
		if (worker_now() - begun > SOAK_PATIENCE) {
			worker_show(getpid());
			fail_at(__FILE__, __LINE__, "others wait for a slow page");
		}
		usleep(100);
	}
}

static void serve_page(struct slow_bout *b, unsigned char *at)
{
	size_t offset = (at - b->areas) & -(size_t)PAGE;
	struct uffdio_copy copy = {
		.dst = (uintptr_t)(b->areas + offset),
		.src = (uintptr_t)(b->text + offset),
		.len = PAGE,
	};

	/* EEXIST: the page is there. */
	CHECK(!ioctl(b->uffd, UFFDIO_COPY, &copy) || errno == EEXIST);
	b->faults++;
}

static void *serve(void *arg)
{
	struct slow_bout *b = arg;
	struct pollfd p = { b->uffd, POLLIN, 0 };
	struct uffd_msg msg;

	while (!is_set(&b->served)) {
		if (poll(&p, 1, 20) < 1)
			continue;
		CHECK_EQ(read(b->uffd, &msg, sizeof(msg)), sizeof(msg));
		CHECK_EQ(msg.event, UFFD_EVENT_PAGEFAULT);
		wait_for_others(b);
		serve_page(b, (unsigned char *)(uintptr_t)msg.arg.pagefault.address);
	}
	return NULL;
}

static void must_not_wait(ssize_t got)
{
	CHECK(got >= 0 || errno == EAGAIN);
}

/* What changes the session: only where nothing is counted, and before its end. */
static void disturb(struct slow_bout *b, struct u8c_chance *random)
{
	char text[100] = "a";
	struct iovec v = { text, sizeof(text) };

	switch (u8c_chance_below(random, 4)) {
	case 0:
		CHECK_EQ(ioctl(b->fd, UTF8CHECK_IOC_RESET), 0);
		break;
	case 1:
		b->config.queue = 4096 << u8c_chance_below(random, 5);
		CHECK(!ioctl(b->fd, UTF8CHECK_IOC_SET_CONFIG, &b->config) || errno == EBUSY);
		break;
	case 2:
		must_not_wait(preadv2(b->fd, &v, 1, -1, RWF_NOWAIT));
		break;
	default:
		must_not_wait(pwritev2(b->fd, &v, 1, -1, RWF_NOWAIT));
	}
}

static void use(struct slow_bout *b, struct u8c_chance *random)
{
	struct utf8check_config c = { .size = sizeof(c) };

	pthread_mutex_lock(&b->disturbing);
	if (!b->calm && !is_set(&b->written))
		disturb(b, random);
	pthread_mutex_unlock(&b->disturbing);
	report(b->fd);
	CHECK_EQ(ioctl(b->fd, UTF8CHECK_IOC_GET_CONFIG, &c), 0);
	events(b->fd);
	__atomic_add_fetch(&b->others, 1, __ATOMIC_SEQ_CST);
	worker_did(3);
	usleep(u8c_chance_below(random, 200));
}

static void open_session(struct slow_bout *b, struct u8c_chance *random)
{
	b->fd = session(O_RDWR);
	b->config = (struct utf8check_config){
		.size = sizeof(b->config),
		.action = UTF8CHECK_ACTION_REPLACE,
		.form = one_in(random, 2) ? u8c_chance_below(random, 7) : 0,
		.queue = 4096 << u8c_chance_below(random, 5),
	};
	CHECK_EQ(ioctl(b->fd, UTF8CHECK_IOC_SET_CONFIG, &b->config), 0);
}

static void check_end(struct slow_bout *b)
{
	struct utf8check_report r = report(b->fd);

	CHECK(b->faults);
	if (b->calm)
		soak_model_check(&b->model, &b->config, &r);
	soak_model_free(&b->model);
}

static void close_bout(struct slow_bout *b)
{
	CHECK_EQ(close(b->fd), 0);
	CHECK_EQ(munmap(b->areas, 2 * AREA), 0);
	CHECK_EQ(close(b->uffd), 0);
}

static int bout(struct worker *w, u64 number)
{
	struct u8c_chance c = { number }, *random = &c;
	static struct slow_bout b;
	pthread_t writer, reader, server;

	memset(&b, 0, sizeof(b));
	pthread_mutex_init(&b.disturbing, NULL);
	b.calm = one_in(random, 2);
	b.left = u8c_chance_below(random, MOST) + 1;
	b.random.state = u8c_chance_next(random);
	/* poll() works with O_NONBLOCK only. */
	b.areas = slow_memory(2 * AREA, O_NONBLOCK, &b.uffd);
	open_session(&b, random);
	CHECK_EQ(pthread_create(&server, NULL, serve, &b), 0);
	CHECK_EQ(pthread_create(&writer, NULL, write_slowly, &b), 0);
	CHECK_EQ(pthread_create(&reader, NULL, read_slowly, &b), 0);
	while (!is_set(&b.read))
		use(&b, random);
	set(&b.served);
	CHECK_EQ(pthread_join(writer, NULL), 0);
	CHECK_EQ(pthread_join(reader, NULL), 0);
	CHECK_EQ(pthread_join(server, NULL), 0);
	check_end(&b);
	close_bout(&b);
	return 0;
}

struct worker soak_slow = { "slow", NULL, bout, soak_wait_for_no_users };
