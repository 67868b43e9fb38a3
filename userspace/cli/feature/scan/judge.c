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
#include <string.h>
#include <sys/resource.h>
#include "base/option/options.h"
#include "base/say/character.h"
#include "base/thread/work.h"
#include "base/text/name_collisions.h"
#include "feature/scan/judge.h"

/* Names of a batch; a small directory counts as so many that a batch has WORK_ITEMS. */
#define BATCH_NAMES 2048

/* Where texts are judged too, open directories of a batch, at most. */
#define BATCH_OPEN 16

/**
 * struct slice - some names of a directory: an item of work
 *
 * @folder: the directory; owned by its last names.
 * @from: the number of the first of them.
 * @to: the number after the last of them.
 * @is_last: there are no names after them.
 * @sums: what was seen in them.
 * @status: exit code of them.
 * @path: of a file whose text was judged; owned; or NULL.
 * @text: what was found in that.
 */
struct slice {
	struct folder *folder;
	size_t from;
	size_t to;
	bool is_last;
	struct totals sums;
	int status;
	char *path;
	struct totals text;
};

/**
 * struct name_worker - what a thread judges names with
 *
 * @rules: how.
 * @sums: of all names so far; of the caller's thread.
 * @texts: judges texts; or NULL.
 * @sinks: get the findings: the one that prints, and the page; ended by one without @ops.
 * @n: the present names; what is seen is added.
 */
struct name_worker {
	const struct scan_rules *rules;
	struct totals *sums;
	void *texts;
	struct sink sinks[SINKS_MAX + 1];
	struct slice *n;
};

/**
 * struct trees - all the trees
 *
 * @mine: of the caller's thread.
 * @walk: reads the directories.
 * @rest: the current directory, as far as it is in no item yet; or its @folder is NULL.
 * @most: how many names an item may have.
 * @least: how many names a directory counts as, at least.
 * @status: exit code of reading directories.
 */
struct trees {
	struct name_worker mine;
	struct tree_walk walk;
	struct slice rest;
	size_t most;
	size_t least;
	int status;
};

static void drop_names(void *item)
{
	struct slice *n = item;

	if (n->folder && n->is_last) {
		folder_free(n->folder);
		free(n->folder);
	}
	free(n->path);
}

/* --- the caller's thread hands out names */

static bool next_folder(struct trees *t)
{
	struct folder *f = malloc(sizeof(*f));

	if (!f) {
		cli_complain_errno(-ENOMEM, "a folder");
		t->status = CLI_TROUBLE;
		return false;
	}
	if (!tree_walk_next(&t->walk, f)) {
		free(f);
		return false;
	}
	t->rest = (struct slice){ .folder = f, .to = f->names.count, .is_last = true };
	return true;
}

/*
 * As @next of struct work_ops: how much of a batch it is.  A directory counts as @least names at
 * least: reading it takes as long.
 */
static size_t next_names(void *trees, void *item)
{
	struct trees *t = trees;
	struct slice *n = item;
	size_t count;

	if (!t->rest.folder && !next_folder(t))
		return 0;
	*n = t->rest;
	if (n->to - n->from > t->most) {
		n->to = t->rest.from = n->from + t->most;
		n->is_last = false;
	} else {
		t->rest.folder = NULL;
	}
	count = n->to - n->from;
	return !n->from && count < t->least ? t->least : count;
}

/* --- in any thread: names */

/* Give the name to the sinks, with its path. */
static void give(struct name_worker *w, struct named *n)
{
	AUTO_FREE char *path = path_join(w->n->folder->path, n->name->text);
	struct sink *s = w->sinks;

	n->folder = w->n->folder->path;
	n->path = path;
	if (!path)
		w->n->status = folder_complain(w->n->folder, -ENOMEM);
	progress_hide();
	for (; path && s->ops; s++)
		if (s->ops->verdict)
			s->ops->verdict(s, n);
}

/* Classes that are reported only where they are refused: many good names have a colon. */
#define ORDINARY BIT(UTF8CHECK_CLASS_WINDOWS_RESERVED)
/* In a target, those of a relative path too. */
#define ORDINARY_IN_TARGET \
	(ORDINARY | BIT(UTF8CHECK_CLASS_DOT) | BIT(UTF8CHECK_CLASS_DOTDOT))

static void judge_name_or_target(struct name_worker *w, const struct directory_name *name,
			       const char *target)
{
	const char *text = target ? target : name->text;
	u64 ordinary = target ? ORDINARY_IN_TARGET : ORDINARY;
	struct utf8check_check_name n = { };
	int err = name_judge(target, text, strlen(text), &n);
	struct named is = { .name = name, .target = target, .verdict = &n.verdict };

	if (err && err != -EILSEQ) {
		w->n->status = folder_complain(w->n->folder, err);
		return;
	}
	if (!n.verdict.ok || (w->rules->all && n.verdict.classes & ~ordinary))
		give(w, &is);
	if (n.verdict.ok)
		return;
	if (target)
		w->n->sums.targets++;
	else
		w->n->sums.refused++;
	w->n->status = cli_worse(w->n->status, CLI_INVALID);
}

static bool has_stand_in(const char *text)
{
	int length;
	u64 cp;

	/* EF begins all of them. */
	for (; (text = strchr(text, '\xef')); text++) {
		length = utf8check_decode(NULL, text, strlen(text), true, &cp, NULL);
		if (length > 0 && character_turned_back(cp, !text[length]))
			return true;
	}
	return false;
}

