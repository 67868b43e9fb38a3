// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * One file through a stream.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include "base/charset/charset_name.h"
#include "base/option/stream_config.h"
#include "feature/filter/filter.h"
#include "feature/filter/left_alone.h"
#include "base/option/files.h"
#include "print/finding.h"
#include "base/say/escape.h"
#include "base/say/message.h"
#include "base/say/progress.h"
#include "base/option/engine.h"

/* Report where the text was rejected: by the converter, the encoder or the stream. */
static void print_place(const struct filter *f, const struct utf8check_report *r)
{
	const struct utf8check_error *e = f->encoder ? encoder_error(f->encoder) : NULL;

	if (f->is_rejected)
		error_print(cli_begin_message(), f->in.name, converter_error(f->converter));
	if (e)
		error_print(cli_begin_message(), f->in.name, e);
	else if (r->state & UTF8CHECK_STATE_REJECTED)
		error_print_rejection(cli_begin_message(), f->in.name, r);
}

/* A rejected text is invalid, and so is a text passed on with its errors. */
static int filter_exit_code(struct filter *f)
{
	/* The stream may have seen only the end of the text. */
	struct utf8check_report r = f->before, last;
	int err = utf8check_stream_report(f->stream, &last);

	if (err)
		return cli_trouble(err, f->in.name);
	place_add_report(&r, &last, &f->start);
	print_place(f, &r);
	if (f->converter)
		converter_report(f->converter, &r);
	if (f->mixed)
		mixed_report(f->mixed, &r);
	if (f->encoder)
		encoder_report(f->encoder, &r);
	if (f->summary)
		error_print_summary(cli_begin_message(), f->in.name, &r);
	cli_end_message();
	if (r.errors && (r.state & UTF8CHECK_STATE_REJECTED ||
			 f->config.action == UTF8CHECK_ACTION_PASS))
		return CLI_INVALID;
	return CLI_WELL;
}

static int open_output(struct filter *f)
{
	if (f->ordered && !f->request.in_place)
		return output_ordered(&f->out, &f->in, f->ordered);
	return output_open(&f->out, &f->request, &f->in);
}

/* A file gets only a text that is whole; in place, only one without errors. */
static int settle_output(struct filter *f, bool whole, int status)
{
	if (f->out.target && (!whole || (f->request.in_place && status))) {
		output_abandon(&f->out);
		return status;
	}
	if (f->request.waits)
		return output_sync(&f->out) ? CLI_TROUBLE : status;
	return output_commit(&f->out) ? CLI_TROUBLE : status;
}

/* What 'diff -u' says of the file and what would replace it, each line escaped. */
static int print_difference(struct filter *f)
{
	int changes = output_changes(&f->out), lines = 0, status;
	char command[128], *line = NULL;
	size_t room = 0;
	ssize_t n;
	FILE *from;

	if (changes <= 0)
		return changes ? CLI_TROUBLE : CLI_WELL;
	progress_hide();
	/* The shell's parent is this process. */
	snprintf(command, sizeof(command), "exec diff -ua /proc/$PPID/fd/%d /proc/$PPID/fd/%d",
		 f->out.old, f->out.temporary.fd);
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
	free(line);
	status = from ? pclose(from) : -1;
	f->out.replaced = true;
	return WIFEXITED(status) && WEXITSTATUS(status) == 1 ? CLI_WELL : cli_trouble(-EIO, "diff");
}

/* Filter the text; its streams are open. */
static int filter_into(struct filter *f, const struct utf8check_config *asked)
{
	int filtered, status;

	if (open_output(f))
		return CLI_TROUBLE;
	filtered = filter_text(f);
	status = filtered;
	/* The text may be rejected before the bytes that show that it is binary. */
	if (status == CLI_INVALID && f->request.in_place && !f->left)
		left_alone_by_all(f);
	if (status != CLI_TROUBLE && !f->left)
		status = cli_worse(status, filter_exit_code(f));
	if (status == CLI_WELL)
		status = filter_try_again(f, asked);
	else if (status == CLI_INVALID && f->request.in_place &&
		 f->config.action == UTF8CHECK_ACTION_PASS)
		f->left = LEFT_ERRORS;
	if (f->left && status != CLI_TROUBLE) {
		output_abandon(&f->out);
		return left_alone_say(f);
	}
	if (f->request.dry_run && status == CLI_WELL) {
		status = print_difference(f);
		output_abandon(&f->out);
		return status;
	}
	return settle_output(f, filtered == CLI_WELL && status != CLI_TROUBLE, status);
}

static int filter_input(struct filter *f)
{
	struct utf8check_config asked = f->config;
	int err = left_alone_before(f);
	int status;

	if (err)
		return cli_trouble(err, f->in.name);
	if (f->left)
		return left_alone_say(f);
	status = filter_open_streams(f);
	return status ? status : filter_into(f, &asked);
}

static bool reads_wide(const struct filter *f)
{
	if (f->charset)
		return !charset_has_ascii(f->charset);
	return f->config.from != UTF8CHECK_ENCODING_UTF8 &&
	       f->config.from != UTF8CHECK_ENCODING_AUTO;
}

void filter_settle_source(struct filter *f)
{
	f->wide = reads_wide(f);
	f->controls = f->charset ? charset_has_controls(f->charset) : !f->wide;
}

/* Find the encoding, where the file decides it. */
static int find_source(struct filter *f)
{
	int status;

	if (f->guess)
		return f->guess(f);
	if (f->config.from != UTF8CHECK_ENCODING_AUTO)
		return CLI_WELL;
	f->charset = NULL;
	status = config_source_by_mark(&f->config, &f->charset, &f->in);
	filter_settle_source(f);
	return status;
}

static bool is_listed_in(const struct filter *f)
{
	struct stat st;

	return f->listed.to && (S_ISREG(f->in.stat.st_mode) || f->in.limited) &&
	       !fstat(fileno(f->listed.to), &st) &&
	       st.st_dev == f->in.stat.st_dev && st.st_ino == f->in.stat.st_ino;
}

static int filter_opened(struct filter *f, int err)
{
	struct utf8check_config asked = f->config;
	int status;

	if (err)
		return file_choice_trouble(err, f->in.name);
	if (is_listed_in(f)) {
		cli_complain("%s: is both input and --report", f->in.name);
		input_close(&f->in);
		return CLI_TROUBLE;
	}
	f->before = (struct utf8check_report){ };
	f->start = (struct place){ .line = 1, .column = 1 };
	f->left = LEFT_NOT;
	f->out.replaced = false;
	f->is_rejected = false;
	status = find_source(f);
	if (!status && !f->left)
		status = filter_input(f);
	status = input_finish(&f->in, status);
	filter_close_streams(f);
	f->config = asked;
	return status;
}

int filter_file(struct filter *f, const struct file_name *name)
{
	if (file_choice_is_list(name->text))
		return CLI_TROUBLE;
	return filter_opened(f, name->below < 0 && f->request.in_place ?
				input_open_at_once(&f->in, name->text) :
				input_open_found(&f->in, name->text, name->below));
}

int filter_known(struct filter *f, const char *name, const struct stat *st)
{
	return filter_opened(f, input_open_known(&f->in, name, st));
}
