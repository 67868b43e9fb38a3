// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The names of the files that a command is to read.
 *
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

static bool open_list(struct file_list *n)
{
	n->fd = strcmp(n->list_name, "-") ?
			open(n->list_name, O_RDONLY | O_CLOEXEC | O_NOCTTY) :
			STDIN_FILENO;
	return n->fd >= 0 || !cli_failed(-errno, n->list_name);
}

bool file_list_open(struct file_list *n, char **words,
		    const struct file_choice *choice)
{
	static char dash[] = "-", dot[] = ".";
	static char *standard_input[] = { dash, NULL };
	static char *this_folder[] = { dot, NULL };

	if (!*words && !choice->list && !choice->recursive && !choice->git && isatty(STDIN_FILENO))
		fprintf(stderr, "utf8check: %s: reads what you type; Ctrl-D at the start of a line ends it\n",
			cli_command_name);
	*n = (struct file_list){ .next = words, .list_name = choice->list,
				 .fd = -1, .choice = choice };
	if (choice->git && choice->list)
		return cli_complain("--files0-from: git names the files");
	if (choice->git) {
		n->list_name = "git";
		/* The list comes first: it is of another index. */
		if (git_open_list(&n->git, choice->git, words) ||
		    git_open_attributes(&n->attributes, choice->git, choice->commit))
			return false;
		n->fd = n->git.fd;
		return true;
	}
	if (!choice->list) {
		if (!*words)
			n->next = choice->recursive ? this_folder : standard_input;
		return true;
	}
	if (!*words)
		return open_list(n);
	return cli_complain("'%s': --files0-from names the files, and no others can be named",
			    *words);
}

/* One byte stays free for a NUL: the last name of the list may have none. */
static void read_list(struct file_list *n)
{
	const size_t size = n->size ? 2 * n->size : LIST_SIZE;
	char *buf = n->buf;
	ssize_t got;

	n->have -= n->at;
	if (n->at)
		memmove(buf, buf + n->at, n->have);
	n->seen -= n->seen > n->at ? n->at : n->seen;
	n->at = 0;
	if (n->have + 1 >= n->size) {
		buf = realloc(buf, size);
		n->size = size;
	}
	if (!buf) {
		n->err = -ENOMEM;
		return;
	}
	n->buf = buf;
	got = TEMP_FAILURE_RETRY(read(n->fd, buf + n->have, n->size - n->have - 1));
	if (got < 0)
		n->err = -errno;
	else if (!got)
		n->ended = true;
	else
		n->have += got;
}

/* Where the next name ends; NULL: it has no end, or that was not read yet. */
static char *find_end(struct file_list *n)
{
	char *end;

	n->seen = n->seen > n->at ? n->seen : n->at;
	end = n->buf ? memchr(n->buf + n->seen, '\0', n->have - n->seen) : NULL;
	n->seen = end ? (size_t)(end - n->buf) : n->have;
	return end;
}

static bool is_in_list(struct file_list *n)
{
	return n->walk.level || n->fd < 0 || n->err || n->ended || find_end(n);
}

bool file_list_ready(void *list)
{
	struct file_list *n = list;
	struct pollfd p = { .fd = n->fd, .events = POLLIN };

	while (!is_in_list(n)) {
		if (!poll(&p, 1, 0))
			return false;
		read_list(n);
	}
	return true;
}

/*
 * Is the end of the list, which no NUL ends, lines in place of a name?  A name may hold
 * a newline, so there must be no such file.
 */
static bool is_of_lines(struct file_list *n, const char *name)
{
	if (!strchr(name, '\n') || !access(name, F_OK))
		return false;
	cli_complain("%s: names end with NUL there, and not with a newline: -print0 makes 'find' end them so, -z 'git ls-files'",
		     n->list_name);
	n->unfit = true;
	return true;
}

static const char *next_of_list(struct file_list *n)
{
	char *name, *end;

	if (!file_list_ready(n))
		cli_flush();
	while (!is_in_list(n))
		read_list(n);
	if (n->err || n->at == n->have)
		return NULL;
	n->some = true;
	name = n->buf + n->at;
	end = find_end(n);
	n->buf[n->have] = '\0';
	n->at = end ? (size_t)(end + 1 - n->buf) : n->have;
	return !end && is_of_lines(n, name) ? NULL : name;
}

/*
 * A repository with names that lead out of it was made by hand.  Only
 * what the user has named leads up, and then at its start.
 */
static bool leads_out(const struct file_list *n, const char *name)
{
	const char *at = name;

	while (*n->next && !strncmp(at, "../", 3))
		at += 3;
	return *name == '/' || !strncmp(at, "../", 3) || strstr(at, "/../");
}

