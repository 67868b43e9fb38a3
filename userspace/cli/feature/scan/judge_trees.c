// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Judge the names in whole trees and, where asked for, the texts of their files.
 *
 * The caller's thread reads directories, which takes most of the time.  Other threads
 * judge the names (base/thread/work.h): an item is a directory, or a part of a big one.
 * Where texts are judged too, an item is one name, so that a big file can be left to the
 * caller's thread; threads then share that file.
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/resource.h>
#include "base/say/message.h"
#include "base/say/progress.h"
#include "base/thread/work.h"
#include "feature/scan/judge.h"

/* Names of a batch; a small directory counts as so many that a batch has WORK_ITEMS. */
#define BATCH_NAMES 2048

/* Where texts are judged too, open directories of a batch, at most. */
#define BATCH_OPEN 16

/* Bytes that are kept for a batch, at most. */
#define SCAN_ROOM (1 << 18)

/**
 * struct names - some names of a directory: an item of work
 *
 * @f: the directory; owned by its last names.
 * @from: the number of the first of them.
 * @to: the number after the last of them.
 * @is_last: there are no names after them.
 * @counts: what was seen in them.
 * @path: of a file whose text was judged; owned; or NULL.
 * @text: what was found in that.
 */
struct names {
	struct folder *f;
	size_t from;
	size_t to;
	bool is_last;
	struct scan_counts counts;
	char *path;
	struct totals text;
};

/**
 * struct judge - what a thread judges names with
 *
 * @rules: how.
 * @sums: of all names so far; of the caller's thread.
 * @to: where it prints.
 * @texts: judges texts; or NULL.
 */
struct judge {
	const struct scan_rules *rules;
	struct totals *sums;
	FILE *to;
	void *texts;
};

/**
 * struct trees - all the trees
 *
 * @mine: of the caller's thread.
 * @walk: reads the directories.
 * @rest: the current directory, as far as it is in no item yet; or its @f is NULL.
 * @names: how many names an item may have.
 * @folder: how many names a directory counts as, at least.
 * @counts: what was seen so far.
 */
struct trees {
	struct judge mine;
	struct tree_walk walk;
	struct names rest;
	size_t names;
	size_t folder;
	struct scan_counts *counts;
};

static void drop_names(void *item)
{
	struct names *n = item;

	if (n->f && n->is_last) {
		folder_free(n->f);
		free(n->f);
	}
	free(n->path);
}

/* --- the caller's thread hands out names */

static bool next_folder(struct trees *t)
{
	struct folder *f = malloc(sizeof(*f));

	if (!f) {
		cli_complain_errno(-ENOMEM, "a folder");
		t->counts->status = CLI_TROUBLE;
		return false;
	}
	if (!tree_walk_next(&t->walk, f)) {
		free(f);
		return false;
	}
	t->rest = (struct names){ .f = f, .to = f->names.count, .is_last = true };
	return true;
}

static size_t next_names(void *trees, void *item)
{
	struct trees *t = trees;
	struct names *n = item;
	size_t count;

	if (!t->rest.f && !next_folder(t))
		return 0;
	*n = t->rest;
	if (n->to - n->from > t->names) {
		n->to = t->rest.from = n->from + t->names;
		n->is_last = false;
	} else {
		t->rest.f = NULL;
	}
	count = n->to - n->from;
	return !n->from && count < t->folder ? t->folder : count;
}

/* --- in any thread */

/* Something else has taken the name since the directory was read. */
static bool is_gone(int err)
{
	return err == -ENOENT || err == -ELOOP;
}

/* Judge the text of a file.  Return: an exit code, or WORK_LATER. */
static int judge_text(const struct judge *by, struct names *n, const struct directory_name *name)
{
	struct input in;
	int err = -ENOMEM;

	/* A directory that is not open was reported before. */
	if (!by->texts || !name->is_file || n->f->fd < 0)
		return CLI_WELL;
	n->path = path_join(n->f->path, name->text);
	if (n->path)
		err = input_open_in(&in, n->f->fd, name->text, n->path);
	if (!err)
		return by->rules->content->judge(by->texts, &in, n->path, &n->text);
	return is_gone(err) ? CLI_WELL : cli_trouble(err, n->path ? n->path : name->text);
}

