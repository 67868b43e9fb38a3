// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * One file through a stream.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include "base/option/options.h"
#include "feature/filter/filter.h"
#include "base/say/escape.h"
#include "base/say/message.h"

/*
 * Report where the text was rejected: before, after or in the stream.  With the
 * action "shortest" the first error may have been mended: then the place of the error that could
 * not be mended follows.
 */
static void print_place(const struct filter *f, const struct utf8check_report *r)
{
	const struct utf8check_error *e = f->s.source ? conversion_error(f->s.source) : NULL;
	const char *name = f->in.name;
	FILE *to;

	if (e)
		error_print(cli_begin_message(), name, e);
	e = f->s.target ? conversion_error(f->s.target) : NULL;
	if (!e && r->state & UTF8CHECK_STATE_REJECTED)
		e = &r->first;
	if (!e)
		return;
	to = cli_begin_message();
	error_print(to, name, e);
	if (e != &r->first || r->bytes_in == e->offset)
		return;
	color_print_name(to, name, strlen(name));
	fprintf(to, ": byte %" PRIu64 ": cannot be mended\n", (u64)r->bytes_in);
}

/* FILE: REASON: COUNT, a line for each reason that occurred. */
static void print_summary(const struct filter *f, const struct utf8check_report *r)
{
	FILE *to = cli_begin_message();

	for (unsigned int i = 0; utf8check_reason_name(i); i++)
		if (r->by_reason[i]) {
			escaped_print(to, (const u8 *)f->in.name, strlen(f->in.name));
			fprintf(to, ": %s: %" PRIu64 "\n", utf8check_reason_name(i),
				(u64)r->by_reason[i]);
		}
}

/* A rejected text is invalid, and so is a text passed on with its errors. */
static int filter_exit_code(struct filter *f)
{
	/* The stream may have seen only the end of the text. */
	struct utf8check_report r = f->s.before, last;
	int err = utf8check_stream_report(f->s.stream, &last);

	if (err)
		return cli_trouble(err, f->in.name);
	place_add_report(&r, &last, &f->s.start);
	print_place(f, &r);
	if (f->s.source)
		conversion_report(f->s.source, &r);
	/*
	 * What the stream found after the place where its output was stopped does not count: how
	 * much it has seen by then depends on how the text was cut.
	 */
	if (f->s.target && conversion_error(f->s.target)) {
		r.errors = 0;
		memset(r.by_reason, 0, sizeof(r.by_reason));
	}
	if (f->s.target)
		conversion_report(f->s.target, &r);
	if (f->o->summary)
		print_summary(f, &r);
	cli_end_message();
	if (r.errors && (r.state & UTF8CHECK_STATE_REJECTED ||
			 f->config.action == UTF8CHECK_ACTION_PASS))
		return CLI_INVALID;
	return CLI_WELL;
}

/* A file gets only a text that is whole; in place, only one without errors. */
static int end_output(struct filter *f, bool whole, int status)
{
	if (f->out.target && (!whole || (f->o->request.in_place && status))) {
		output_abandon(&f->out);
		return status;
	}
	/* In a thread: what it has made takes its name later. */
	if (f->ordered ? output_sync(&f->out) : output_commit(&f->out))
		return CLI_TROUBLE;
	return status;
}

/* What 'diff -u' says of the file and what would replace it, each line escaped. */
static int print_difference(struct filter *f)
{
	int changes = output_changes(&f->out), lines = 0, status;
	AUTO_FREE char *line = NULL;
	char command[128];
	size_t room = 0;
	ssize_t n;
	FILE *from;

	if (changes <= 0)
		return changes ? CLI_TROUBLE : CLI_WELL;
	progress_hide();
	/* The shell's parent is this process. */
	snprintf(command, sizeof(command), "exec diff -ua /proc/$PPID/fd/%d /proc/$PPID/fd/%d",
		 f->out.old, f->out.fd);
	from = popen(command, "re");
	while (from && (n = getline(&line, &room, from)) > 0) {
		n -= line[n - 1] == '\n';
		/* The first two lines name the files. */
		printf(++lines <= 2 ? "%.3s " : "%.1s", line);
		if (lines <= 2)
			escaped_print(stdout, (const u8 *)f->in.name, strlen(f->in.name));
		else if (n)
			escaped_print_part(stdout, (u8 *)line + 1, n - 1);
		putchar('\n');
	}
	status = from ? pclose(from) : -1;
	f->out.replaced = true;
	return WIFEXITED(status) && WEXITSTATUS(status) == 1 ? CLI_WELL : cli_trouble(-EIO, "diff");
}

/* --- would a second run change what this one has made? */

/*
 * Does no second run change what this configuration makes?  None does where UTF-8 stays
 * UTF-8 in one profile: what is replaced or dropped is not there any more, and a form is
 * its own form.  But a second byte order mark may be left at the start, and what is
 * written may be forbidden.
 */
