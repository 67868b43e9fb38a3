// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Many sessions in one event loop that never blocks (RWF_NOWAIT), as a server
 * has them, from their first byte to their last.
 *
 * Nobody else uses them, so the answer of poll must be true: a write that fails with
 * EAGAIN time and again after POLLOUT, or a read after POLLIN, would keep the
 * loop busy for ever.
 */
#include "soak.h"

/* MOST_AGAIN: the memory of the first write may be short for a moment. */
enum { SESSIONS = 24, PIECE = 20000, MOST_AGAIN = 100 };

/**
 * struct guest - one session of the loop
 *
 * @fd: the session.
 * @left: bytes to write.
 * @put: bytes written; @got read.
 * @again: calls that failed with EAGAIN, in a row.
 * @finished: FINISH is done.
 * @ended: the end was read.
 */
struct guest {
	int fd;
	size_t left;
	uint64_t put, got;
	unsigned int again;
	bool finished, ended;
};

static void progress(struct guest *g, ssize_t n, const char *what)
{
	soak_did(1);
	if (n >= 0) {
		g->again = 0;
		return;
	}
	CHECK(errno == EAGAIN);
	if (++g->again > MOST_AGAIN)
		fail_at(__FILE__, __LINE__,
			"poll says %s and the call EAGAIN, %d times", what,
			MOST_AGAIN);
}

static void put(struct guest *g, uint64_t *random)
{
	static unsigned char text[PIECE];
	size_t n = soak_below(random, PIECE) + 1;
	struct iovec v = { text, n };
	ssize_t taken;

	if (n > g->left)
		v.iov_len = n = g->left;
	soak_text(random, text, n);
	taken = pwritev2(g->fd, &v, 1, -1, RWF_NOWAIT);
	progress(g, taken, "POLLOUT");
	if (taken > 0) {
		g->put += taken;
		g->left -= taken;
	}
}

static void get(struct guest *g, uint64_t *random)
{
	static unsigned char text[PIECE];
	struct iovec v = { text, soak_below(random, PIECE) + 1 };
	ssize_t got = preadv2(g->fd, &v, 1, -1, RWF_NOWAIT);

	progress(g, got, "POLLIN");
	if (got > 0)
		g->got += got;
	g->ended = !got;
}

static void finish(struct guest *g)
{
	int result = ioctl(g->fd, UTF8CHECK_FINISH);

	CHECK(!result || errno == EAGAIN);
	g->finished = !result;
}

static void open_one(struct guest *g, uint64_t *random)
{
	struct utf8check_config c = { .size = sizeof(c) };

	memset(g, 0, sizeof(*g));
	g->fd = session(O_RDWR | O_NONBLOCK);
	g->left = soak_below(random, 4 * PIECE);
	c.action = UTF8CHECK_REPLACE;
	c.form = soak_chance(random, 2) ? soak_below(random, 7) : 0;
	c.queue = 4096 << soak_below(random, 9);
	CHECK_EQ(ioctl(g->fd, UTF8CHECK_SET_CONFIG, &c), 0);
}

static void close_one(struct guest *g)
{
	struct utf8check_report r = report(g->fd);

	CHECK_EQ(r.bytes_in, g->put);
	CHECK_EQ(r.bytes_out, g->got);
	CHECK_EQ(close(g->fd), 0);
}

static void step(struct guest *g, short events, uint64_t *random)
{
	if (events & POLLIN)
		get(g, random);
	if (events & POLLOUT && g->left)
		put(g, random);
	if (!g->left && !g->finished)
		finish(g);
}

static short wanted(const struct guest *g)
{
	return POLLIN | (g->left ? POLLOUT : 0);
}

void soak_loop(char **operands)
{
	struct guest guests[SESSIONS];
	struct pollfd polled[SESSIONS];
	uint64_t random = soak_random_from(2);
	int i;

	(void)operands;
	for (i = 0; i < SESSIONS; i++)
		open_one(&guests[i], &random);
	while (soak_goes_on()) {
		for (i = 0; i < SESSIONS; i++)
			polled[i] = (struct pollfd){
				guests[i].fd, wanted(&guests[i]), 0
			};
		if (!poll(polled, SESSIONS, SOAK_PATIENCE * 1000))
			fail_at(__FILE__, __LINE__, "no session goes on");
		for (i = 0; i < SESSIONS; i++) {
			step(&guests[i], polled[i].revents, &random);
			if (!guests[i].ended)
				continue;
			close_one(&guests[i]);
			open_one(&guests[i], &random);
		}
	}
	for (i = 0; i < SESSIONS; i++)
		close(guests[i].fd);
	soak_wait_for_no_users();
}
