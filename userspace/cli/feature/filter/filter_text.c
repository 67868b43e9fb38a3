// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The text of a file through its stream, with the conversions of iconv before and after it; of a
 * big file through several streams, by as many threads.
 *
 * A thread filters a range of the file as a text of its own (base/thread/file_range.h).
 * What it has made is written in order, by one thread.  The streams run ahead: where one
 * rejects, the work of those after it is discarded.
 *
 * A thread stops when the room for what it makes is full, and what is left of
 * the range is filtered when its turn comes: so memory is bounded.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include "base/option/options.h"
#include "base/say/message.h"
#include "feature/filter/filter.h"

#define FILTER_READ 65536
/* Every byte that is read at once may become U+FFFD. */
#define FILTER_MADE (3 * FILTER_READ)

static_assert(FILTER_ROOM == FILTER_READ + FILTER_MADE, "what is read and what is made of it");
static_assert(FILTER_READ <= LINE_PIECE, "lines are judged as they are read");

/* End the text, whose exit code is at least @status.  Return: -ECANCELED. */
static int end_text(struct filter *f, int status)
{
	f->s.status = cli_worse(f->s.status, status);
	return -ECANCELED;
}

static int write_encoded(void *context, const u8 *p, size_t n)
{
	struct filter *f = context;

	return output_write(&f->out, p, n) ? end_text(f, CLI_TROUBLE) : 0;
}

/* Pass on what the stream has made.  0 bytes end the text: a CR at its end has waited for more. */
static int deliver(struct filter *f, const u8 *p, size_t n)
{
	struct filter_streams *s = &f->s;
	int err;

	if (s->changed) {
		n = newline_change(&s->ends, p, n, s->changed);
		p = s->changed;
	}
	if (!n || !s->target)
		return n ? write_encoded(f, p, n) : 0;
	err = conversion_push(s->target, p, n);
	return err == -EILSEQ ? end_text(f, CLI_INVALID) : err;
}

static bool list_error(void *context, const struct utf8check_error *e)
{
	struct filter *f = context;

	f->report->ops->error(f->report, e, &(struct checked){ .name = f->in.name });
	return true;
}

/* Errors that are taken from the stream at once. */
#define FILTER_ERRORS 256

static int list_errors(struct filter *f)
{
	struct utf8check_error list[FILTER_ERRORS];
	size_t n, i;
	int err;

	if (!f->report)
		return 0;
	err = utf8check_stream_errors(f->s.stream, list, FILTER_ERRORS, &n);
	for (i = 0; !err && i < n; i++)
		list_error(f, &list[i]);
	/* So a reader of the list sees it grow. */
	if (fflush(f->report->to))
		f->report_error = errno;
	return err;
}

/*
 * Push @n bytes and write what comes out; 0 bytes finish the stream.  @context is the
 * struct filter.  Return: 0; -ECANCELED: the text was ended, as end_text() does.
 */
static int push_text(void *context, const u8 *p, size_t n)
{
	struct filter *f = context;
	u8 *out = f->work + FILTER_READ;
	size_t used, made;
	bool last = !n;
	/* Of the stream, of the list of its errors, and of what gets its output. */
	int err, list_err, end = 0;

	/* The stream stops where it has no room: for output (ENOSPC), or for errors (ENOBUFS). */
	do {
		used = n;
		made = FILTER_MADE;
		err = last ? utf8check_stream_finish(f->s.stream, out, &made) :
			     utf8check_stream_push(f->s.stream, p, &used, out, &made);
		list_err = list_errors(f);
		if (made)
			end = deliver(f, out, made);
		if (end)
			return end;
		p += used;
		n -= used;
	} while (!list_err && (err == -ENOSPC || err == -ENOBUFS));
	if (list_err)
		err = list_err;
	if (last || err == -EILSEQ)
		end = deliver(f, NULL, 0);
	if (end || !err)
		return end;
	return end_text(f, err == -EILSEQ ? CLI_INVALID : cli_trouble(err, f->in.name));
}

/* As push_text(), of bytes that are converted first. */
static int push_source(struct filter *f, const u8 *p, size_t n)
{
	int err = conversion_push(f->s.source, p, n);

	if (!err)
		return n ? 0 : push_text(f, NULL, 0);
	if (err != -EILSEQ)
		return err;
	/* The text before the error is written. */
	push_text(f, NULL, 0);
	return end_text(f, CLI_INVALID);
}

