// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The names in one directory; the directories of whole trees, one after the other, and the files
 * in them.
 *
 * fts(3) is not used: in glibc it treats an error amid a folder as the folder's end.
 *
 * A directory is read once.  While a walk is below it, its remaining names are in
 * memory.  Where directories are asked for, it is also kept open, and a directory is
 * opened by its name in the open directory above it, and no symbolic link is followed:
 * so moving directories meanwhile cannot lead the walk out of the tree.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "base/file/directory.h"
#include "base/say/message.h"

bool directory_include_vcs;

bool directory_is_entered(const char *name)
{
	static const char *const vcs[] = { ".git", ".hg", ".svn", ".bzr", "CVS" };

	if (directory_include_vcs)
		return true;
	for (size_t i = 0; i < ARRAY_SIZE(vcs); i++)
		if (!strcmp(name, vcs[i]))
			return false;
	return true;
}

/* Remove the names of a bare repository of Git that a walk found, not the user named. */
static void leave_bare(struct directory *d)
{
	if (directory_include_vcs || !directory_has(d, "HEAD") || !directory_has(d, "objects") ||
	    !directory_has(d, "refs"))
		return;
	directory_free(d);
	*d = (struct directory){ };
}

const char *path_slash_after(const char *folder)
{
	size_t n = strlen(folder);

	return n && folder[n - 1] != '/' ? "/" : "";
}

char *path_join(const char *folder, const char *name)
{
	char *path;

	return asprintf(&path, "%s%s%s", folder, path_slash_after(folder), name) < 0 ?
	       NULL : path;
}

char *folder_of(const char *target)
{
	const char *slash = strrchr(target, '/');

	if (!slash)
		return strdup(".");
	return slash == target ? strdup("/") : strndup(target, slash - target);
}

static bool is_dot(const char *name)
{
	return !strcmp(name, ".") || !strcmp(name, "..");
}

static unsigned char type_of(int fd, const struct dirent *entry)
{
	struct stat st;

	if (entry->d_type != DT_UNKNOWN)
		return entry->d_type;
	return fstatat(fd, entry->d_name, &st, AT_SYMLINK_NOFOLLOW) ?
		       DT_UNKNOWN : IFTODT(st.st_mode);
}

static int compare_names(const void *a, const void *b)
{
	const struct directory_name *x = a, *y = b;

	return strcmp(x->text, y->text);
}

static int name_list_add(struct name_list *l, const struct directory_name *name)
{
	const size_t n = name->length + 2;
	char *text = realloc(l->text, l->size + n);

	if (!text)
		return -ENOMEM;
	text[l->size] = name->type;
	memcpy(text + l->size + 1, name->text, n - 1);
	l->text = text;
	l->size += n;
	return 0;
}

/* The name that begins at byte *at; sets this to where the next one begins. */
static struct directory_name name_list_next(const struct name_list *l, size_t *at)
{
	const char *entry = l->text + *at;
	const struct directory_name name = {
		.text = entry + 1, .length = strlen(entry + 1), .type = *entry,
	};

	*at += name.length + 2;
	return name;
}

/* Point to the names in the list, which does not move from now on. */
static int index_names(struct directory *d)
{
	size_t at = 0, count = d->count;

	d->count = 0;
	d->names = calloc(count + 1, sizeof(*d->names));
	if (!d->names)
		return -ENOMEM;
	while (d->count < count)
		d->names[d->count++] = name_list_next(&d->list, &at);
	qsort(d->names, count, sizeof(*d->names), compare_names);
	return 0;
}

int directory_read(struct directory *d, DIR *dir)
{
	struct directory_name name;
	struct dirent *entry;
	int err = 0, index_err;

	*d = (struct directory){ };
	for (errno = 0; !err && (entry = readdir(dir)); errno = 0) {
		if (is_dot(entry->d_name))
			continue;
		name.text = entry->d_name;
		name.length = strlen(entry->d_name);
		name.type = type_of(dirfd(dir), entry);
		err = name_list_add(&d->list, &name);
		d->count += !err;
	}
	err = err ? err : -errno;
	index_err = index_names(d);
	return err ? err : index_err;
}

