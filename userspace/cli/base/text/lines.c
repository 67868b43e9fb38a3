// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The lines of a text, and those of them that are kept.
 */
#include <errno.h>
#include <stdlib.h>
#include "base/text/lines.h"

static void give_text(struct line_walk *w, size_t upto)
{
	const u8 *from, *feed;
	size_t n;

	while (w->at < upto) {
		from = w->p + w->at;
		feed = memchr(from, '\n', upto - w->at);
		n = feed ? (size_t)(feed + 1 - from) : upto - w->at;
		w->text(w->context, from, n);
		w->at += n;
		w->is_open = !feed;
		if (feed)
			w->end(w->context);
	}
}

void line_walk_next(struct line_walk *w, const u8 *p, size_t n)
{
	give_text(w, w->n);
	if (!n && w->is_open)
		w->end(w->context);
	w->is_open &= n != 0;
	w->base += w->n;
	w->p = p;
	w->n = n;
	w->at = 0;
}

void line_walk_reach(struct line_walk *w, u64 offset)
{
	if (offset > w->base)
		give_text(w, offset - w->base < w->n ? offset - w->base : w->n);
}

const char *line_choice_name(unsigned int i)
{
	static const char *const names[] = { "drop-line", "keep-line" };

	return i < ARRAY_SIZE(names) ? names[i] : NULL;
}

/* It is known what becomes of the bytes of the line at hand. */
static void settle_line(struct line_filter *l)
{
	if (l->bad == (l->choice == LINES_BAD))
		l->kept = l->n;
	else
		l->n = l->kept;
}

static bool make_room(struct line_filter *l, size_t n)
{
	size_t room = l->room ? l->room : FIND_CHUNK;
	u8 *buf;

	while (room - l->n < n)
		room *= 2;
	buf = room == l->room ? l->buf : realloc(l->buf, room);
	if (!buf) {
		l->err = -ENOMEM;
		return false;
	}
	l->buf = buf;
	l->room = room;
	return true;
}

static void take_text(void *context, const u8 *p, size_t n)
{
	struct line_filter *l = context;

	if (!make_room(l, n))
		return;
	memcpy(l->buf + l->n, p, n);
	l->n += n;
	if (l->n - l->kept > LINE_MOST && !l->is_long) {
		l->bad = true;
		l->is_long = true;
		l->longs++;
	}
	if (l->is_long)
		settle_line(l);
}

static void end_line(void *context)
{
	struct line_filter *l = context;

	settle_line(l);
	l->bad = false;
	l->is_long = false;
}

static bool take_error(void *context, const struct utf8check_error *e)
{
	struct line_filter *l = context;

	line_walk_reach(&l->walk, e->offset);
	l->bad = true;
	return true;
}

static int give_kept(struct line_filter *l)
{
	int status = l->kept ? l->give(l->context, l->buf, l->kept) : 0;

	l->n -= l->kept;
	memmove(l->buf, l->buf + l->kept, l->n);
	l->kept = 0;
	return status;
}

int line_filter_push(struct line_filter *l, const u8 *p, size_t n)
{
	size_t used = n;
	int err;

	if (n)
		line_walk_next(&l->walk, p, n);
	err = n ? error_stream_push(&l->stream, p, &used) : error_stream_finish(&l->stream);
	if (n)
		line_walk_reach(&l->walk, UINT64_MAX);
	else
		line_walk_next(&l->walk, NULL, 0);
	err = err ? err : l->err;
	return err || !l->kept ? err : give_kept(l);
}

int line_filter_open(struct line_filter *l, struct utf8check *engine,
		     const struct utf8check_config *config)
{
	l->search = (struct error_search){
		.engine = engine, .found = take_error, .context = l, .most = UINT64_MAX,
	};
	l->walk = (struct line_walk){ .text = take_text, .end = end_line, .context = l };
	return error_stream_open(&l->stream, &l->search, config, 0);
}

void line_filter_close(struct line_filter *l)
{
	utf8check_stream_close(l->stream.stream);
	free(l->buf);
	*l = (struct line_filter){ };
}