static void judge_name(struct name_worker *w, const struct directory_name *name)
{
	judge_name_or_target(w, name, NULL);
	if (!utf8check_is_normalized(UTF8CHECK_FORM_NFC, name->text, name->length, NULL, NULL))
		w->n->sums.denormal++;
	w->n->sums.stand_ins += has_stand_in(name->text);
	if (name->target)
		judge_name_or_target(w, name, name->target);
}

static void give_pair(void *worker, const struct directory_name *a,
		      const struct directory_name *b, const char *same)
{
	struct name_worker *w = worker;

	give(w, &(struct named){ .name = a, .other = b, .same = same });
	w->n->sums.same++;
	w->n->status = cli_worse(w->n->status, CLI_INVALID);
}

/* After an error, the names that were read are still judged. */
static void begin_folder(struct name_worker *w)
{
	if (w->n->folder->err)
		w->n->status = folder_complain(w->n->folder, w->n->folder->err);
	else
		w->n->sums.folders++;
	w->n->sums.names += w->n->folder->names.count;
}

static void end_folder(struct name_worker *w)
{
	int err = name_collisions_find(&w->n->folder->names, w->rules->same,
				       give_pair, w);

	if (err)
		w->n->status = folder_complain(w->n->folder, err);
}

/* --- texts */

/* Something else has taken the name since the directory was read. */
static bool is_gone(int err)
{
	return err == -ENOENT || err == -ELOOP;
}

/* Judge the text of a file.  Return: an exit code, or WORK_LATER. */
static int judge_content(const struct name_worker *w, const struct directory_name *name)
{
	struct slice *n = w->n;
	struct input in;
	int err = -ENOMEM;

	/* A directory that is not open was reported before. */
	if (!w->texts || name->type != DT_REG || n->folder->fd < 0)
		return CLI_WELL;
	n->path = path_join(n->folder->path, name->text);
	if (n->path)
		err = input_open_in(&in, n->folder->fd, name->text, n->path);
	if (!err)
		return w->rules->content->judge(w->texts, &in, n->path, &n->text);
	return is_gone(err) ? CLI_WELL : cli_trouble(err, n->path ? n->path : name->text);
}

static int judge_names(void *worker, void *item)
{
	struct name_worker *w = worker;
	struct slice *n = w->n = item;
	const struct directory_name *name;
	int status = CLI_WELL;
	size_t i;

	n->sums = (struct totals){ };
	n->status = CLI_WELL;
	free(n->path);
	n->path = NULL;
	if (!n->from)
		begin_folder(w);
	for (i = n->from; i < n->to && !ferror(w->sinks->to) && status != WORK_LATER; i++) {
		name = &n->folder->names.names[i];
		judge_name(w, name);
		status = judge_content(w, name);
	}
	if (status == WORK_LATER)
		return status;
	if (n->is_last)
		end_folder(w);
	return cli_worse(status, n->status);
}

/* --- in the caller's */

static int join_names(void *worker, void *item, int status)
{
	const struct name_worker *w = worker;
	struct slice *n = item;

	totals_add(w->sums, &n->sums);
	if (n->path)
		totals_add_file(w->sums, n->path, &n->text);
	else if (!w->rules->content)
		progress_add(n->to - n->from);
	return status;
}

static void close_worker(void *worker)
{
	struct name_worker *w = worker;

	free(w->texts);
	free(w);
}

static void *open_worker(void *context, struct ordered_output *to)
{
	const struct text_judge *content;
	struct name_worker *w = malloc(sizeof(*w));

	if (!w)
		return NULL;
	*w = *(struct name_worker *)context;
	w->sinks->to = to->to;
	content = w->rules->content;
	if (content)
		w->texts = content->open(content->all, to);
	if (w->texts || !content)
		return w;
	free(w);
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
	t->most = 1;
	t->least = WORK_ITEMS / folders;
	return threads;
}

static const struct work_ops names_ops = {
	.next = next_names,
	.drop = drop_names,
	.open = open_worker,
	.close = close_worker,
	.run = judge_names,
	.join = join_names,
};

int judge_trees(const struct scan_rules *rules, char **trees, unsigned int threads,
		struct totals *sums)
{
	struct trees t = {
		.mine = {
			.rules = rules,
			.sums = sums,
			.texts = rules->content ? rules->content->all : NULL,
			.sinks = { { &print_styles[rules->style], stdout, NULL }, rules->html },
		},
		.most = BATCH_NAMES,
		.least = BATCH_NAMES / WORK_ITEMS,
	};
	struct work w = {
		.ops = &names_ops,
		.source = &t,
		.context = &t.mine,
		.mine = &t.mine,
		.size = sizeof(struct slice),
		.batch = rules->content ? WORK_ITEMS : BATCH_NAMES,
	};
	int status;

	if (rules->content) {
		progress_begin(0, rules->style == STYLE_JSON);
		threads = share_descriptors(&t, threads);
	} else {
		progress_begin(PROGRESS_NAMES, false);
	}
	tree_walk_start(&t.walk, trees, rules->content);
	/* With texts, the caller's thread mostly waits, so it needs no CPU. */
	w.threads = rules->content && threads > 1 ? threads : threads - 1;
	status = work_run(&w);
	drop_names(&t.rest);
	tree_walk_end(&t.walk);
	progress_hide();
	return status < 0 ? cli_trouble(status, "scan") : cli_worse(status, t.status);
}
