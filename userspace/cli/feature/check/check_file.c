// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Files being checked, one or several at a time.
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
#include "feature/check/source.h"
#include "base/option/options.h"
#include "base/charset/conversion.h"
#include "base/say/escape.h"
#include "base/say/message.h"
#include "print/print.h"
#include "base/thread/file_range.h"
#include "base/thread/work.h"

/* Errors of a file that are printed on a terminal, unless --max-errors says otherwise. */
#define TERMINAL_ERRORS 100

/**
 * struct check_file - the current file
 *
 * @r: the run that checks it.
 * @c: what is known of it.
 * @config: what is well-formed in it.
 * @charset: which decoder reads it; or NULL.
 * @may_be_binary: with more errors than LOOK_ERRORS it is.
 * @met: its errors so far, where one is enough for a text.
 * @held: its first errors, which wait until it is known whether it is a text.
 * @held_count: how many.
 * @holds: its errors wait.
 * @source: its errors, under POLICY_SOURCE.
 * @in: it.
 * @walk: where it is read, if it can be read only once and the policy needs it again.
 * @end: what was last before the piece of @walk.
 * @late: errors at the end of a piece of @walk: what follows them decides.
 * @late_count: how many.
 * @newline: enum newline: how its lines are to end; NEWLINE_ONE: as the first one.
 * @line_end: the first end that is not so; without bytes: where the next byte of the text is.
 * @known: errors that are in the baseline.
 * @look: what it looks like, under POLICY_SOURCE.
 * @in_one: what is said of all its errors in one.
 * @in_one_errors: how many errors that stands for.
 * @shows: the text around its errors; or NULL.
 */
struct check_file {
	struct check_run *r;
	struct checked c;
	struct utf8check_config config;
	const char *charset;
	bool may_be_binary;
	unsigned int met;
	struct utf8check_error held[LOOK_ERRORS];
	unsigned int held_count;
	bool holds;
	struct source_errors source;
	struct input *in;
	struct line_walk walk;
	u8 end[4 * SOURCE_AROUND];
	struct utf8check_error late[SOURCE_AROUND];
	size_t late_count;
	u8 newline;
	struct utf8check_error line_end;
	u64 known;
	struct look look;
	char in_one[100];
	u64 in_one_errors;
	struct error_text *shows;
};

/* In other encodings a NUL is text. */
static bool may_look_binary(const struct check_file *f)
{
	return !f->r->o->text && !f->charset &&
	       (f->config.from == UTF8CHECK_ENCODING_UTF8 ||
		f->config.from == UTF8CHECK_ENCODING_AUTO);
}

/* Is NUL an error?  Then the file is checked as a text, though it looks binary. */
static bool nul_is_error(const struct utf8check_config *c)
{
	return c->profile == UTF8CHECK_PROFILE_MUTF8 ||
	       c->forbid & 1ull << UTF8CHECK_REASON_CONTROL;
}

/* Only a file that can be read twice is known to be binary before its errors are. */
static enum binary_look where_to_look(struct check_file *f, struct input *in)
{
	u8 *work = f->r->work;
	ssize_t n;
	int err;

	if (!may_look_binary(f) || !(S_ISREG(in->stat.st_mode) || in->limited))
		return LOOKS_TEXT;
	n = in->limited ? input_peek(in, work, BINARY_HEAD) :
	    (ssize_t)input_read_at(in, work, BINARY_HEAD, in->got, &err);
	if (n < 0)
		return LOOKS_TEXT;
	if (!f->r->o->policy)
		return binary_look(work, n);
	if (f->config.from == UTF8CHECK_ENCODING_UTF8 || !binary_is_wide(work, n))
		f->look = look_at(in->name, work, n);
	return f->look.is_binary ? LOOKS_BINARY : LOOKS_TEXT;
}

/* --- to the sinks */

/* No later error matters once a file is known to be invalid. */
static bool one_is_enough(const struct check_run *r)
{
	return !(r->wants & (SINK_PLACES | SINK_NUMBER));
}

