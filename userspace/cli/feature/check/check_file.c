// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A file being checked: its errors, on their way to the sinks.
 */
#include <inttypes.h>
#include <string.h>
#include "feature/check/check.h"
#include "base/charset/conversion.h"
#include "base/option/options.h"
#include "base/say/escape.h"

/**
 * struct line_ends - how the lines of a file end
 *
 * @walk: where the text is.
 * @want: enum newline: how they are to end; NEWLINE_ONE: as the first one.
 * @cr: the byte before was a CR.
 * @error: the first end that is not so; before that, where the next byte of the text is.
 */
struct line_ends {
	struct line_walk walk;
	u8 want;
	bool cr;
	struct utf8check_error error;
};

/**
 * struct check_file - the current file
 *
 * @r: the run that checks it.
 * @c: what is known of it.
 * @config: what is well-formed in it.
 * @charset: which decoder reads it; or NULL.
 * @gate: its errors, under POLICY_SOURCE, and what the baseline knows.
 * @line_ends: how its lines end.
 * @walk: what follows its lines: of @line_ends, of @shows, or of a table; or NULL.
 * @shows: the text around its errors; or NULL.
 * @may_be_binary: with more errors than LOOK_ERRORS it is.
 * @holds: its first errors wait in @held until it is known whether it is a text.
 * @held: the first @met errors.
 * @met: errors so far; at most LOOK_ERRORS where they are held.
 * @nul_end: where the last NUL ended that is an error; or 0.
 */
