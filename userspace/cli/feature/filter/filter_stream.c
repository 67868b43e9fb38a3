// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The stream of a file, with the conversions of iconv before and after it.
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

int filter_end(struct filter *f, int status)
{
	f->s.status = cli_worse(f->s.status, status);
	return -ECANCELED;
}

static int write_encoded(void *context, const u8 *p, size_t n)
{
	struct filter *f = context;

	return output_write(&f->out, p, n) ? filter_end(f, CLI_TROUBLE) : 0;
}

/* None end the text, and a CR may wait for what is after it. */
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
	return err == -EILSEQ ? filter_end(f, CLI_INVALID) : err;
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

int filter_push(void *context, const u8 *p, size_t n)
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
	return filter_end(f, err == -EILSEQ ? CLI_INVALID : cli_trouble(err, f->in.name));
}

/* As filter_push(), of bytes that are converted first. */
static int push_source(struct filter *f, const u8 *p, size_t n)
{
	int err = conversion_push(f->s.source, p, n);

	if (!err)
		return n ? 0 : filter_push(f, NULL, 0);
	if (err != -EILSEQ)
		return err;
	/* The text before the error is written. */
	filter_push(f, NULL, 0);
	return filter_end(f, CLI_INVALID);
}

/* As filter_push(), of the lines that are kept. */
static int push_lines(struct filter *f, const u8 *p, size_t n)
{
	const struct place start = { .line = 1, .column = 1 };
	struct utf8check_report r;
	int err = line_filter_push(&f->s.lines, p, n);

	if (err && err != -ECANCELED)
		return filter_end(f, cli_trouble(err, f->in.name));
	if (err || n)
		return err;
	/* The stream finds the errors of the lines that are kept, and no others. */
	if (f->o->choice == LINES_GOOD && !utf8check_stream_report(f->s.lines.stream.stream, &r))
		place_add_report(&f->s.before, &r, &start);
	err = filter_push(f, NULL, 0);
	if (f->s.lines.longs)
		cli_complain("%s: lines longer than 16 MiB, taken for ill-formed: %" PRIu64, f->in.name,
			     f->s.lines.longs);
	/* Then many rows may have been taken for one. */
	if (csv_is_quoted(&f->s.lines.walk.csv))
		cli_complain("%s: its last row has a quote that is not closed", f->in.name);
	else if (!f->s.lines.longs)
		return err;
	return filter_end(f, CLI_INVALID);
}

static int push_read(struct filter *f, const u8 *p, size_t n)
{
	if (f->o->choice)
		return push_lines(f, p, n);
	return f->s.source ? push_source(f, p, n) : filter_push(f, p, n);
}

int filter_push_all(struct filter *f)
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

int filter_open_stream(const struct filter *f, const struct utf8check_config *config,
		       struct utf8check_stream **stream)
{
	int err = utf8check_stream_open(cli_engine, config, 0, stream);

	return err || !f->o->table ? err : utf8check_stream_decode(*stream, f->o->table);
}

bool filter_may_share(const struct filter_options *o, const char *charset)
{
	return !charset && !o->target_charset && (!o->mending || o->table) && !o->choice && !o->newline;
}

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
		.choice = f->o->choice, .records = f->o->records, .give = filter_push, .context = f,
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
		s->source = converter_open(f->charset, &config, filter_push, f);
	else if (is_mended)
		s->source = mixed_open(o->mending, filter_push, f);
	if ((o->target_charset && !s->target) || ((f->charset || is_mended) && !s->source))
		return CLI_TROUBLE;
	if (s->source && f->report) {
		s->source->found = list_error;
		s->source->watcher = f;
	}
	err = filter_open_stream(f, &config, &s->stream);
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