/* Give an error to those sinks that get all of them, or to those that do not. */
static void give(struct check_file *f, const struct utf8check_error *e, bool all)
{
	struct sink *s = f->r->sinks;

	for (; s->ops; s++)
		if (s->ops->error && all == !!(s->ops->wants & SINK_ALL_ERRORS))
			s->ops->error(s, e, &f->c);
}

static void show(struct check_file *f, const struct utf8check_error *e)
{
	const struct check_options *o = f->r->o;

	if (f->c.shown >= o->max_errors)
		return;
	if (f->shows && !error_text_met(f->shows, e) && o->whole)
		return;
	progress_hide();
	if (!f->shows || !o->whole)
		give(f, e, false);
	f->c.shown++;
}

static bool take_error(void *file, const struct utf8check_error *e)
{
	struct check_file *f = file;

	if (one_is_enough(f->r))
		return f->met++ < LOOK_ERRORS && f->may_be_binary;
	give(f, e, true);
	if (!f->holds)
		show(f, e);
	else if (f->held_count < LOOK_ERRORS)
		f->held[f->held_count++] = *e;
	return !ferror(f->r->sinks->to) &&
	       (!f->r->ordered || ordered_output_has_room(f->r->ordered, 0));
}

/* Keep the end of a piece of what can be read only once. */
static void keep_end(void *file, const u8 *p, size_t n)
{
	struct check_file *f = file;
	const size_t more = n < sizeof(f->end) ? n : sizeof(f->end);

	memmove(f->end, f->end + more, sizeof(f->end) - more);
	memcpy(f->end + sizeof(f->end) - more, p + n - more, more);
}

/* A piece, in which no line ends but at its end. */
static void look_at_line(void *file, const u8 *p, size_t n)
{
	struct check_file *f = file;
	struct utf8check_error *e = &f->line_end;
	bool crlf;

	keep_end(f, p, n);
	if (!f->newline || e->count)
		return;
	e->offset += n;
	for (size_t i = 0; i < n; i++)
		e->column += !is_continuation(p[i]);
	if (p[n - 1] != '\n')
		return;
	crlf = f->end[sizeof(f->end) - 2] == '\r';
	if (f->newline == NEWLINE_ONE)
		f->newline = crlf ? NEWLINE_CRLF : NEWLINE_LF;
	if (crlf == (f->newline == NEWLINE_CRLF)) {
		e->line++;
		e->column = 1;
		return;
	}
	e->count = e->length = 1 + crlf;
	e->offset -= e->count;
	e->column -= e->count;
	memcpy(e->bytes, f->end + sizeof(f->end) - e->count, e->count);
}

static bool is_read_once(const struct input *in)
{
	return in->limited || !S_ISREG(in->stat.st_mode);
}

/* What is around an error.  Return: how many bytes, @from this offset on. */
static size_t read_around(const struct check_file *f, u64 from, u8 text[2 * SOURCE_AROUND])
{
	const struct line_walk *w = &f->walk;
	size_t n = 0;
	int err;

	if (!is_read_once(f->in))
		return input_read_at(f->in, text, 2 * SOURCE_AROUND, from, &err);
	for (; from + sizeof(f->end) >= w->base && from < w->base + w->n && n < 2 * SOURCE_AROUND; from++)
		text[n++] = from < w->base ? f->end[sizeof(f->end) - (w->base - from)] : w->p[from - w->base];
	return n;
}

/* As @writes of struct source_errors. */
static bool is_written(void *file, const struct utf8check_error *e)
{
	const struct check_file *f = file;
	const size_t before = e->offset < SOURCE_AROUND ? e->offset : SOURCE_AROUND;
	u8 text[2 * SOURCE_AROUND];
	size_t n;

	if (e->reason != UTF8CHECK_REASON_MISPLACED_IGNORABLE || f->charset ||
	    f->config.from != UTF8CHECK_ENCODING_UTF8)
		return false;
	n = read_around(f, e->offset - before, text);
	return n > before && source_language_writes(e->value, text, before, n);
}

