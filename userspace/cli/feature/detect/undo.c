// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Mojibake undone: the text goes back through its wrong steps; or where only places are misread,
 * these are replaced.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include "feature/detect/detect_private.h"

#define UNDO_SIZE 65536

static struct chain chain;

/* @out: NULL: mojibake_push() gets the text. */
int mojibake_undo_write(const struct mojibake *m, struct input *in, struct output *out)
{
	static u8 buf[UNDO_SIZE], made[4 * PLACES_MADE_MAX(UNDO_SIZE)];
	static struct places places;
	ssize_t got;
	size_t n;

	chain_start(&chain, m);
	places_start(&places, m->charsets, out ? in->name : NULL);
	do {
		got = input_fill(in, buf, sizeof(buf));
		if (got < 0)
			return got;
		n = m->steps ? chain_push(&chain, buf, got, made) : places_push(&places, buf, got, made);
		if (n && !out)
			mojibake_push(made, n);
		if (n && out && output_write(out, made, n))
			return 1;
	} while (got);
	return m->steps && chain_bad(&chain) ? -EILSEQ : 0;
}

int mojibake_undo_leaves_some(const struct mojibake *m, struct input *in)
{
	struct mojibake still;
	int err;

	mojibake_start();
	err = mojibake_undo_write(m, in, NULL);
	mojibake_push((const u8 *)"", 0);
	still = mojibake_conclude();
	return err ? err : (still.steps && !still.bad) || still.part.places;
}

static int copy_input(struct input *in, int fd)
{
	struct output out = { .name = "temporary file", .fd = fd };
	static u8 buf[UNDO_SIZE];
	ssize_t got;

	do {
		got = input_read(in, buf, sizeof(buf));
		if (got > 0 && output_write(&out, buf, got))
			return -EIO;
	} while (got > 0);
	return got;
}

int mojibake_undo_prepare(struct input *in, off_t *start_at)
{
	const char *folder = getenv("TMPDIR");
	int fd, err;

	*start_at = lseek(in->fd, 0, SEEK_CUR);
	if (*start_at >= 0)
		return 0;
	*start_at = 0;
	fd = open(folder && *folder ? folder : "/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	if (fd < 0)
		return -errno;
	err = copy_input(in, fd);
	if (!err && lseek(fd, 0, SEEK_SET) < 0)
		err = -errno;
	if (err) {
		close(fd);
		return err;
	}
	input_close(in);
	*in = (struct input){ .name = in->name, .fd = fd, .stat = in->stat };
	return 0;
}

bool mojibake_undo_exactly(const u8 *text, size_t n, u8 *to, size_t *length)
{
	struct mojibake m;

	mojibake_start();
	mojibake_push(text, n);
	mojibake_push(text, 0);
	m = mojibake_conclude();
	if (!m.steps || m.bad)
		return false;
	*length = chain_undo(&chain, &m, text, n, to);
	return !chain_bad(&chain);
}