static bool is_stable(const struct utf8check_config *c)
{
	if (c->flags & (UTF8CHECK_FLAG_UNESCAPE | UTF8CHECK_FLAG_STREAM_SAFE) || c->forbid ||
	    c->action == UTF8CHECK_ACTION_ESCAPE)
		return false;
	if (c->bom != UTF8CHECK_BOM_KEEP && c->bom != UTF8CHECK_BOM_ADD)
		return false;
	return c->from == UTF8CHECK_ENCODING_UTF8 && c->to == UTF8CHECK_ENCODING_UTF8 &&
	       c->profile == c->to_profile;
}

/* Unless the file is left alone, open what its text goes through, and do @run. */
static int with_streams(struct filter *f, int (*run)(struct filter *f))
{
	int err = left_alone_check(f), status = CLI_WELL;

	if (err)
		return cli_trouble(err, f->in.name);
	if (!f->left)
		status = filter_open_streams(f);
	if (!f->left && !status)
		status = run(f);
	filter_close_streams(f);
	return status;
}

/*
 * The new file has no name yet.  It is filtered once more, as by a second run, and compared
 * with the result.  Sets @left where they differ.
 */
static int try_again(struct filter *f)
{
	const struct filter_options *o = f->o;
	struct filter again = { .o = o, .work = f->work, .config = f->config, .charset = f->charset };
	int err, status;

	if (!o->request.in_place || o->request.force ||
	    (is_stable(&f->config) && !o->newline && !f->charset && !o->target_charset))
		return CLI_WELL;
	err = output_changes(&f->out);
	if (err <= 0)
		return err ? CLI_TROUBLE : CLI_WELL;
	if (output_reread(&f->out, &again.in))
		return CLI_TROUBLE;
	output_only_compare(&again.out, &again.in);
	status = with_streams(&again, filter_text);
	/* A file that the second run leaves or refuses is not changed. */
	if (status == CLI_WELL && !again.left && !output_is_unchanged(&again.out))
		f->left = LEFT_AGAIN;
	return status == CLI_TROUBLE ? CLI_TROUBLE : CLI_WELL;
}

/* --- the file */

/*
 * In place, what the whole text says is asked in this order: is it binary, has it errors, would a
 * second run change it?  The first that is so sets @left.  @status: of the text.  Return: of all.
 */
static int judge_whole(struct filter *f, int status)
{
	/* The text may be rejected before the bytes that show that it is binary. */
	int err = status == CLI_INVALID && f->o->request.in_place ? left_alone_if_binary(f) : 0;

	if (err)
		return cli_trouble(err, f->in.name);
	if (status == CLI_TROUBLE || f->left)
		return status;
	status = cli_worse(status, filter_exit_code(f));
	if (status == CLI_WELL)
		return try_again(f);
	if (status == CLI_INVALID && f->o->request.in_place && f->config.action == UTF8CHECK_ACTION_PASS)
		f->left = LEFT_ERRORS;
	return status;
}

/* Filter the text; its streams are open. */
static int filter_into(struct filter *f)
{
	int filtered, status;

	if (output_open(&f->out, &f->o->request, &f->in, f->ordered))
		return CLI_TROUBLE;
	filtered = filter_text(f);
	status = judge_whole(f, filtered);
	if (status == CLI_TROUBLE)
		return end_output(f, false, status);
	if (f->left) {
		output_abandon(&f->out);
		return status;
	}
	if (f->o->request.dry_run && status == CLI_WELL) {
		status = print_difference(f);
		output_abandon(&f->out);
		return status;
	}
	return end_output(f, filtered == CLI_WELL, status);
}

/* Find the encoding, where the file decides it. */
static int find_source(struct filter *f)
{
	if (f->o->guess)
		return f->o->guess(f);
	if (f->config.from != UTF8CHECK_ENCODING_AUTO)
		return CLI_WELL;
	f->charset = NULL;
	return config_source_by_mark(&f->config, &f->charset, &f->in);
}

static bool is_report(const struct filter *f)
{
	struct stat st;

	return f->report && (S_ISREG(f->in.stat.st_mode) || f->in.limited) &&
	       !fstat(fileno(f->report->to), &st) && same_file(&st, &f->in.stat);
}

static int filter_opened(struct filter *f, int err)
{
	int status;

	if (err)
		return file_choice_trouble(err, f->in.name);
	if (is_report(f)) {
		cli_complain("%s: is both input and --log", f->in.name);
		input_close(&f->in);
		return CLI_TROUBLE;
	}
	status = find_source(f);
	if (!status && !f->left)
		status = with_streams(f, filter_into);
	if (f->left && status != CLI_TROUBLE)
		status = left_alone_say(f);
	return input_finish(&f->in, status);
}

/* What is no regular file is refused in place, and not waited for. */
static int open_file(struct input *in, const struct file_name *name, bool in_place)
{
	return in_place && name->below < 0 ? input_open(in, name->text, O_NONBLOCK) :
	       input_open_found(in, name->text, name->below);
}

int filter_file(struct filter *f, const struct file_name *name)
{
	/* Forget the file before. */
	*f = (struct filter){
		.o = f->o, .work = f->work, .ordered = f->ordered, .report = f->report,
		.report_error = f->report_error,
		.config = f->o->config, .charset = f->o->charset, .out = OUTPUT_NONE,
	};
	if (file_choice_refuses(name->text))
		return CLI_TROUBLE;
	return filter_opened(f, open_file(&f->in, name, f->o->request.in_place));
}
