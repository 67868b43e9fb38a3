// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The folders in which files got new names.
 */
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/say/cli.h"
#include "base/file/folder_sync.h"

char *folder_of(const char *target)
{
	char *copy = strdup(target), *folder = copy ? strdup(dirname(copy)) : NULL;

	free(copy);
	return folder;
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
	char *folder = folder_of(target);
	int err;

	if (!folder)
		return cli_failed(-ENOMEM, target);
	if (unsynced && !strcmp(unsynced, folder)) {
		free(folder);
		return 0;
	}
	err = folder_sync_now();
	unsynced = folder;
	return err;
}
