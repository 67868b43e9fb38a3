// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A file of any kind, read into memory.
 */
#include <errno.h>
#include <stdlib.h>
#include "base/option/each_file.h"
#include "base/file/read_all.h"

#define ROOM_MIN 65536

/* One byte more than the file had when it was opened, to see its end. */
static size_t first_room(const struct input *in)
{
	bool known = S_ISREG(in->stat.st_mode) && in->stat.st_size >= ROOM_MIN;

	return known ? (size_t)in->stat.st_size + 1 : ROOM_MIN;
}

static int read_open(struct file_bytes *file, struct input *in)
{
	size_t room = first_room(in);
	ssize_t got;
	u8 *p;

	for (;; room *= 2) {
		p = realloc(file->p, room);
		if (!p)
			return -ENOMEM;
		file->p = p;
		got = input_fill(in, file->p + file->n, room - file->n);
		if (got < 0)
			return got;
		file->n += got;
		if (file->n < room)
			return 0;
	}
}

int read_all(struct file_bytes *file, const char *name)
{
	struct input in;
	int err;

	*file = (struct file_bytes){ .name = name };
	err = input_open(&in, name);
	if (err)
		return err;
	err = read_open(file, &in);
	input_close(&in);
	return err;
}
