// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Many files, several at a time.
 *
 * A thread takes a batch of files, because handing over one small file takes as long as
 * processing it.  The thread prints into a buffer of its own (an ordered output); the
 * buffers are printed in the order of the files.
 *
 * The caller's thread processes these files, each when its turn comes:
 * - what is not a regular file by stat(2).  So a pipe that is named twice is read twice,
 *   a terminal is not read ahead, and a named pipe is not opened before its turn;
 * - files for which @try returns BATCH_LATER, for instance a big file, whose chunks are
 *   then shared by threads;
 * - where an ordered output is full, the present file and all files after it, so that
 *   memory is bounded.  After that, threads take fewer files at once.
 *
 * A file that is named twice and is changed (by filter --in-place) is processed again if
 * it has changed when its turn comes.
 *
 * Names may come from a process that still searches.  While threads work, only names
 * that have arrived are taken: no result waits for a name.
 */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include "base/say/message.h"
#include "base/thread/file_batch.h"
#include "base/thread/thread_pool.h"

/*
 * Items of an ordered output: KINDS times the number of the file in its batch, plus
 * LATER: process the file; STANDS: has it changed?; SETTLE: end the work on it.
 */
enum { LATER, STANDS, SETTLE, KINDS };

/**
 * struct batch - some files
 *
 * @worker: that of the thread.
 * @ordered: its output.
 * @names: their names; the texts are owned.
 * @count: how many.
 * @full: the ordered output is full.
 * @anew: the present file had changed, and was processed again.
 * @status: exit code.
 */
struct batch {
	void *worker;
	struct ordered_output ordered;
	struct file_name names[BATCH_FILES_MAX];
	size_t count;
	bool full;
	bool anew;
	int status;
};

/**
 * struct batch_run - all the files
 *
 * @m: how they are processed.
 * @slots: how many batches there can be.
 * @most: how many files the next batch may have, times @slots.
 * @under_way: batches that are filled and not yet joined.
 * @now: the batch that is being joined.
 * @status: exit code so far.
 * @stop: threads process no more files.
 */
struct batch_run {
	const struct file_batch *m;
	unsigned int slots;
	size_t most;
	unsigned int under_way;
	struct batch *now;
	int status;
	atomic_bool stop;
};

static void free_file_names(struct batch *b)
{
	while (b->count)
		free((char *)b->names[--b->count].text);
}

static bool next_file_name(struct batch_run *all, const struct batch *b, struct file_name *name)
{
	if ((all->under_way || b->count) && !file_list_ready(all->m->names))
		return false;
	return file_list_next(all->m->names, name);
}

/* The first batches are small, so that each thread gets some of a few files. */
static bool fill_with_files(void *context, void *slot)
{
	struct batch_run *all = context;
	struct batch *b = slot;
	size_t most = all->most / all->slots;
	struct file_name name;

	while (b->count < most && next_file_name(all, b, &name)) {
		b->names[b->count].below = name.below;
		b->names[b->count].text = strdup(name.text);
		if (!b->names[b->count].text) {
			cli_complain_errno(-ENOMEM, "%s", name.text);
			all->status = CLI_TROUBLE;
			break;
		}
		b->count++;
	}
	if (!b->count)
		return false;
	if (all->most < (size_t)BATCH_FILES_MAX * all->slots)
		all->most++;
	all->under_way++;
	return true;
}

/* --- in a worker thread */

static int try_it(const struct file_batch *m, struct batch *b, size_t i)
{
	const struct file_name *name = &b->names[i];
	struct stat st;

	if (b->full || !strcmp(name->text, "-") || stat(name->text, &st) ||
	    !S_ISREG(st.st_mode))
		return BATCH_LATER;
	return m->try(b->worker, i, name, &st);
}

static void try_file(const struct file_batch *m, struct batch *b, size_t i)
{
	size_t parts = b->ordered.count, length = ordered_output_length(&b->ordered);
	int status;

	if (m->finish)
		ordered_output_later(&b->ordered, KINDS * i + STANDS);
	status = try_it(m, b, i);
	if (status < 0) {
		b->full |= status == BATCH_FULL;
		ordered_output_back(&b->ordered, parts, length);
		ordered_output_later(&b->ordered, KINDS * i + LATER);
	} else if (m->finish) {
		ordered_output_later(&b->ordered, KINDS * i + SETTLE);
	} else {
		b->status = cli_worse(b->status, status);
	}
}

