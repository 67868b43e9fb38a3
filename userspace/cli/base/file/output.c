// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Where filtered bytes go.
 *
 * A regular file gets all bytes or none: they go to a new file (new_file.h) in the same folder,
 * which takes the name of the target when it is whole and on disk.  After that the folder is synced.
 *
 * The folder is opened before the file is made, and must have the target then.  From
 * there on it is found by its descriptor: moving folders, or putting links in their
 * place, cannot lead the new file elsewhere.
 *
 * In place, the bytes are compared with those of the target as long as they are
 * the same.  The file is made only when a byte differs, so a target that needs
 * no change is not touched.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <unistd.h>
#include "base/file/new_file.h"
#include "base/say/message.h"

/* Bytes that are compared at a time. */
#define COMPARED 16384

/* --- folders: a new name is on disk only when its folder is */

static int sync_directory(const char *path)
{
	AUTO_CLOSE int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return -errno;
	/* EINVAL: some filesystems cannot sync a directory. */
	return fsync(fd) && errno != EINVAL ? -errno : 0;
}

/* The folder in which files got names last, which is not yet synced; owned. */
static char *unsynced;

int folder_sync_now(void)
{
	int err;

	if (!unsynced)
		return 0;
	err = sync_directory(unsynced);
	if (err)
		cli_failed(err, unsynced);
	free(unsynced);
	unsynced = NULL;
	return err;
}

int folder_sync_later(const char *target)
{
	AUTO_FREE char *folder = folder_of(target);
	int err;

	if (!folder)
		return cli_failed(-ENOMEM, target);
	if (unsynced && !strcmp(unsynced, folder))
		return 0;
	err = folder_sync_now();
	unsynced = folder;
	folder = NULL;
	return err;
}

/* --- opening */

static int refuse_same_file(const struct stat *st, const struct input *in)
{
	if (!S_ISREG(st->st_mode) || !same_file(st, &in->stat))
		return 0;
	cli_complain("%s: is both input and output; use --in-place", in->name);
	return -EINVAL;
}

static int open_standard(struct output *out, const struct input *in)
{
	struct stat st;

	out->name = "standard output";
	out->fd = STDOUT_FILENO;
	return fstat(STDOUT_FILENO, &st) ? cli_failed(-errno, out->name) : refuse_same_file(&st, in);
}

/* "SUFFIX" after the target; NULL where none was asked for, or without memory. */
static char *backup_name(const struct output *out)
{
	const char *suffix = out->request->suffix;
	char *name;

	if (!suffix || asprintf(&name, "%s%s", out->target, suffix) < 0)
		return NULL;
	return name;
}

/*
 * A killed run may have made the backup, which is a link, and not yet replaced
 * the target.
 */
static int refuse_links(const struct output *out)
{
	AUTO_FREE char *backup = backup_name(out);
	nlink_t links = out->was.st_nlink;

	if (backup && file_is_at(&out->was, AT_FDCWD, backup))
		links--;
	if (links <= 1 || out->request->break_links)
		return 0;
	cli_complain("%s: has %lu links; --break-links replaces this one only, and leaves the others as they are",
		     out->name, (unsigned long)links);
	return -EMLINK;
}

/* The target is there, and is to be replaced. */
static int open_replacement(struct output *out)
{
	int err;

	out->target = realpath(out->name, NULL);
	if (!out->target)
		return cli_failed(-errno, out->name);
	err = refuse_links(out);
	if (!err)
		new_file_left_over(out->target, &out->was);
	return err;
}

static int complain_changed(const struct output *out)
{
	cli_complain("%s: was changed meanwhile by another process, and is not replaced",
		     out->name);
	return -ESTALE;
}

/* Return: 0; a negative errno. */
static int open_folder_of(struct output *out)
{
	AUTO_FREE char *folder = folder_of(out->target);

	errno = ENOMEM;
	out->folder = folder ? open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;
	return out->folder < 0 ? -errno : 0;
}

static int begin_file(struct output *out)
{
	int err;

	if (out->request->dry_run) {
		out->fd = memfd_create("", MFD_CLOEXEC);
		return out->fd < 0 ? cli_failed(-errno, out->name) : 0;
	}
	err = open_folder_of(out);
	if (!err && !new_file_is_first(out) && !file_is_at(&out->was, out->folder, basename(out->target)))
		return complain_changed(out);
	if (!err)
		err = new_file_open(out);
	if (out->ordered && (err == -EAGAIN || err == -EMFILE))
		out->state = OUTPUT_LATER;
	else if (err == -EACCES)
		cli_complain_errno(err, "%s: no new file can be made in its folder", out->name);
	else if (err)
		cli_failed(err, out->name);
	return err;
}

