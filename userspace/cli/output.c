// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Where filtered bytes go.
 *
 * In place: the bytes go to a temporary file beside the target, so that rename
 * does not cross filesystems; it gets owner and mode before it gets its name,
 * is on disk before it replaces anything, and the folder is synced after.
 */
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cli.h"
#include "output.h"

/* What a signal handler must remove; NULL when nothing. */
static _Atomic(char *) removable;

static const int ending_signals[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM };

static void remove_and_die(int sig)
{
	char *name = removable;

	if (name)
		unlink(name);
	/* The default action was restored (SA_RESETHAND): die of it. */
	raise(sig);
}

/* A signal that the caller chose to ignore (nohup) stays ignored. */
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

/* Block or unblock them: no temporary file is without a name in @removable. */
static void block_signals(int how)
{
	sigset_t set;
	size_t i;

	sigemptyset(&set);
	for (i = 0; i < U8C_ARRAY_SIZE(ending_signals); i++)
		sigaddset(&set, ending_signals[i]);
	sigprocmask(how, &set, NULL);
}

static int failed(int err, const char *name)
{
	cli_complain_errno(err, "%s", name);
	return err;
}

static int refuse_same_file(const struct output *out, const struct input *in)
{
	struct stat st;

	if (fstat(out->fd, &st))
		return failed(-errno, out->name);
	if (!S_ISREG(st.st_mode) || st.st_dev != in->stat.st_dev ||
	    st.st_ino != in->stat.st_ino)
		return 0;
	cli_complain("%s: is both input and output; use --in-place", in->name);
	return -EINVAL;
}

int output_standard(struct output *out, const struct input *in)
{
	*out = (struct output){ .name = "standard output", .fd = STDOUT_FILENO };
	return refuse_same_file(out, in);
}

/* Emptied only when it is known not to be the input. */
int output_file(struct output *out, const char *name, const struct input *in)
{
	int err;

	*out = (struct output){ .name = name };
	out->fd = open(name, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
	if (out->fd < 0)
		return failed(-errno, name);
	err = refuse_same_file(out, in);
	/* A pipe or a device cannot be emptied, and need not be: EINVAL. */
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
	out->temporary = temporary_beside(out->target);
	if (!out->temporary)
		return -ENOMEM;
	catch_signals();
	block_signals(SIG_BLOCK);
	out->fd = mkostemp(out->temporary, O_CLOEXEC);
	if (out->fd >= 0)
		removable = out->temporary;
	block_signals(SIG_UNBLOCK);
	return out->fd < 0 ? -errno : 0;
}

/* The owner first: to change it takes set-user-id bits away. */
static int keep_owner_and_mode(struct output *out, const struct input *in)
{
	if (fchown(out->fd, in->stat.st_uid, in->stat.st_gid))
		return -errno;
	if (fchmod(out->fd, in->stat.st_mode & 07777))
		return -errno;
	return 0;
}

int output_in_place(struct output *out, const struct input *in)
{
	int err;

	*out = (struct output){ .name = in->name, .fd = -1 };
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

int output_write(struct output *out, const void *p, size_t n)
{
	const char *next = p;
	ssize_t wrote;

	while (n) {
		wrote = write(out->fd, next, n);
		if (wrote < 0 && errno == EINTR)
			continue;
		if (wrote < 0)
			return failed(-errno, out->name);
		next += wrote;
		n -= wrote;
	}
	return 0;
}

/* The new name is on disk only when its folder is. */
static int sync_folder(const char *target)
{
	char *folder = strdup(target);
	int fd, err = 0;

	if (!folder)
		return -ENOMEM;
	fd = open(dirname(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	free(folder);
	if (fd < 0)
		return -errno;
	/* Some filesystems cannot sync a folder, and say EINVAL. */
	if (fsync(fd) && errno != EINVAL)
		err = -errno;
	close(fd);
	return err;
}

static int replace_target(struct output *out)
{
	int err = 0;

	if (fsync(out->fd))
		err = -errno;
	if (close(out->fd) && !err)
		err = -errno;
	out->fd = -1;
	if (!err && rename(out->temporary, out->target))
		err = -errno;
	if (err)
		return err;
	removable = NULL;
	free(out->temporary);
	out->temporary = NULL;
	return sync_folder(out->target);
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
	if (out->temporary && removable)
		unlink(out->temporary);
	removable = NULL;
	free(out->temporary);
	free(out->target);
	out->temporary = NULL;
	out->target = NULL;
}
