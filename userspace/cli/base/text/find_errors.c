// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Every error of a text of any length, read from end to end; or, where that is
 * worth it, by several threads.
 */
#include <errno.h>
#include "base/text/error_stream.h"

/* Are zero bytes well-formed, each for itself? */
static bool zeros_are_text(const struct utf8check_config *c)
{
	return c->from == UTF8CHECK_UTF8 && c->profile != UTF8CHECK_MUTF8 &&
	       !(c->forbid & 1ull << UTF8CHECK_CONTROL);
}

static ssize_t read_more(const struct error_search *search, struct input *in, u8 *work)
{
	if (search->read)
		return search->read(search->source, in, work, FIND_CHUNK);
	return input_read(in, work, FIND_CHUNK);
}

int find_errors_in_rest(struct error_stream *s, struct input *in, u8 *work)
{
	bool holes = !s->search->read && zeros_are_text(&s->config);
	ssize_t got = 1;
	off_t hole;
	size_t n;
	int err = 0;

	while (got && !err) {
		hole = holes ? input_skip_hole(in) : 0;
		if (hole)
			err = error_stream_skip_zeros(s, hole);
		if (err)
			return err;
		got = read_more(s->search, in, work);
		if (got < 0)
			return got;
		n = got;
		err = error_stream_push(s, work, &n);
	}
	return err ? err : error_stream_finish(s);
}

int find_errors(struct error_search *search, struct input *in, u8 *work)
{
	struct error_stream s;
	struct file_chunks p;
	int err, end_err;

	if (search->threads > 1 && !search->read &&
	    file_chunks_plan(&p, in, search->engine, &search->config)) {
		err = find_errors_parallel(search, &p, work);
		if (err != -EAGAIN)
			return err;
	}
	err = error_stream_open(&s, search, &search->config, 0);
	if (!err)
		err = find_errors_in_rest(&s, in, work);
	end_err = error_stream_close(&s, NULL);
	return err < 0 ? err : end_err;
}