bool directory_has(const struct directory *d, const char *name)
{
	const struct directory_name key = { .text = name };

	return bsearch(&key, d->names, d->count, sizeof(key), compare_names);
}

/* Return: the target, to be freed; NULL and errno where the name is not a symbolic link. */
static char *read_target(int fd, const char *name)
{
	char target[PATH_MAX];
	ssize_t n = readlinkat(fd, name, target, sizeof(target));

	if (n == sizeof(target)) {
		errno = ENAMETOOLONG;
		n = -1;
	}
	return n < 0 ? NULL : strndup(target, n);
}

/*
 * Read what the symbolic links in directory @fd point to.  Return: 0 or a negative errno; the
 * others have been read even then.
 */
static int read_targets(struct directory *d, int fd)
{
	int err = 0;

	for (struct directory_name *name = d->names; name < d->names + d->count; name++) {
		if (name->type != DT_LNK)
			continue;
		name->target = read_target(fd, name->text);
		/* The link may be gone, or something else have its name. */
		if (!name->target && errno != ENOENT && errno != EINVAL)
			err = -errno;
	}
	return err;
}

void directory_free(struct directory *d)
{
	for (size_t i = 0; i < d->count; i++)
		free(d->names[i].target);
	free(d->names);
	free(d->list.text);
}

/* As open_beneath(), one name after the other, for a kernel without SYS_openat2. */
static int open_by_names(int folder, const char *path, int flags)
{
	const int how = O_PATH | O_DIRECTORY | O_CLOEXEC;
	int fd = openat(folder, *path == '/' ? "/" : ".", how);
	bool more = true;

	while (fd >= 0 && more) {
		const char *part = path + strspn(path, "/");
		AUTO_FREE char *name = *part ? strndup(part, strcspn(part, "/")) : strdup(".");
		AUTO_CLOSE int up = fd;

		path = part + strcspn(part, "/");
		more = *path;
		fd = name ? openat(up, name, (more ? how : flags) | O_NOFOLLOW) : -1;
	}
	return fd;
}

int open_beneath(int folder, const char *path, int flags)
{
	const struct open_how how = { .flags = flags, .resolve = RESOLVE_NO_SYMLINKS };
	int fd = syscall(SYS_openat2, folder, path, &how, sizeof(how));

	/* An old kernel has no such call, and a sandbox may refuse it with any errno. */
	return fd < 0 ? open_by_names(folder, path, flags) : fd;
}

bool file_is_at(const struct stat *st, int folder, const char *name)
{
	struct stat now;

	return !fstatat(folder, name, &now, AT_SYMLINK_NOFOLLOW) &&
	       same_file(&now, st);
}

/* --- trees */

void descriptors_allow(rlim_t most)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur >= most)
		return;
	limit.rlim_cur = limit.rlim_max < most ? limit.rlim_max : most;
	setrlimit(RLIMIT_NOFILE, &limit);
}

/* A level of a tree takes a descriptor. */
#define DESCRIPTORS 65536

/**
 * struct tree_level - a directory above the current one
 *
 * @up: the directory above it; or NULL.
 * @fd: the directory, or -1.
 * @length: bytes of its path.
 * @names: those of its names that the walk comes to; owned.
 * @at: where the next of them is.
 */
struct tree_level {
	struct tree_level *up;
	int fd;
	size_t length;
	struct name_list names;
	size_t at;
};

void tree_walk_start(struct tree_walk *w, char **trees, bool keep_open)
{
	*w = (struct tree_walk){ .trees = trees, .keep_open = keep_open };
	descriptors_allow(DESCRIPTORS);
}

static void leave_level(struct tree_walk *w)
{
	struct tree_level *level = w->level;

	w->level = level->up;
	descriptor_close(&level->fd);
	free(level->names.text);
	free(level);
}

void tree_walk_end(struct tree_walk *w)
{
	while (w->level)
		leave_level(w);
	free(w->path);
	w->path = NULL;
}

