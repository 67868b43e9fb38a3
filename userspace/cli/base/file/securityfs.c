// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Where securityfs is not mounted, it is mounted for this process only.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>
#include "base/file/securityfs.h"
#include "base/types.h"

/* Mount securityfs without a place in the tree of files. */
static int mount_securityfs(void)
{
	AUTO_CLOSE int context = fsopen("securityfs", FSOPEN_CLOEXEC);

	return context < 0 || fsconfig(context, FSCONFIG_CMD_CREATE, NULL, NULL, 0) ? -1 :
	       fsmount(context, FSMOUNT_CLOEXEC, 0);
}

static int open_securityfs(const char *name)
{
	AUTO_CLOSE int root = -1;
	char path[64];
	int fd;

	snprintf(path, sizeof(path), "/sys/kernel/security/%s", name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0 || errno != ENOENT)
		return fd;
	root = mount_securityfs();
	return root < 0 ? -1 : openat(root, name, O_RDONLY | O_CLOEXEC);
}

ssize_t securityfs_read(const char *name, char *text, size_t size)
{
	AUTO_CLOSE int fd = open_securityfs(name);
	ssize_t n = fd < 0 ? -1 : read(fd, text, size - 1);

	if (n < 0)
		return -errno;
	text[n] = '\0';
	return n;
}

/* The state in brackets is in force. */
bool securityfs_is_locked_down(const char *state)
{
	char states[256];

	return securityfs_read("lockdown", states, sizeof(states)) >= 0 &&
	       strstr(states, state);
}
