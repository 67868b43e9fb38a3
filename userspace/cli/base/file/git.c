// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Blobs come one by one: git writes one for each line that it reads, so that neither of
 * the two ever waits for the other to make room, and a blob of any size needs no memory.
 */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "base/file/git.h"
#include "base/say/message.h"

/* The words that each call begins with: git starts no program of the repository. */
static const char *const git_words[] = {
	"git", "--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null",
};

static const char *const variables[][2] = {
	{ "GIT_FLUSH", "1" },
	{ "GIT_OPTIONAL_LOCKS", "0" },
	/* In a partial clone, git would fetch missing objects by a program that the clone names. */
	{ "GIT_NO_LAZY_FETCH", "1" },
	{ "GIT_ALLOW_PROTOCOL", "none" },
	{ "GIT_TERMINAL_PROMPT", "0" },
	/* What is committed is the object, not what refs/replace has for it. */
	{ "GIT_NO_REPLACE_OBJECTS", "1" },
};

/* Start git with the words of @what, and @words after them, unless that is NULL. */
static int git_open(struct tool *g, const char *const *what, char **words)
{
	size_t n = ARRAY_SIZE(git_words), count = 0;
	AUTO_FREE const char **args = NULL;
	int err;

	while (words && words[count])
		count++;
	/* 8: no @what is longer, with its NULL. */
	args = calloc(n + 8 + count, sizeof(*args));
	if (!args)
		return cli_failed(-ENOMEM, "git");
	memcpy(args, git_words, sizeof(git_words));
	while (*what)
		args[n++] = *what++;
	if (words)
		memcpy(args + n, words, count * sizeof(*words));
	for (size_t i = 0; i < ARRAY_SIZE(variables); i++)
		setenv(variables[i][0], variables[i][1], 1);
	err = tool_start(g, args, -1);
	return err ? cli_failed(err, "git") : 0;
}

int git_open_list(struct tool *g, enum git_files files, char **words)
{
	const char *const what[] = {
		"ls-files", "-z", "--error-unmatch",
		files == GIT_STAGED ? "-s" : "--deduplicate", "--", NULL
	};

	return git_open(g, what, words);
}

int git_open_blobs(struct tool *g)
{
	static const char *const what[] = { "cat-file", "--batch", NULL };

	return git_open(g, what, NULL);
}

FILE *git_open_file(struct tool *g, const char *commit, const char *name)
{
	/* Without a format: a line that is empty, or ends in "missing". */
	static const char *const what[] = { "cat-file", "--batch=", NULL };
	AUTO_FREE char *path = git_path_from_root(name), *line = NULL;
	int n = path ? asprintf(&line, "%s:%s\n", commit, path) : -1;
	FILE *from;

	if (n < 0)
		cli_failed(-ENOMEM, "git");
	if (n < 0 || git_open(g, what, NULL))
		return NULL;
	from = fdopen(dup(g->fd), "r");
	if (!from) {
		cli_failed(-errno, "git");
		tool_end(g);
		return NULL;
	}
	send(g->fd, line, n, MSG_NOSIGNAL);
	shutdown(g->fd, SHUT_WR);
	return from;
}

/* --- blobs */

/* Read @n bytes, no more and no less. */
static int read_all(int fd, char *to, size_t n)
{
	ssize_t got;

	for (; n; to += got, n -= got) {
		got = TEMP_FAILURE_RETRY(read(fd, to, n));
		if (got <= 0)
			return got ? -errno : -EPIPE;
	}
	return 0;
}

/* Ask for the blob of the id, @n bytes.  Return: how many bytes it has; a negative errno. */
static off_t ask_for_blob(int fd, const char *id, size_t n)
{
	char line[128];
	ssize_t got;
	char *end;
	int err;

	if (n + 1 >= sizeof(line))
		return -ENODATA;
	memcpy(line, id, n);
	line[n] = '\n';
	if (send(fd, line, n + 1, MSG_NOSIGNAL) != (ssize_t)n + 1)
		return -EPIPE;
	/* git writes the line at once, and then the blob, which is not read here. */
	got = TEMP_FAILURE_RETRY(recv(fd, line, sizeof(line), MSG_PEEK));
	end = got > 0 ? memchr(line, '\n', got) : NULL;
	if (!end)
		return got < 0 ? -errno : -EPIPE;
	err = read_all(fd, line, end + 1 - line);
	if (err)
		return err;
	*end = '\0';
	if (!strcmp(line + n, " missing"))
		return -ENODATA;
	/* What is not a blob has more output, which is not read: an error. */
	return strncmp(line + n, " blob ", 6) ? -EPIPE : strtoll(line + n + 6, NULL, 10);
}

int git_open_blob(struct tool *g, struct input *in, const char *entry)
{
	/* MODE ID STAGE TAB NAME */
	const char *id = strchr(entry, ' '), *name = strchr(entry, '\t');
	off_t size = -ENOENT;

	*in = (struct input){ .name = name ? name + 1 : entry, .fd = g->fd };
	if (id && name && !strncmp(entry, "100", 3))
		size = ask_for_blob(g->fd, id + 1, strcspn(id + 1, " "));
	in->limited = size >= 0;
	in->left = size;
	return size < 0 ? size : 0;
}

