// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Where filtered bytes go.
 *
 * A regular file gets all bytes or none: they go to a new file in the same folder, which takes
 * the name of the target when it is whole and on disk.  After that the folder is synced.
 *
 * The folder is opened before the file is made, and must have the target then.  From
 * there on it is found by its descriptor: moving folders, or putting links in their
 * place, cannot lead the new file elsewhere.
 *
 * In place, the bytes are compared with those of the target as long as they are
 * the same.  The file is made only when a byte differs, so a target that needs
 * no change is not touched.
 *
 * Where the filesystem has O_TMPFILE (and /proc is there, which linkat(2)
 * needs), the new file has no name while it is written, and a killed process leaves
 * nothing.  linkat(2) cannot replace a file: so a file that replaces another one
 * gets a temporary name, and is renamed at once.  Elsewhere the file has the
 * temporary name from the start.
 *
 * The temporary name is made of the inode of the file that is replaced, and a
 * lock is held on the file (flock(2)).  So the next process that works on that
 * file finds what a killed one may have left: a file with that name, and no lock.  It is
 * named and stays, as it may be the user's; the next temporary name has a number.
 *
 * Only the caller's thread makes names.  A signal that ends the process removes them; but it
 * waits while a name becomes that of the target.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <unistd.h>
#include "base/file/directory.h"
#include "base/file/output.h"
#include "base/say/message.h"

/* Bytes that are compared at a time. */
#define COMPARED 16384

/* Processes that may replace one file at the same time. */
#define NAMES_MAX 100

/* Files that wait, in all threads. */
static atomic_uint waiting;

/* --- folders: a new name is on disk only when its folder is */

static int sync_directory(const char *path)
{
	AUTO_CLOSE int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return -errno;
	/* EINVAL: some filesystems cannot sync a directory. */
	return fsync(fd) && errno != EINVAL ? -errno : 0;
}

/* That of the files that got their names last; owned.  It is synced once for all of these. */
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

/* --- names */

/* The outputs whose temporary names a signal removes; changed only while signals are blocked. */
static struct output *named;

static const int ending_signals[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE };

static void remove_and_die(int sig)
{
	for (const struct output *out = named; out; out = out->next_named)
		unlinkat(out->folder, out->temporary, 0);
	/* SA_RESETHAND has restored the default action: the process ends. */
	raise(sig);
}

/* A signal that is ignored from the start (nohup) stays ignored. */
static void catch_signals(void)
{
	struct sigaction now, act = {
		.sa_handler = remove_and_die,
		.sa_flags = SA_RESETHAND,
	};
	static bool caught;

	if (caught)
		return;
	caught = true;
	sigemptyset(&act.sa_mask);
	for (size_t i = 0; i < ARRAY_SIZE(ending_signals); i++)
		if (!sigaction(ending_signals[i], NULL, &now) &&
		    now.sa_handler != SIG_IGN)
			sigaction(ending_signals[i], &act, NULL);
}

/* No signal ends the process, so that no name is left over.  Return: the mask before. */
static sigset_t block_signals(void)
{
	sigset_t all, before;

	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	return before;
}