/* Is what follows the error, and decides, in a piece that was not read? */
static bool is_late(const struct check_file *f, const struct utf8check_error *e)
{
	return is_read_once(f->in) && e->reason == UTF8CHECK_REASON_MISPLACED_IGNORABLE &&
	       e->offset + SOURCE_AROUND > f->walk.base + f->walk.n;
}

/* Judge the errors that are late no more, or @all. */
static void take_late(struct check_file *f, bool all)
{
	size_t i;

	for (i = 0; i < f->late_count && (all || !is_late(f, &f->late[i])); i++)
		source_take(&f->source, &f->late[i]);
	f->late_count -= i;
	memmove(f->late, f->late + i, f->late_count * sizeof(f->late[0]));
}

/* An error of a text under the policy; it stays after those that are late. */
static bool take_in_order(void *file, const struct utf8check_error *e)
{
	struct check_file *f = file;

	if (f->late_count == ARRAY_SIZE(f->late))
		take_late(f, true);
	if (!f->late_count && !is_late(f, e))
		return source_take(&f->source, e);
	f->late[f->late_count++] = *e;
	return true;
}

/* As line_walk_read(). */
static ssize_t read_piece(void *file, struct input *in, void *buf, size_t room)
{
	struct check_file *f = file;
	const ssize_t got = line_walk_read(&f->walk, in, buf, room);

	take_late(f, false);
	return got;
}

/* One that the policy does not forgive. */
static bool take_source_error(void *file, const struct utf8check_error *e)
{
	struct check_file *f = file;

	if (!baseline_is_used() || !baseline_has(f->c.name, e, 1))
		return take_error(f, e);
	f->known++;
	return true;
}

/*
 * What is said of all errors of a file in one; but not of what the policy finds in well-formed
 * text, or a baseline that knows the file would hide it.
 */
static bool take_in_one(void *file, const struct utf8check_error *e)
{
	struct check_file *f = file;

	if (baseline_is_used() &&
	    BIT(e->reason) & f->r->o->config.forbid & ~BIT(UTF8CHECK_REASON_CONTROL))
		return take_source_error(f, e);
	if (!f->in_one_errors++)
		f->held[0] = *e;
	return true;
}

static void tell_in_one(struct check_file *f)
{
	const struct look *look = &f->look;

	if (!*look->is)
		snprintf(f->in_one, sizeof(f->in_one), "%s: name it in .gitattributes", look->charset);
	else
		snprintf(f->in_one, sizeof(f->in_one), "%s: %" PRIu64 " errors%s%s", look->is, f->in_one_errors,
			 look->charset ? ", perhaps " : "", look->charset ? look->charset : "");
	f->c.in_one = f->in_one;
	give(f, &f->held[0], true);
	show(f, &f->held[0]);
}

/* The errors that waited, and how many there are besides. */
static void end_held(struct check_file *f)
{
	const struct check_options *o = f->r->o;
	const char *more = o->limited ? "; --max-errors=N shows more" : "";
	unsigned int i;

	if (f->c.binary && !o->sums_binaries && !o->ignore_binary) {
		escaped_print(f->r->sinks->to, (const u8 *)f->c.name, strlen(f->c.name));
		fprintf(f->r->sinks->to, ": binary: %" PRIu64 " errors, the first at byte %" PRIu64 "; " BINARY_HINT "\n",
			f->c.errors, (u64)f->held[0].offset);
	}
	if (f->c.binary)
		return;
	for (i = 0; i < f->held_count; i++)
		show(f, &f->held[i]);
	if (f->c.errors > f->c.shown && !(f->shows && o->whole && f->c.shown < o->max_errors))
		cli_complain("%s: %" PRIu64 " errors, %" PRIu64 " shown%s",
			     f->c.name, f->c.errors, f->c.shown, more);
}

