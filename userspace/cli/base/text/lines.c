// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The lines of a text, or rows of a table, those of them that are kept, and how they end.
 */
#include <errno.h>
#include <stdlib.h>
#include "base/text/lines.h"

const char *records_name(unsigned int i)
{
	static const char *const names[] = {
		"none", "jsonl", "nul", "csv", "csv-comma", "csv-semicolon", "csv-tab",
	};

	return i < ARRAY_SIZE(names) ? names[i] : NULL;
}

struct csv csv_begin(enum records_kind kind)
{
	static const u8 separators[] = {
		[RECORDS_CSV_COMMA] = ',', [RECORDS_CSV_SEMICOLON] = ';', [RECORDS_CSV_TAB] = '\t',
	};

	return (struct csv){ .separator = separators[kind] };
}

enum {
	AT_START,	/* no byte of the field has come */
	IS_BARE,	/* it has no quotes */
	IS_QUOTED,	/* within its quotes */
	AFTER_QUOTE,	/* a quote came within them */
};

bool csv_is_quoted(const struct csv *c)
{
	return c->state == IS_QUOTED;
}

enum csv_byte csv_take(struct csv *c, u8 byte)
{
	const u8 before = c->state;

	if (c->mark < 3 && byte == (u8)"\xef\xbb\xbf"[c->mark++])
		return c->mark == 3 ? CSV_MARK : CSV_CONTENT;
	c->mark = 3;
	if (before != IS_QUOTED && !c->separator && byte && strchr(",;\t", byte))
		c->separator = byte;
	if (before != IS_QUOTED && (byte == '\n' || byte == c->separator)) {
		c->state = AT_START;
		return byte == '\n' ? CSV_ROW_END : CSV_FIELD_END;
	}
	if (byte == '"' && before != IS_BARE) {
		c->state = before == IS_QUOTED ? AFTER_QUOTE : IS_QUOTED;
		return before == AFTER_QUOTE ? CSV_CONTENT : CSV_SYNTAX;
	}
	c->state = before == IS_QUOTED ? IS_QUOTED : IS_BARE;
	return CSV_CONTENT;
}

/* Bytes up to the end of the line, with it; 0: it is not among them. */
static size_t line_length(struct line_walk *w, const u8 *p, size_t n)
{
	const u8 *end;

	if (w->records < RECORDS_CSV) {
		end = memchr(p, w->records == RECORDS_NUL ? 0 : '\n', n);
		return end ? end + 1 - p : 0;
	}
	for (size_t i = 0; i < n; i++)
		if (csv_take(&w->csv, p[i]) == CSV_ROW_END)
			return i + 1;
	return 0;
}

static void walk_to(struct line_walk *w, size_t upto)
{
	size_t n;
	bool ends;

	while (w->at < upto) {
		n = line_length(w, w->p + w->at, upto - w->at);
		ends = n;
		n = ends ? n : upto - w->at;
		w->text(w->context, w->p + w->at, n);
		w->at += n;
		w->is_open = !ends;
		if (ends && w->end)
			w->end(w->context);
	}
}

void line_walk_next(struct line_walk *w, const u8 *p, size_t n)
{
	walk_to(w, w->n);
	if (!n && w->is_open && w->end)
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
		walk_to(w, offset - w->base < w->n ? offset - w->base : w->n);
}

ssize_t line_walk_read(void *line_walk, struct input *in, void *buf, size_t room)
{
	struct line_walk *w = line_walk;
	ssize_t got;

	line_walk_reach(w, UINT64_MAX);
	got = input_read(in, buf, room);
	if (got > 0)
		line_walk_next(w, buf, got);
	return got;
}

const char *newline_name(unsigned int i)
{
	static const char *const names[] = { "keep", "lf", "crlf" };

	return i < ARRAY_SIZE(names) ? names[i] : NULL;
}

size_t newline_change(struct newline_state *s, const u8 *p, size_t n, u8 *to)
{
	const struct utf8check_coding coding = { .encoding = s->encoding };
	u8 cr[UTF8CHECK_SEQUENCE_MAX], lf[UTF8CHECK_SEQUENCE_MAX], *at = to;
	const size_t width = utf8check_encode(&coding, '\r', cr);
	const u8 *end = p + n;
	bool ends;

	utf8check_encode(&coding, '\n', lf);
	for (; p < end; p += width) {
		/* For most of a text; the code below does the same, but slowly. */
		if (width == 1 && !s->held)
			while (p < end - 1 && *p != '\r' && *p != '\n')
				*at++ = *p++;
		ends = !memcmp(p, lf, width);
		if (ends ? s->want == NEWLINE_CRLF : s->held)
			at = mempcpy(at, cr, width);
		s->held = !memcmp(p, cr, width);
		if (!s->held)
			at = mempcpy(at, p, width);
	}
	if (!n && s->held)
		at = mempcpy(at, cr, width);
	return at - to;
}

/* The current line is known to be good or bad: keep its bytes so far, or drop them. */
static void decide_line(struct line_filter *l)
{
	if (l->bad == (l->choice == LINES_BAD))
		l->kept = l->n;
	else
		l->n = l->kept;
}

static void keep_line_bytes(void *context, const u8 *p, size_t n)
{
	struct line_filter *l = context;

	memcpy(l->buf + l->n, p, n);
	l->n += n;
	if (l->n - l->kept > LINE_MOST && !l->is_long) {
		l->bad = true;
		l->is_long = true;
		l->longs++;
	}
	if (l->is_long)
		decide_line(l);
}

static void end_kept_line(void *context)
{
	struct line_filter *l = context;

	decide_line(l);
	l->bad = false;
	l->is_long = false;
}

static bool mark_bad_line(void *context, const struct utf8check_error *e)
{
	struct line_filter *l = context;

	line_walk_reach(&l->walk, e->offset);
	l->bad = true;
	return true;
}

int line_filter_push(struct line_filter *l, const u8 *p, size_t n)
{
	size_t used = n;
	int err;

	if (n)
		line_walk_next(&l->walk, p, n);
	err = error_stream_push(&l->stream, p, &used);
	if (n)
		line_walk_reach(&l->walk, UINT64_MAX);
	else
		line_walk_next(&l->walk, NULL, 0);
	if (err || !l->kept)
		return err;
	err = l->give(l->context, l->buf, l->kept);
	l->n -= l->kept;
	memmove(l->buf, l->buf + l->kept, l->n);
	l->kept = 0;
	return err;
}

int line_filter_open(struct line_filter *l, struct utf8check *engine,
		     const struct utf8check_config *config)
{
	l->search = (struct error_search){
		.engine = engine, .found = mark_bad_line, .context = l, .most = UINT64_MAX,
	};
	l->walk = (struct line_walk){
		.text = keep_line_bytes, .end = end_kept_line, .context = l,
		.records = l->records, .csv = csv_begin(l->records),
	};
	/* What is not used of it takes no memory. */
	l->buf = malloc(LINE_MOST + 2 * LINE_PIECE);
	return l->buf ? error_stream_open(&l->stream, &l->search, config, 0) : -ENOMEM;
}

void line_filter_close(struct line_filter *l)
{
	utf8check_stream_close(l->stream.stream);
	free(l->buf);
	*l = (struct line_filter){ };
}
