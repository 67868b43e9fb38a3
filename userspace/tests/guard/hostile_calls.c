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

/* Return: @result, with its errno. */
static int after_close(int fd, int result)
{
	const int err = errno;

	close(fd);
	errno = err;
	return result;
}

enum {
	OPEN, OPENAT, OPENAT2, CREAT, MKDIR, MKDIRAT, MKNOD, MKNODAT,
	SYMLINK, SYMLINKAT, LINK, LINKAT, RENAME, RENAMEAT
};

static int make(const struct way *w, const char *name)
{
	struct open_how how = { .flags = w->how, .mode = 0600, .resolve = RESOLVE_BENEATH };

	switch (w->call) {
	case OPEN:
		return closed(open(name, w->how, 0600));
	case OPENAT:
		return closed(openat(AT_FDCWD, name, w->how, 0600));
	case OPENAT2:
		return closed(syscall(__NR_openat2, AT_FDCWD, name, &how, sizeof(how)));
	case CREAT:
		return closed(creat(name, 0600));
	case MKDIR:
		return mkdir(name, 0700);
	case MKDIRAT:
		return mkdirat(AT_FDCWD, name, 0700);
	case MKNOD:
		return mknod(name, w->how, 0);
	case MKNODAT:
		return mknodat(AT_FDCWD, name, w->how, 0);
	case SYMLINK:
		return symlink("file", name);
	case SYMLINKAT:
		return symlinkat("file", AT_FDCWD, name);
	case LINK:
		return link("file", name);
	case LINKAT:
		return linkat(AT_FDCWD, "file", AT_FDCWD, name, 0);
	case RENAME:
		return rename("file", name);
	default:
		return renameat(AT_FDCWD, "folder", AT_FDCWD, name);
	}
}

static int link_open_file(const struct way *w, const char *name)
{
	int fd = open("file", O_RDONLY);

	return after_close(fd, linkat(fd, "", AT_FDCWD, name, AT_EMPTY_PATH));
}

static int link_tmpfile(const struct way *w, const char *name)
{
	int fd = open(".", O_TMPFILE | O_RDWR, 0600);
	char path[64];

	if (fd < 0)
		return HOSTILE_SKIP;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	return after_close(fd, linkat(AT_FDCWD, path, AT_FDCWD, name, AT_SYMLINK_FOLLOW));
}

static int rename_with(const struct way *w, const char *name)
{
	int result = renameat2(AT_FDCWD, "file", AT_FDCWD, name, w->how);

	return result && errno == EINVAL ? HOSTILE_SKIP : result;
}

static int bind_socket(const struct way *w, const char *name)
{
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	if (fd < 0)
		return HOSTILE_SKIP;
	snprintf(to.sun_path, sizeof(to.sun_path), "%s", name);
	return after_close(fd, bind(fd, (struct sockaddr *)&to, sizeof(to)));
}

const struct way hostile_calls[] = {
	{ "open", make, OPEN, .how = O_CREAT | O_WRONLY },
	{ "openat, exclusive", make, OPENAT, .how = O_CREAT | O_EXCL | O_RDWR },
	{ "openat2", make, OPENAT2, .how = O_CREAT | O_RDWR },
	{ "creat", make, .call = CREAT },
	{ "mkdir", make, .call = MKDIR },
	{ "mkdirat", make, .call = MKDIRAT },
	{ "mknod, a file", make, MKNOD, .how = S_IFREG | 0600 },
	{ "mknodat, a pipe", make, MKNODAT, .how = S_IFIFO | 0600 },
	{ "symlink", make, .call = SYMLINK },
	{ "symlinkat", make, .call = SYMLINKAT },
	{ "link", make, .call = LINK },
	{ "linkat", make, .call = LINKAT },
	{ "linkat of an open file", .make = link_open_file },
	{ "O_TMPFILE and linkat", .make = link_tmpfile },
	{ "rename", make, .call = RENAME },
	{ "renameat of a folder", make, .call = RENAMEAT },
	{ "renameat2, no replacement", rename_with, .how = RENAME_NOREPLACE },
	{ "renameat2, with a whiteout", rename_with, .how = RENAME_WHITEOUT },
	{ "bind of a UNIX socket", .make = bind_socket },
	{ }
};