struct check_file {
	struct check_run *r;
	struct checked c;
	struct utf8check_config config;
	const char *charset;
	struct gate gate;
	struct line_ends line_ends;
	struct line_walk *walk;
	struct error_text *shows;
	bool may_be_binary;
	bool holds;
	struct utf8check_error held[LOOK_ERRORS];
	unsigned int met;
	u64 nul_end;
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

/* Does it look binary?  Only what can be read twice is known to be that before its errors are. */
static bool looks_binary(struct check_file *f, struct input *in)
{
	const size_t most = f->r->o->policy ? INPUT_PEEK_MOST : BINARY_HEAD;
	u8 *work = f->r->work;
	ssize_t n;

	if (!may_look_binary(f) || !(S_ISREG(in->stat.st_mode) || in->limited))
		return false;
	n = input_peek(in, work, most);
	if (n < 0)
		return false;
	if (!f->r->o->policy)
		return binary_look(work, n);
	if (f->config.from == UTF8CHECK_ENCODING_UTF8 || !binary_is_wide(work, n))
		f->gate.look = look_at(in->name, work, n);
	return f->gate.look.is == LOOK_BINARY;
}

/* --- to the sinks */

/*
 * How many errors matter to take_error(), by what the sinks want; the first row that fits:
 *
 *	ALL_ERRORS	all: each is given at once, and then held or shown as below
 *	PLACES, HOLDS	LOOK_ERRORS are held, where the file may be binary
 *	PLACES		max_errors are shown
 *	NUMBER		none: they are counted
 *	no row above	1 ends the search; LOOK_ERRORS + 1 where the file may be binary
 */
static u64 most_errors(const struct check_file *f)
{
	if (f->r->wants & SINK_ALL_ERRORS)
		return UINT64_MAX;
	if (f->holds)
		return LOOK_ERRORS;
	if (f->r->wants & SINK_PLACES)
		return f->r->o->max_errors;
	if (f->r->wants & SINK_NUMBER)
		return 0;
	return f->may_be_binary ? LOOK_ERRORS + 1 : 1;
}

/* Give an error to those sinks that get @all errors, or to those that do not. */
static void give(struct check_file *f, const struct utf8check_error *e, bool all)
{
	struct sink *s = f->r->sinks;

	for (; s->ops; s++)
		if (s->ops->error && all == !!(s->ops->wants & SINK_ALL_ERRORS))
			s->ops->error(s, e, &f->c);
}

/* A row of NULs, as at the end of what was written before a crash, is shown once. */
static bool is_next_nul(struct check_file *f, const struct utf8check_error *e)
{
	const bool next = f->nul_end && f->nul_end == e->offset;

	f->nul_end = e->count == 1 && !e->bytes[0] ? e->offset + 1 : 0;
	return next && f->nul_end;
}

static void show(struct check_file *f, const struct utf8check_error *e)
{
	const struct check_options *o = f->r->o;

	if (f->c.shown >= o->max_errors)
		return;
	if (f->shows && !error_text_met(f->shows, e) && o->whole)
		return;
	if (is_next_nul(f, e))
		return;
	progress_hide();
	if (!f->shows || !o->whole)
		give(f, e, false);
	f->c.shown++;
}

static bool take_error(void *file, const struct utf8check_error *e)
{
	struct check_file *f = file;

	/* No sink wants errors: the first ends the search, or the eleventh of what may be binary. */
	if (!(f->r->wants & (SINK_PLACES | SINK_NUMBER)))
		return f->met++ < LOOK_ERRORS && f->may_be_binary;
	give(f, e, true);
	if (!f->holds)
		show(f, e);
	else if (f->met < LOOK_ERRORS)
		f->held[f->met++] = *e;
	return !ferror(f->r->sinks->to) &&
	       (!f->r->ordered || ordered_output_has_room(f->r->ordered, 0));
}

/* The errors that waited, and how many there are besides. */
static void end_held(struct check_file *f)
{
	const struct check_options *o = f->r->o;
	const u64 errors = f->c.found->errors;
	const bool limits = o->limited && errors > o->max_errors;
	unsigned int i;

	if (f->c.found->binary && !o->sums_binaries && !o->ignore_binary) {
		escaped_print(f->r->sinks->to, (const u8 *)f->c.name, strlen(f->c.name));
		fprintf(f->r->sinks->to, ": binary: %" PRIu64 " errors, the first at byte %" PRIu64 "; " BINARY_HINT "\n",
			errors, (u64)f->held[0].offset);
	}
	if (f->c.found->binary)
		return;
	for (i = 0; i < f->met; i++)
		show(f, &f->held[i]);
	/* A row of NULs is shown once.  Whole lines show all their errors, up to the limit. */
	if (errors > f->c.shown && !(f->shows && o->whole && f->c.shown < o->max_errors))
		cli_complain("%s: %" PRIu64 " errors, %" PRIu64 " shown%s",
			     f->c.name, errors, f->c.shown, limits ? "; --max-errors=N shows more" : "");
}

static void begin_file(struct check_file *f, const char *name, bool binary)
{
	f->c.name = name;
	f->may_be_binary = may_look_binary(f) && binary && !nul_is_error(&f->config);
	f->holds = f->may_be_binary && f->r->sinks->ops->wants & SINK_HOLDS;
}

static void end_file(struct check_file *f, const struct error_search *search, int err)
{
	struct totals *t = f->c.found;
	struct sink *s = f->r->sinks;

	t->bytes = search->reached.offset;
	t->code_points = search->code_points;
	t->errors = search->errors;
	t->binary |= f->may_be_binary && t->errors > LOOK_ERRORS;
	t->invalid = t->errors && !t->binary;
	progress_hide();
	if (!f->c.summary && f->r->sinks->ops->wants & SINK_HOLDS)
		end_held(f);
	f->c.err = err;
	if (f->r->o->only_invalid && !t->errors && !err)
		return;
	for (; s->ops; s++)
		if (s->ops->end_file)
			s->ops->end_file(s, &f->c);
}

/* --- the ends of lines */

/* The next bytes of a line, as @text of struct line_walk. */
static void find_line_end(void *line_ends, const u8 *p, size_t n)
{
	struct line_ends *l = line_ends;
	struct utf8check_error *e = &l->error;
	const bool ends = p[n - 1] == '\n', crlf = ends && (n > 1 ? p[n - 2] == '\r' : l->cr);

	if (e->count)
		return;
	e->offset += n;
	l->cr = p[n - 1] == '\r';
	if (ends && l->want == NEWLINE_ONE)
		l->want = crlf ? NEWLINE_CRLF : NEWLINE_LF;
	if (ends && crlf == (l->want == NEWLINE_CRLF)) {
		e->line++;
		e->column = 1;
		return;
	}
	for (size_t i = 0; i < n - ends; i++)
		e->column += !is_continuation(p[i]);
	if (!ends)
		return;
	e->count = e->length = 1 + crlf;
	e->offset -= e->count;
	e->column -= crlf;
	memcpy(e->bytes, crlf ? "\r\n" : "\n", e->count);
}

/* --- one file */

/* Whose lines are followed: what is around errors, the rows of a table, or line ends. */
static struct line_walk *choose_walk(struct check_file *f)
{
	struct check_run *r = f->r;

