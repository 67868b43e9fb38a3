// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A file that is read from here to its end.
 *
 * A program of the system decompresses a file, which is its standard input: the program
 * gets no name.  Its output is read once, as a pipe is.  The program itself reports what
 * is wrong with the file.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/file/directory.h"
#include "base/file/input.h"
#include "base/say/message.h"

/* To ask for a hole takes two system calls; a shorter hole is read faster. */
#define HOLE_MIN (1 << 20)

/* A file of size 0 in a folder may be one of /proc, which has no end: pagemap. */
#define ENDLESS (64 << 20)

/*
 * --- another program: its streams are a socket, as to write to a program that has ended is no
 * signal there
 */

int tool_start(struct tool *t, const char *const *args, int from)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	int ends[2], err;
	sigset_t none;

	t->pid = 0;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return -errno;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, from < 0 ? ends[1] : from, STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
	/* This thread may block them all. */
	sigemptyset(&none);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setsigmask(&attributes, &none);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
	err = posix_spawnp(&t->pid, *args, &actions, &attributes, (char **)args, environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	t->fd = ends[0];
	if (err) {
		close(t->fd);
		t->pid = 0;
	}
	return -err;
}

int tool_end(struct tool *t)
{
	int status = 0;

	close(t->fd);
	while (waitpid(t->pid, &status, 0) < 0 && errno == EINTR)
		;
	t->pid = 0;
	return status;
}

/* --- compressed files */