static int judge_names(void *judge, void *item)
{
	const struct judge *by = judge;
	struct names *n = item;
	struct sink sink = { .ops = &print_styles[by->rules->style], .to = by->to };
	struct sink *const sinks[] = { &sink, by->rules->html, NULL };
	struct judging j = { by->rules, n->f, &n->counts, sinks };
	int status = CLI_WELL;
	size_t i;

	n->counts = (struct scan_counts){ };
	free(n->path);
	n->path = NULL;
	if (!n->from)
		judge_begin(&j);
	for (i = n->from; i < n->to && !ferror(sink.to) && status != WORK_LATER; i++) {
		judge_name(&j, &n->f->names.names[i]);
		status = judge_text(by, n, &n->f->names.names[i]);
	}
	if (status == WORK_LATER)
		return status;
	if (n->is_last)
		judge_end(&j);
	return cli_worse(status, n->counts.status);
}

/* --- in the caller's */

static int join_names(void *judge, void *item, int status)
{
	const struct judge *by = judge;
	const struct text_judge *content = by->rules->content;
	struct names *n = item;

	totals_add(by->sums, &n->counts.sums);
	if (content && n->path)
		content->add(content->all, n->path, &n->text);
	else if (!content)
		progress_add(n->to - n->from);
	return status;
}

static void close_judge(void *judge)
{
	struct judge *by = judge;

	if (by->texts)
		by->rules->content->close(by->texts);
	free(by);
}

static void *open_judge(void *context, struct ordered_output *to)
{
	struct judge *by = malloc(sizeof(*by));
	const struct text_judge *content;

	if (!by)
		return NULL;
	*by = *(struct judge *)context;
	by->to = to->to;
	content = by->rules->content;
	if (content)
		by->texts = content->open(content->all, to);
	if (by->texts || !content)
		return by;
	free(by);
	return NULL;
}

/* @n, or what is next to it from 1 to @most. */
static unsigned int within(u64 n, unsigned int most)
{
	return n < 1 ? 1 : n < most ? n : most;
}

/*
 * Where texts are judged, the directories of all batches are open at a time.  They may
 * take half of the descriptors that the process may have; the other half is for the
 * levels of the tree.  Returns how many threads there can be.
 */
static unsigned int share_descriptors(struct trees *t, unsigned int threads)
{
	unsigned int folders = BATCH_OPEN;
	struct rlimit limit;

	if (!getrlimit(RLIMIT_NOFILE, &limit)) {
		threads = within(limit.rlim_cur / 8, threads);
		folders = within(limit.rlim_cur / 4 / (threads + 1), BATCH_OPEN);
	}
	t->names = 1;
	t->folder = WORK_ITEMS / folders;
	return threads;
}

static const struct work_ops names_ops = {
	.next = next_names,
	.drop = drop_names,
	.open = open_judge,
	.close = close_judge,
	.run = judge_names,
	.join = join_names,
};

void judge_trees(const struct scan_rules *rules, char **trees,
		 unsigned int threads, struct scan_counts *counts)
{
	struct trees t = {
		.mine = { rules, &counts->sums, stdout, rules->content ? rules->content->all : NULL },
		.names = BATCH_NAMES,
		.folder = BATCH_NAMES / WORK_ITEMS,
		.counts = counts,
	};
	struct work w = {
		.ops = &names_ops,
		.source = &t,
		.context = &t.mine,
		.mine = &t.mine,
		.size = sizeof(struct names),
		.batch = rules->content ? WORK_ITEMS : BATCH_NAMES,
		.first = WORK_ITEMS,
		.room = SCAN_ROOM,
	};

	if (rules->content) {
		progress_begin(0, rules->style == STYLE_JSON);
		threads = share_descriptors(&t, threads);
	} else {
		progress_begin_names(false);
	}
	tree_walk_start(&t.walk, trees, rules->content);
	/* With texts, the caller's thread mostly waits, so it needs no CPU. */
	w.threads = rules->content && threads > 1 ? threads : threads - 1;
	counts->status = cli_worse(counts->status, work_run(&w));
	drop_names(&t.rest);
	tree_walk_end(&t.walk);
	progress_hide();
}
