// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * One session, used by many threads at once.
 *
 * In bouts of a session each, whose configuration is random: some threads write
 * text of all kinds, some read, some ask for reports and poll, and signals come.
 * Then FINISH.  No byte may be lost or made up: what write took is what the
 * report has, what the report says was made is what was read; a report is
 * consistent at any time; what one reader reads of a filter that mends is
 * well-formed by RFC 3629, whichever thread wrote it and in which pieces.
 */
#include <pthread.h>
#include <signal.h>

#include "soak.h"

enum { THREADS = 12, PIECE = 40000 };

/**
 * struct bout - one session and its users
 *
 * @fd: the session.
 * @config: what it does.
 * @writers: threads that write; @readers and @watchers do what they are called.
 * @done: the watchers end.
 * @put: bytes that write has taken; counted after the call, so never more than
 *	the report has.
 * @got: bytes that read gave, counted likewise.
 * @left: bytes that the writers still write.
 * @well_formed: the one reader looks at what it reads.
 */
struct bout {
	int fd;
	struct utf8check_config config;
	int writers, readers, watchers;
	bool done;
	bool well_formed;
	uint64_t put, got;
	int64_t left;
};

struct user {
	struct bout *bout;
	uint64_t random;
	pthread_t thread;
};

/* RFC 3629, section 4, one byte at a time. */
struct syntax {
	unsigned int more;	/* bytes that must follow */
	unsigned char least, most;	/* of the next one */
};

static bool takes(struct syntax *s, unsigned char b)
{
	if (s->more) {
		bool good = b >= s->least && b <= s->most;

		s->more--;
		s->least = 0x80;
		s->most = 0xbf;
		return good;
	}
	s->least = b == 0xe0 ? 0xa0 : b == 0xf0 ? 0x90 : 0x80;
	s->most = b == 0xed ? 0x9f : b == 0xf4 ? 0x8f : 0xbf;
	s->more = b < 0x80 ? 0 : b < 0xe0 ? 1 : b < 0xf0 ? 2 : 3;
	return b < 0x80 || (b >= 0xc2 && b <= 0xf4);
}

static void look_at(struct syntax *s, const unsigned char *p, size_t n,
		    uint64_t at)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (!takes(s, p[i]))
			fail_at(__FILE__, __LINE__,
				"output is ill-formed at byte %llu: %02x",
				(unsigned long long)at + i, p[i]);
}

static void wait_for(int fd, short events)
{
	struct pollfd p = { .fd = fd, .events = events };

	poll(&p, 1, 100);
}

static ssize_t put_once(struct bout *b, uint64_t *random,
			unsigned char *text, size_t n)
{
	struct iovec v[2] = {
		{ text, n / 3 }, { text + n / 3, n - n / 3 },
	};

	switch (soak_below(random, 4)) {
	case 0:
		return writev(b->fd, v, 2);
	case 1:
		return pwritev2(b->fd, v, 2, -1, RWF_NOWAIT);
	default:
		return write(b->fd, text, n);
	}
}

static void *write_much(void *arg)
{
	struct user *u = arg;
	struct bout *b = u->bout;
	unsigned char *text = malloc(PIECE);

	CHECK(text);
	while (__atomic_load_n(&b->left, __ATOMIC_RELAXED) > 0) {
		size_t most = soak_chance(&u->random, 8) ? PIECE : 300;
		size_t n = soak_below(&u->random, most) + 1;
		ssize_t put;

		soak_text(&u->random, text, n);
		put = put_once(b, &u->random, text, n);
		if (put < 0 && errno == EAGAIN)
			wait_for(b->fd, POLLOUT);
		else if (put < 0)
			CHECK(errno == EINTR);
		else
			CHECK(put > 0 && (size_t)put <= n);
		if (put > 0) {
			__atomic_add_fetch(&b->put, put, __ATOMIC_SEQ_CST);
			__atomic_sub_fetch(&b->left, put, __ATOMIC_RELAXED);
		}
		/* A signal storm alone must not keep the others up. */
		__atomic_sub_fetch(&b->left, 1, __ATOMIC_RELAXED);
		soak_did(1);
	}
	free(text);
	return NULL;
}

static ssize_t get_once(struct bout *b, uint64_t *random,
			unsigned char *text, size_t n)
{
	struct iovec v = { text, n };

	if (soak_chance(random, 4))
		return preadv2(b->fd, &v, 1, -1, RWF_NOWAIT);
	return read(b->fd, text, n);
}

static void *read_much(void *arg)
{
	struct user *u = arg;
	struct bout *b = u->bout;
	unsigned char *text = malloc(PIECE);
	struct syntax syntax = {};
	uint64_t mine = 0;
	ssize_t got;

	CHECK(text);
	while ((got = get_once(b, &u->random, text,
			       soak_below(&u->random, PIECE) + 1))) {
		soak_did(1);
		if (got < 0 && errno == EAGAIN) {
			wait_for(b->fd, POLLIN);
		} else if (got < 0) {
			CHECK(errno == EINTR);
		} else {
			if (b->well_formed)
				look_at(&syntax, text, got, mine);
			mine += got;
			__atomic_add_fetch(&b->got, got, __ATOMIC_SEQ_CST);
		}
	}
	CHECK(!b->well_formed || !syntax.more);
	free(text);
	return NULL;
}

static struct utf8check_report report_of(int fd)
{
	struct utf8check_report r = { .size = sizeof(r) };

	while (ioctl(fd, UTF8CHECK_GET_REPORT, &r))
		CHECK(errno == EINTR);
	return r;
}