static void try_files(void *context, void *slot)
{
	struct batch_run *all = context;
	struct batch *b = slot;
	size_t i;

	b->status = CLI_WELL;
	b->full = false;
	cli_print_on(&b->ordered);
	for (i = 0; i < b->count && !all->stop; i++)
		try_file(all->m, b, i);
	cli_print_on(NULL);
}

/* --- in the caller's thread */

static enum ordered_output_next do_in_turn(void *context, size_t item)
{
	struct batch_run *all = context;
	const struct file_batch *m = all->m;
	struct batch *b = all->now;
	size_t i = item / KINDS;
	const struct file_name *name = &b->names[i];
	int status = CLI_WELL;

	if (item % KINDS == STANDS)
		b->anew = m->finish(b->worker, i, name->text) == BATCH_LATER;
	if (item % KINDS == LATER || (item % KINDS == STANDS && b->anew))
		status = m->try(m->context, i, name, NULL);
	if (item % KINDS == SETTLE && !b->anew)
		status = m->finish(b->worker, i, NULL);
	all->status = cli_worse(all->status, status);
	if (cli_output_failed())
		return ORDERED_STOP;
	return item % KINDS == STANDS && b->anew ? ORDERED_SKIP : ORDERED_GO_ON;
}

static bool write_result(void *context, const char *p, size_t n)
{
	return !output_write(((struct batch_run *)context)->m->out, p, n);
}

static bool join_files(void *context, void *slot)
{
	struct batch_run *all = context;
	struct batch *b = slot;
	int err;

	all->now = b;
	all->under_way--;
	all->status = cli_worse(all->status, b->status);
	err = ordered_output_print(&b->ordered, all->m->out ? write_result : NULL, do_in_turn,
				   all);
	if (err)
		cli_complain_errno(err, "%s", b->names[0].text);
	free_file_names(b);
	if (b->full)
		all->most = all->most / 2 > all->slots ? all->most / 2 : all->slots;
	all->stop = err || cli_output_failed();
	if (all->stop)
		all->status = CLI_TROUBLE;
	return !all->stop;
}

static int open_file_batch(void *context, void *slot)
{
	const struct file_batch *m = ((struct batch_run *)context)->m;
	struct batch *b = slot;

	if (ordered_output_open(&b->ordered))
		return -ENOMEM;
	b->worker = m->open(m->context, &b->ordered);
	return b->worker ? 0 : -ENOMEM;
}

static void close_file_batch(void *context, void *slot)
{
	struct batch *b = slot;

	if (b->worker)
		((struct batch_run *)context)->m->close(b->worker);
	ordered_output_close(&b->ordered);
	free_file_names(b);
}

unsigned int file_batch_outputs(unsigned int threads)
{
	return 2 * threads + 2;
}

/* Return: an exit code, or -EAGAIN when there is no memory. */
static int run_threads(const struct file_batch *m)
{
	unsigned int slots = file_batch_outputs(m->threads);
	struct batch_run all = { .m = m, .slots = slots, .most = slots };
	const struct thread_pool w = {
		.threads = m->threads,
		.slots = slots,
		.size = sizeof(struct batch),
		.open = open_file_batch,
		.close = close_file_batch,
		.fill = fill_with_files,
		.work = try_files,
		.join = join_files,
		.context = &all,
	};

	return thread_pool_run(&w) ? -EAGAIN : all.status;
}

static int run_each(const struct file_batch *m)
{
	int status = CLI_WELL;
	struct file_name name;

	while (!cli_output_failed() && file_list_next(m->names, &name))
		status = cli_worse(status, m->try(m->context, 0, &name, NULL));
	return status;
}

int file_batch_run(const struct file_batch *m)
{
	int status = -EAGAIN;

	if (m->threads > 1 && !file_list_are_single(m->names))
		status = run_threads(m);
	return status == -EAGAIN ? run_each(m) : status;
}
