// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Files being checked, one or several at a time.
 *
 * A thread leaves a big file to many, and a file with more errors than it is good to
 * keep to its turn.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "feature/check/check.h"
#include "base/option/options.h"
#include "base/thread/file_range.h"
#include "base/thread/work.h"

/* Errors of a file that are printed on a terminal, unless --max-errors says otherwise. */
#define TERMINAL_ERRORS 100

/* --- in a worker thread */

static bool is_for_later(const struct check_run *r, off_t size)
{
	const struct check_options *o = r->o;

	return !o->charset && !o->around && !o->rows &&
	       file_ranges_pay(size, cli_engine, &o->config);
}

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

	if (!strcmp(name->charset, NAME_OFF)) {
		it->found.notices[NOTICE_OFF] = 1;
		return CLI_WELL;
	}
	r->charset = name->charset;
	if (r->ordered && (!file_name_is_regular(name, &st) || is_for_later(r, st.st_size)))
		return WORK_LATER;
	if (file_choice_refuses(name->text))
		return CLI_TROUBLE;
	err = input_open_found(&in, name->text, name->below);
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

static void add_file(struct check_run *r, const char *name, const struct totals *found)
{
	totals_add_file(r->totals, name, found);
	if (baseline.written)
		baseline_judged(name);
}

static int check_item_join(void *run, void *item, int status)
{
	const struct check_item *it = item;

	add_file(run, it->name.text, &it->found);
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
			add_file(r, strchr(name.text, '\t') + 1, &(struct totals){ .notices[NOTICE_OFF] = 1 });
			continue;
		}
		err = git_open_blob(&git, &in, name.text);
		if (err == -ENOENT)
			continue;
		status = cli_worse(status, check_opened(r, &in, in.name, err, &found));
		add_file(r, in.name, &found);
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
	    !(r->totals->files + r->totals->notices[NOTICE_OFF]) && !names->excluded) {
		cli_complain("no file that git tracks is here");
		status = CLI_TROUBLE;
	}
	return status;
}

/* --- before and after all files */

void check_resolve(struct check_options *o)
{
	const bool is_format = print_styles[o->style].name && o->style != STYLE_LINES;

	if (o->policy) {
		/* What an option forbids is not forgiven. */
		o->forgives = SOURCE_FORBIDS & ~o->config.forbid;
		o->config.forbid |= SOURCE_FORBIDS;
	}
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
