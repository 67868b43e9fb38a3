// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Many sessions in one event loop that never blocks (RWF_NOWAIT), as a server
 * has them, from their first byte to their last.
 *
 * Nobody else uses them, so the answer of poll must be true: a write that fails with
 * EAGAIN time and again after POLLOUT, or a read once after POLLIN, would keep
 * the loop busy for ever.  Each session is read to its end, and its output is
 * the output of the library.
 */
#include "soak.h"

/* MOST_AGAIN: the memory of the first write may be short for a moment. */
enum { SESSIONS = 24, PIECE = 20000, MOST_AGAIN = 100 };

/**
 * struct guest - one session of the loop
 *
 * @fd: the session; -1 when it is closed and no other follows.
 * @config: what it does.
 * @model: what was put and got.
 * @text: what is written next: @n bytes; @from of them are written already.
 * @left: bytes to write after these.
 * @again: writes that failed with EAGAIN, in a row.
 * @finished: FINISH is done.
 * @ended: the end was read.
 */
struct guest {
	int fd;
	struct utf8check_config config;
	struct soak_model model;
	unsigned char text[PIECE];
	size_t from, n, left;
	unsigned int again;
	bool finished, ended;
};

static bool has_more(const struct guest *g)
{
	return g->from < g->n || g->left;
}

/* Bytes that were offered and not taken come first, as every writer has to do it. */
static void put(struct guest *g, uint64_t *random)
{
	struct iovec v;
	ssize_t taken;

	if (g->from == g->n) {
		g->n = soak_below(random, PIECE) + 1;
		if (g->n > g->left)
			g->n = g->left;
		g->from = 0;
		g->left -= g->n;
		soak_text(random, g->text, g->n);
	}
	v = (struct iovec){ g->text + g->from, g->n - g->from };
	taken = pwritev2(g->fd, &v, 1, -1, RWF_NOWAIT);
	soak_did(1);
	if (taken > 0) {
		soak_model_put(&g->model, g->text + g->from, taken);
		g->from += taken;
		g->again = 0;
		return;
	}
	CHECK(taken < 0);
	if (soak_excused(errno))
		return;
	CHECK(errno == EAGAIN);
	if (++g->again > MOST_AGAIN)
		fail_at(__FILE__, __LINE__,
			"poll says POLLOUT and write EAGAIN, %d times",
			MOST_AGAIN);
}

static void get(struct guest *g, uint64_t *random)
{
	static unsigned char text[PIECE];
	struct iovec v = { text, soak_below(random, PIECE) + 1 };
	ssize_t got = preadv2(g->fd, &v, 1, -1, RWF_NOWAIT);

	soak_did(1);
	if (got < 0)
		fail_at(__FILE__, __LINE__, "poll says POLLIN and read %s",
			strerror(errno));
	if (got)
		soak_model_got(&g->model, text, got);
	g->ended = !got;
}

static void finish(struct guest *g)
{
	int result = ioctl(g->fd, UTF8CHECK_IOC_FINISH);

	CHECK(!result || errno == EAGAIN || soak_excused(errno));
	g->finished = !result;
}

static void open_one(struct guest *g, uint64_t *random)
{
	struct utf8check_config *c = &g->config;

	memset(g, 0, sizeof(*g));
	g->fd = soak_session(O_RDWR | O_NONBLOCK);
	g->left = soak_below(random, 4 * PIECE);
	c->size = sizeof(*c);
	c->action = UTF8CHECK_ACTION_REPLACE;
	c->form = soak_chance(random, 2) ? soak_below(random, 7) : 0;
	c->queue = 4096 << soak_below(random, 9);
	while (ioctl(g->fd, UTF8CHECK_IOC_SET_CONFIG, c))
		CHECK(soak_excused(errno));
}

static void close_one(struct guest *g)
{
	struct utf8check_report r = report(g->fd);

	soak_model_check(&g->model, &g->config, &r);
	soak_model_free(&g->model);
	CHECK_EQ(close(g->fd), 0);
	g->fd = -1;
}

static void step(struct guest *g, short events, uint64_t *random)
{
	if (events & POLLIN)
		get(g, random);
	if (events & POLLOUT && has_more(g))
		put(g, random);
	if (!has_more(g) && !g->finished)
		finish(g);
}

static short wanted(const struct guest *g)
{
	return POLLIN | (has_more(g) ? POLLOUT : 0);
}

/* Return: whether a session is open. */
static bool is_any_open(const struct guest *guests)
{
	int i;

	for (i = 0; i < SESSIONS; i++)
		if (guests[i].fd >= 0)
			return true;
	return false;
}

/* Waits for whatever can be done, and does it once. */
static void go_round(struct guest *guests, uint64_t *random)
{
	struct pollfd polled[SESSIONS];
	int i;

	for (i = 0; i < SESSIONS; i++)
		polled[i] = (struct pollfd){
			guests[i].fd, wanted(&guests[i]), 0
		};
	if (!poll(polled, SESSIONS, SOAK_PATIENCE * 1000))
		fail_at(__FILE__, __LINE__, "no session goes on");
	for (i = 0; i < SESSIONS; i++) {
		struct guest *g = &guests[i];

		if (g->fd < 0)
			continue;
		step(g, polled[i].revents, random);
		if (!g->ended)
			continue;
		close_one(g);
		if (soak_goes_on())
			open_one(g, random);
	}
}

void soak_loop(char **operands)
{
	static struct guest guests[SESSIONS];
	uint64_t random = soak_random_from(2);
	int i;

	for (i = 0; i < SESSIONS; i++)
		open_one(&guests[i], &random);
	while (soak_goes_on())
		go_round(guests, &random);
	/* Ends all sessions: while there are many, a session that hangs is not seen. */
	for (i = 0; i < SESSIONS; i++)
		guests[i].left = 0;
	while (is_any_open(guests))
		go_round(guests, &random);
	soak_wait_for_no_users();
}
