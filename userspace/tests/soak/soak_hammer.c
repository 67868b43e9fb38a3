// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * One session, used by many threads at once.
 *
 * Each bout has a session with a random configuration: some threads write, some
 * read, some ask for reports and poll.  Then comes FINISH.
 *
 * No byte may be lost or made up: the report counts the bytes that write took, and
 * the output in the report is the output that was read; a report is consistent at
 * any time.
 * In half of the bouts the text is of all kinds.  A single reader gets well-formed
 * text (RFC 3629) from a filter that mends, whichever threads wrote it and in which
 * pieces; the text of a single writer comes out as the library makes it.  In the
 * other bouts each writer counts in bytes of its own: each byte comes out once, and
 * a single reader gets them in order.
 *
 * Signals come in half of the bouts.  In the others there are none: then only the
 * module wakes a thread that waits, so a thread that is not woken is found.
 */
#include <pthread.h>
#include <signal.h>

#include "soak.h"

enum { THREADS = 12, PIECE = 40000 };

/* The bytes in which writers count are neither capitals nor a backslash. */
enum { WRITERS = 6, NUMBERS = 16, BYTES = 128 };

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
 * @well_formed: the single reader checks that its text is well-formed.
 * @counted: the writers count.
 * @quiet: no signal comes.
 * @alone: there are one writer and one reader; @model has what they put and got.
 * @seen: how often each byte was read, if @counted.
 */
struct bout {
	int fd;
	struct utf8check_config config;
	int writers, readers, watchers;
	bool done;
	bool well_formed, counted, quiet, alone;
	uint64_t put, got;
	int64_t left;
	uint64_t seen[BYTES];
	struct soak_model model;
};

/**
 * struct user - one thread
 *
 * @bout: the bout that the thread belongs to.
 * @number: number of a writer, from 0.
 * @put: bytes that a writer put.
 */
struct user {
	struct bout *bout;
	unsigned int number;
	uint64_t put;
	uint64_t random;
	pthread_t thread;
};

/* The first of the bytes in which a writer counts. */
static unsigned int first_of(unsigned int writer)
{
	return (writer < 4 ? writer : writer + 2) * NUMBERS;
}

static unsigned char number_of(unsigned int writer, uint64_t at)
{
	return first_of(writer) + at % NUMBERS;
}

/**
 * struct order - what a reader must read next
 *
 * @next: the next byte of each writer, as a count of the writer's bytes.
 */
struct order {
	uint64_t next[WRITERS];
};

static void look_at_order(struct order *o, const unsigned char *p, size_t n,
			  uint64_t at)
{
	size_t i;

	for (i = 0; i < n; i++) {
		unsigned int w = p[i] / NUMBERS;

		w = w < 4 ? w : w - 2;
		if (w >= WRITERS || p[i] != number_of(w, o->next[w]))
			fail_at(__FILE__, __LINE__,
				"output has %02x at byte %llu, a byte that is lost, or again there",
				p[i], (unsigned long long)at + i);
		o->next[w]++;
	}
}

static void count_bytes(struct bout *b, const unsigned char *p, size_t n)
{
	uint64_t seen[BYTES] = {};
	size_t i;

	for (i = 0; i < n; i++) {
		CHECK(p[i] < BYTES);
		seen[p[i]]++;
	}
	for (i = 0; i < BYTES; i++)
		if (seen[i])
			__atomic_add_fetch(&b->seen[i], seen[i],
					   __ATOMIC_RELAXED);
}

/* All bytes that the writers put were read, and no others. */
static void check_count(const struct bout *b, const struct user *writers)
{
	int w, i;

	for (w = 0; w < b->writers; w++)
		for (i = 0; i < NUMBERS; i++)
			CHECK_EQ(b->seen[first_of(w) + i],
				 (writers[w].put + NUMBERS - 1 - i) / NUMBERS);
}

static void wait_for(const struct bout *b, short events)
{
	struct pollfd p = { .fd = b->fd, .events = events };

	if (!poll(&p, 1, b->quiet ? SOAK_PATIENCE * 1000 : 100) && b->quiet)
		fail_at(__FILE__, __LINE__, "poll does not end");
}

/*
 * Makes the next text of a writer.  The writer must write all of it: the reason
 * for which a sequence is refused can depend on a byte that was offered and not
 * taken.
 */
