// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The regular files in a folder and below it, by fts(3).
 */
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "cli.h"
#include "io/file_tree.h"

static int compare(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

bool file_tree_open(struct file_tree *t, const char *name)
{
	char *names[] = { (char *)name, NULL };
	int flags = FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR;
	struct stat st;

	if (stat(name, &st) || !S_ISDIR(st.st_mode))
		return false;
	if (t->choice->one_file_system)
		flags |= FTS_XDEV;
	t->fts = fts_open(names, flags, compare);
	if (!t->fts) {
		cli_complain_errno(-errno, "%s", name);
		t->trouble = true;
	}
	return true;
}

static bool is_like(const struct file_globs *g, const char *name)
{
	size_t i;

	for (i = 0; i < g->count; i++)
		if (!fnmatch(g->globs[i], name, 0))
			return true;
	return false;
}

static void complain(struct file_tree *t, const FTSENT *e, int err)
{
	cli_complain_errno(-err, "%s", e->fts_path);
	t->trouble = true;
}

/* Is it a file that was chosen?  Steps over what was not. */
static bool take(struct file_tree *t, FTSENT *e)
{
	const struct file_choice *c = t->choice;
	bool below = e->fts_level > FTS_ROOTLEVEL;

	if (below && is_like(&c->exclude, e->fts_name)) {
		if (e->fts_info == FTS_D)
			fts_set(t->fts, e, FTS_SKIP);
		return false;
	}
	switch (e->fts_info) {
	case FTS_F:
		return !c->include.count || is_like(&c->include, e->fts_name);
	case FTS_DNR:
	case FTS_ERR:
	case FTS_NS:
		complain(t, e, e->fts_errno);
	}
	return false;
}

const char *file_tree_next(struct file_tree *t)
{
	FTSENT *e;

	if (!t->fts)
		return NULL;
	/* When it fails, errno is not 0, and the walk is over. */
	while (errno = 0, e = fts_read(t->fts))
		if (take(t, e))
			return e->fts_path;
	if (errno) {
		cli_complain_errno(-errno, "a folder");
		t->trouble = true;
	}
	file_tree_close(t);
	return NULL;
}

void file_tree_close(struct file_tree *t)
{
	if (t->fts)
		fts_close(t->fts);
	t->fts = NULL;
}
