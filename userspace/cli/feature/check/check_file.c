// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Files being checked, one or several at a time, and what is printed about them.
 *
 * A thread leaves a big file to many, and a file with more errors than it is good to
 * keep to its turn.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "feature/check/check.h"
#include "base/option/files.h"
#include "base/option/stream_config.h"
#include "base/charset/converted_file.h"
#include "base/text/find_errors.h"
#include "base/say/escape.h"
#include "base/say/progress.h"
#include "base/say/message.h"
#include "base/say/total.h"
#include "base/option/engine.h"
#include "base/thread/file_batch.h"
#include "base/thread/file_chunks.h"
#include "feature/check/format.h"

/* Errors of a file that are printed on a terminal, unless --max-errors says otherwise. */
#define TERMINAL_ERRORS 100

/* In other encodings a NUL is text. */
static bool may_be_binary(const struct check *c)
{
	return !c->text && !c->charset &&
	       (c->config.from == UTF8CHECK_ENCODING_UTF8 ||
		c->config.from == UTF8CHECK_ENCODING_AUTO);
}

/* Was it asked whether there are NULs?  Then nothing excuses any error. */
static bool nul_is_error(const struct utf8check_config *c)
{
	return c->profile == UTF8CHECK_PROFILE_MUTF8 ||
	       c->forbid & 1ull << UTF8CHECK_REASON_CONTROL;
}

/* With more errors than this the file is binary; -1: with any number it is a text. */
static int bound_of(const struct check *c, enum binary_look look)
{
	if (!may_be_binary(c) || look == LOOKS_TEXT || nul_is_error(&c->config))
		return -1;
	return BINARY_ERRORS;
}

/* Is it no text that somebody has put a magic number or a NUL into? */
static bool is_wrong(const u8 *p, size_t n)
{
	struct utf8check_error e;
	unsigned int wrong = 0;
	u64 point = 1;
	int length;

	for (; n && wrong <= BINARY_ERRORS; p += length, n -= length) {
		length = utf8check_decode(NULL, p, n, true, &point, &e);
		wrong += !length || !point;
		length = length ? length : e.length;
	}
	return wrong > BINARY_ERRORS;
}

/* Only a file that can be read twice is known to be binary before its errors are. */
static enum binary_look where_to_look(const struct check *c, struct input *in)
{
	ssize_t n;
	int err;

	if (!may_be_binary(c) || !(S_ISREG(in->stat.st_mode) || in->limited))
		return LOOKS_TEXT;
	n = in->limited ? input_peek(in, c->work, BINARY_HEAD) :
	    (ssize_t)input_read_at(in, c->work, BINARY_HEAD, in->got, &err);
	if (n < 0 || binary_look(c->work, n) == LOOKS_TEXT ||
	    (c->policy && !is_wrong(c->work, n) && !binary_has_controls(c->work, n)))
		return LOOKS_TEXT;
	return LOOKS_BINARY;
}

static void print_binary(const struct check *c, u64 errors)
{
	escaped_print(c->out, (const u8 *)c->name, strlen(c->name));
	fprintf(c->out, ": binary: %" PRIu64 " errors, the first at byte %" PRIu64 "; " BINARY_HINT "\n",
		errors, (u64)c->errors[0].offset);
}

static const struct check_format *format_of(const struct check *c)
{
	return &check_formats[c->style];
}

/* No later error matters once a file is known to be invalid. */
static bool one_is_enough(const struct check *c)
{
	return !format_of(c)->error && !format_of(c)->counts && !c->findings && !total_is_wanted;
}

static void show(struct check *c, const struct utf8check_error *e)
{
	if (c->shown >= c->max_errors || !format_of(c)->error)
		return;
	if (c->shows && !error_text_met(c->shows, e) && c->whole)
		return;
	progress_hide();
	if (!c->shows || !c->whole)
		format_of(c)->error(c, e);
	c->shown++;
}

static bool take_error(void *context, const struct utf8check_error *e)
{
	struct check *c = context;

	if (one_is_enough(c))
		return c->seen++ < c->bound;
	if (c->findings)
		c->findings->error(c->name, e);
	if (c->held < 0)
		show(c, e);
	else if (c->held < BINARY_ERRORS)
		c->errors[c->held++] = *e;
	return !ferror(c->out) && !(c->full && c->full(c));
}

