// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A file that is read from here to its end.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include "input.h"

/* To ask for holes costs two system calls; a short one is read faster. */
#define HOLE_MIN (1 << 20)

int input_open(struct input *in, const char *name)
{
	int err = 0;

	in->name = name;
	in->fd = STDIN_FILENO;
	if (strcmp(name, "-"))
		in->fd = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (in->fd < 0)
		return -errno;
	if (fstat(in->fd, &in->stat))
		err = -errno;
	else if (S_ISDIR(in->stat.st_mode))
		err = -EISDIR;
	if (err)
		input_close(in);
	return err;
}

void input_close(struct input *in)
{
	if (in->fd != STDIN_FILENO)
		close(in->fd);
}

ssize_t input_read(struct input *in, void *buf, size_t room)
{
	ssize_t got;

	do
		got = read(in->fd, buf, room);
	while (got < 0 && errno == EINTR);
	return got < 0 ? -errno : got;
}

/* Fewer blocks than bytes: only then is it worth asking. */
static bool may_have_holes(const struct input *in)
{
	return S_ISREG(in->stat.st_mode) && in->stat.st_size >= HOLE_MIN &&
	       (off_t)in->stat.st_blocks * 512 < in->stat.st_size;
}

off_t input_skip_hole(struct input *in)
{
	off_t here, data;

	if (!may_have_holes(in))
		return 0;
	here = lseek(in->fd, 0, SEEK_CUR);
	if (here < 0)
		return 0;
	data = lseek(in->fd, here, SEEK_DATA);
	/* ENXIO: no data from here to the end. */
	if (data < 0 && errno == ENXIO)
		data = lseek(in->fd, 0, SEEK_END);
	if (data - here >= HOLE_MIN)
		return data - here;
	lseek(in->fd, here, SEEK_SET);
	return 0;
}

bool input_has_holes(struct input *in)
{
	off_t here, hole;

	if (!may_have_holes(in))
		return false;
	here = lseek(in->fd, 0, SEEK_CUR);
	if (here < 0)
		return false;
	hole = lseek(in->fd, here, SEEK_HOLE);
	lseek(in->fd, here, SEEK_SET);
	return hole >= 0 && hole < in->stat.st_size;
}