	/* What looks binary is not shown: it may have no lines. */
	if (r->o->around && !f->may_be_binary) {
		f->shows = &r->shows;
		error_text_begin(f->shows, r->sinks->to, f->c.name, r->o->around);
		return &f->shows->walk;
	}
	if (r->o->rows) {
		records_begin(&r->table);
		return &r->table.walk;
	}
	return f->line_ends.want ? &f->line_ends.walk : NULL;
}

/* Find all errors.  Return: 0 or a negative errno. */
static int find_all(struct check_file *f, struct error_search *search, struct input *in)
{
	struct gate *g = &f->gate;
	int err;

	if (f->r->o->policy)
		err = gate_find_errors(g, search, f->charset, f->r->work);
	else if (f->charset)
		err = converter_find_errors(search, f->charset, take_error, in, f->r->work);
	else
		err = find_errors(search, in, f->r->work);
	if (g->as_one) {
		f->c.summary = g->says;
		take_error(f, &g->first);
	}
	if (f->walk)
		line_walk_next(f->walk, NULL, 0);
	if (f->line_ends.error.count && !err)
		gate_report(g, &f->line_ends.error);
	search->errors += g->reported;
	return err;
}

/* What the file is judged by, before it is read. */
static void begin_input(struct check_file *f, struct input *in)
{
	const struct check_options *o = f->r->o;
	const bool binary = looks_binary(f, in);
	const bool is_utf8 = !f->charset && f->config.from == UTF8CHECK_ENCODING_UTF8;

	begin_file(f, in->name, binary);
	f->c.found->binary = o->policy && binary;
	if (is_utf8 && S_ISREG(in->stat.st_mode) && !in->got)
		f->c.text = in;
	if (is_utf8 && !binary && f->gate.look.is == LOOK_TEXT)
		f->line_ends = (struct line_ends){
			.walk = { .text = find_line_end, .context = &f->line_ends },
			.want = o->newline,
			.error = { .reason = REASON_NEWLINE, .line = 1, .column = 1 },
		};
	f->gate.in = in;
	f->gate.found = take_error;
	f->gate.context = f;
	f->gate.forgives = o->forgives;
}

static int check_input(struct check_file *f, struct input *in)
{
	struct check_run *r = f->r;
	struct totals *t = f->c.found;
	struct error_search search = {
		.engine = cli_engine,
		.config = f->config,
		.places = r->wants & SINK_PLACES,
		.found = take_error,
		.context = f,
		.threads = r->ordered ? 1 : r->o->threads,
	};
	int err = 0;

	begin_input(f, in);
	search.most = most_errors(f);
	f->walk = choose_walk(f);
	/* A walk is through UTF-8. */
	search.read = f->walk && !f->charset ? line_walk_read : NULL;
	search.source = f->walk;
	if (!t->binary)
		err = find_all(f, &search, in);
	end_file(f, &search, err);
	t->files = 1;
	t->notices[NOTICE_BINARY] = t->binary && r->o->sums_binaries;
	t->notices[NOTICE_KNOWN] = f->gate.has_known;
	if (err)
		return cli_trouble(err, in->name);
	return t->invalid ? CLI_INVALID : CLI_WELL;
}

/* --- any file */

/* Attributes of git may say the charset. */
static bool take_attribute(struct check_file *f, const char *name)
{
	const char *word = f->r->charset;

	if (!word || !*word)
		return true;
	if (config_know_source(&f->config, &f->charset, word)) {
		f->c.found->notices[NOTICE_CHARSET] = f->charset || f->config.from != UTF8CHECK_ENCODING_UTF8;
		return converter_fits(f->charset, &f->config);
	}
	return cli_complain("%s: attributes of git name '%s', which is no charset", name, word);
}

int check_opened(struct check_run *r, struct input *in, const char *name, int err,
		 struct totals *found)
{
	struct check_file f = {
		.r = r, .c.found = found, .config = r->o->config, .charset = r->o->charset,
	};
	int status = CLI_TROUBLE;

	*found = (struct totals){ };
	if (err) {
		status = file_choice_trouble(err, name);
		if (status && r->wants & SINK_LOST) {
			begin_file(&f, name, false);
			end_file(&f, &(struct error_search){ }, err);
		}
		return status;
	}
	if (html_is_target(in))
		cli_complain("%s: is both input and output", in->name);
	else if (take_attribute(&f, in->name))
		status = config_source_by_mark(&f.config, &f.charset, in) ? : check_input(&f, in);
	return input_finish(in, status);
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

int check_print(const struct check_options *o, const char *name, bool binary,
		const struct error_search *found, const struct utf8check_error *list)
{
	struct totals sums = { };
	struct check_run r;
	struct check_file f = { .r = &r, .c.found = &sums, .config = found->config };
	u64 i;

	check_run_open(&r, o, &(struct sink){ });
	begin_file(&f, name, binary);
	for (i = 0; i < found->errors && take_error(&f, &list[i]); i++)
		;
	end_file(&f, found, 0);
	return sums.invalid ? CLI_INVALID : CLI_WELL;
}