static void begin_file(struct check_file *f, const char *name, enum binary_look look)
{
	f->c.name = name;
	f->may_be_binary = may_look_binary(f) && look == LOOKS_BINARY && !nul_is_error(&f->config);
	f->holds = f->may_be_binary && f->r->sinks->ops->wants & SINK_HOLDS;
}

static void end_file(struct check_file *f, const struct error_search *search, int err)
{
	struct sink *s = f->r->sinks;

	f->c.bytes = search->bytes;
	f->c.code_points = search->code_points;
	f->c.errors = search->errors;
	f->c.binary |= f->may_be_binary && search->errors > LOOK_ERRORS;
	progress_hide();
	if (f->in_one_errors)
		tell_in_one(f);
	else if (f->r->sinks->ops->wants & SINK_HOLDS)
		end_held(f);
	f->c.err = err;
	if (f->r->o->only_invalid && !f->c.errors && !err)
		return;
	for (; s->ops; s++)
		if (s->ops->end_file)
			s->ops->end_file(s, &f->c);
}

/* --- one file */

/* What no charset has is not forgiven. */
static bool take_ill_formed(void *file, const struct utf8check_error *e)
{
	const struct check_file *f = file;

	return f->source.found(file, e);
}

static int find_errors_of(struct check_file *f, struct error_search *search, struct input *in)
{
	if (f->charset)
		return converter_find_errors(search, f->charset,
					     f->r->o->policy ? take_ill_formed : take_error, in,
					     f->r->work);
	return find_errors(search, in, f->r->work);
}

static int find_in_source(struct check_file *f, struct error_search *search, struct input *in)
{
	int err;

	search->places = true;
	search->most = UINT64_MAX;
	search->found = take_in_order;
	err = find_errors_of(f, search, in);
	line_walk_next(&f->walk, NULL, 0);
	take_late(f, true);
	source_end(&f->source);
	search->errors -= f->source.forgiven + f->known;
	search->code_points += f->source.forgiven;
	return err;
}

/* One finding stands for all errors; only if a baseline may know it, the others are told, too. */
static int find_in_one(struct check_file *f, struct error_search *search, struct input *in)
{
	int err;

	if (!baseline_is_used())
		search->config.forbid &= ~f->source.forgives;
	search->config.forbid |= BIT(UTF8CHECK_REASON_CONTROL);
	f->source.found = take_in_one;
	err = find_in_source(f, search, in);
	if (!err && baseline_is_used() && baseline_has(f->c.name, NULL, f->in_one_errors)) {
		f->known += f->in_one_errors;
		search->errors -= f->in_one_errors;
		f->in_one_errors = 0;
	}
	return err;
}

/* How many errors matter to take_error(). */
static u64 most_errors(const struct check_file *f)
{
	if (f->r->wants & SINK_ALL_ERRORS)
		return UINT64_MAX;
	if (f->holds)
		return LOOK_ERRORS;
	if (one_is_enough(f->r))
		return f->may_be_binary ? LOOK_ERRORS + 1 : 1;
	return f->r->wants & SINK_PLACES ? f->r->o->max_errors : 0;
}

/* Where the text is walked over, too: for what is around errors, or for the rows of a table. */
static struct line_walk *walk_of(struct check_file *f)
{
	struct check_run *r = f->r;

	/* What looks binary is not shown: it may have no lines. */
	if (r->o->around && !f->may_be_binary) {
		f->shows = &r->shows;
		error_text_begin(f->shows, r->sinks->to, f->c.name, r->o->around);
		return &f->shows->walk;
	}
	if (r->o->rows)
		records_begin(&r->table);
	return r->o->rows ? &r->table.walk : NULL;
}