static void end_lines(struct check *c, u64 errors)
{
	const char *more = c->limited ? "; --max-errors=N shows more" : "";
	int i;

	if (c->binary) {
		if (!c->binaries && !c->ignore_binary)
			print_binary(c, errors);
		return;
	}
	for (i = 0; i < c->held; i++)
		show(c, &c->errors[i]);
	if (errors > c->shown && !(c->shows && c->whole && c->shown < c->max_errors))
		cli_complain("%s: %" PRIu64 " errors, %" PRIu64 " shown%s",
			     c->name, errors, c->shown, more);
}

static void begin_file_report(struct check *c, const char *name, enum binary_look look)
{
	c->name = name;
	c->shown = 0;
	c->seen = 0;
	c->bound = bound_of(c, look);
	c->held = c->bound >= 0 && format_of(c)->lines ? 0 : -1;
	c->begun = false;
	c->binary = false;
	c->source.found = take_error;
	c->source.context = c;
	c->source.forgiven = 0;
}

static void end_file_report(struct check *c, const struct error_search *search, int err)
{
	const struct check_format *f = format_of(c);

	c->binary |= c->bound >= 0 && search->errors > (u64)c->bound;
	progress_hide();
	if (f->lines)
		end_lines(c, search->errors);
	if (f->file)
		f->file(c, search, err);
}

/*
 * As find_errors(), also of a charset that the core does not know.  There the stream gets
 * U+FFFD for what is not of the charset; that is no code point of the file.
 */
static int find_errors_of(struct check *c, struct error_search *search, struct input *in)
{
	struct converted *source;
	int err;

	if (!c->charset)
		return find_errors(search, in, c->work);
	source = converted_open(c->charset, &c->config, take_error, c);
	if (!source)
		return -ENOMEM;
	search->read = converted_read;
	search->source = source;
	err = find_errors(search, in, c->work);
	search->bytes = converted_bytes(source);
	search->code_points -= converted_errors(source);
	search->errors += converted_errors(source);
	converted_close(source);
	return err;
}

static int find_in_source(struct check *c, struct error_search *search, struct input *in)
{
	int err;

	search->places = true;
	search->most = UINT64_MAX;
	search->found = source_take;
	search->context = &c->source;
	err = find_errors_of(c, search, in);
	source_end(&c->source);
	search->errors -= c->source.forgiven;
	search->code_points += c->source.forgiven;
	return err;
}

static int check_input(struct check *c, struct input *in)
{
	struct error_search search = {
		.engine = cli_engine,
		.config = c->config,
		.places = !one_is_enough(c),
		.found = take_error,
		.context = c,
		.most = one_is_enough(c) ? 1 : format_of(c)->error ? c->max_errors : 0,
		.threads = c->threads,
	};
	enum binary_look look = where_to_look(c, in);
	int err = 0;

	begin_file_report(c, in->name, look);
	if (c->findings)
		search.most = UINT64_MAX;
	else if (c->held >= 0)
		search.most = BINARY_ERRORS;
	else if (c->bound >= 0 && one_is_enough(c))
		search.most = c->bound + 1;
	/* What looks binary is not shown: it may have no lines. */
	if (c->around && c->bound < 0) {
		c->shows = malloc(sizeof(*c->shows));
		if (!c->shows)
			return cli_trouble(-ENOMEM, in->name);
		c->shows->to = c->out;
		c->shows->name = in->name;
		c->shows->around = c->around;
		error_text_begin(c->shows);
		search.read = line_walk_read;
		search.source = &c->shows->walk;
	}
	if (c->rows.kind) {
		records_begin(&c->rows);
		search.read = line_walk_read;
		search.source = &c->rows.walk;
	}
	c->binary = c->policy && look == LOOKS_BINARY;
	if (!c->binary)
		err = c->policy ? find_in_source(c, &search, in) : find_errors_of(c, &search, in);
	if (c->shows)
		line_walk_next(&c->shows->walk, NULL, 0);
	end_file_report(c, &search, err);
	free(c->shows);
	c->shows = NULL;
	c->totals.files++;
	c->totals.invalid += search.errors && !c->binary;
	c->totals.binary += c->binary;
	c->totals.bytes += search.bytes;
	c->totals.code_points += search.code_points;
	c->totals.errors += search.errors;
	if (c->findings)
		c->findings->file(in, !c->charset && c->config.from == UTF8CHECK_ENCODING_UTF8,
				  search.errors);
	if (err)
		return cli_trouble(err, in->name);
	return search.errors && !c->binary ? CLI_INVALID : CLI_WELL;
}

/*
 * Source code in UTF-16 or UTF-32 has a NUL in most of its units.  Where there are few, the
 * mark would hide from the policy what a program reads as ASCII.
 */
