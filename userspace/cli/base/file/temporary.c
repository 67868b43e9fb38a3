// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A file that is written under no name, or under a name of its own, and then
 * gets the name of its target.
 *
 * Where the filesystem has O_TMPFILE (and /proc is there, which linkat(2)
 * needs), the file has no name while it is written, and a killed process leaves
 * nothing.  linkat(2) cannot replace a file: so a file that replaces another one
 * gets a temporary name, and is renamed at once.  Elsewhere the file has the
 * temporary name from the start.
 *
 * The temporary name is made of the inode of the file that is replaced, and a
 * lock is held on the file (flock(2)).  So the next process that works on that
 * file finds what a killed one may have left: a file with that name, and no lock.  It is
 * named and stays, as it may be the user's; the next temporary name has a number.
 *
 * All names are made in the open folder, so another folder that takes its place
 * meanwhile does not matter.
 *
 * Only the caller's thread makes names, and only one at a time.  A signal that
 * ends the process removes that one, or waits until it is the target.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
#include "base/say/message.h"
#include "base/file/directory.h"
#include "base/file/output.h"

char *folder_of(const char *target)
{
	const char *slash = strrchr(target, '/');

	if (!slash)
		return strdup(".");
	return slash == target ? strdup("/") : strndup(target, slash - target);
}

static int sync_directory(const char *path)
{
	AUTO_CLOSE int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return -errno;
	/* EINVAL: some filesystems cannot sync a directory. */
	return fsync(fd) && errno != EINVAL ? -errno : 0;
}

/*
 * The directory of the files that got their names last; owned.  A new name is on
 * disk only when its directory is.  The directory is synced once for all files
 * in it that follow one another.
 */
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

/* Processes that may replace one file at the same time. */
#define NAMES_MAX 100

/* Files that wait, in all threads: each takes a descriptor, and one for its folder. */
#define WAITING_MAX 8192
static atomic_uint waiting;

/* What a signal handler must remove, or NULL; and in which folder. */
static _Atomic(const char *) removable;
static atomic_int removable_folder;

static const int ending_signals[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE };

static void remove_and_die(int sig)
{
	const char *name = removable;

	if (name)
		unlinkat(removable_folder, name, 0);
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
	size_t i;

	if (caught)
		return;
	caught = true;
	sigemptyset(&act.sa_mask);
	for (i = 0; i < ARRAY_SIZE(ending_signals); i++)
		if (!sigaction(ending_signals[i], NULL, &now) &&
		    now.sa_handler != SIG_IGN)
			sigaction(ending_signals[i], &act, NULL);
}

/* Until allow_signals() no signal ends the process, so that no name is left over. */
static void block_signals(sigset_t *before)
{
	sigset_t all;

	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, before);
}

static void allow_signals(const sigset_t *before)
{
	pthread_sigmask(SIG_SETMASK, before, NULL);
}

/* The temporary name number @i; NULL when there is no memory. */
static char *name_for(unsigned long long inode, unsigned int i)
{
	char *name;

	return asprintf(&name, i ? ".utf8check-%llu-%u" : ".utf8check-%llu", inode, i) < 0 ?
	       NULL : name;
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

void temporary_name_left(const char *target, const struct stat *replaced)
{
	AUTO_FREE char *folder = folder_of(target), *name = name_for(replaced->st_ino, 0);
	AUTO_FREE char *path = folder && name ? path_join(folder, name) : NULL;

	if (path && is_left_over(path))
		cli_complain("%s: %s is there, which a killed run may have left", target, path);
}

/* --- names */

/* Make a name by @make, which returns 0 or a negative errno. */
static int claim(struct output *out, int (*make)(struct output *out, const char *name))
{
	struct stat folder;
	int err = -EEXIST;
	unsigned int i;
	char *name;

	if (output_is_new(out) && fstat(out->folder, &folder))
		return -errno;
	for (i = 0; i < NAMES_MAX && err == -EEXIST; i++) {
		name = name_for(output_is_new(out) ? folder.st_ino : out->was.st_ino, i);
		if (!name)
			return -ENOMEM;
		err = make(out, name);
		if (err)
			free(name);
		else
			out->temporary = name;
	}
	return err;
}

static int make_link(struct output *out, const char *name)
{
	char file[64];

	snprintf(file, sizeof(file), "/proc/self/fd/%d", out->fd);
	return linkat(AT_FDCWD, file, out->folder, name, AT_SYMLINK_FOLLOW) ? -errno : 0;
}

/* --- opening */

static int make_file(struct output *out, const char *name, int flags)
{
	out->fd = openat(out->folder, name, flags | O_RDWR | O_CLOEXEC,
			 output_is_new(out) ? 0666 : 0600);
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
	block_signals(&before);
	err = claim(out, make_named);
	removable_folder = out->folder;
	removable = out->temporary;
	allow_signals(&before);
	return err;
}

static unsigned int waiting_max(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur > 3 * WAITING_MAX)
		return WAITING_MAX;
	return limit.rlim_cur / 3;
}

static int open_waiting(struct output *out)
{
	if (waiting++ < waiting_max() && !open_unnamed(out))
		return 0;
	waiting--;
	return -EAGAIN;
}

int temporary_open(struct output *out)
{
	if (out->request->waits)
		return open_waiting(out);
	return open_unnamed(out) ? open_named(out) : 0;
}

void descriptors_allow(rlim_t most)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur >= most)
		return;
	limit.rlim_cur = limit.rlim_max < most ? limit.rlim_max : most;
	setrlimit(RLIMIT_NOFILE, &limit);
}

void temporary_allow_many(void)
{
	descriptors_allow(3 * WAITING_MAX);
}

/* --- the name of the target */

static void forget_name(struct output *out)
{
	removable = NULL;
	free(out->temporary);
	out->temporary = NULL;
}

static int rename_to_target(struct output *out, unsigned int flags)
{
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

int temporary_replace(struct output *out)
{
	sigset_t before;
	int err = 0;

	block_signals(&before);
	if (!out->temporary)
		err = claim(out, make_link);
	if (!err)
		err = rename_to_target(out, 0);
	allow_signals(&before);
	return err;
}

int temporary_take_name(struct output *out)
{
	sigset_t before;
	int err;

	if (!out->temporary)
		return make_link(out, basename(out->target));
	block_signals(&before);
	err = rename_to_target(out, RENAME_NOREPLACE);
	allow_signals(&before);
	return err;
}

void temporary_close(struct output *out)
{
	sigset_t before;

	if (out->fd < 0)
		return;
	block_signals(&before);
	if (out->temporary) {
		unlinkat(out->folder, out->temporary, 0);
		forget_name(out);
	}
	allow_signals(&before);
	close(out->fd);
	if (out->request->waits)
		waiting--;
	out->fd = -1;
}