static void check_report(const struct utf8check_report *r)
{
	uint64_t by_length = 0, by_reason = 0;
	int i;

	for (i = 0; i < 8; i++)
		by_length += r->by_length[i];
	for (i = 0; i < 32; i++)
		by_reason += r->by_reason[i];
	CHECK_EQ(by_length, r->code_points);
	CHECK_EQ(by_reason, r->errors);
	CHECK(r->pending <= 8);
	CHECK(r->queued <= r->bytes_out);
	CHECK(!r->errors == !r->first.reason);
	CHECK(r->first.count <= sizeof(r->first.bytes));
	CHECK(r->code_points <= r->bytes_in);
}

static void *watch(void *arg)
{
	struct user *u = arg;
	struct bout *b = u->bout;

	while (!__atomic_load_n(&b->done, __ATOMIC_RELAXED)) {
		uint64_t put = __atomic_load_n(&b->put, __ATOMIC_SEQ_CST);
		uint64_t got = __atomic_load_n(&b->got, __ATOMIC_SEQ_CST);
		struct utf8check_report r = report_of(b->fd);
		struct utf8check_config c = { .size = sizeof(c) };

		check_report(&r);
		CHECK(put <= r.bytes_in + r.pending);
		CHECK(got <= r.bytes_out - r.queued);
		if (ioctl(b->fd, UTF8CHECK_GET_CONFIG, &c))
			CHECK(errno == EINTR);
		else
			CHECK(c.action == b->config.action &&
			      c.form == b->config.form);
		if (put && ioctl(b->fd, UTF8CHECK_SET_CONFIG, &b->config))
			CHECK(errno == EBUSY || errno == EINTR);
		events(b->fd);
		close(dup(b->fd));
		soak_did(4);
		usleep(soak_below(&u->random, 3000));
	}
	return NULL;
}

static void interrupt(int signal)
{
	(void)signal;
}

static void begin(struct user *u, struct bout *b, uint64_t random,
		  thread_fn run)
{
	u->bout = b;
	u->random = random;
	CHECK_EQ(pthread_create(&u->thread, NULL, run, u), 0);
}

/* Interrupts it now and then until it ends. */
static void join(struct user *u, uint64_t *random)
{
	struct timespec until;
	double begun = soak_now();

	for (;;) {
		clock_gettime(CLOCK_REALTIME, &until);
		until.tv_nsec += 20000000 + soak_below(random, 80000000);
		until.tv_sec += until.tv_nsec / 1000000000;
		until.tv_nsec %= 1000000000;
		if (!pthread_timedjoin_np(u->thread, NULL, &until))
			return;
		if (soak_now() - begun > SOAK_PATIENCE) {
			soak_tell_threads();
			fail_at(__FILE__, __LINE__, "a thread does not end");
		}
		pthread_kill(u->thread, SIGUSR1);
	}
}

/* What mends, so that nothing is rejected. */
static void configure(struct bout *b, uint64_t *random)
{
	static const uint8_t actions[] = {
		UTF8CHECK_REPLACE, UTF8CHECK_DROP, UTF8CHECK_ESCAPE,
		UTF8CHECK_REPLACE,
	};
	struct utf8check_config *c = &b->config;

	do {
		memset(c, 0, sizeof(*c));
		c->size = sizeof(*c);
		c->action = actions[soak_below(random, 4)];
		c->form = soak_chance(random, 2) ? soak_below(random, 7) : 0;
		c->flags = soak_below(random, 4);
		c->to = soak_chance(random, 3) ? soak_below(random, 5) : 0;
		c->queue = 4096 << soak_below(random, 9);
	} while (ioctl(b->fd, UTF8CHECK_SET_CONFIG, c) && errno == EINVAL);
	b->well_formed = b->readers == 1 && c->to == UTF8CHECK_UTF8;
}

static void check_end(struct bout *b)
{
	struct utf8check_report r = report_of(b->fd);

	check_report(&r);
	CHECK_EQ(r.state, UTF8CHECK_FINISHED);
	CHECK_EQ(r.bytes_in, b->put);
	CHECK_EQ(r.bytes_out, b->got);
	CHECK_EQ(r.queued, 0);
	CHECK_EQ(r.pending, 0);
}

static void finish(struct bout *b)
{
	while (ioctl(b->fd, UTF8CHECK_FINISH))
		CHECK(errno == EINTR);
}

static void bout(uint64_t *random)
{
	struct bout b = {
		.writers = soak_below(random, THREADS / 2) + 1,
		.readers = soak_chance(random, 2) ? 1 :
			   soak_below(random, 3) + 2,
		.watchers = soak_below(random, 3),
		.left = 1 << (14 + soak_below(random, 5)),
	};
	struct user users[THREADS];
	int i, n = 0;

	b.fd = session(O_RDWR);
	configure(&b, random);
	for (i = 0; i < b.writers; i++, n++)
		begin(&users[n], &b, soak_random(random), write_much);
	for (i = 0; i < b.readers; i++, n++)
		begin(&users[n], &b, soak_random(random), read_much);
	for (i = 0; i < b.watchers; i++, n++)
		begin(&users[n], &b, soak_random(random), watch);
	for (i = 0; i < b.writers; i++)
		join(&users[i], random);
	finish(&b);
	for (; i < b.writers + b.readers; i++)
		join(&users[i], random);
	__atomic_store_n(&b.done, true, __ATOMIC_RELAXED);
	for (; i < n; i++)
		join(&users[i], random);
	check_end(&b);
	CHECK_EQ(close(b.fd), 0);
}

void soak_hammer(char **operands)
{
	struct sigaction action = { .sa_handler = interrupt };
	uint64_t random = soak_random_from(1);

	(void)operands;
	sigaction(SIGUSR1, &action, NULL);
	while (soak_goes_on())
		bout(&random);
	soak_wait_for_no_users();
}