static size_t choose_text(struct user *u, unsigned char *text)
{
	size_t most = soak_chance(&u->random, 8) ? PIECE : 300;
	size_t n = soak_below(&u->random, most) + 1, i;

	if (u->bout->counted)
		for (i = 0; i < n; i++)
			text[i] = number_of(u->number, u->put + i);
	else
		soak_text(&u->random, text, n);
	return n;
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
	size_t from = 0, n = 0;

	CHECK(text);
	while (from < n || __atomic_load_n(&b->left, __ATOMIC_RELAXED) > 0) {
		ssize_t put;

		if (from == n) {
			n = choose_text(u, text);
			from = 0;
		}
		soak_fail(&u->random);
		put = put_once(b, &u->random, text + from, n - from);
		soak_spare();
		if (put < 0 && errno == EAGAIN)
			wait_for(b, POLLOUT);
		else if (put < 0)
			CHECK(errno == EINTR || soak_excused(errno));
		else
			CHECK(put > 0 && (size_t)put <= n - from);
		if (put > 0) {
			u->put += put;
			if (b->alone)
				soak_model_put(&b->model, text + from, put);
			from += put;
			__atomic_add_fetch(&b->put, put, __ATOMIC_SEQ_CST);
			__atomic_sub_fetch(&b->left, put, __ATOMIC_RELAXED);
		}
		/* Each call counts, so a storm of signals alone cannot go on for ever. */
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
	ssize_t got;

	soak_fail(random);
	if (soak_chance(random, 4))
		got = preadv2(b->fd, &v, 1, -1, RWF_NOWAIT);
	else
		got = read(b->fd, text, n);
	soak_spare();
	return got;
}

/* What a single reader knows of all that it has read. */
struct reading {
	struct soak_syntax syntax;
	struct order order;
};

static void look(struct bout *b, struct reading *r, const unsigned char *p,
		 size_t n, uint64_t at)
{
	if (b->well_formed)
		soak_syntax_look(&r->syntax, p, n, at);
	if (b->counted)
		count_bytes(b, p, n);
	if (b->counted && b->readers == 1)
		look_at_order(&r->order, p, n, at);
	if (b->alone)
		soak_model_got(&b->model, p, n);
}

static void *read_much(void *arg)
{
	struct user *u = arg;
	struct bout *b = u->bout;
	unsigned char *text = malloc(PIECE);
	struct reading reading = {};
	uint64_t mine = 0;
	ssize_t got;

	CHECK(text);
	while ((got = get_once(b, &u->random, text,
			       soak_below(&u->random, PIECE) + 1))) {
		soak_did(1);
		if (got < 0 && errno == EAGAIN) {
			wait_for(b, POLLIN);
		} else if (got < 0) {
			CHECK(errno == EINTR || soak_excused(errno));
		} else {
			look(b, &reading, text, got, mine);
			mine += got;
			__atomic_add_fetch(&b->got, got, __ATOMIC_SEQ_CST);
		}
	}
	CHECK(!b->well_formed || !reading.syntax.more);
	free(text);
	return NULL;
}

static struct utf8check_report report_of(int fd)
{
	struct utf8check_report r = { .size = sizeof(r) };

	while (ioctl(fd, UTF8CHECK_IOC_GET_REPORT, &r))
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
		int failed;

		check_report(&r);
		CHECK(put <= r.bytes_in + r.pending);
		CHECK(got <= r.bytes_out - r.queued);
		soak_fail(&u->random);
		failed = ioctl(b->fd, UTF8CHECK_IOC_GET_CONFIG, &c);
		soak_spare();
		if (failed)
			CHECK(errno == EINTR || soak_excused(errno));
		else
			CHECK(c.action == b->config.action &&
			      c.form == b->config.form);
		if (put && ioctl(b->fd, UTF8CHECK_IOC_SET_CONFIG, &b->config))
			CHECK(errno == EBUSY || errno == EINTR ||
			      soak_excused(errno));
		events(b->fd);
		close(dup(b->fd));
		soak_did(4);
		usleep(soak_below(&u->random, 3000));
	}
	return NULL;
}

static void interrupt(int signal)
{
}