static void allow_signals(sigset_t before)
{
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void temporary_name(char name[TEMPORARY_NAME_MAX], u64 inode, unsigned int number)
{
	snprintf(name, TEMPORARY_NAME_MAX,
		 number ? ".utf8check-%" PRIu64 "-%u" : ".utf8check-%" PRIu64, inode, number);
}

/* --- what a killed process has left */

bool file_is_at(const struct stat *st, int folder, const char *name)
{
	struct stat now;

	return !fstatat(folder, name, &now, AT_SYMLINK_NOFOLLOW) &&
	       same_file(&now, st);
}

/* A process that holds the lock may be about to rename the file; two threads may look at one. */
static bool is_left_over(const char *path)
{
	AUTO_CLOSE int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	struct stat st;

	return fd >= 0 && !fstat(fd, &st) && S_ISREG(st.st_mode) &&
	       !flock(fd, LOCK_SH | LOCK_NB) && file_is_at(&st, AT_FDCWD, path);
}

/* Name what a killed process may have left when it replaced a file. */
static void name_left_over(const char *target, const struct stat *replaced)
{
	AUTO_FREE char *folder = folder_of(target), *path = NULL;
	char name[TEMPORARY_NAME_MAX];

	temporary_name(name, replaced->st_ino, 0);
	path = folder ? path_join(folder, name) : NULL;
	if (path && is_left_over(path))
		cli_complain("%s: %s is there, which a killed run may have left", target, path);
}

/* Is there no file yet that the new one replaces? */
static bool is_new(const struct output *out)
{
	return !out->was.st_mode;
}

/* Make a name by @make, which returns 0 or a negative errno. */
static int claim(struct output *out, int (*make)(struct output *out, const char *name))
{
	struct stat owner = out->was;
	int err = -EEXIST;

	if (is_new(out) && fstat(out->folder, &owner))
		return -errno;
	for (unsigned int i = 0; i < NAMES_MAX && err == -EEXIST; i++) {
		temporary_name(out->temporary, owner.st_ino, i);
		err = make(out, out->temporary);
	}
	if (err)
		*out->temporary = '\0';
	return err;
}

static int make_link(struct output *out, const char *name)
{
	char file[64];

	snprintf(file, sizeof(file), "/proc/self/fd/%d", out->fd);
	return linkat(AT_FDCWD, file, out->folder, name, AT_SYMLINK_FOLLOW) ? -errno : 0;
}

/* --- the new file */

static int make_file(struct output *out, const char *name, int flags)
{
	out->fd = openat(out->folder, name, flags | O_RDWR | O_CLOEXEC,
			 is_new(out) ? 0666 : 0600);
	if (out->fd < 0)
		return -errno;
	flock(out->fd, LOCK_EX);
	return 0;
}

static int open_unnamed(struct output *out)
{
	return access("/proc/self/fd", X_OK) ? -EOPNOTSUPP : make_file(out, ".", O_TMPFILE);
}

static int make_named(struct output *out, const char *name)
{
	return make_file(out, name, O_CREAT | O_EXCL);
}

static int open_named(struct output *out)
{
	sigset_t before;
	int err;

	catch_signals();
	before = block_signals();
	err = claim(out, make_named);
	if (!err) {
		out->next_named = named;
		named = out;
	}
	allow_signals(before);
	return err;
}

static unsigned int waiting_max(void)
{
	rlim_t most = OUTPUTS_WAITING;
	struct rlimit limit;

	if (!getrlimit(RLIMIT_NOFILE, &limit) && limit.rlim_cur / 3 < most)
		most = limit.rlim_cur / 3;
	return most;
}

/*
 * Make @fd in @folder; no other user may use a file that replaces another one, until it has the
 * mode of that one.  -EAGAIN: there can be no file that waits, or no more of them.
 */
static int open_temporary(struct output *out)
{
	if (!out->ordered)
		return open_unnamed(out) ? open_named(out) : 0;
	if (waiting++ < waiting_max() && !open_unnamed(out))
		return 0;
	waiting--;
	return -EAGAIN;
}

static void forget_name(struct output *out)
{
	struct output **at = &named;

	while (*at && *at != out)
		at = &(*at)->next_named;
	if (*at)
		*at = out->next_named;
	*out->temporary = '\0';
}

static int rename_to_target(struct output *out)
{
	const unsigned int flags = is_new(out) ? RENAME_NOREPLACE : 0;
	const char *name = basename(out->target);
	int err = renameat2(out->folder, out->temporary, out->folder, name, flags) ? -errno : 0;

	/* The filesystem takes no flags: look first. */
	if (err == -EINVAL && flags)
		err = !faccessat(out->folder, name, F_OK, AT_SYMLINK_NOFOLLOW) ? -EEXIST :
		      renameat(out->folder, out->temporary, out->folder, name) ? -errno : 0;
	if (err)
		unlinkat(out->folder, out->temporary, 0);
	forget_name(out);
	return err;
}

/* Give it the name of the target, in place of the file it replaces; -EEXIST: a new one has it. */
static int take_target_name(struct output *out)
{
	sigset_t before;
	int err = 0;

	if (!*out->temporary && is_new(out))
		return make_link(out, basename(out->target));
	before = block_signals();
	if (!*out->temporary)
		err = claim(out, make_link);
	if (!err)
		err = rename_to_target(out);
	allow_signals(before);
	return err;
}

/* Close it; if it has not got the name of the target, it is gone. */
static void close_temporary(struct output *out)
{
	sigset_t before;

	if (out->fd < 0)
		return;
	before = block_signals();
	if (*out->temporary) {
		unlinkat(out->folder, out->temporary, 0);
		forget_name(out);
	}
	allow_signals(before);
	close(out->fd);
	if (out->ordered)
		waiting--;
	out->fd = -1;
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
		name_left_over(out->target, &out->was);
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
	if (!err && !is_new(out) && !file_is_at(&out->was, out->folder, basename(out->target)))
		return complain_changed(out);
	if (!err)
		err = open_temporary(out);
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

/* How many of these bytes are the same as in the target. */
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
	int err;

	/* The file is synced already, or nothing replaces the target. */
	if (!out->target || (out->old < 0 && !is_new(out)))
		return 0;
	err = out->old < 0 ? 1 : output_changes(out);
	if (err > 0)
		err = complete_file(out);
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
	if (!is_new(out))
		err = prepare_target(out);
	if (err)
		return err;
	err = take_target_name(out);
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
		close_temporary(out);
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