static int check_input(struct check_file *f, struct input *in, struct totals *found)
{
	struct check_run *r = f->r;
	struct error_search search = {
		.engine = cli_engine,
		.config = f->config,
		.places = r->wants & SINK_PLACES,
		.found = take_error,
		.context = f,
		.threads = r->ordered ? 1 : r->o->threads,
	};
	enum binary_look look = where_to_look(f, in);
	int err = 0;

	begin_file(f, in->name, look);
	search.most = most_errors(f);
	f->in = in;
	f->walk.context = f;
	if (look == LOOKS_TEXT && !f->look.is && f->config.from == UTF8CHECK_ENCODING_UTF8)
		f->newline = r->o->newline;
	f->line_end = (struct utf8check_error){ .reason = REASON_NEWLINE, .line = 1, .column = 1 };
	f->walk.text = f->newline || (r->o->policy && is_read_once(in)) ? look_at_line : NULL;
	search.source = walk_of(f);
	search.read = search.source ? line_walk_read : NULL;
	if (!search.source && f->walk.text) {
		search.source = f;
		search.read = read_piece;
	}
	f->c.binary = r->o->policy && look == LOOKS_BINARY;
	if (f->look.is)
		err = find_in_one(f, &search, in);
	else if (!f->c.binary)
		err = r->o->policy ? find_in_source(f, &search, in) : find_errors_of(f, &search, in);
	line_walk_next(&f->walk, NULL, 0);
	if (f->line_end.count && !err) {
		const u64 known = f->known;

		take_source_error(f, &f->line_end);
		search.errors += f->known == known;
	}
	if (f->shows)
		line_walk_next(&f->shows->walk, NULL, 0);
	if (!f->charset && f->config.from == UTF8CHECK_ENCODING_UTF8 && S_ISREG(in->stat.st_mode))
		f->c.text = in;
	end_file(f, &search, err);
	*found = (struct totals){
		.files = 1, .recoded = found->recoded, .known = f->known > 0,
		.invalid = search.errors && !f->c.binary, .binary = f->c.binary,
		.bytes = search.bytes, .code_points = search.code_points, .errors = search.errors,
	};
	if (err)
		return cli_trouble(err, in->name);
	return search.errors && !f->c.binary ? CLI_INVALID : CLI_WELL;
}

/* --- any file */

/* Attributes of git may say the charset. */
static bool take_attribute(struct check_file *f, const char *name, struct totals *found)
{
	const char *word = f->r->charset;

	if (!word || !*word)
		return true;
	if (config_know_source(&f->config, &f->charset, word)) {
		found->recoded = f->charset || f->config.from != UTF8CHECK_ENCODING_UTF8;
		return converter_fits(f->charset, &f->config);
	}
	cli_complain("%s: is in '%s' by attributes of git, and that is no charset", name, word);
	return false;
}

/* @found is set to what was found. */
static int check_opened(struct check_run *r, struct input *in, const char *name, int err,
			struct totals *found)
{
	struct check_file f = {
		.r = r, .config = r->o->config, .charset = r->o->charset,
		.source = { .forgives = r->o->forgives, .found = take_source_error,
			    .writes = is_written, .context = &f },
	};
	int status;

	*found = (struct totals){ };
	if (err) {
		status = file_choice_trouble(err, name);
		if (status && r->wants & SINK_LOST) {
			begin_file(&f, name, LOOKS_TEXT);
			end_file(&f, &(struct error_search){ }, err);
		}
		return status;
	}
	if (html_is_target(in)) {
		cli_complain("%s: is both input and output", in->name);
		status = CLI_TROUBLE;
	} else if (!take_attribute(&f, in->name, found)) {
		status = CLI_TROUBLE;
	} else {
		status = config_source_by_mark(&f.config, &f.charset, in);
		status = status ? status : check_input(&f, in, found);
	}
	return input_finish(in, status);
}

int check_print(const struct check_options *o, const char *name, enum binary_look look,
		const struct error_search *found, const struct utf8check_error *list)
{
	struct check_run r;
	struct check_file f = { .r = &r, .config = found->config };
	u64 i;

	check_run_open(&r, o, &(struct sink){ });
	begin_file(&f, name, look);
	for (i = 0; i < found->errors && take_error(&f, &list[i]); i++)
		;
	end_file(&f, found, 0);
	return found->errors && !f.c.binary ? CLI_INVALID : CLI_WELL;
}