/* Does the walk come to this name? */
static bool is_to_come(const struct tree_walk *w, const struct directory_name *name)
{
	return w->takes || (name->type == DT_DIR && directory_is_entered(name->text));
}

/* The names in @f come next. */
static int descend(struct tree_walk *w, const struct folder *f, int fd)
{
	struct tree_level *level = malloc(sizeof(*level));
	const struct directory_name *name = f->names.names;
	int err = 0;

	if (!level)
		return -ENOMEM;
	*level = (struct tree_level){ .up = w->level, .fd = -1, .length = strlen(w->path) };
	w->level = level;
	for (; !err && name < f->names.names + f->names.count; name++)
		if (is_to_come(w, name))
			err = name_list_add(&level->names, name);
	if (!err && !w->takes) {
		level->fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
		err = level->fd < 0 ? -errno : 0;
	}
	if (err)
		leave_level(w);
	return err;
}

/* @fd is an open directory, which is closed; or -1, and errno says why. */
static int read_folder(struct tree_walk *w, struct folder *f, int fd)
{
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	int err = -errno, links_err, below_err;

	if (!dir) {
		descriptor_close(&fd);
		return err;
	}
	err = directory_read(&f->names, dir);
	if (w->level)
		leave_bare(&f->names);
	links_err = w->takes ? 0 : read_targets(&f->names, fd);
	below_err = descend(w, f, fd);
	if (w->keep_open)
		f->fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
	if (!below_err && w->keep_open && f->fd < 0)
		below_err = -errno;
	closedir(dir);
	return err ?: below_err ?: links_err;
}

/* Read the folder at the path, whose name in the folder above it is @name. */
static int enter_folder(struct tree_walk *w, struct folder *f, const char *name)
{
	const int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
	const struct tree_level *level = w->level;

	if (!level || level->fd < 0)
		return read_folder(w, f, open(w->path, flags | (level ? O_NOFOLLOW : 0)));
	return read_folder(w, f, open_beneath(level->fd, name, flags));
}

/* @name after the path of the current folder. */
static int set_path(struct tree_walk *w, const char *name)
{
	char *path;

	if (w->level)
		w->path[w->level->length] = '\0';
	path = w->level ? path_join(w->path, name) : strdup(name);
	if (!path)
		return -ENOMEM;
	free(w->path);
	w->path = path;
	return 0;
}

/* Go to the next name.  Return: 1; 0 at the end; a negative errno. */
static int next_name(struct tree_walk *w, struct directory_name *name)
{
	while (w->level && w->level->at == w->level->names.size)
		leave_level(w);
	if (w->level) {
		*name = name_list_next(&w->level->names, &w->level->at);
	} else if (*w->trees) {
		*name = (struct directory_name){ .text = *w->trees++ };
	} else {
		return 0;
	}
	return set_path(w, name->text) ? -ENOMEM : 1;
}

bool tree_walk_next(struct tree_walk *w, struct folder *f)
{
	struct directory_name name;
	int err = next_name(w, &name);

	*f = (struct folder){ .fd = -1 };
	if (!err)
		return false;
	f->path = err < 0 ? NULL : strdup(w->path);
	f->err = f->path ? enter_folder(w, f, name.text) : -ENOMEM;
	return true;
}

const char *tree_walk_file(struct tree_walk *w)
{
	struct directory_name name;
	struct folder f;
	int went;	/* 1: go on with the name; 0: it is done, or left out; a negative errno */

	while ((went = next_name(w, &name))) {
		if (went > 0 && w->level)
			went = w->takes(w->context, w->path, &name);
		if (went > 0 && name.type == DT_REG)
			return w->path;
		f = (struct folder){ .fd = -1 };
		if (went > 0)
			went = enter_folder(w, &f, name.text);
		directory_free(&f.names);
		if (went) {
			cli_complain_errno(went, "%s", w->path ? w->path : name.text);
			w->trouble = true;
		}
	}
	return NULL;
}

void folder_free(struct folder *f)
{
	directory_free(&f->names);
	descriptor_close(&f->fd);
	free(f->path);
}

int folder_complain(const struct folder *f, int err)
{
	return cli_trouble(err, f->path ? f->path : "");
}
