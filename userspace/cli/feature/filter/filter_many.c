// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Many files being filtered, several at a time.
 *
 * The output of a file is kept on an ordered output until its turn comes.  A file whose
 * output has no room there is filtered when its turn comes; then threads share a big file.
 *
 * With --in-place, the new file is on disk before its turn comes.  Then it takes the name
 * of the old file, if that is still the file that was read.
 */
#include <stdlib.h>
#include "feature/filter/filter.h"
#include "base/thread/work.h"
#include "base/say/message.h"
#include "base/option/options.h"

/**
 * struct filter_item - a file
 *
 * @name: its name.
 * @seen: what stat(2) said of it before a thread read it.
 * @out: what is to replace it.
 */
struct filter_item {
	struct file_name name;
	struct stat seen;
	struct output out;
};

static size_t take_file(void *names, void *item)
{
	((struct filter_item *)item)->out = OUTPUT_NONE;
	return file_list_take(names, item);
}

static void drop_file(void *item)
{
	struct filter_item *it = item;

	output_abandon(&it->out);
	file_name_free(&it->name);
}

/* --- in a worker thread */

static bool is_for_later(const struct filter *f, const struct filter_item *it)
{
	if (!f->o->request.in_place && it->seen.st_size > (off_t)f->ordered->most)
		return true;
	return filter_may_share(f->o, f->o->charset) &&
	       file_ranges_pay(it->seen.st_size, cli_engine, &f->o->config);
}

static int filter_item_run(void *filter, void *item)
{
	struct filter *f = filter;
	struct filter_item *it = item;
	int status;

	if (f->ordered && (!file_name_is_regular(&it->name, &it->seen) || is_for_later(f, it)))
		return WORK_LATER;
	/* Of a thread, whose messages were more than there was room for. */
	output_abandon(&it->out);
	status = filter_file(f, &it->name);
	it->out = f->out;
	return f->out.state == OUTPUT_LATER ? WORK_LATER : status;
}

/* --- in the caller's */

/* Is the file still the one that was read?  One that is named twice is not. */
static bool is_as_seen(void *item)
{
	struct filter_item *it = item;
	struct stat st;

	if (!stat(it->name.text, &st) && output_is_same(&st, &it->seen))
		return true;
	output_abandon(&it->out);
	return false;
}

static int filter_item_join(void *filter, void *item, int status)
{
	struct filter_item *it = item;

	if (it->out.target && output_commit(&it->out))
		status = CLI_TROUBLE;
	return change_count(it->out.replaced, status);
}

static void *filter_open_worker(void *mine, struct ordered_output *ordered)
{
	const struct filter *all = mine;
	struct filter *f = calloc(1, sizeof(*f) + FILTER_ROOM);

	if (!f)
		return NULL;
	f->o = all->o;
	f->ordered = ordered;
	f->work = (u8 *)(f + 1);
	return f;
}

int filter_many(struct filter *f, struct file_list *names)
{
	const struct output_request *request = &f->o->request;
	const unsigned int threads = f->o->threads;
	const struct work_ops ops = {
		.next = take_file,
		.ready = file_list_ready,
		.drop = drop_file,
		.open = filter_open_worker,
		.close = free,
		.run = filter_item_run,
		.is_current = request->in_place ? is_as_seen : NULL,
		.join = filter_item_join,
	};
	const struct work w = {
		.ops = &ops,
		.source = names,
		.context = f,
		.mine = f,
		.threads = threads > 1 && !file_list_are_single(names) ? threads : 0,
		.size = sizeof(struct filter_item),
		.batch = WORK_ITEMS,
	};
	int status;

	if (request->in_place && threads > 1)
		descriptors_allow(3 * OUTPUTS_WAITING);
	status = work_run(&w);
	if (status < 0)
		return cli_trouble(status, "filter");
	if (request->in_place && file_choice.recursive)
		changes_print(request->dry_run);
	return status;
}