/* As push_text(), of the lines that are kept. */
static int push_lines(struct filter *f, const u8 *p, size_t n)
{
	const struct place start = { .line = 1, .column = 1 };
	struct utf8check_report r;
	int err = line_filter_push(&f->s.lines, p, n);

	if (err && err != -ECANCELED)
		return end_text(f, cli_trouble(err, f->in.name));
	if (err || n)
		return err;
	/* The stream finds the errors of the lines that are kept, and no others. */
	if (f->o->choice == LINES_GOOD && !utf8check_stream_report(f->s.lines.stream.stream, &r))
		place_add_report(&f->s.before, &r, &start);
	err = push_text(f, NULL, 0);
	if (f->s.lines.longs)
		cli_complain("%s: lines longer than 16 MiB, taken for ill-formed: %" PRIu64, f->in.name,
			     f->s.lines.longs);
	/* Such a quote may have made one row of many. */
	if (csv_is_quoted(&f->s.lines.walk.csv))
		cli_complain("%s: its last row has a quote that is not closed", f->in.name);
	else if (!f->s.lines.longs)
		return err;
	return end_text(f, CLI_INVALID);
}

static int push_read(struct filter *f, const u8 *p, size_t n)
{
	if (f->o->choice)
		return push_lines(f, p, n);
	return f->s.source ? push_source(f, p, n) : push_text(f, p, n);
}

/* Push all that is left of the file, and finish. */
static int push_all(struct filter *f)
{
	ssize_t got;

	do {
		got = input_read(&f->in, f->work, FILTER_READ);
		if (got < 0)
			return cli_trouble(got, f->in.name);
		if (left_alone_shows_binary(f, f->work, got)) {
			f->left = LEFT_BINARY;
			return CLI_INVALID;
		}
	} while (!push_read(f, f->work, got) && got);
	return f->s.status;
}

/* Open a stream of the file.  Returns a negative errno. */
static int open_stream(const struct filter *f, const struct utf8check_config *config,
		       struct utf8check_stream **stream)
{
	int err = utf8check_stream_open(cli_engine, config, 0, stream);

	return err || !f->o->table ? err : utf8check_stream_decode(*stream, f->o->table);
}

/* --- a big file */

/* How many times as long output is, at most: ASCII in UTF-32, or all bytes escaped. */
#define GROWTH 4

/* Room for one piece of output, which in tests is longer than a range. */
#define ROOM_MIN 256

/**
 * struct range_filter - what is made of a range
 *
 * @stream: its text.
 * @err: what the last call about it returned.
 * @is_binary: the file is left for it.
 * @read: what is read of it.
 * @made: how many bytes were made.
 * @out: these bytes; room for what is made of the range until its turn comes.
 */
struct range_filter {
	struct utf8check_stream *stream;
	int err;
	bool is_binary;
	u8 read[RANGE_READ];
	size_t made;
	u8 out[];
};

static void close_range_filter(void *range_filter)
{
	struct range_filter *own = range_filter;

	utf8check_stream_close(own->stream);
	free(own);
}

/* --- in a worker thread */

/*
 * Filter the range on, as far as there is room.  Return: 0 at its end, or where it is binary;
 * -ENOSPC; what reading or the stream came to.
 */
static int push_range(const struct filter *f, struct range_filter *own, struct file_range *r)
{
	const size_t room = r->file->size - sizeof(*own);
	size_t n, made;
	ssize_t got;
	int err = 0;

	own->made = 0;
	while (!err && (got = file_range_read(r, own->read, RANGE_READ))) {
		if (got < 0)
			return got;
		own->is_binary = left_alone_shows_binary(f, own->read, got);
		if (own->is_binary)
			return 0;
		n = got;
		made = room - own->made;
		err = utf8check_stream_push(own->stream, own->read, &n, own->out + own->made, &made);
		own->made += made;
		r->at -= got - n;
	}
	return err;
}

static bool may_reject(const struct filter *f)
{
	return f->config.action == UTF8CHECK_ACTION_REJECT ||
	       f->config.action == UTF8CHECK_ACTION_SHORTEST;
}

static int filter_range(void *range_filter, void *range)
{
	struct file_range *r = range;
	const struct filter *f = r->file->context;
	struct utf8check_config config = f->config;
	struct range_filter *own = range_filter;

	/* Only a rejection is reported with line and column. */
	if (may_reject(f))
		config.flags |= UTF8CHECK_FLAG_POSITION;
	file_range_configure(r, &config);
	own->is_binary = false;
	own->made = 0;
	utf8check_stream_close(own->stream);
	own->stream = NULL;
	own->err = open_stream(f, &config, &own->stream) ?: push_range(f, own, r);
	return 0;
}

/* --- in the caller's */

/* Write what was made of a range, and filter what is left of it.  Return: as push_text(). */
static int write_range(struct filter *f, struct range_filter *own, struct file_range *r)
{
	for (;;) {
		if (output_write(&f->out, own->out, own->made))
			return end_text(f, CLI_TROUBLE);
		if (own->err != -ENOSPC)
			break;
		own->err = push_range(f, own, r);
	}
	if (own->is_binary)
		f->left = LEFT_BINARY;
	if (own->is_binary || own->err == -EILSEQ)
		return end_text(f, CLI_INVALID);
	return own->err ? end_text(f, cli_trouble(own->err, f->in.name)) : push_text(f, NULL, 0);
}