static void doubt_mark(struct check *c, struct input *in)
{
	ssize_t n = input_peek(in, c->work, sizeof(u32)), nuls = 0, i;

	/* FF FE, FE FF and 00 00 FE FF; a text of UTF-8 begins with none of these bytes. */
	if (n < 2 || (c->work[0] && c->work[0] < 0xfe))
		return;
	n = input_peek(in, c->work, S_ISREG(in->stat.st_mode) || in->limited ? BINARY_HEAD : 64);
	for (i = 0; i < n; i++)
		nuls += !c->work[i];
	if (16 * nuls < n - 4)
		c->config.from = UTF8CHECK_ENCODING_UTF8;
}

/* Read the file as its mark says, where that is asked for. */
static int check_by_mark(struct check *c, struct input *in)
{
	const struct utf8check_config config = c->config;
	const char *charset = c->charset;
	int status = CLI_WELL;

	/* No program reads source code by other marks than those that the engine knows. */
	if (!c->policy)
		status = config_source_by_mark(&c->config, &c->charset, in);
	else if (c->config.from == UTF8CHECK_ENCODING_AUTO)
		doubt_mark(c, in);
	if (!status)
		status = check_input(c, in);
	c->config = config;
	c->charset = charset;
	return status;
}

/* A file could be opened. */
static _Atomic bool some_opened;

static int check_opened(struct check *c, struct input *in, const char *name, int err)
{
	int status;

	if (err) {
		status = file_choice_trouble(err, name);
		if (status && format_of(c)->lost) {
			begin_file_report(c, name, LOOKS_TEXT);
			end_file_report(c, &(struct error_search){ }, err);
		}
		return status;
	}
	some_opened = true;
	if (c->findings && c->findings->is_target(in)) {
		cli_complain("%s: is both input and output", in->name);
		status = CLI_TROUBLE;
	} else {
		status = check_by_mark(c, in);
	}
	return input_finish(in, status);
}

void check_limit(struct check *c)
{
	c->out = stdout;
	c->limited = c->max_errors == UINT64_MAX && isatty(STDOUT_FILENO) &&
		     c->style == STYLE_LINES;
	if (c->limited)
		c->max_errors = TERMINAL_ERRORS;
}

static int check_file(struct check *c, const struct file_name *name)
{
	struct input in;

	if (file_choice_is_list(name->text))
		return CLI_TROUBLE;
	return check_opened(c, &in, name->text, input_open_found(&in, name->text, name->below));
}

static int check_known(struct check *c, const char *name, const struct stat *st)
{
	struct input in;

	return check_opened(c, &in, name, input_open_known(&in, name, st));
}

int check_print(struct check *c, const struct found_errors *f)
{
	size_t i;

	c->config = f->search->config;
	begin_file_report(c, f->name, f->look);
	for (i = 0; i < f->count && take_error(c, &f->list[i]); i++)
		;
	end_file_report(c, f->search, 0);
	return f->count && !c->binary ? CLI_INVALID : CLI_WELL;
}

/* --- many files, several at a time */

/* More than that on an ordered output is too much to keep. */
#define ORDERED_FULL (1 << 18)

/* --- in a thread of its own */

static bool is_full(const struct check *c)
{
	return ftello(c->out) > ORDERED_FULL;
}

static bool is_for_later(const struct check *c, off_t size)
{
	return !c->charset && !c->around && !c->rows.kind && file_chunks_are_worth(size) &&
	       file_chunks_may_be(cli_engine, &c->config);
}

/* A file is named when its results are final: what a thread takes back is not. */
static void name_binary(struct check *c, const char *name)
{
	if (c->binary && c->binaries)
		binary_names_add(c->binaries, name);
}

static int check_try(void *worker, size_t i, const struct file_name *name,
		     const struct stat *st)
{
	struct check *c = worker;
	const struct check_totals before = c->totals;
	int status;

	if (st && is_for_later(c, st->st_size))
		return BATCH_LATER;
	status = st && name->below < 0 ? check_known(c, name->text, st) : check_file(c, name);
	if (st && is_full(c)) {
		c->totals = before;
		return BATCH_FULL;
	}
	name_binary(c, name->text);
	return status;
}

/* --- of a file that scan has opened */

static int check_judge_text(void *one, struct input *in, const char *path, bool may_leave)
{
	struct check *c = one;
	const struct check_totals before = c->totals;
	int status;

	if (may_leave && is_for_later(c, in->stat.st_size)) {
		input_close(in);
		return BATCH_LATER;
	}
	status = check_opened(c, in, path, 0);
	if (!may_leave || !is_full(c))
		return status;
	c->totals = before;
	return BATCH_FULL;
}

