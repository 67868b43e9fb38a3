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
#include "base/say/message.h"
#include "base/thread/work.h"
#include "base/text/name_collisions.h"
#include "feature/scan/judge.h"
#include "utf8check.h"

/* Names of a batch; a small directory counts as so many that a batch has WORK_ITEMS. */
#define BATCH_NAMES 2048

/* Where texts are judged too, open directories of a batch, at most. */
#define BATCH_OPEN 16

/**
 * struct names - some names of a directory: an item of work
 *
 * @f: the directory; owned by its last names.
 * @from: the number of the first of them.
 * @to: the number after the last of them.
 * @is_last: there are no names after them.
 * @sums: what was seen in them.
 * @status: exit code of them.
 * @path: of a file whose text was judged; owned; or NULL.
 * @text: what was found in that.
 */
struct names {
	struct folder *f;
	size_t from;
	size_t to;
	bool is_last;
	struct totals sums;
	int status;
	char *path;
	struct totals text;
};

/**
 * struct judge - what a thread judges names with
 *
 * @rules: how.
 * @sums: of all names so far; of the caller's thread.
 * @texts: judges texts; or NULL.
 * @sinks: get the findings: the one that prints, and the page; ended by one without @ops.
 * @n: the present names; what is seen is added.
 */
struct judge {
	const struct scan_rules *rules;
	struct totals *sums;
	void *texts;
	struct sink sinks[SINKS_MAX + 1];
	struct names *n;
};

/**
 * struct trees - all the trees
 *
 * @mine: of the caller's thread.
 * @walk: reads the directories.
 * @rest: the current directory, as far as it is in no item yet; or its @f is NULL.
 * @names: how many names an item may have.
 * @folder: how many names a directory counts as, at least.
 * @status: exit code of reading directories.
 */
struct trees {
	struct judge mine;
	struct tree_walk walk;
	struct names rest;
	size_t names;
	size_t folder;
	int status;
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
		t->status = CLI_TROUBLE;
		return false;
	}
	if (!tree_walk_next(&t->walk, f)) {
		free(f);
		return false;
	}
	t->rest = (struct names){ .f = f, .to = f->names.count, .is_last = true };
	return true;
}

/* As @next of struct work_ops: of a batch it is the names, or what reading the directory takes. */
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

/* --- in any thread: names */

/* Give the name to the sinks, with its path. */
static void give(struct judge *j, struct named *n)
{
	AUTO_FREE char *path = path_join(j->n->f->path, n->name->text);
	struct sink *s = j->sinks;

	n->folder = j->n->f->path;
	n->path = path;
	if (!path)
		j->n->status = folder_complain(j->n->f, -ENOMEM);
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

static void judge_name_or_target(struct judge *j, const struct directory_name *name,
			       const char *target)
{
	const char *text = target ? target : name->text;
	u64 ordinary = target ? ORDINARY_IN_TARGET : ORDINARY;
	struct utf8check_check_name n = { };
	int err = name_judge(target, text, strlen(text), &n);
	struct named is = { .name = name, .target = target, .verdict = &n.verdict };

	if (err && err != -EILSEQ) {
		j->n->status = folder_complain(j->n->f, err);
		return;
	}
	if (!n.verdict.ok || (j->rules->all && n.verdict.classes & ~ordinary))
		give(j, &is);
	if (n.verdict.ok)
		return;
	if (target)
		j->n->sums.targets++;
	else
		j->n->sums.refused++;
	j->n->status = cli_worse(j->n->status, CLI_INVALID);
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

static void judge_name(struct judge *j, const struct directory_name *name)
{
	judge_name_or_target(j, name, NULL);
	if (!utf8check_is_normalized(UTF8CHECK_FORM_NFC, name->text, name->length, NULL, NULL))
		j->n->sums.denormal++;
	j->n->sums.stand_ins += has_stand_in(name->text);
	if (name->target)
		judge_name_or_target(j, name, name->target);
}

static void give_pair(void *judge, const struct directory_name *a,
		      const struct directory_name *b, const char *same)
{
	struct judge *j = judge;

	give(j, &(struct named){ .name = a, .other = b, .same = same });
	j->n->sums.same++;
	j->n->status = cli_worse(j->n->status, CLI_INVALID);
}

/* After an error, the names that were read are still judged. */
static void judge_begin(struct judge *j)
{
	if (j->n->f->err)
		j->n->status = folder_complain(j->n->f, j->n->f->err);
	else
		j->n->sums.folders++;
	j->n->sums.names += j->n->f->names.count;
}

static void judge_end(struct judge *j)
{
	int err = name_collisions_find(&j->n->f->names, j->rules->same,
				       give_pair, j);

	if (err)
		j->n->status = folder_complain(j->n->f, err);
}

/* --- texts */

/* Something else has taken the name since the directory was read. */
static bool is_gone(int err)
{
	return err == -ENOENT || err == -ELOOP;
}

/* Judge the text of a file.  Return: an exit code, or WORK_LATER. */
static int judge_content(const struct judge *j, const struct directory_name *name)
{
	struct names *n = j->n;
	struct input in;
	int err = -ENOMEM;

	/* A directory that is not open was reported before. */
	if (!j->texts || name->type != DT_REG || n->f->fd < 0)
		return CLI_WELL;
	n->path = path_join(n->f->path, name->text);
	if (n->path)
		err = input_open_in(&in, n->f->fd, name->text, n->path);
	if (!err)
		return j->rules->content->judge(j->texts, &in, n->path, &n->text);
	return is_gone(err) ? CLI_WELL : cli_trouble(err, n->path ? n->path : name->text);
}

static int judge_names(void *judge, void *item)
{
	struct judge *j = judge;
	struct names *n = j->n = item;
	int status = CLI_WELL;
	size_t i;

	n->sums = (struct totals){ };
	n->status = CLI_WELL;
	free(n->path);
	n->path = NULL;
	if (!n->from)
		judge_begin(j);
	for (i = n->from; i < n->to && !ferror(j->sinks->to) && status != WORK_LATER; i++) {
		judge_name(j, &n->f->names.names[i]);
		status = judge_content(j, &n->f->names.names[i]);
	}
	if (status == WORK_LATER)
		return status;
	if (n->is_last)
		judge_end(j);
	return cli_worse(status, n->status);
}

/* --- in the caller's */

static int join_names(void *judge, void *item, int status)
{
	const struct judge *j = judge;
	struct names *n = item;

	totals_add(j->sums, &n->sums);
	if (n->path)
		totals_add_file(j->sums, n->path, &n->text);
	else if (!j->rules->content)
		progress_add(n->to - n->from);
	return status;
}

static void close_judge(void *judge)
{
	struct judge *j = judge;

	free(j->texts);
	free(j);
}

static void *open_judge(void *context, struct ordered_output *to)
{
	const struct text_judge *content;
	struct judge *j = malloc(sizeof(*j));

	if (!j)
		return NULL;
	*j = *(struct judge *)context;
	j->sinks->to = to->to;
	content = j->rules->content;
	if (content)
		j->texts = content->open(content->all, to);
	if (j->texts || !content)
		return j;
	free(j);
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
		.names = BATCH_NAMES,
		.folder = BATCH_NAMES / WORK_ITEMS,
	};
	struct work w = {
		.ops = &names_ops,
		.source = &t,
		.context = &t.mine,
		.mine = &t.mine,
		.size = sizeof(struct names),
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