/* Count what the stream has done, which comes to its end where another begins. */
static int add_range_report(struct filter *f)
{
	struct utf8check_report r;
	int err = utf8check_stream_report(f->s.stream, &r);

	if (err)
		return end_text(f, cli_trouble(err, f->in.name));
	place_add_report(&f->s.before, &r, &f->s.start);
	f->s.start = place_reached(&r, &f->s.start);
	return 0;
}

static int join_range_filter(void *range_filter, void *range, int status)
{
	struct file_range *r = range;
	struct range_filter *own = range_filter;
	struct filter *f = r->file->context;
	/* The last stream of the file stays. */
	int err = r->start ? add_range_report(f) : 0;

	utf8check_stream_close(f->s.stream);
	f->s.stream = own->stream;
	if (!err)
		err = write_range(f, own, r);
	own->stream = NULL;
	return file_range_joined(r, err);
}

static int filter_ranges(struct filter *f, struct file_ranges *p)
{
	static const struct work_ops ops = {
		.run = filter_range,
		.join = join_range_filter,
		.close = close_range_filter,
	};
	int err;

	p->context = f;
	p->size = sizeof(struct range_filter) + GROWTH * (p->length / p->count) + ROOM_MIN;
	err = file_ranges_run(p, f->o->threads, &ops);
	return err && err != -ECANCELED ? cli_trouble(err, f->in.name) : f->s.status;
}

bool filter_may_share(const struct filter_options *o, const char *charset)
{
	return !charset && !o->target_charset && (!o->mending || o->table) && !o->choice && !o->newline;
}

int filter_text(struct filter *f)
{
	struct file_ranges p;
	int status;

	if (!f->ordered && f->o->threads > 1 && filter_may_share(f->o, f->charset) &&
	    file_ranges_plan(&p, &f->in, cli_engine, &f->config))
		status = filter_ranges(f, &p);
	else
		status = push_all(f);
	if (f->s.target && status != CLI_TROUBLE &&
	    conversion_push(f->s.target, NULL, 0) == -ECANCELED)
		status = CLI_TROUBLE;
	return status;
}

/* --- opened and closed */

/* Prepare the filters of lines and of their ends. */
static int open_lines(struct filter *f)
{
	struct utf8check_config judge = {
		.size = sizeof(judge),
		.profile = f->config.profile,
		.forbid = f->config.forbid,
		.flags = UTF8CHECK_FLAG_NO_OUTPUT | (f->config.flags & UTF8CHECK_FLAG_UNESCAPE),
	};
	int err = 0;

	f->s.lines = (struct line_filter){
		.choice = f->o->choice, .records = f->o->records, .give = push_text, .context = f,
	};
	f->s.ends = (struct newline_state){ .want = f->o->newline, .encoding = f->config.to };
	if (f->o->choice)
		err = line_filter_open(&f->s.lines, cli_engine, &judge);
	if (!err && f->o->newline)
		f->s.changed = malloc(2 * FILTER_MADE + 4);
	return err || (f->o->newline && !f->s.changed) ? cli_engine_trouble(err ? err : -ENOMEM) : CLI_WELL;
}

int filter_open_streams(struct filter *f)
{
	const struct filter_options *o = f->o;
	struct utf8check_config config = f->config;
	const bool is_mended = o->mending && !o->table;
	struct filter_streams *s = &f->s;
	int err;

	*s = (struct filter_streams){ .start = { .line = 1, .column = 1 } };
	config.flags |= UTF8CHECK_FLAG_POSITION;
	config.records = f->report ? FILTER_ERRORS : 0;
	if (open_lines(f))
		return CLI_TROUBLE;
	if (o->target_charset)
		s->target = encoder_open(o->target_charset, config.action, write_encoded, f);
	if (f->charset)
		s->source = converter_open(f->charset, &config, push_text, f);
	else if (is_mended)
		s->source = mixed_open(o->mending, push_text, f);
	if ((o->target_charset && !s->target) || ((f->charset || is_mended) && !s->source))
		return CLI_TROUBLE;
	if (s->source && f->report) {
		s->source->found = list_error;
		s->source->watcher = f;
	}
	err = open_stream(f, &config, &s->stream);
	return err ? cli_engine_trouble(err) : CLI_WELL;
}

void filter_close_streams(struct filter *f)
{
	struct filter_streams *s = &f->s;

	utf8check_stream_close(s->stream);
	conversion_close(s->source);
	conversion_close(s->target);
	line_filter_close(&s->lines);
	free(s->changed);
	*s = (struct filter_streams){ };
}
