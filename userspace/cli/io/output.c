// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Where filtered bytes go.
 *
 * In place: the bytes go to a temporary file in the directory of the target, so
 * that rename does not cross filesystems.  The temporary file gets the owner
 * and the mode of the target before it gets the name, is on disk before it
 * replaces the target, and the directory is synced after that.
 *
 * A signal that ends the process removes all temporary files.  Threads make
 * such files too, but only the caller's thread gets signals.  So the handler
 * waits until no thread has made a file and not yet put its name on the list;
 * from then on no thread makes such a file.
 */
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cli.h"
#include "io/output.h"

/* The files that a signal handler must remove; NULL in a place without one. */
typedef _Atomic(char *) removable_name;
static removable_name one_place;
static removable_name *removable = &one_place;
static size_t places = 1;

/* How many threads change the list now; and whether no other thread may. */
static atomic_uint changing;
static atomic_bool dying;

static const int ending_signals[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM };

static void remove_and_die(int sig)
{
	size_t i;
	char *name;

	dying = true;
	while (changing)
		poll(NULL, 0, 1);
	for (i = 0; i < places; i++) {
		name = removable[i];
		if (name)
			unlink(name);
	}
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
	size_t i;

	sigemptyset(&act.sa_mask);
	for (i = 0; i < U8C_ARRAY_SIZE(ending_signals); i++)
		if (!sigaction(ending_signals[i], NULL, &now) &&
		    now.sa_handler != SIG_IGN)
			sigaction(ending_signals[i], &act, NULL);
}

/*
 * Begin to change the list.  Signals are blocked: a handler that ran in this
 * thread would wait for itself.  Return: false when a signal ends the process.
 */
static bool begin_change(sigset_t *before)
{
	sigset_t set;
	size_t i;

	sigemptyset(&set);
	for (i = 0; i < U8C_ARRAY_SIZE(ending_signals); i++)
		sigaddset(&set, ending_signals[i]);
	pthread_sigmask(SIG_BLOCK, &set, before);
	changing++;
	return !dying;
}

static void end_change(const sigset_t *before)
{
	changing--;
	pthread_sigmask(SIG_SETMASK, before, NULL);
}

bool output_places(size_t n)
{
	removable_name *more = calloc(n, sizeof(*more));

	if (!more)
		return false;
	removable = more;
	places = n;
	return true;
}

static int failed(int err, const char *name)
{
	cli_complain_errno(err, "%s", name);
	return err;
}

/* All threads have the same standard output: fstat(2) is called once. */
static struct stat standard;
static int standard_err;

static void ask_standard(void)
{
	standard_err = fstat(STDOUT_FILENO, &standard) ? -errno : 0;
}

static int refuse_same_file(const struct output *out, const struct input *in)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	struct stat st;
	int err;

	if (out->fd == STDOUT_FILENO) {
		pthread_once(&once, ask_standard);
		st = standard;
		err = standard_err;
	} else {
		err = fstat(out->fd, &st) ? -errno : 0;
	}
	if (err)
		return failed(err, out->name);
	if (!S_ISREG(st.st_mode) || st.st_dev != in->stat.st_dev ||
	    st.st_ino != in->stat.st_ino)
		return 0;
	cli_complain("%s: is both input and output; use --in-place", in->name);
	return -EINVAL;
}

void output_begin(struct output *out)
{
	*out = (struct output){ .name = "standard output", .fd = STDOUT_FILENO };
}

int output_standard(struct output *out, const struct input *in)
{
	output_begin(out);
	return refuse_same_file(out, in);
}

int output_ordered(struct output *out, const struct input *in, struct ordered_output *ordered,
		 size_t room)
{
	int err = output_standard(out, in);

	out->ordered = ordered;
	out->room = room;
	return err;
}

/* The file is emptied only when it is known not to be the input. */
int output_file(struct output *out, const char *name, const struct input *in)
{
	int err;

	*out = (struct output){ .name = name };
	out->fd = open(name, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
	if (out->fd < 0)
		return failed(-errno, name);
	err = refuse_same_file(out, in);
	/* EINVAL: a pipe or a device, which need not be emptied. */
	if (!err && ftruncate(out->fd, 0) && errno != EINVAL)
		err = failed(-errno, name);
	if (err)
		close(out->fd);
	return err;
}

static char *temporary_beside(const char *target)
{
	static const char pattern[] = "/.utf8check-XXXXXX";
	char *folder = strdup(target), *name = NULL;

	if (folder && asprintf(&name, "%s%s", dirname(folder), pattern) < 0)
		name = NULL;
	free(folder);
	return name;
}

static int create_temporary(struct output *out)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	sigset_t before;
	int err = -EINTR;

	out->temporary = temporary_beside(out->target);
	if (!out->temporary)
		return -ENOMEM;
	pthread_once(&once, catch_signals);
	if (begin_change(&before)) {
		out->fd = mkostemp(out->temporary, O_CLOEXEC);
		err = out->fd < 0 ? -errno : 0;
		if (!err)
			removable[out->place] = out->temporary;
	}
	end_change(&before);
	return err;
}

