// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Many files being checked, several at a time.
 *
 * A thread leaves a big file to many, and a file with more errors than it is
 * good to keep to its turn.
 */
#include <errno.h>
#include <stdlib.h>
#include "feature/check/check.h"
#include "base/text/find_errors.h"
#include "base/thread/file_batch.h"
#include "base/thread/file_chunks.h"
#include "base/say/progress.h"
#include "base/say/message.h"
#include "base/option/engine.h"

/* More than that on an ordered output is too much to keep. */
#define ORDERED_FULL (1 << 18)

/* --- in a thread of its own */

bool check_is_full(const struct check *c)
{
	return ftello(c->out) > ORDERED_FULL;
}

bool check_is_for_later(const struct check *c, off_t size)
{
	return !c->charset && file_chunks_are_worth(size) &&
	       file_chunks_may_be(cli_engine, &c->config);
}

/* What a thread takes back, it does not name. */
static void name_binary(struct check *c, const char *name)
{
	if (c->binary && c->binaries)
		binary_names_add(c->binaries, name);
}

static int try(void *worker, size_t i, const char *name, const struct stat *st)
{
	struct check *c = worker;
	int status;

	if (check_is_for_later(c, st->st_size))
		return BATCH_LATER;
	status = check_known(c, name, st);
	if (check_is_full(c))
		return BATCH_FULL;
	name_binary(c, name);
	return status;
}

/* --- in the caller's */

static int check_in_turn(void *context, const char *name)
{
	int status = check_file(context, name);

	name_binary(context, name);
	return status;
}

static void print(void *context, const char *p, size_t n)
{
	struct check *c = context;

	progress_hide();
	if (!fwrite(p, n, 1, c->out) && !cli_output_error)
		cli_output_error = errno;
}

static bool over(void *context)
{
	return cli_output_failed();
}

void check_close_worker(void *worker)
{
	struct check *c = worker;

	free(c->work);
	free(c);
}

void *check_open_worker(void *context, struct ordered_output *ordered)
{
	struct check *all = context, *c = malloc(sizeof(*c));

	if (!c)
		return NULL;
	*c = *all;
	c->full = check_is_full;
	c->threads = 1;
	c->out = ordered->to;
	c->work = malloc(FIND_CHUNK);
	if (c->work)
		return c;
	check_close_worker(c);
	return NULL;
}

int check_many(struct check *c, struct file_list *names)
{
	const struct file_batch m = {
		.names = names,
		/* A report is written in order. */
		.threads = c->findings ? 1 : c->threads,
		.context = c,
		.open = check_open_worker,
		.close = check_close_worker,
		.try = try,
		.later = check_in_turn,
		.print = print,
		.over = over,
	};

	return file_batch_run(&m);
}
