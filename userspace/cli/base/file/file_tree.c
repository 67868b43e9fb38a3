// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The regular files in a folder and below it.
 *
 * Not by fts(3): glibc's takes a folder that cannot be read to its end for one that
 * ends there.
 */
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/say/message.h"
#include "base/file/file_tree.h"

static void complain_at_path(struct file_tree *t, int err)
{
	cli_complain_errno(err, "%s", t->path);
	t->trouble = true;
}

static bool make_path_room(struct file_tree *t, size_t n)
{
	char *path;

	if (n <= t->room)
		return true;
	path = realloc(t->path, 2 * n);
	if (!path)
		return false;
	t->path = path;
	t->room = 2 * n;
	return true;
}

/* "/NAME" after the first @length bytes of the path. */
static bool set_path(struct file_tree *t, size_t length, const char *name)
{
	size_t n = strlen(name) + 1;

	if (!make_path_room(t, length + 1 + n))
		return false;
	t->path[length] = '/';
	memcpy(t->path + length + 1, name, n);
	return true;
}

static struct file_level *add_level(struct file_tree *t)
{
	size_t size = (t->depth + 1) * sizeof(*t->levels);
	struct file_level *levels = realloc(t->levels, size);

	if (!levels)
		return NULL;
	t->levels = levels;
	return memset(&levels[t->depth++], 0, sizeof(*levels));
}

/* Is what is at the path left out, by where it is? */
static bool is_left_out(const struct file_tree *t, const struct directory_name *name)
{
	const struct file_choice *c = t->choice;
	struct stat st;

	if (!(name->is_folder && c->one_file_system) && !(name->is_file && c->output))
		return false;
	if (lstat(t->path, &st))
		return false;
	if (name->is_folder)
		return st.st_dev != t->device;
	return st.st_dev == c->output->st_dev && st.st_ino == c->output->st_ino;
}

/* The names of the folder at the path come next.  @flags: of open(2). */
static int enter_folder(struct file_tree *t, int flags)
{
	int fd = open(t->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK | flags);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	struct file_level *level;
	int err = dir ? 0 : -errno;

	if (!dir) {
		if (fd >= 0)
			close(fd);
		return err;
	}
	level = add_level(t);
	err = level ? directory_read(&level->folder, dir) : -ENOMEM;
	if (level)
		level->length = strlen(t->path);
	if (level && t->depth > 1)
		directory_leave_bare(&level->folder);
	closedir(dir);
	return err;
}

bool file_tree_open(struct file_tree *t, const char *name)
{
	size_t n = strlen(name);
	struct stat st;
	int err;

	if (stat(name, &st) || !S_ISDIR(st.st_mode))
		return false;
	t->device = st.st_dev;
	if (!make_path_room(t, n + 1)) {
		cli_complain_errno(-ENOMEM, "%s", name);
		t->trouble = true;
		return true;
	}
	memcpy(t->path, name, n + 1);
	err = enter_folder(t, 0);
	if (err)
		complain_at_path(t, err);
	/* Of "/" and "folder/" another slash is not wanted. */
	t->below = n - (name[n - 1] == '/');
	if (t->depth)
		t->levels[0].length = t->below;
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

static bool is_backup_name(const struct file_choice *c, const struct directory_name *name)
{
	size_t n = c->backup ? strlen(c->backup) : 0;

	return n && name->length > n && !strcmp(name->text + name->length - n, c->backup);
}

/* What is at the path, where the folder does not say.  Return: 0 or a negative errno. */
static int ask_type(const struct file_tree *t, struct directory_name *name)
{
	struct stat st;

	if (lstat(t->path, &st))
		return -errno;
	name->is_folder = S_ISDIR(st.st_mode);
	name->is_file = S_ISREG(st.st_mode);
	return 0;
}

/* Is the name at the path a file that was chosen?  Enters a folder. */
static bool take_entry(struct file_tree *t, struct directory_name *name)
{
	const struct file_choice *c = t->choice;
	int err = 0;

	if (is_like(&c->exclude, name->text))
		return false;
	if (name->is_unknown)
		err = ask_type(t, name);
	if (is_left_out(t, name))
		return false;
	if (name->is_folder && directory_is_entered(name->text))
		err = enter_folder(t, O_NOFOLLOW);
	if (err)
		complain_at_path(t, err);
	return name->is_file && !is_backup_name(c, name) &&
	       (!c->include.count || is_like(&c->include, name->text));
}

const char *file_tree_next(struct file_tree *t)
{
	while (t->depth) {
		struct file_level *level = &t->levels[t->depth - 1];
		struct directory_name *name;

		if (level->next == level->folder.count) {
			directory_free(&level->folder);
			t->depth--;
			continue;
		}
		name = &level->folder.names[level->next++];
		if (!set_path(t, level->length, name->text))
			complain_at_path(t, -ENOMEM);
		else if (take_entry(t, name))
			return t->path;
	}
	file_tree_close(t);
	return NULL;
}

void file_tree_close(struct file_tree *t)
{
	while (t->depth)
		directory_free(&t->levels[--t->depth].folder);
	free(t->levels);
	free(t->path);
	t->levels = NULL;
	t->path = NULL;
	t->room = 0;
}