/* The temporary file has been renamed or removed. */
static void forget_temporary(struct output *out)
{
	sigset_t before;

	if (begin_change(&before)) {
		removable[out->place] = NULL;
		free(out->temporary);
	}
	out->temporary = NULL;
	end_change(&before);
}

/* The owner comes first: a new owner clears the set-user-id bits. */
static int keep_owner_and_mode(struct output *out, const struct input *in)
{
	if (fchown(out->fd, in->stat.st_uid, in->stat.st_gid))
		return -errno;
	if (fchmod(out->fd, in->stat.st_mode & 07777))
		return -errno;
	return 0;
}

int output_in_place(struct output *out, const struct input *in, size_t place)
{
	int err;

	*out = (struct output){ .name = in->name, .fd = -1, .place = place };
	if (!strcmp(in->name, "-") || !S_ISREG(in->stat.st_mode)) {
		cli_complain("%s: --in-place needs a regular file", in->name);
		return -EINVAL;
	}
	out->target = realpath(in->name, NULL);
	if (!out->target)
		return failed(-errno, in->name);
	err = create_temporary(out);
	if (!err)
		err = keep_owner_and_mode(out, in);
	if (!err)
		return 0;
	failed(err, out->temporary ? out->temporary : in->name);
	output_abandon(out);
	return err;
}

static int write_on_sheet(struct output *out, const void *p, size_t n)
{
	out->full = ordered_output_length(out->ordered) + n > out->room;
	if (out->full)
		return -ENOSPC;
	fwrite(p, 1, n, out->ordered->to);
	return 0;
}

int output_write(struct output *out, const void *p, size_t n)
{
	const char *next = p;
	ssize_t wrote;

	if (out->ordered)
		return write_on_sheet(out, p, n);
	while (n) {
		wrote = write(out->fd, next, n);
		if (wrote < 0 && errno == EINTR)
			continue;
		if (wrote < 0) {
			out->failed = out->fd == STDOUT_FILENO;
			return failed(-errno, out->name);
		}
		next += wrote;
		n -= wrote;
	}
	return 0;
}

static int sync_directory(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), err = 0;

	if (fd < 0)
		return -errno;
	/* EINVAL: some filesystems cannot sync a directory. */
	if (fsync(fd) && errno != EINVAL)
		err = -errno;
	close(fd);
	return err;
}

/*
 * The directory of the files that were replaced last; owned.  A new name is on
 * disk only when its directory is.  The directory is synced once for all files
 * in it that follow one another.
 */
static char *unsynced;

int output_end(void)
{
	int err;

	if (!unsynced)
		return 0;
	err = sync_directory(unsynced);
	if (err)
		failed(err, unsynced);
	free(unsynced);
	unsynced = NULL;
	return err;
}

static int note_directory(const char *target)
{
	char *name = strdup(target), *folder;
	int err = 0;

	if (!name)
		return failed(-ENOMEM, target);
	folder = dirname(name);
	if (!unsynced || strcmp(unsynced, folder)) {
		err = output_end();
		unsynced = strdup(folder);
		if (!unsynced)
			err = failed(-ENOMEM, target);
	}
	free(name);
	return err;
}

static int sync_temporary(struct output *out)
{
	int err = 0;

	if (out->fd < 0)
		return 0;
	if (fsync(out->fd))
		err = -errno;
	if (close(out->fd) && !err)
		err = -errno;
	out->fd = -1;
	return err;
}

int output_sync(struct output *out)
{
	int err = sync_temporary(out);

	if (!err)
		return 0;
	failed(err, out->name);
	output_abandon(out);
	return err;
}

static int replace_target(struct output *out)
{
	int err = sync_temporary(out);

	if (!err && rename(out->temporary, out->target))
		err = -errno;
	if (err)
		return err;
	forget_temporary(out);
	return 0;
}

int output_commit(struct output *out)
{
	int err = 0;

	if (out->target)
		err = replace_target(out);
	else if (out->fd != STDOUT_FILENO && close(out->fd))
		err = -errno;
	if (err)
		failed(err, out->name);
	else if (out->target)
		err = note_directory(out->target);
	if (out->temporary)
		output_abandon(out);
	free(out->target);
	out->target = NULL;
	return err;
}

void output_abandon(struct output *out)
{
	if (out->fd >= 0 && out->target)
		close(out->fd);
	/* A file that was not made has no name in the list. */
	if (out->temporary && removable[out->place])
		unlink(out->temporary);
	if (out->temporary)
		forget_temporary(out);
	free(out->target);
	out->target = NULL;
}
