// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A list is read when its names are needed: it may be of any length, and may
 * come from a command that is still finding names.
 */
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/say/message.h"
#include "base/file/file_list.h"
#include "base/file/output.h"

/* Bytes that are read at a time; for a longer name the room grows. */
#define LIST_SIZE 65536

static bool open_list(struct file_list *list)
{
	list->fd = strcmp(list->list_name, "-") ?
			open(list->list_name, O_RDONLY | O_CLOEXEC | O_NOCTTY) :
			STDIN_FILENO;
	return list->fd >= 0 || !cli_failed(-errno, list->list_name);
}

bool file_list_open(struct file_list *list, char **words,
		    const struct file_choice *choice)
{
	static char dash[] = "-", dot[] = ".";
	static char *standard_input[] = { dash, NULL };
	static char *this_folder[] = { dot, NULL };

	if (!*words && !choice->list && !choice->recursive && !choice->git && isatty(STDIN_FILENO))
		fprintf(stderr, "utf8check: %s: reads what you type; Ctrl-D at the start of a line ends it\n",
			cli_command_name);
	*list = (struct file_list){ .next = words, .list_name = choice->list,
				    .fd = -1, .choice = choice };
	if (choice->git && choice->list)
		return cli_complain("--files0-from: git names the files");
	if (choice->git) {
		list->list_name = "git";
		/* The list comes first: it is of another index. */
		if (git_open_list(&list->git, choice->git, words) ||
		    git_open_attributes(&list->attributes, choice->git, choice->commit))
			return false;
		list->fd = list->git.fd;
		return true;
	}
	if (!choice->list) {
		if (!*words)
			list->next = choice->recursive ? this_folder : standard_input;
		return true;
	}
	if (!*words)
		return open_list(list);
	return cli_complain("'%s': --files0-from names the files, and no others can be named",
			    *words);
}

/* One byte stays free for a NUL: the last name of the list may have none. */
static void read_list(struct file_list *list)
{
	const size_t size = list->size ? 2 * list->size : LIST_SIZE;
	char *buf = list->buf;
	ssize_t got;

	list->have -= list->at;
	if (list->at)
		memmove(buf, buf + list->at, list->have);
	list->seen -= list->seen > list->at ? list->at : list->seen;
	list->at = 0;
	if (list->have + 1 >= list->size) {
		buf = realloc(buf, size);
		list->size = size;
	}
	if (!buf) {
		list->err = -ENOMEM;
		return;
	}
	list->buf = buf;
	got = TEMP_FAILURE_RETRY(read(list->fd, buf + list->have, list->size - list->have - 1));
	if (got < 0)
		list->err = -errno;
	else if (!got)
		list->ended = true;
	else
		list->have += got;
}

/* Where the next name ends; NULL: it has no end, or that was not read yet. */
static char *find_end(struct file_list *list)
{
	char *end;

	list->seen = list->seen > list->at ? list->seen : list->at;
	end = list->buf ? memchr(list->buf + list->seen, '\0', list->have - list->seen) : NULL;
	list->seen = end ? (size_t)(end - list->buf) : list->have;
	return end;
}

static bool is_known(struct file_list *list)
{
	return list->walk.level || list->fd < 0 || list->err || list->ended || find_end(list);
}

bool file_list_ready(void *context)
{
	struct file_list *list = context;
	struct pollfd p = { .fd = list->fd, .events = POLLIN };

	while (!is_known(list)) {
		if (!poll(&p, 1, 0))
			return false;
		read_list(list);
	}
	return true;
}

/*
 * Is the end of the list, which no NUL ends, lines in place of a name?  A name may hold
 * a newline, so there must be no such file.
 */
static bool is_of_lines(struct file_list *list, const char *name)
{
	if (!strchr(name, '\n') || !access(name, F_OK))
		return false;
	cli_complain("%s: names end with NUL there, and not with a newline: -print0 makes 'find' end them so, -z 'git ls-files'",
		     list->list_name);
	list->unfit = true;
	return true;
}