int git_end_blob(struct tool *g, struct input *in)
{
	char piece[4096];
	u64 left = in->left + 1;	/* a line feed ends it */
	size_t n;
	int err = 0;

	for (; left && !err; left -= n) {
		n = left < sizeof(piece) ? left : sizeof(piece);
		err = read_all(g->fd, piece, n);
	}
	return err;
}

/* --- attributes */

int git_ask_attributes(struct tool *g, const char *path, struct git_attributes *a)
{
	const size_t n = strlen(path) + 1;
	unsigned int field = 0, at = 0;
	char piece[4096];
	ssize_t got;

	memset(a, 0, sizeof(*a));
	if (send(g->fd, path, n, MSG_NOSIGNAL) != (ssize_t)n)
		return -EPIPE;
	/* Of each attribute the path, its name and its value, each with a NUL. */
	while (field < 6) {
		got = TEMP_FAILURE_RETRY(read(g->fd, piece, sizeof(piece)));
		if (got <= 0)
			return got ? -errno : -EPIPE;
		for (ssize_t i = 0; i < got && field < 6; i++) {
			if (field % 3 == 2 && at < GIT_ATTRIBUTE_MAX - 1)
				(field == 2 ? a->utf8check : a->encoding)[at++] = piece[i];
			at = piece[i] ? at : 0;
			field += !piece[i];
		}
	}
	return 0;
}

static int ask_for_attributes(struct tool *g, bool cached)
{
	const char *const what[] = {
		"check-attr", "--stdin", "-z", "utf8check", "working-tree-encoding",
		cached ? "--cached" : NULL, NULL
	};

	return git_open(g, what, NULL);
}

/* Make an index of a commit, which each git takes attributes from, and use it from now on. */
static int make_index(struct tool *g, const char *commit, const char *index)
{
	static const char *const what[] = { "read-tree", NULL };
	char *words[] = { (char *)commit, NULL };
	int err;

	setenv("GIT_INDEX_FILE", index, 1);
	err = git_open(g, what, words);
	return err || !tool_end(g) ? err : -ENODATA;
}

static int ask_with_index(struct tool *g, const char *commit, const char *index)
{
	struct git_attributes some;
	int err = make_index(g, commit, index);

	err = err ? err : ask_for_attributes(g, true);
	/* When it has answered it has read the index. */
	err = err ? err : git_ask_attributes(g, "some", &some);
	unlink(index);
	return err;
}

int git_open_attributes(struct tool *g, enum git_files files, const char *commit)
{
	const char *tmp = getenv("TMPDIR");
	char folder[PATH_MAX], index[PATH_MAX + sizeof("/index")];
	int err;

	if (!commit)
		return ask_for_attributes(g, files == GIT_STAGED);
	snprintf(folder, sizeof(folder), "%s/utf8check-XXXXXX", tmp && *tmp == '/' ? tmp : "/tmp");
	if (!mkdtemp(folder))
		return cli_failed(-errno, folder);
	snprintf(index, sizeof(index), "%s/index", folder);
	err = ask_with_index(g, commit, index);
	rmdir(folder);
	return err;
}

/* --- the root */

/* Take ".", ".." and doubled slashes out of an absolute path. */
static void shorten_path(char *path)
{
	char *to = path, *part = path;
	size_t n;

	for (; *part; part += n) {
		part += strspn(part, "/");
		n = strcspn(part, "/");
		if (n == 2 && !memcmp(part, "..", 2)) {
			while (to > path && *--to != '/')
				;
		} else if (n && (n > 1 || *part != '.')) {
			*to++ = '/';
			memmove(to, part, n);
			to += n;
		}
	}
	*to = '\0';
}

/* How many bytes of the folder name the root of its repository, or all: it is in none; 0: "/". */
static size_t root_length(const char *folder)
{
	const size_t all = strcmp(folder, "/") ? strlen(folder) : 0;
	char path[PATH_MAX];
	size_t n = all;

	while (snprintf(path, sizeof(path), "%.*s/.git", (int)n, folder) >= PATH_MAX ||
	       access(path, F_OK)) {
		if (!n)
			return all;
		n = (const char *)memrchr(folder, '/', n) - folder;
	}
	return n;
}

/* This folder, and how many bytes of it name the root: the same for each error of each file. */
static struct {
	char *folder;
	size_t n;
} here;

static void find_root(void)
{
	here.folder = getcwd(NULL, 0);
	here.n = here.folder ? root_length(here.folder) : 0;
}

char *git_path_from_root(const char *name)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	char *path = NULL;

	pthread_once(&once, find_root);
	if (here.folder && asprintf(&path, "%s/%s", *name == '/' ? "" : here.folder, name) >= 0) {
		shorten_path(path);
		if (!strncmp(path, here.folder, here.n) && path[here.n] == '/')
			memmove(path, path + here.n + 1, strlen(path + here.n));
	}
	return path ? path : strdup(name);
}