static int open_in_place(struct output *out, const struct input *in)
{
	if (!strcmp(in->name, "-") || !S_ISREG(in->stat.st_mode)) {
		cli_complain("%s: %s needs a regular file", in->name, output_option(out->request));
		return -EINVAL;
	}
	out->name = in->name;
	out->was = in->stat;
	out->old = in->fd;
	out->state = OUTPUT_COMPARES;
	return open_replacement(out);
}

/* A user who may not write to a file must not replace it, though the kernel allows that. */
static int open_existing(struct output *out, const struct input *in)
{
	int err = refuse_same_file(&out->was, in);

	if (err)
		return err;
	out->old = open(out->name, O_WRONLY | O_CLOEXEC | O_NOCTTY);
	if (out->old < 0)
		return cli_failed(-errno, out->name);
	err = open_replacement(out);
	return err ? err : begin_file(out);
}

static int open_new(struct output *out)
{
	struct stat st;

	if (!lstat(out->name, &st)) {
		cli_complain("%s: is a symbolic link that leads to no file", out->name);
		return -ENOENT;
	}
	out->target = strdup(out->name);
	return out->target ? begin_file(out) : cli_failed(-ENOMEM, out->name);
}

static int open_target(struct output *out, const struct input *in)
{
	out->name = out->request->target;
	if (stat(out->name, &out->was))
		return errno == ENOENT ? open_new(out) : cli_failed(-errno, out->name);
	if (S_ISREG(out->was.st_mode))
		return open_existing(out, in);
	/* A pipe or a device. */
	out->fd = open(out->name, O_WRONLY | O_CLOEXEC | O_NOCTTY);
	return out->fd < 0 ? cli_failed(-errno, out->name) : 0;
}

int output_open(struct output *out, const struct output_request *request,
		const struct input *in, struct ordered_output *ordered)
{
	int err;

	*out = OUTPUT_NONE;
	out->request = request;
	out->ordered = ordered;
	err = request->in_place ? open_in_place(out, in) :
	      request->target ? open_target(out, in) : open_standard(out, in);
	if (err)
		output_abandon(out);
	return err;
}

/* --- writing */

static int write_ordered(struct output *out, const void *p, size_t n)
{
	if (!ordered_output_has_room(out->ordered, n))
		return -ENOSPC;
	/* If @n is 0, @p may be NULL, which fwrite(3) does not allow. */
	if (n)
		fwrite(p, 1, n, out->ordered->to);
	return 0;
}

/* Copy the bytes that were the same from the target. */
static int copy_same(struct output *out)
{
	off_t at = 0;
	ssize_t did;

	while (at < out->same) {
		did = TEMP_FAILURE_RETRY(sendfile(out->fd, out->old, &at, out->same - at));
		if (did < 0)
			return cli_failed(-errno, out->name);
		/* The target has become shorter: output_commit() finds that it changed. */
		if (!did)
			break;
	}
	return 0;
}

/* The next byte differs. */
static int begin_to_differ(struct output *out)
{
	int err;

	out->state = OUTPUT_WRITES;
	err = out->target ? begin_file(out) : 0;
	return err || out->fd < 0 ? err : copy_same(out);
}

/* How many of these bytes are known to be the same: whole pieces. */
static size_t count_same(struct output *out, const char *p, size_t n)
{
	char old[COMPARED];
	size_t same = 0, part;
	ssize_t got;

	while (same < n) {
		part = n - same < COMPARED ? n - same : COMPARED;
		got = TEMP_FAILURE_RETRY(pread(out->old, old, part, out->same));
		if (got <= 0 || memcmp(old, p + same, got))
			break;
		out->same += got;
		same += got;
	}
	return same;
}

int output_write(struct output *out, const void *p, size_t n)
{
	const char *next = p, *end = next + n;
	ssize_t wrote;
	int err = 0;

	if (out->ordered && !out->target)
		return write_ordered(out, p, n);
	if (out->fd == STDOUT_FILENO) {
		cli_flush();
		cli_wrote(p, n);
	}
	if (out->state == OUTPUT_COMPARES) {
		next += count_same(out, p, n);
		err = next < end ? begin_to_differ(out) : 0;
	}
	while (!err && next < end && out->fd >= 0) {
		wrote = TEMP_FAILURE_RETRY(write(out->fd, next, end - next));
		/* Of standard output, the end of the command says so. */
		if (wrote < 0 && out->fd == STDOUT_FILENO) {
			cli_output_error = errno;
			return -errno;
		}
		if (wrote < 0)
			return cli_failed(-errno, out->name);
		next += wrote;
	}
	return err;
}