static const char *next_of_list(struct file_list *list)
{
	char *name, *end;

	if (!file_list_ready(list))
		cli_flush();
	while (!is_known(list))
		read_list(list);
	if (list->err || list->at == list->have)
		return NULL;
	list->some = true;
	name = list->buf + list->at;
	end = find_end(list);
	list->buf[list->have] = '\0';
	list->at = end ? (size_t)(end + 1 - list->buf) : list->have;
	return !end && is_of_lines(list, name) ? NULL : name;
}

/*
 * A repository with names that lead out of it was made by hand.  Only a pathspec of the user
 * leads up, at its start.
 */
static bool leads_out(const struct file_list *list, const char *name)
{
	const char *at = name;

	while (*list->next && !strncmp(at, "../", 3))
		at += 3;
	return *name == '/' || !strncmp(at, "../", 3) || strstr(at, "/../");
}

static const char *next_named(struct file_list *list)
{
	const char *name;

	while (list->fd >= 0) {
		name = next_of_list(list);
		if (!list->git.pid || !name || !leads_out(list, name))
			return name;
		cli_complain("%s: leads out of the repository", name);
		list->unfit = true;
	}
	return *list->next ? *list->next++ : NULL;
}

/* --- what is taken of a folder */

static bool is_like(const struct file_globs *g, const char *name)
{
	for (size_t i = 0; i < g->count; i++)
		if (!fnmatch(g->globs[i], name, 0))
			return true;
	return false;
}

/* What follows the first slash; NULL where there is none. */
static const char *after_slash(const char *path)
{
	path = strchr(path, '/');
	return path ? path + 1 : NULL;
}

/* Does the path, or a folder that it is in, fit a pattern?  One without a slash fits a name. */
static bool is_excluded(const struct file_globs *g, const char *path)
{
	const char *at;

	path += strncmp(path, "./", 2) ? 0 : 2;
	for (size_t i = 0; i < g->count; i++)
		for (at = path; at; at = strchr(g->globs[i], '/') ? NULL : after_slash(at))
			if (!fnmatch(g->globs[i], at, FNM_LEADING_DIR | FNM_PATHNAME))
				return true;
	return false;
}

static bool is_backup_name(const struct file_choice *c, const struct directory_name *name)
{
	size_t n = c->backup ? strlen(c->backup) : 0;

	return n && name->length > n && !strcmp(name->text + name->length - n, c->backup);
}

/* Is what is at the path left out, by where it is? */
static bool is_left_out(const struct file_list *list, const char *path,
			const struct directory_name *name)
{
	const struct file_choice *c = list->choice;
	struct stat st;

	if (!(name->type == DT_DIR && c->one_file_system) && !(name->type == DT_REG && c->output))
		return false;
	if (lstat(path, &st))
		return false;
	if (name->type == DT_DIR)
		return st.st_dev != list->device;
	return same_file(&st, c->output);
}

/* As @takes of struct tree_walk. */
static int take_name(void *context, const char *path, struct directory_name *name)
{
	const struct file_list *list = context;
	const struct file_choice *c = list->choice;
	struct stat st;

	if (is_excluded(&c->exclude, path + list->below + 1))
		return 0;
	if (name->type == DT_UNKNOWN && lstat(path, &st))
		return -errno;
	if (name->type == DT_UNKNOWN)
		name->type = IFTODT(st.st_mode);
	if (is_left_out(list, path, name))
		return 0;
	if (name->type == DT_DIR)
		return directory_is_entered(name->text);
	return name->type == DT_REG && !is_backup_name(c, name) &&
	       (!c->include.count || is_like(&c->include, name->text));
}

/* Begin to walk, where @name is a folder, or leads to one; else return false. */
static bool begin_walk(struct file_list *list, const char *name)
{
	size_t length = strlen(name);
	struct stat st;

	if (!list->choice->recursive || !strcmp(name, "-") ||
	    stat(name, &st) || !S_ISDIR(st.st_mode))
		return false;
	list->device = st.st_dev;
	/* "/" and "folder/" get no second slash. */
	list->below = length - (name[length - 1] == '/');
	list->tree[0] = (char *)name;
	list->walk.trees = list->tree;
	list->walk.takes = take_name;
	list->walk.context = list;
	return true;
}

