// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Mojibake undone: the text goes back through its wrong steps; or where only places are misread,
 * these are replaced.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/file/input.h"
#include "base/say/escape.h"
#include "base/say/message.h"
#include "feature/detect/mojibake_undo.h"

#define UNDO_SIZE 65536

/**
 * struct undo - a text that is being undone
 *
 * @chain: the wrong steps of the whole text.
 * @places: those that are mended.
 * @out: where what comes out is written; NULL: it is looked at.
 * @err: what output_write() returned.
 * @mojibake: looks at it.
 * @name: of the text, for the list of places; NULL: there is none.
 * @made: what comes out of a piece: it follows the places of that piece, so that none is listed
 *	amid a line.
 * @made_n: its bytes.
 */
static struct undo {
	struct chain chain;
	struct places places;
	struct output *out;
	int err;
	struct mojibake *mojibake;
	const char *name;
	u8 made[UNDO_SIZE];
	size_t made_n;
} undo;

static void write_made(struct undo *u)
{
	if (u->made_n && !u->err)
		u->err = output_write(u->out, u->made, u->made_n);
	u->made_n = 0;
}

static void take_undone(void *context, const u8 *p, size_t n)
{
	struct undo *u = context;
	size_t part;

	if (!u->out)
		mojibake_push(u->mojibake, p, n);
	for (; u->out && n; p += part, n -= part) {
		part = n < UNDO_SIZE - u->made_n ? n : UNDO_SIZE - u->made_n;
		memcpy(u->made + u->made_n, p, part);
		u->made_n += part;
		if (u->made_n == UNDO_SIZE)
			write_made(u);
	}
}

static void list_place(void *context, const struct mended_place *place)
{
	const struct undo *u = context;
	FILE *to = cli_begin_message();

	escaped_print(to, (const u8 *)u->name, strlen(u->name));
	fprintf(to, ": byte %" PRIu64 ": ", place->offset);
	escaped_print(to, place->was, place->was_n);
	fputs(" -> ", to);
	escaped_print(to, place->meant, place->meant_n);
	fputc('\n', to);
	cli_end_message();
}

/* Undo all of @in.  Return: 0 or a negative errno. */
static int undo_text(struct undo *u, const struct mojibake_answer *answer, struct input *in)
{
	const struct places_user user = {
		.give = take_undone, .tell = u->name ? list_place : NULL, .context = u,
	};
	static u8 buf[UNDO_SIZE];
	ssize_t got;

	chain_start(&u->chain, answer->read_as, answer->steps, take_undone, u);
	chain_decode(&u->chain, answer->written);
	places_start(&u->places, answer->sets, answer->charsets, &user);
	do {
		got = input_fill(in, buf, sizeof(buf));
		if (answer->steps)
			chain_push(&u->chain, buf, got > 0 ? got : 0);
		else
			places_push(&u->places, buf, got > 0 ? got : 0);
		if (u->out)
			write_made(u);
	} while (got > 0 && !u->err);
	if (got < 0)
		return got;
	return answer->steps && chain_bad(&u->chain) ? -EILSEQ : 0;
}

int mojibake_undo_write(const struct mojibake_answer *answer, struct input *in,
	       struct output *out)
{
	int err;

	undo.out = out;
	undo.err = 0;
	undo.name = in->name;
	err = undo_text(&undo, answer, in);
	return undo.err ? 1 : err;
}

int mojibake_undo_leaves_some(struct mojibake *m, const struct mojibake_answer *answer,
			      struct input *in)
{
	struct mojibake_answer still;
	int err;

	mojibake_start(m);
	undo.out = NULL;
	undo.mojibake = m;
	undo.name = NULL;
	err = undo_text(&undo, answer, in);
	mojibake_push(m, NULL, 0);
	mojibake_conclude(m, &still);
	if (err)
		return err;
	return (still.steps && !still.bad) || still.part.places;
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
	static struct mojibake *m;
	static struct chain chain;
	struct mojibake_answer answer;

	if (!m)
		m = mojibake_new();
	if (!m)
		return false;
	mojibake_start(m);
	mojibake_push(m, text, n);
	mojibake_push(m, NULL, 0);
	mojibake_conclude(m, &answer);
	if (!answer.steps || answer.bad)
		return false;
	chain_start(&chain, answer.read_as, answer.steps, NULL, NULL);
	chain_decode(&chain, answer.written);
	*length = chain_undo(&chain, text, n, to);
	return !chain_bad(&chain);
}