/* --- the end */

bool output_is_same(const struct stat *a, const struct stat *b)
{
	return same_file(a, b) && a->st_size == b->st_size &&
	       a->st_ctim.tv_sec == b->st_ctim.tv_sec &&
	       a->st_ctim.tv_nsec == b->st_ctim.tv_nsec;
}

/* All bytes were the same so far: does the old file end there, too? */
bool output_is_unchanged(const struct output *out)
{
	char c;

	return out->state == OUTPUT_COMPARES && !pread(out->old, &c, 1, out->same);
}

int output_changes(struct output *out)
{
	int err;

	if (output_is_unchanged(out))
		return 0;
	err = out->state == OUTPUT_COMPARES ? begin_to_differ(out) : 0;
	return err ? err : 1;
}

int output_reread(const struct output *out, struct input *in)
{
	*in = (struct input){ .name = out->name, .fd = out->fd };
	if (fstat(in->fd, &in->stat) || lseek(in->fd, 0, SEEK_SET))
		return cli_failed(-errno, out->name);
	return 0;
}

void output_only_compare(struct output *out, const struct input *in)
{
	*out = OUTPUT_NONE;
	out->name = in->name;
	out->old = in->fd;
	out->state = OUTPUT_COMPARES;
}

static int complete_file(struct output *out)
{
	int err = 0;

	if (out->old >= 0)
		err = attributes_copy(out->fd, out->old, &out->was, out->name);
	if (!err && fsync(out->fd))
		err = cli_failed(-errno, out->name);
	return err;
}

static void forget_old(struct output *out)
{
	if (out->old >= 0 && out->request && !out->request->in_place)
		close(out->old);
	out->old = -1;
}

int output_sync(struct output *out)
{
	int changes, err;

	/* Without an old file: forget_old() was called, so the file is synced already. */
	if (!out->target || (out->old < 0 && !new_file_is_first(out)))
		return 0;
	changes = out->old < 0 ? 1 : output_changes(out);
	err = changes > 0 ? complete_file(out) : changes;
	forget_old(out);
	if (err)
		output_abandon(out);
	return err;
}

/* A link keeps the old file, with all that is attached to it, under another name. */
static int keep_backup(const struct output *out)
{
	AUTO_FREE char *name = backup_name(out);

	if (!out->request->suffix)
		return 0;
	if (!name)
		return cli_failed(-ENOMEM, out->name);
	if (!linkat(out->folder, basename(out->target), out->folder, basename(name), 0) ||
	    (errno == EEXIST && file_is_at(&out->was, out->folder, basename(name))))
		return 0;
	return cli_failed(-errno, name);
}

/* The target is still what it was; then it gets a backup, where that is asked for. */
static int prepare_target(const struct output *out)
{
	struct stat now;

	if (fstatat(out->folder, basename(out->target), &now, AT_SYMLINK_NOFOLLOW) ||
	    !output_is_same(&now, &out->was))
		return complain_changed(out);
	return keep_backup(out);
}

static int commit_target(struct output *out)
{
	int err = output_sync(out);

	if (err || out->fd < 0)
		return err;
	if (!new_file_is_first(out))
		err = prepare_target(out);
	if (err)
		return err;
	err = new_file_take_name(out);
	out->replaced = !err;
	return err ? cli_failed(err, out->name) : folder_sync_later(out->target);
}

int output_commit(struct output *out)
{
	int err = 0;

	if (out->target) {
		err = commit_target(out);
	} else if (out->fd >= 0 && out->fd != STDOUT_FILENO) {
		if (close(out->fd))
			err = cli_failed(-errno, out->name);
		out->fd = -1;
	}
	output_abandon(out);
	return err;
}

void output_abandon(struct output *out)
{
	forget_old(out);
	if (out->target)
		new_file_close(out);
	else if (out->fd >= 0 && out->fd != STDOUT_FILENO)
		close(out->fd);
	descriptor_close(&out->folder);
	out->folder = -1;
	free(out->target);
	out->target = NULL;
}

bool output_take_suffix(void *to, const char *word)
{
	struct output_request *request = to;

	request->suffix = word;
	if (!word || (*word && !strchr(word, '/')))
		return true;
	return cli_complain("--in-place='%s': a suffix has at least one character, and no slash", word);
}
