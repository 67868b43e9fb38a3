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
 * In some bouts no call waits, as in an event loop.  Then the answer of poll must be true:
 * calls of one writer and one reader that fail time and again after it would keep the loop
 * busy for ever.
 *
 * Signals come in half of the bouts.  In the others there are none: then only the
 * module wakes a thread that waits, so a thread that is not woken is found.
 */
#include <pthread.h>
#include <signal.h>

#include "soak.h"

/* MOST_AGAIN: what poll saw may be over when the call comes. */
enum { THREADS = 12, PIECE = 40000, MOST_AGAIN = 100 };

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
 * @well_formed: the text of the single reader is to be well-formed.
 * @counted: the writers count.
 * @quiet: no signal comes.
 * @looping: calls do not wait.
 * @alone: there are one writer and one reader.
 * @model: what the one writer put, and the one reader got.
 * @seen: how often each byte was read, if @counted.
 */
struct bout {
	int fd;
	struct utf8check_config config;
	int writers, readers, watchers;
	bool done;
	bool well_formed, counted, quiet, looping, alone;
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
 * @again: calls in a row that found nothing to do after poll.
 * @random: its random numbers.
 * @thread: the thread.
 */
struct user {
	struct bout *bout;
	unsigned int number;
	uint64_t put;
	unsigned int again;
	struct u8c_chance random;
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

/* Each writer's bytes are there in order. */
static void check_order(const struct soak_bytes *got)
{
	uint64_t next[WRITERS] = {};
	size_t i;

	for (i = 0; i < got->n; i++) {
		unsigned int w = got->p[i] / NUMBERS;

		w = w < 4 ? w : w - 2;
		if (w >= WRITERS || got->p[i] != number_of(w, next[w]))
			fail_at(__FILE__, __LINE__,
				"output has %02x at byte %zu, a byte that is lost, or again there",
				got->p[i], i);
		next[w]++;
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

static void wait_for(struct user *u, short events)
{
	const struct bout *b = u->bout;
	struct pollfd p = { .fd = b->fd, .events = events };

	if (!poll(&p, 1, b->quiet ? SOAK_PATIENCE * 1000 : 100) && b->quiet)
		fail_at(__FILE__, __LINE__, "poll does not end");
	if (p.revents & events && b->alone && b->looping && ++u->again > MOST_AGAIN)
		fail_at(__FILE__, __LINE__, "poll says %x and the call EAGAIN, %d times",
			p.revents, MOST_AGAIN);
}

/*
 * Makes the next text of a writer.  The writer must write all of it: the reason
 * for which a sequence is refused can depend on a byte that was offered and not
 * taken.
 */
static size_t choose_text(struct user *u, unsigned char *text)
{
	size_t most = one_in(&u->random, 8) ? PIECE : 300;
	size_t n = u8c_chance_below(&u->random, most) + 1, i;

	if (u->bout->counted)
		for (i = 0; i < n; i++)
			text[i] = number_of(u->number, u->put + i);
	else
		soak_text(&u->random, text, n);
	return n;
}

static ssize_t put_once(struct user *u, unsigned char *text, size_t n)
{
	struct iovec v[2] = {
		{ text, n / 3 }, { text + n / 3, n - n / 3 },
	};
	u32 way = u8c_chance_below(&u->random, 4);

	if (way == 1 || u->bout->looping)
		return pwritev2(u->bout->fd, v, 2, -1, RWF_NOWAIT);
	return way ? write(u->bout->fd, text, n) : writev(u->bout->fd, v, 2);
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
		put = put_once(u, text + from, n - from);
		if (put < 0 && errno == EAGAIN)
			wait_for(u, POLLOUT);
		else if (put < 0)
			CHECK(errno == EINTR);
		else
			CHECK(put > 0 && (size_t)put <= n - from);
		if (put > 0) {
			u->put += put;
			u->again = 0;
			if (b->alone)
				soak_append(&b->model.put, text + from, put);
			from += put;
			__atomic_add_fetch(&b->put, put, __ATOMIC_SEQ_CST);
			__atomic_sub_fetch(&b->left, put, __ATOMIC_RELAXED);
		}
		/* Each call counts, so a storm of signals alone cannot go on for ever. */
		__atomic_sub_fetch(&b->left, 1, __ATOMIC_RELAXED);
		worker_did(1);
	}
	free(text);
	return NULL;
}

static ssize_t get_once(struct user *u, unsigned char *text)
{
	size_t n = u8c_chance_below(&u->random, PIECE) + 1;
	struct iovec v = { text, n };

	if (one_in(&u->random, 4) || u->bout->looping)
		return preadv2(u->bout->fd, &v, 1, -1, RWF_NOWAIT);
	return read(u->bout->fd, text, n);
}

static void *read_much(void *arg)
{
	struct user *u = arg;
	struct bout *b = u->bout;
	unsigned char *text = malloc(PIECE);
	ssize_t got;

	CHECK(text);
	while ((got = get_once(u, text))) {
		worker_did(1);
		if (got < 0 && errno == EAGAIN) {
			wait_for(u, POLLIN);
		} else if (got < 0) {
			CHECK(errno == EINTR);
		} else {
			u->again = 0;
			if (b->counted)
				count_bytes(b, text, got);
			if (b->readers == 1)
				soak_append(&b->model.got, text, got);
			__atomic_add_fetch(&b->got, got, __ATOMIC_SEQ_CST);
		}
	}
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

static void *watch(void *arg)
{
	struct user *u = arg;
	struct bout *b = u->bout;

	while (!__atomic_load_n(&b->done, __ATOMIC_RELAXED)) {
		uint64_t put = __atomic_load_n(&b->put, __ATOMIC_SEQ_CST);
		uint64_t got = __atomic_load_n(&b->got, __ATOMIC_SEQ_CST);
		struct utf8check_report r = report_of(b->fd);
		struct utf8check_config c = { .size = sizeof(c) };

		soak_check_report(&r);
		CHECK(r.code_points <= r.bytes_in);
		CHECK(put <= r.bytes_in + r.pending);
		CHECK(got <= r.bytes_out - r.queued);
		if (ioctl(b->fd, UTF8CHECK_IOC_GET_CONFIG, &c))
			CHECK(errno == EINTR);
		else
			CHECK(c.action == b->config.action &&
			      c.form == b->config.form);
		if (put && ioctl(b->fd, UTF8CHECK_IOC_SET_CONFIG, &b->config))
			CHECK(errno == EBUSY || errno == EINTR);
		events(b->fd);
		close(dup(b->fd));
		worker_did(4);
		usleep(u8c_chance_below(&u->random, 3000));
	}
	return NULL;
}

static void interrupt(int signal)
{
}

/* A signal, unless the bout is quiet. */
static void disturb(void *arg)
{
	const struct user *u = arg;

	if (!u->bout->quiet)
		pthread_kill(u->thread, SIGUSR1);
}

static void join(struct user *u, struct u8c_chance *c)
{
	soak_join(u->thread, c, disturb, u);
}

/* A random configuration that does not reject. */
static void configure(struct bout *b, struct u8c_chance *random)
{
	static const uint8_t actions[] = {
		UTF8CHECK_ACTION_REPLACE, UTF8CHECK_ACTION_DROP, UTF8CHECK_ACTION_ESCAPE,
		UTF8CHECK_ACTION_REPLACE,
	};
	struct utf8check_config *c = &b->config;

	do {
		memset(c, 0, sizeof(*c));
		c->size = sizeof(*c);
		c->action = actions[u8c_chance_below(random, 4)];
		c->form = one_in(random, 2) ? u8c_chance_below(random, 7) : 0;
		c->flags = u8c_chance_below(random, 4);
		c->to = !b->counted && one_in(random, 3) ? u8c_chance_below(random, 5) : 0;
		c->queue = 4096 << u8c_chance_below(random, 9);
	} while (ioctl(b->fd, UTF8CHECK_IOC_SET_CONFIG, c) && errno == EINVAL);
	b->well_formed = b->readers == 1 && c->to == UTF8CHECK_ENCODING_UTF8;
}

static void check_end(struct bout *b, const struct user *writers)
{
	struct utf8check_report r = report_of(b->fd);

	soak_check_report(&r);
	CHECK_EQ(r.state, UTF8CHECK_STATE_FINISHED);
	CHECK_EQ(r.bytes_in, b->put);
	CHECK_EQ(r.bytes_out, b->got);
	CHECK_EQ(r.queued, 0);
	CHECK_EQ(r.pending, 0);
	if (b->counted)
		check_count(b, writers);
	if (b->counted && b->readers == 1)
		check_order(&b->model.got);
	if (b->well_formed)
		soak_model_check_syntax(&b->model);
	if (b->alone)
		soak_model_check(&b->model, &b->config, &r);
	soak_model_free(&b->model);
}

static void finish(struct bout *b)
{
	while (ioctl(b->fd, UTF8CHECK_IOC_FINISH))
		CHECK(errno == EINTR);
}

static int bout(struct worker *w, u64 number)
{
	struct u8c_chance c = { number }, *random = &c;
	struct bout b = {
		.writers = one_in(random, 3) ? 1 : u8c_chance_below(random, WRITERS) + 1,
		.readers = one_in(random, 2) ? 1 : u8c_chance_below(random, 3) + 2,
		.watchers = u8c_chance_below(random, 3),
		.counted = one_in(random, 2),
		.quiet = one_in(random, 2),
		.looping = one_in(random, 4),
		.left = 1 << (14 + u8c_chance_below(random, 5)),
	};
	struct user users[THREADS] = {};
	int i, n = b.writers + b.readers + b.watchers;

	b.alone = b.writers == 1 && b.readers == 1;
	b.fd = session(O_RDWR);
	configure(&b, random);
	for (i = 0; i < n; i++) {
		users[i] = (struct user){ .bout = &b, .number = i,
					  .random = { u8c_chance_next(random) } };
		CHECK_EQ(pthread_create(&users[i].thread, NULL, i < b.writers ? write_much :
					i < b.writers + b.readers ? read_much : watch,
					&users[i]), 0);
	}
	for (i = 0; i < b.writers; i++)
		join(&users[i], random);
	finish(&b);
	for (; i < b.writers + b.readers; i++)
		join(&users[i], random);
	__atomic_store_n(&b.done, true, __ATOMIC_RELAXED);
	for (; i < n; i++)
		join(&users[i], random);
	check_end(&b, users);
	CHECK_EQ(close(b.fd), 0);
	return 0;
}

static int setup(struct worker *w)
{
	struct sigaction action = { .sa_handler = interrupt };

	return sigaction(SIGUSR1, &action, NULL);
}

struct worker soak_hammer = { "hammer", setup, bout, soak_wait_for_no_users };