static bool has_value(const char *attribute)
{
	return strcmp(attribute, "unspecified") && strcmp(attribute, "set") &&
	       strcmp(attribute, "unset");
}

/* Set @charset to what .gitattributes says of the file. */
static void read_attributes(struct file_list *list, const char *path, char *charset)
{
	struct git_attributes a;
	const int err = git_ask_attributes(&list->attributes, path, &a);
	char *mark;

	list->err = list->err ? list->err : err;
	if (err)
		return;
	if (!strcmp(a.utf8check, "unset") || !strcasecmp(a.utf8check, "off"))
		strcpy(charset, NAME_OFF);
	else if (has_value(a.utf8check))
		strcpy(charset, a.utf8check);
	/* What is staged is UTF-8, whatever the encoding of the file in the work tree. */
	else if (list->choice->git == GIT_TRACKED && has_value(a.encoding))
		strcpy(charset, a.encoding);
	/* git's word for a mark that it makes; a mark is always taken. */
	mark = strstr(charset, "-BOM");
	if (mark && !mark[4])
		*mark = '\0';
}

/* Is a file that was named wanted? */
static bool take_named(struct file_list *list, struct file_name *name)
{
	const bool is_entry = list->choice->git == GIT_STAGED;
	const char *path = is_entry ? strchr(name->text, '\t') + 1 : name->text;

	if (is_excluded(&list->choice->exclude, path)) {
		list->excluded = true;
		return false;
	}
	if (list->git.pid)
		read_attributes(list, path, name->charset);
	return !list->err;
}

bool file_list_next(struct file_list *list, struct file_name *name)
{
	name->charset[0] = '\0';
	name->text = list->walk.level ? tree_walk_file(&list->walk) : NULL;
	while (!name->text) {
		name->below = list->git.pid ? 0 : -1;
		name->text = next_named(list);
		if (!name->text)
			return false;
		if (begin_walk(list, name->text))
			name->text = tree_walk_file(&list->walk);
		else if (take_named(list, name))
			return true;
		else
			name->text = NULL;
	}
	name->below = list->below;
	return true;
}

size_t file_list_take(void *context, void *item)
{
	struct file_list *list = context;
	struct file_name *name = item;

	if (!file_list_next(list, name))
		return 0;
	name->text = strdup(name->text);
	if (!name->text)
		list->err = -ENOMEM;
	return name->text ? 1 : 0;
}

void file_name_free(void *item)
{
	free((char *)((struct file_name *)item)->text);
}

bool file_name_is_regular(const struct file_name *name, struct stat *st)
{
	return strcmp(name->text, "-") && !stat(name->text, st) && S_ISREG(st->st_mode);
}

bool file_list_are_single(const struct file_list *list)
{
	return list->fd < 0 && !list->choice->recursive && list->next[0] && !list->next[1];
}

/* End git, perhaps amid its list.  "No file" must not look like "no error found". */
static void end_git(struct file_list *list)
{
	bool well = !tool_end(&list->git);

	if (well && list->ended && !list->some)
		cli_complain("git has no files here");
	list->unfit |= list->ended && (!well || (!list->some && list->choice->git == GIT_TRACKED));
}

bool file_list_close(struct file_list *list)
{
	if (list->attributes.pid)
		tool_end(&list->attributes);
	if (list->git.pid)
		end_git(list);
	else if (list->fd >= 0 && list->fd != STDIN_FILENO)
		close(list->fd);
	free(list->buf);
	tree_walk_end(&list->walk);
	if (list->err)
		cli_complain_errno(list->err, "%s", list->list_name ? list->list_name : "names");
	return !list->err && !list->unfit && !list->walk.trouble;
}