static void begin(struct user *u, struct bout *b, uint64_t random,
		  thread_fn run)
{
	u->bout = b;
	u->put = 0;
	u->random = random;
	soak_thread(&u->thread, run, u);
}

/* Waits for a thread to end; interrupts it now and then, unless the bout is quiet. */
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
		if (!u->bout->quiet)
			pthread_kill(u->thread, SIGUSR1);
	}
}

static int try_configuration(struct bout *b, uint64_t *random)
{
	int failed;

	soak_fail(random);
	failed = ioctl(b->fd, UTF8CHECK_IOC_SET_CONFIG, &b->config);
	soak_spare();
	return failed;
}

/* A random configuration that does not reject. */
static void configure(struct bout *b, uint64_t *random)
{
	static const uint8_t actions[] = {
		UTF8CHECK_ACTION_REPLACE, UTF8CHECK_ACTION_DROP, UTF8CHECK_ACTION_ESCAPE,
		UTF8CHECK_ACTION_REPLACE,
	};
	struct utf8check_config *c = &b->config;

	do {
		memset(c, 0, sizeof(*c));
		c->size = sizeof(*c);
		c->action = actions[soak_below(random, 4)];
		c->form = soak_chance(random, 2) ? soak_below(random, 7) : 0;
		c->flags = soak_below(random, 4);
		c->to = !b->counted && soak_chance(random, 3) ?
			soak_below(random, 5) : 0;
		c->queue = 4096 << soak_below(random, 9);
	} while (try_configuration(b, random) &&
		 (errno == EINVAL || soak_excused(errno)));
	b->well_formed = b->readers == 1 && c->to == UTF8CHECK_ENCODING_UTF8;
}

static void check_end(struct bout *b, const struct user *writers)
{
	struct utf8check_report r = report_of(b->fd);

	check_report(&r);
	CHECK_EQ(r.state, UTF8CHECK_STATE_FINISHED);
	CHECK_EQ(r.bytes_in, b->put);
	CHECK_EQ(r.bytes_out, b->got);
	CHECK_EQ(r.queued, 0);
	CHECK_EQ(r.pending, 0);
	if (b->counted)
		check_count(b, writers);
	if (b->alone)
		soak_model_check(&b->model, &b->config, &r);
	soak_model_free(&b->model);
}

static void finish(struct bout *b, uint64_t *random)
{
	int failed;

	do {
		soak_fail(random);
		failed = ioctl(b->fd, UTF8CHECK_IOC_FINISH);
		soak_spare();
		CHECK(!failed || errno == EINTR || soak_excused(errno));
	} while (failed);
}

static void bout(uint64_t *random)
{
	struct bout b = {
		.writers = soak_chance(random, 3) ? 1 :
			   soak_below(random, WRITERS) + 1,
		.readers = soak_chance(random, 2) ? 1 :
			   soak_below(random, 3) + 2,
		.watchers = soak_below(random, 3),
		.counted = soak_chance(random, 2),
		.quiet = soak_chance(random, 2),
		.left = 1 << (14 + soak_below(random, 5)),
	};
	struct user users[THREADS];
	int i, n = 0;

	b.alone = b.writers == 1 && b.readers == 1;
	b.fd = soak_session(O_RDWR);
	configure(&b, random);
	for (i = 0; i < b.writers; i++, n++) {
		users[n].number = i;
		begin(&users[n], &b, soak_random(random), write_much);
	}
	for (i = 0; i < b.readers; i++, n++)
		begin(&users[n], &b, soak_random(random), read_much);
	for (i = 0; i < b.watchers; i++, n++)
		begin(&users[n], &b, soak_random(random), watch);
	for (i = 0; i < b.writers; i++)
		join(&users[i], random);
	finish(&b, random);
	for (; i < b.writers + b.readers; i++)
		join(&users[i], random);
	__atomic_store_n(&b.done, true, __ATOMIC_RELAXED);
	for (; i < n; i++)
		join(&users[i], random);
	check_end(&b, users);
	CHECK_EQ(close(b.fd), 0);
}

void soak_hammer(char **operands)
{
	struct sigaction action = { .sa_handler = interrupt };
	uint64_t random = soak_random_from(1);

	sigaction(SIGUSR1, &action, NULL);
	while (soak_goes_on())
		bout(&random);
	soak_wait_for_no_users();
}