/* A format of binary.c, which is the program's name too; its package; how names of files end. */
static const char *const packages[][3] = {
	{ "bzip2", "bzip2", ".bz2" }, { "gzip", "gzip", ".gz" }, { "xz", "xz-utils", ".xz" },
	{ "zstd", "zstd", ".zst" },
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
 * The row of the file, or NULL.  No magic number of these has a line feed; a writer that begins
 * with fewer bytes than are looked at has half a second for the rest.
 */
static const char *const *find_package(struct input *in)
{
	struct pollfd p = { .fd = in->fd, .events = POLLIN };
	u8 head[BINARY_MAGIC_MAX];
	const char *kind;
	ssize_t got;

	for (size_t i = 0; i < 50; i++) {
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
	for (size_t i = 0; kind && i < ARRAY_SIZE(packages); i++)
		if (!strcmp(kind, packages[i][0]))
			return packages[i];
	return NULL;
}

/* Is the file one of a format by its name alone? */
static bool is_named_so(const struct input *in)
{
	const char *end = strrchr(in->name, '.');

	for (size_t i = 0; end && S_ISREG(in->stat.st_mode) && i < ARRAY_SIZE(packages); i++)
		if (!strcmp(end, packages[i][2]))
			return true;
	return false;
}

/* Start what decompresses a file that was just opened; it is then read in its place. */
static int decompress_begin(struct input *in)
{
	const char *const *row = decompress_is_wanted ? find_package(in) : NULL;
	int err;

	if (!row)
		return decompress_is_wanted && is_named_so(in) ? -CLI_DAMAGED : 0;
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

/* --- any file */

#define OPEN_INPUT (O_RDONLY | O_CLOEXEC | O_NOCTTY)

/* Take the file @fd: anything but a folder; with @only_files, only a regular file. */
static int take_descriptor(struct input *in, const char *name, int fd, bool only_files)
{
	int err = fd < 0 ? -errno : 0;

	*in = (struct input){ .name = name, .fd = fd, .found = only_files };
	if (err)
		return err;
	if (fstat(fd, &in->stat))
		err = -errno;
	else if (only_files && !S_ISREG(in->stat.st_mode))
		err = -ENOENT;
	else if (S_ISDIR(in->stat.st_mode))
		err = -EISDIR;
	else
		err = decompress_begin(in);
	if (err)
		input_close(in);
	else if (fd == STDIN_FILENO && S_ISREG(in->stat.st_mode))
		in->got = lseek(fd, 0, SEEK_CUR);
	return err;
}

int input_open(struct input *in, const char *name, int more)
{
	const int fd = strcmp(name, "-") ? open(name, OPEN_INPUT | more) : STDIN_FILENO;

	return take_descriptor(in, name, fd, false);
}

int input_open_in(struct input *in, int folder, const char *last, const char *name)
{
	return take_descriptor(in, name, open_beneath(folder, last, OPEN_INPUT | O_NONBLOCK), true);
}

int input_open_found(struct input *in, const char *name, ssize_t below)
{
	AUTO_FREE char *first = NULL;
	AUTO_CLOSE int folder = -1;
	int fd;

	if (below < 0)
		return input_open(in, name, 0);
	fd = open_beneath(AT_FDCWD, name, OPEN_INPUT | O_NONBLOCK);
	if (fd >= 0)
		return take_descriptor(in, name, fd, true);
	/* The folder that the user named may lie behind a link. */
	first = below ? strndup(name, below) : strdup(*name == '/' ? "/" : ".");
	folder = first ? open(first, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;
	if (folder < 0)
		return take_descriptor(in, name, folder, true);
	return input_open_in(in, folder, name + below + strspn(name + below, "/"), name);
}

void input_close(struct input *in)
{
	free(in->ahead);
	if (in->tool.pid) {
		/* Killed, as it would complain that its output is not read. */
		kill(in->tool.pid, SIGKILL);
		tool_end(&in->tool);
	}
	if (in->fd != STDIN_FILENO && !in->limited)
		close(in->fd);
}

int input_finish(struct input *in, int status)
{
	u8 piece[16384];
	ssize_t got = 1;

	while (in->limited && !status && got > 0)
		got = input_read(in, piece, sizeof(piece));
	input_close(in);
	return got < 0 ? cli_trouble(got, in->name) : status;
}

/*
 * Is this the end of the file?  read(2) of a regular file returns fewer bytes
 * than asked for only at the end.  When the file then has given all bytes that
 * it had when it was opened, no further read is needed (files in /proc need
 * it): for a small file that saves one system call of five.
 */
static bool is_end(const struct input *in, size_t got, size_t room)
{
	return S_ISREG(in->stat.st_mode) && got < room &&
	       in->got == in->stat.st_size;
}

static size_t give_ahead(struct input *in, void *buf, size_t room)
{
	size_t n = in->ahead_n - in->ahead_at;

	if (n > room)
		n = room;
	memcpy(buf, in->ahead + in->ahead_at, n);
	in->ahead_at += n;
	return n;
}

/* A reader of results must not wait as long as a pipe pauses. */
static void flush_before_a_pause(const struct input *in)
{
	struct pollfd p = { .fd = in->fd, .events = POLLIN };

	if (!S_ISREG(in->stat.st_mode) && __fpending(stdout) && !poll(&p, 1, 0))
		cli_flush();
}

/* After a read of @got decompressed bytes; 0: the tool has no more. */
static int end_tool(struct input *in, size_t got)
{
	if (got)
		return in->left ? 0 : -CLI_TOO_MUCH;
	in->ended = true;
	in->fd = -1;
	return tool_end(&in->tool) ? -CLI_DAMAGED : 0;
}

ssize_t input_read(struct input *in, void *buf, size_t room)
{
	ssize_t got;

	if (in->ahead_at < in->ahead_n)
		return give_ahead(in, buf, room);
	if (in->err)
		return in->err;
	if (in->limited && room > (size_t)in->left)
		room = in->left;
	if (in->ended || !room)
		return 0;
	if (in->found && !in->stat.st_size && in->got >= ENDLESS)
		return -CLI_ENDLESS;
	flush_before_a_pause(in);
	got = TEMP_FAILURE_RETRY(read(in->fd, buf, room));
	if (got < 0)
		return -errno;
	/* git has ended amid a blob. */
	if (in->limited && !in->tool.pid && !got)
		return -EPIPE;
	progress_add(got);
	in->got += got;
	in->left -= in->limited ? got : 0;
	in->ended = got && is_end(in, got, room);
	if (in->tool.pid)
		in->err = end_tool(in, got);
	return in->err ? in->err : got;
}

ssize_t input_fill(struct input *in, void *buf, size_t room)
{
	size_t have = 0;
	ssize_t got;

	do {
		got = input_read(in, (char *)buf + have, room - have);
		if (got < 0)
			return got;
		have += got;
	} while (got && have < room);
	return have;
}

size_t input_read_at(const struct input *in, void *buf, size_t room,
		     off_t offset, int *err)
{
	size_t have = 0;
	ssize_t got;

	*err = 0;
	while (have < room) {
		got = TEMP_FAILURE_RETRY(pread(in->fd, (char *)buf + have, room - have,
					       offset + have));
		if (got < 0)
			*err = -errno;
		if (got <= 0)
			break;
		have += got;
	}
	return have;
}

static ssize_t fill_ahead(struct input *in, size_t wanted)
{
	u8 *room = in->ahead ? in->ahead : malloc(INPUT_PEEK_MOST);
	size_t have = in->ahead_n - in->ahead_at;
	ssize_t got = 1;

	if (!room)
		return -ENOMEM;
	in->ahead = room;
	/* These bytes are not given yet. */
	memmove(room, room + in->ahead_at, have);
	in->ahead_at = in->ahead_n = 0;
	while (got && have < wanted) {
		/* A read of a socket loses what it has no room for. */
		got = input_read(in, room + have, INPUT_PEEK_MOST - have);
		if (got < 0)
			return got;
		have += got;
	}
	in->ended |= !got;
	in->ahead_n = have;
	return have;
}

ssize_t input_peek(struct input *in, void *buf, size_t room)
{
	ssize_t got;
	int err;

	if (S_ISREG(in->stat.st_mode)) {
		got = input_read_at(in, buf, room, in->got, &err);
		return err ? err : got;
	}
	got = fill_ahead(in, room);
	if (got > (ssize_t)room)
		got = room;
	if (got > 0)
		memcpy(buf, in->ahead, got);
	return got;
}

int input_seek(struct input *in, off_t offset)
{
	if (lseek(in->fd, offset, SEEK_SET) < 0)
		return -errno;
	in->got = offset;
	in->ended = false;
	return 0;
}

/* A file with holes has fewer blocks than its bytes need. */
static bool may_have_holes(const struct input *in)
{
	return S_ISREG(in->stat.st_mode) && !in->limited && in->stat.st_size >= HOLE_MIN &&
	       (off_t)in->stat.st_blocks * 512 < in->stat.st_size;
}

off_t input_skip_hole(struct input *in)
{
	const off_t here = in->got;
	off_t data;

	if (!may_have_holes(in))
		return 0;
	data = lseek(in->fd, here, SEEK_DATA);
	/* ENXIO: no data from here to the end. */
	if (data < 0 && errno == ENXIO)
		data = lseek(in->fd, 0, SEEK_END);
	if (data - here < HOLE_MIN)
		data = here;
	input_seek(in, data);
	return data - here;
}

bool input_has_holes(struct input *in)
{
	const off_t here = in->got, hole = may_have_holes(in) ? lseek(in->fd, here, SEEK_HOLE) : -1;

	return hole >= 0 && !input_seek(in, here) && hole < in->stat.st_size;
}