/* --- many files, several at a time: in a worker thread */

static bool is_for_later(const struct check_run *r, off_t size)
{
	const struct check_options *o = r->o;

	return !o->charset && !o->around && !o->rows &&
	       file_ranges_pay(size, cli_engine, &o->config);
}

/* Bytes that are kept for a batch of files, at most. */
#define CHECK_ROOM (1 << 18)

/**
 * struct check_item - a file
 *
 * @name: its name.
 * @found: what was found in it.
 */
struct check_item {
	struct file_name name;
	struct totals found;
};

static int check_item_run(void *run, void *item)
{
	struct check_run *r = run;
	struct check_item *it = item;
	const struct file_name *name = &it->name;
	struct stat st;
	struct input in;
	int err;

	it->found = (struct totals){ .off = !strcmp(name->charset, NAME_OFF) };
	if (it->found.off)
		return CLI_WELL;
	r->charset = name->charset;
	if (r->ordered && (!file_name_is_regular(name, &st) || is_for_later(r, st.st_size)))
		return WORK_LATER;
	if (file_choice_is_list(name->text))
		return CLI_TROUBLE;
	err = input_open_found(&in, name->text, name->below, r->ordered ? &st : NULL);
	return check_opened(r, &in, name->text, err, &it->found);
}

int check_text(void *run, struct input *in, const char *path, struct totals *found)
{
	struct check_run *r = run;

	if (r->ordered && is_for_later(r, in->stat.st_size)) {
		input_close(in);
		return WORK_LATER;
	}
	return check_opened(r, in, path, 0, found);
}

void *check_open_worker(void *mine, struct ordered_output *to)
{
	const struct check_run *all = mine;
	struct check_run *r = malloc(sizeof(*r) + FIND_CHUNK);

	if (!r)
		return NULL;
	check_run_open(r, all->o, &(struct sink){ });
	r->totals = all->totals;
	r->ordered = to;
	r->sinks->to = to->to;
	r->work = (u8 *)(r + 1);
	return r;
}

/* --- in the caller's */

void check_add(void *run, const char *path, const struct totals *found)
{
	struct check_run *r = run;

	totals_add(r->totals, found);
	if (baseline.written)
		baseline_judged(path);
	if (found->binary && r->o->sums_binaries)
		notice_count(NOTICE_BINARY, path);
	if (found->off)
		notice_count(NOTICE_OFF, path);
	if (found->recoded)
		notice_count(NOTICE_CHARSET, path);
	if (found->known)
		notice_count(NOTICE_KNOWN, path);
}

static int check_item_join(void *run, void *item, int status)
{
	const struct check_item *it = item;

	check_add(run, it->name.text, &it->found);
	return status;
}

/*
 * A conflict has entries MODE ID STAGE TAB NAME of a file: 1 is what was there before, and of 2
 * and 3, the sides, one is judged.  @last is the name before this one.
 */
static bool is_judged_side(const char *entry, char **last)
{
	const char *tab = strchr(entry, '\t');
	const bool again = *last && !strcmp(*last, tab + 1);

	if (tab[-1] == '1' || again)
		return false;
	free(*last);
	*last = strdup(tab + 1);
	return true;
}

/* A blob comes when the one before it has ended. */
static int check_staged(struct check_run *r, struct file_list *names)
{
	int status = CLI_WELL, err;
	struct file_name name;
	struct totals found;
	char *last = NULL;
	struct input in;
	struct tool git;

	if (git_open_blobs(&git))
		return CLI_TROUBLE;
	while (!cli_output_failed() && file_list_next(names, &name)) {
		if (!is_judged_side(name.text, &last))
			continue;
		r->charset = name.charset;
		if (!strcmp(name.charset, NAME_OFF)) {
			check_add(r, strchr(name.text, '\t') + 1, &(struct totals){ .off = 1 });
			continue;
		}
		err = git_open_blob(&git, &in, name.text);
		if (err == -ENOENT)
			continue;
		status = cli_worse(status, check_opened(r, &in, in.name, err, &found));
		check_add(r, in.name, &found);
		err = err ? err : git_end_blob(&git, &in);
		if (err == -EPIPE)
			break;
	}
	free(last);
	return tool_end(&git) ? CLI_TROUBLE : status;
}

