// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A file that gets its name when it is whole.
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
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
#include "base/file/new_file.h"
#include "base/say/message.h"

/* Processes that may replace one file at the same time. */
#define NAMES_MAX 100

/* Files that wait, in all threads. */
static atomic_uint waiting;

/* --- names, and signals */

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

/* A process that holds the lock may be about to rename the file; two threads may look at one. */
static bool is_left_over(const char *path)
{
	AUTO_CLOSE int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	struct stat st;

	return fd >= 0 && !fstat(fd, &st) && S_ISREG(st.st_mode) &&
	       !flock(fd, LOCK_SH | LOCK_NB) && file_is_at(&st, AT_FDCWD, path);
}

void new_file_left_over(const char *target, const struct stat *replaced)
{
	AUTO_FREE char *folder = folder_of(target), *path = NULL;
	char name[TEMPORARY_NAME_MAX];

	temporary_name(name, replaced->st_ino, 0);
	path = folder ? path_join(folder, name) : NULL;
	if (path && is_left_over(path))
		cli_complain("%s: %s is there, which a killed run may have left", target, path);
}

/* Make a name by @make, which returns 0 or a negative errno. */
static int claim(struct output *out, int (*make)(struct output *out, const char *name))
{
	struct stat owner = out->was;
	int err = -EEXIST;

	if (new_file_is_first(out) && fstat(out->folder, &owner))
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
			 new_file_is_first(out) ? 0666 : 0600);
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

int new_file_open(struct output *out)
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
	const unsigned int flags = new_file_is_first(out) ? RENAME_NOREPLACE : 0;
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

int new_file_take_name(struct output *out)
{
	sigset_t before;
	int err = 0;

	if (!*out->temporary && new_file_is_first(out))
		return make_link(out, basename(out->target));
	before = block_signals();
	if (!*out->temporary)
		err = claim(out, make_link);
	if (!err)
		err = rename_to_target(out);
	allow_signals(before);
	return err;
}

void new_file_close(struct output *out)
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
