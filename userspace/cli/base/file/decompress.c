// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Compressed files.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "base/file/binary.h"
#include "base/file/decompress.h"
#include "base/say/message.h"

/* Formats of binary.c, which are the names of programs too, and the packages of these. */
static const char *const packages[][2] = {
	{ "bzip2", "bzip2" }, { "gzip", "gzip" }, { "xz", "xz-utils" }, { "zstd", "zstd" },
};

bool decompress_is_wanted;
u64 decompress_most = 1ull << 34;

/* The next bytes of a file of any kind, which are not taken from it. */
static ssize_t look(const struct input *in, u8 *head, size_t n)
{
	ssize_t got = -1;
	int ends[2];

	if (S_ISSOCK(in->stat.st_mode))
		return recv(in->fd, head, n, MSG_PEEK);
	if (!S_ISFIFO(in->stat.st_mode))
		return pread(in->fd, head, n, lseek(in->fd, 0, SEEK_CUR));
	if (pipe2(ends, O_CLOEXEC))
		return -1;
	got = tee(in->fd, ends[1], n, 0);
	if (got > 0)
		got = read(ends[0], head, got);
	close(ends[0]);
	close(ends[1]);
	return got;
}

/*
 * The row of the file, or NULL.  No compressed file has a line feed in its first bytes; a writer
 * that begins with less than these has half a second for the rest.
 */
static const char *const *find_package(struct input *in)
{
	struct pollfd p = { .fd = in->fd, .events = POLLIN };
	u8 head[BINARY_MAGIC_MAX];
	const char *kind;
	ssize_t got;
	size_t i;

	for (i = 0; i < 50; i++) {
		poll(&p, 1, -1);
		got = look(in, head, sizeof(head));
		if (got < 0 && S_ISFIFO(in->stat.st_mode))
			in->err = -errno;
		if (got <= 0)
			return NULL;
		if (S_ISREG(in->stat.st_mode) || got == sizeof(head) || memchr(head, '\n', got) ||
		    p.revents & POLLHUP)
			break;
		poll(NULL, 0, 10);
	}
	kind = binary_kind(head, got);
	for (i = 0; kind && i < ARRAY_SIZE(packages); i++)
		if (!strcmp(kind, packages[i][0]))
			return packages[i];
	return NULL;
}

int decompress_begin(struct input *in)
{
	const char *const *row = decompress_is_wanted ? find_package(in) : NULL;
	int err;

	if (!row)
		return 0;
	err = tool_start(&in->tool, (const char *const[]){ row[0], "-dc", NULL }, in->fd);
	if (err) {
		cli_complain_errno(err, "%s, which the package %s has", row[0], row[1]);
		return -ENOPKG;
	}
	if (in->fd != STDIN_FILENO)
		close(in->fd);
	in->fd = in->tool.fd;
	in->limited = true;
	/* One more would be too much. */
	in->left = decompress_most < INT64_MAX ? decompress_most + 1 : INT64_MAX;
	in->stat.st_mode = (in->stat.st_mode & ~S_IFMT) | S_IFIFO;
	return 0;
}