static const struct work_ops check_items = {
	.next = file_list_take,
	.ready = file_list_ready,
	.drop = file_name_free,
	.open = check_open_worker,
	.close = free,
	.run = check_item_run,
	.join = check_item_join,
};

int check_many(struct check_run *r, struct file_list *names)
{
	/* A thread may give a file back, whose errors would count twice. */
	const bool alone = r->wants & SINK_DOCUMENT || baseline_is_used() ||
			    r->o->threads == 1 || file_list_are_single(names);
	const struct work w = {
		.ops = &check_items,
		.source = names,
		.context = r,
		.mine = r,
		.threads = alone ? 0 : r->o->threads,
		.size = sizeof(struct check_item),
		.batch = WORK_ITEMS,
		.room = CHECK_ROOM,
	};
	int status;

	if (r->sinks->ops->begin)
		r->sinks->ops->begin(r->sinks);
	if (file_choice.git == GIT_STAGED)
		return check_staged(r, names);
	status = work_run(&w);
	if (status < 0)
		return cli_trouble(status, "check");
	/* Names from Git may be relative to another folder. */
	if (file_choice.git == GIT_TRACKED && status == CLI_WELL &&
	    !(r->totals->files + r->totals->off) && !names->excluded) {
		cli_complain("no file that git tracks is here");
		status = CLI_TROUBLE;
	}
	return status;
}

/* --- before and after all files */

const char *check_policy_name(unsigned int i)
{
	static const char *const names[] = { "none", "source" };

	return i < ARRAY_SIZE(names) ? names[i] : NULL;
}

static void take_policy(struct check_options *o)
{
	/* What an option forbids is not forgiven. */
	o->forgives = SOURCE_FORBIDS & ~o->config.forbid;
	o->config.forbid |= SOURCE_FORBIDS;
}

void check_resolve(struct check_options *o)
{
	const bool is_format = o->style > STYLE_LINES && o->style < STYLE_JSON;

	if (o->policy)
		take_policy(o);
	if (o->style == STYLE_LIST && o->null)
		o->style = STYLE_EXACT;
	o->sums_binaries = !o->ignore_binary && o->style != STYLE_JSON && o->style != STYLE_QUIET &&
			   (file_choice.recursive || file_choice.git || o->policy || is_format ||
			    o->style == STYLE_COUNT);
	o->limited = o->max_errors == UINT64_MAX && isatty(STDOUT_FILENO) &&
		     o->style == STYLE_LINES;
	if (o->limited)
		o->max_errors = TERMINAL_ERRORS;
}

void check_run_open(struct check_run *r, const struct check_options *o, const struct sink *page)
{
	const struct sink_ops *ops = &print_styles[o->style];

	*r = (struct check_run){
		.o = o,
		.wants = ops->wants | (page->ops ? page->ops->wants : 0) |
			 (total_is_wanted ? SINK_NUMBER : 0),
		.sinks = { { ops, stdout, o->rows ? &r->table : NULL }, *page },
		.table.kind = o->rows,
	};
}

int check_end(struct check_run *r, int status)
{
	const struct totals *t = r->totals;

	status = sinks_end(r->sinks, t, status);
	if (total_is_wanted)
		sums_print(r->o->style == STYLE_JSON, (const struct sum[]){
			{ "files", t->files }, { "invalid", t->invalid }, { "binary", t->binary },
			{ "bytes", t->bytes }, { "code points", t->code_points },
			{ "errors", t->errors },
		}, 6);
	if (r->o->style != STYLE_QUIET)
		notices_print();
	return status;
}
