// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Many files being checked, several at a time.
 *
 * A thread takes some files at once, as one alone is done in the time that it
 * takes to hand it over, and prints on a sheet.  The sheets come out in order.
 *
 * What is no regular file, as far as stat(2) says, is left alone until its turn comes: a pipe that is
 * named twice is read twice, a terminal is not read ahead, and the writer of a
 * named pipe does not find it open before.  So is a big file, which is shared
 * by threads then; and, where a sheet is full of errors, the file at hand and
 * those behind it: so memory is bounded.
 */
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"
#include "judge.h"
#include "pieces.h"
#include "sheet.h"
#include "workers.h"

/* Files that a thread takes at once, when there are many. */
#define BATCH_MAX 64

/* More than that on a sheet is too much to keep. */
#define SHEET_FULL (1 << 18)

/**
 * struct batch - some files
 *
 * @check: how the thread checks them.
 * @sheet: what it prints.
 * @text: their names, one behind the other.
 * @size: room there.
 * @names: where each begins.
 * @count: how many.
 * @full: the sheet is.
 * @status: exit code.
 */
struct batch {
	struct check check;
	struct sheet sheet;
	char *text;
	size_t size;
	size_t names[BATCH_MAX];
	size_t count;
	bool full;
	int status;
};

/**
 * struct many - all the files
 *
 * @check: how they are checked, each in its turn.
 * @names: their names.
 * @batches: one for each slot.
 * @slots: how many.
 * @filled: batches so far.
 * @now: the batch that is joined.
 * @status: exit code so far.
 * @stop: nobody wants to know more.
 */
struct many {
	struct check *check;
	struct names *names;
	struct batch *batches;
	unsigned int slots;
	u64 filled;
	struct batch *now;
	int status;
	atomic_bool stop;
};

static bool append(struct batch *b, size_t at, const char *name)
{
	size_t n = strlen(name) + 1;
	char *text;

	if (b->size - at < n) {
		text = realloc(b->text, 2 * (at + n));
		if (!text)
			return false;
		b->text = text;
		b->size = 2 * (at + n);
	}
	memcpy(b->text + at, name, n);
	b->names[b->count++] = at;
	return true;
}

/*
 * The first batches are small: where there are few files, each thread is to
 * have some.
 */
static bool fill(void *context, unsigned int slot)
{
	struct many *all = context;
	struct batch *b = &all->batches[slot];
	size_t most = 1 + all->filled / all->slots, at = 0;
	const char *name;

	b->count = 0;
	if (most > BATCH_MAX)
		most = BATCH_MAX;
	while (b->count < most && (name = names_next(all->names))) {
		if (!append(b, at, name)) {
			cli_complain_errno(-ENOMEM, "%s", name);
			all->status = CLI_TROUBLE;
			break;
		}
		at += strlen(name) + 1;
	}
	all->filled++;
	return b->count;
}

/* --- in a thread of its own */

static bool is_full(const struct check *c)
{
	struct batch *b = (struct batch *)((char *)c -
					   offsetof(struct batch, check));

	b->full = sheet_length(&b->sheet) > SHEET_FULL;
	return b->full;
}

/* Is it to be checked now, and by this thread alone? */
static bool is_mine(const struct check *c, const struct stat *st)
{
	return S_ISREG(st->st_mode) &&
	       (c->charset || !pieces_are_worth(st->st_size) ||
		!pieces_may_be(c->cli->engine, &c->config));
}

static void try(struct batch *b, size_t i)
{
	size_t parts = b->sheet.count, length = sheet_length(&b->sheet);
	const char *name = b->text + b->names[i];
	struct stat st;
	int status;

	if (b->full || !strcmp(name, "-") || stat(name, &st) ||
	    !is_mine(&b->check, &st)) {
		sheet_later(&b->sheet, i);
		return;
	}
	status = check_known(&b->check, name, &st);
	if (b->full) {
		sheet_back(&b->sheet, parts, length);
		sheet_later(&b->sheet, i);
		return;
	}
	b->status = cli_worse(b->status, status);
}

static void work(void *context, unsigned int slot)
{
	struct many *all = context;
	struct batch *b = &all->batches[slot];
	size_t i;

	b->status = CLI_WELL;
	b->full = false;
	cli_print_on(&b->sheet);
	for (i = 0; i < b->count && !all->stop; i++)
		try(b, i);
	cli_print_on(NULL);
}

/* --- in the caller's */

static void later(void *context, size_t item)
{
	struct many *all = context;
	struct batch *b = all->now;
	int status;

	if (cli_output_failed())
		return;
	status = check_file(all->check, b->text + b->names[item]);
	all->status = cli_worse(all->status, status);
}

static bool join(void *context, unsigned int slot)
{
	struct many *all = context;
	struct batch *b = &all->batches[slot];
	int err;

	all->now = b;
	all->status = cli_worse(all->status, b->status);
	err = sheet_print(&b->sheet, later, all);
	if (err) {
		cli_complain_errno(err, "%s", b->text + b->names[0]);
		all->status = CLI_TROUBLE;
	}
	all->stop = err || cli_output_failed();
	return !all->stop;
}

static int open_batch(struct batch *b, struct many *all)
{
	b->check = *all->check;
	b->check.full = is_full;
	b->check.threads = 1;
	b->check.work = malloc(JUDGE_ROOM);
	if (!b->check.work || sheet_open(&b->sheet))
		return -EAGAIN;
	b->check.out = b->sheet.to;
	return 0;
}

static void close_batch(struct batch *b)
{
	sheet_close(&b->sheet);
	free(b->check.work);
	free(b->text);
}

int check_many(struct check *c, struct names *names)
{
	struct many all = {
		.check = c,
		.names = names,
		.slots = 2 * c->threads + 2,
	};
	struct work w = {
		.threads = c->threads,
		.slots = all.slots,
		.fill = fill,
		.work = work,
		.join = join,
		.context = &all,
	};
	unsigned int i;
	int err = -EAGAIN;

	all.batches = calloc(all.slots, sizeof(*all.batches));
	if (!all.batches)
		return err;
	for (i = 0, err = 0; i < all.slots && !err; i++)
		err = open_batch(&all.batches[i], &all);
	if (!err)
		err = workers_run(&w) ? -EAGAIN : all.status;
	for (i = 0; i < all.slots; i++)
		close_batch(&all.batches[i]);
	free(all.batches);
	return err;
}