static void join_totals(void *all, void *one)
{
	struct check_totals *to = &((struct check *)all)->totals;
	struct check_totals *from = &((struct check *)one)->totals;

	to->files += from->files;
	to->invalid += from->invalid;
	to->binary += from->binary;
	to->bytes += from->bytes;
	to->code_points += from->code_points;
	to->errors += from->errors;
	*from = (struct check_totals){ };
}

/* --- in the caller's */

static void check_close_worker(void *worker)
{
	struct check *c = worker;

	join_totals(c->all, c);
	free(c->work);
	free(c);
}

static void *check_open_worker(void *context, struct ordered_output *ordered)
{
	struct check *all = context, *c = malloc(sizeof(*c));

	if (!c)
		return NULL;
	*c = *all;
	c->all = all;
	c->totals = (struct check_totals){ };
	c->full = is_full;
	c->threads = 1;
	c->out = ordered->to;
	c->work = malloc(FIND_CHUNK);
	if (c->work)
		return c;
	check_close_worker(c);
	return NULL;
}

/* A blob comes when the one before it has ended. */
static int check_staged(struct check *c, struct file_list *names)
{
	int status = CLI_WELL, err;
	struct file_name name;
	struct input in;
	struct tool git;

	if (git_open_blobs(&git))
		return CLI_TROUBLE;
	while (!cli_output_failed() && file_list_next(names, &name)) {
		err = git_open_blob(&git, &in, name.text);
		if (err == -ENOENT)
			continue;
		status = cli_worse(status, check_opened(c, &in, in.name, err));
		name_binary(c, in.name);
		err = err ? err : git_end_blob(&git, &in);
		if (err == -EPIPE)
			break;
	}
	return tool_end(&git) ? CLI_TROUBLE : status;
}

int check_many(struct check *c, struct file_list *names)
{
	const struct file_batch m = {
		.names = names,
		/* A report is written in order. */
		.threads = c->findings || format_of(c)->document ? 1 : c->threads,
		.context = c,
		.open = check_open_worker,
		.close = check_close_worker,
		.try = check_try,
	};
	int status;

	if (file_choice.git == GIT_STAGED)
		return check_staged(c, names);
	status = file_batch_run(&m);
	/* Git's names may be those of another folder. */
	if (file_choice.git == GIT_TRACKED && status == CLI_WELL && !some_opened) {
		cli_complain("no file that git tracks is here");
		status = CLI_TROUBLE;
	}
	return status;
}

static struct binary_names binaries = { .lock = PTHREAD_MUTEX_INITIALIZER };

void check_begin(struct check *c)
{
	if (file_choice.recursive || file_choice.git || c->policy || format_of(c)->counts ||
	    (format_of(c)->lines && c->style != STYLE_LINES))
		c->binaries = &binaries;
	if (format_of(c)->begin)
		format_of(c)->begin(c);
}

void check_end(struct check *c, int status)
{
	const struct check_totals *t = &c->totals;

	if (format_of(c)->end)
		format_of(c)->end(c, status);
	if (total_is_wanted)
		totals_print(c->style == STYLE_JSON, (const struct total[]){
			{ "files", t->files }, { "invalid", t->invalid }, { "binary", t->binary },
			{ "bytes", t->bytes }, { "code points", t->code_points },
			{ "errors", t->errors },
		}, 6);
	if ((format_of(c)->lines || format_of(c)->counts || c->style == STYLE_LIST) &&
	    !c->ignore_binary)
		binary_names_end(&binaries);
}

const char *check_policy_name(unsigned int i)
{
	static const char *const names[] = { "none", "source" };

	return i < ARRAY_SIZE(names) ? names[i] : NULL;
}

void check_take_policy(struct check *c)
{
	if (!c->policy)
		return;
	/* What an option forbids is not forgiven. */
	c->source.forgives = SOURCE_FORBIDS & ~c->config.forbid;
	c->config.forbid |= SOURCE_FORBIDS;
	if (c->config.from == UTF8CHECK_ENCODING_UTF8 && !c->charset)
		c->config.from = UTF8CHECK_ENCODING_AUTO;
}

struct text_judge check_text_judge(struct check *c)
{
	return (struct text_judge){
		.all = c,
		.open = check_open_worker,
		.judge = check_judge_text,
		.join = join_totals,
		.close = check_close_worker,
	};
}
