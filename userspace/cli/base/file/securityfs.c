// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What the kernel's security modules say of themselves.
 *
 * Where securityfs is not mounted, it is mounted for this process only.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>
#include "base/file/securityfs.h"

/* Mount securityfs without a place in the tree of files. */
static int mount_securityfs(void)
{
	int context = fsopen("securityfs", FSOPEN_CLOEXEC), fd = -1;

	if (context < 0)
		return -1;
	if (!fsconfig(context, FSCONFIG_CMD_CREATE, NULL, NULL, 0))
		fd = fsmount(context, FSMOUNT_CLOEXEC, 0);
	close(context);
	return fd;
}

static int open_securityfs(const char *name)
{
	char path[64];
	int fd, root;

	snprintf(path, sizeof(path), "/sys/kernel/security/%s", name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0 || errno != ENOENT)
		return fd;
	root = mount_securityfs();
	if (root < 0)
		return -1;
	fd = openat(root, name, O_RDONLY | O_CLOEXEC);
	close(root);
	return fd;
}

ssize_t securityfs_read(const char *name, char *text, size_t size)
{
	int fd = open_securityfs(name);
	ssize_t n = fd < 0 ? -1 : read(fd, text, size - 1);
	int err = errno;

	if (fd >= 0)
		close(fd);
	if (n < 0)
		return -err;
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
