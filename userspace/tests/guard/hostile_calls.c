// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The system calls that take a new name.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>
#include "hostile.h"

static int closed(int fd)
{
	return fd < 0 ? -1 : close(fd);
}

static int way_open(const char *name)
{
	return closed(open(name, O_CREAT | O_WRONLY, 0600));
}

static int way_open_exclusive(const char *name)
{
	return closed(openat(AT_FDCWD, name, O_CREAT | O_EXCL | O_RDWR, 0600));
}

static int way_creat(const char *name)
{
	return closed(creat(name, 0600));
}

static int way_openat2(const char *name)
{
	struct open_how how = {
		.flags = O_CREAT | O_RDWR,
		.mode = 0600,
		.resolve = RESOLVE_BENEATH,
	};

	return closed(syscall(__NR_openat2, AT_FDCWD, name, &how, sizeof(how)));
}

static int way_mkdir(const char *name)
{
	return mkdir(name, 0700);
}

static int way_mkdirat(const char *name)
{
	return mkdirat(AT_FDCWD, name, 0700);
}

static int way_mknod(const char *name)
{
	return mknod(name, S_IFREG | 0600, 0);
}

static int way_mknodat_fifo(const char *name)
{
	return mknodat(AT_FDCWD, name, S_IFIFO | 0600, 0);
}

static int way_symlink(const char *name)
{
	return symlink("file", name);
}

static int way_symlinkat(const char *name)
{
	return symlinkat("file", AT_FDCWD, name);
}

static int way_link(const char *name)
{
	return link("file", name);
}

static int way_linkat(const char *name)
{
	return linkat(AT_FDCWD, "file", AT_FDCWD, name, 0);
}

static int link_open_file(int fd, const char *name)
{
	char path[64];
	int result, err;

	if (fd < 0)
		return HOSTILE_SKIP;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	result = linkat(AT_FDCWD, path, AT_FDCWD, name, AT_SYMLINK_FOLLOW);
	err = errno;
	close(fd);
	errno = err;
	return result;
}

static int way_link_fd(const char *name)
{
	int fd = open("file", O_RDONLY), result, err;

	result = linkat(fd, "", AT_FDCWD, name, AT_EMPTY_PATH);
	err = errno;
	close(fd);
	errno = err;
	return result;
}

static int way_tmpfile(const char *name)
{
	return link_open_file(open(".", O_TMPFILE | O_RDWR, 0600), name);
}

static int way_rename(const char *name)
{
	return rename("file", name);
}

static int way_renameat(const char *name)
{
	return renameat(AT_FDCWD, "folder", AT_FDCWD, name);
}

static int rename_with(const char *name, unsigned int flags)
{
	int result = renameat2(AT_FDCWD, "file", AT_FDCWD, name, flags);

	return result && errno == EINVAL ? HOSTILE_SKIP : result;
}

static int way_rename_noreplace(const char *name)
{
	return rename_with(name, RENAME_NOREPLACE);
}

static int way_rename_whiteout(const char *name)
{
	return rename_with(name, RENAME_WHITEOUT);
}

static int way_bind(const char *name)
{
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM, 0), result, err;

	if (fd < 0)
		return HOSTILE_SKIP;
	snprintf(to.sun_path, sizeof(to.sun_path), "%s", name);
	result = bind(fd, (struct sockaddr *)&to, sizeof(to));
	err = errno;
	close(fd);
	errno = err;
	return result;
}

const struct way hostile_calls[] = {
	{ "open", way_open, NULL },
	{ "openat, exclusive", way_open_exclusive, NULL },
	{ "openat2", way_openat2, NULL },
	{ "creat", way_creat, NULL },
	{ "mkdir", way_mkdir, NULL },
	{ "mkdirat", way_mkdirat, NULL },
	{ "mknod, a file", way_mknod, NULL },
	{ "mknodat, a pipe", way_mknodat_fifo, NULL },
	{ "symlink", way_symlink, NULL },
	{ "symlinkat", way_symlinkat, NULL },
	{ "link", way_link, NULL },
	{ "linkat", way_linkat, NULL },
	{ "linkat of an open file", way_link_fd, NULL },
	{ "O_TMPFILE and linkat", way_tmpfile, NULL },
	{ "rename", way_rename, NULL },
	{ "renameat of a folder", way_renameat, NULL },
	{ "renameat2, no replacement", way_rename_noreplace, NULL },
	{ "renameat2, with a whiteout", way_rename_whiteout, NULL },
	{ "bind of a UNIX socket", way_bind, NULL },
	{ }
};