static const char *next_named(struct file_list *n)
{
	const char *name;

	while (n->fd >= 0) {
		name = next_of_list(n);
		if (!n->git.pid || !name || !leads_out(n, name))
			return name;
		cli_complain("%s: leads out of the repository", name);
		n->unfit = true;
	}
	return *n->next ? *n->next++ : NULL;
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
static bool is_left_out(const struct file_list *n, const char *path,
			const struct directory_name *name)
{
	const struct file_choice *c = n->choice;
	struct stat st;

	if (!(name->type == DT_DIR && c->one_file_system) && !(name->type == DT_REG && c->output))
		return false;
	if (lstat(path, &st))
		return false;
	if (name->type == DT_DIR)
		return st.st_dev != n->device;
	return same_file(&st, c->output);
}

/* As @takes of struct tree_walk. */
static int take_name(void *list, const char *path, struct directory_name *name)
{
	const struct file_list *n = list;
	const struct file_choice *c = n->choice;
	struct stat st;

	if (is_excluded(&c->exclude, path + n->below + 1))
		return 0;
	if (name->type == DT_UNKNOWN && lstat(path, &st))
		return -errno;
	if (name->type == DT_UNKNOWN)
		name->type = IFTODT(st.st_mode);
	if (is_left_out(n, path, name))
		return 0;
	if (name->type == DT_DIR)
		return directory_is_entered(name->text);
	return name->type == DT_REG && !is_backup_name(c, name) &&
	       (!c->include.count || is_like(&c->include, name->text));
}

/* Begin to walk, where @name is a folder, or leads to one; else return false. */
static bool begin_walk(struct file_list *n, const char *name)
{
	size_t length = strlen(name);
	struct stat st;

	if (!n->choice->recursive || !strcmp(name, "-") || stat(name, &st) || !S_ISDIR(st.st_mode))
		return false;
	n->device = st.st_dev;
	/* "/" and "folder/" get no second slash. */
	n->below = length - (name[length - 1] == '/');
	n->tree[0] = (char *)name;
	n->walk.trees = n->tree;
	n->walk.takes = take_name;
	n->walk.context = n;
	return true;
}

static bool has_value(const char *attribute)
{
	return strcmp(attribute, "unspecified") && strcmp(attribute, "set") &&
	       strcmp(attribute, "unset");
}

/* What is staged is UTF-8, whatever the encoding of the file in the work tree. */
static void read_attributes(struct file_list *n, const char *path, char *charset)
{
	struct git_attributes a;
	const int err = git_ask_attributes(&n->attributes, path, &a);
	char *mark;

	n->err = n->err ? n->err : err;
	if (err)
		return;
	if (!strcmp(a.utf8check, "unset") || !strcasecmp(a.utf8check, "off"))
		strcpy(charset, NAME_OFF);
	else if (has_value(a.utf8check))
		strcpy(charset, a.utf8check);
	else if (n->choice->git == GIT_TRACKED && has_value(a.encoding))
		strcpy(charset, a.encoding);
	/* git's word for a mark that it makes; a mark is always taken. */
	mark = strstr(charset, "-BOM");
	if (mark && !mark[4])
		*mark = '\0';
}

/* Is a file that was named wanted? */
static bool take_named(struct file_list *n, struct file_name *name)
{
	const char *path = n->choice->git == GIT_STAGED ? strchr(name->text, '\t') + 1 : name->text;

	if (is_excluded(&n->choice->exclude, path)) {
		n->excluded = true;
		return false;
	}
	if (n->git.pid)
		read_attributes(n, path, name->charset);
	return !n->err;
}

bool file_list_next(struct file_list *n, struct file_name *name)
{
	name->charset[0] = '\0';
	name->text = n->walk.level ? tree_walk_file(&n->walk) : NULL;
	while (!name->text) {
		name->below = n->git.pid ? 0 : -1;
		name->text = next_named(n);
		if (!name->text)
			return false;
		if (begin_walk(n, name->text))
			name->text = tree_walk_file(&n->walk);
		else if (take_named(n, name))
			return true;
		else
			name->text = NULL;
	}
	name->below = n->below;
	return true;
}

size_t file_list_take(void *list, void *item)
{
	struct file_list *n = list;
	struct file_name *name = item;

	if (!file_list_next(n, name))
		return 0;
	name->text = strdup(name->text);
	if (!name->text)
		n->err = -ENOMEM;
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

bool file_list_are_single(const struct file_list *n)
{
	return n->fd < 0 && !n->choice->recursive && n->next[0] && !n->next[1];
}

/* End git, perhaps amid its list.  "No file" must not look like "no error found". */
static void end_git(struct file_list *n)
{
	bool well = !tool_end(&n->git);

	if (well && n->ended && !n->some)
		cli_complain("git has no files here");
	n->unfit |= n->ended && (!well || (!n->some && n->choice->git == GIT_TRACKED));
}

bool file_list_close(struct file_list *n)
{
	if (n->attributes.pid)
		tool_end(&n->attributes);
	if (n->git.pid)
		end_git(n);
	else if (n->fd >= 0 && n->fd != STDIN_FILENO)
		close(n->fd);
	free(n->buf);
	tree_walk_end(&n->walk);
	if (n->err)
		cli_complain_errno(n->err, "%s", n->list_name ? n->list_name : "names");
	return !n->err && !n->unfit && !n->walk.trouble;
}
