// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Every error of a text of any length, read from end to end; or, where that is
 * worth it, by several threads.
 */
#include "errors/find_errors_parallel.h"

static_assert(JUDGE_ROOM == RUN_ROOM(JUDGE_CHUNK), "what a run needs");

/* Are zero bytes well-formed, each for itself? */
static bool zeros_are_text(const struct utf8check_config *c)
{
	return c->from == UTF8CHECK_UTF8 && c->profile != UTF8CHECK_MUTF8 &&
	       !(c->forbid & 1ull << UTF8CHECK_CONTROL);
}

static ssize_t read_more(struct run *r, struct input *in)
{
	if (r->j->read)
		return r->j->read(r->j->source, in, r->buf + r->n, r->chunk);
	return input_read(in, r->buf + r->n, r->chunk);
}

int judge_rest(struct run *r, struct input *in)
{
	bool holes = !r->j->read && zeros_are_text(&r->config);
	ssize_t got;
	off_t hole;
	int err = 0;

	do {
		run_make_room(r);
		hole = holes ? input_skip_hole(in) : 0;
		if (hole)
			err = run_skip_zeros(r, hole);
		if (err || r->stopped)
			return err;
		got = read_more(r, in);
		if (got < 0)
			return got;
		r->n += got;
		err = run_push(r);
	} while (got && !err && !r->stopped);
	return err ? err : run_finish(r);
}

int judge_input(struct judge *j, struct input *in, u8 *work)
{
	struct run r = { .buf = work, .chunk = JUDGE_CHUNK };
	struct pieces p;
	int err, end_err;

	if (j->threads > 1 && !j->read &&
	    pieces_plan(&p, in, j->engine, &j->config)) {
		err = judge_pieces(j, &p);
		if (err != -EAGAIN)
			return err;
	}
	err = run_begin(&r, j, &j->config);
	if (!err)
		err = judge_rest(&r, in);
	end_err = run_end(&r);
	return err ? err : end_err;
}
