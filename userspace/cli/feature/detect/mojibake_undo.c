// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Mojibake undone: the text goes through a redecoder for each wrong step; the first
 * one undoes the last wrong step.  Where only places are misread, a mender replaces these;
 * what was misread several times takes as many menders, one after the other.
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
 * struct mender - mends the places of a text, once
 *
 * @mender: what is mended.
 * @undo: the text.
 * @part: finds the places.
 */
struct mender {
	struct mojibake_mender mender;
	struct undo *undo;
	struct mojibake_part part;
};

/**
 * struct undo - a text that is being undone
 *
 * @chain: the wrong steps of the whole text.
 * @mends: places are mended.
 * @menders: each gives what comes out to the next.
 * @out: where what comes out is written; NULL: it is looked at.
 * @err: what output_write() returned.
 * @mojibake: looks at it.
 * @last: the last byte of it.
 * @controls: controls of U+0080 to U+009F: text has none, but what is misread still.
 * @name: of the text, for the list of places; NULL: there is none.
 */
static struct undo {
	struct chain chain;
	bool mends;
	struct mender menders[MOJIBAKE_STEPS];
	struct output *out;
	int err;
	struct mojibake *mojibake;
	u8 last;
	bool controls;
	const char *name;
} undo;

static void take_undone(struct undo *u, const u8 *p, size_t n)
{
	if (u->out) {
		u->err = u->err ? u->err : output_write(u->out, p, n);
		return;
	}
	mojibake_push(u->mojibake, p, n);
	for (; n--; u->last = *p++)
		u->controls |= u->last == 0xc2 && *p < 0xa0;
}

/* Text on its way out, through the menders from number @i on. */
static void send(struct undo *u, unsigned int i, const u8 *p, size_t n)
{
	if (u->mends && i < MOJIBAKE_STEPS)
		mojibake_part_push(&u->menders[i].part, p, n);
	else
		take_undone(u, p, n);
}

static void send_mended(void *context, const u8 *p, size_t n)
{
	struct mender *m = context;

	send(m->undo, m - m->undo->menders + 1, p, n);
}

static void list_place(void *context, const struct mojibake_mended *place)
{
	const struct mender *m = context;
	FILE *to = cli_begin_message();

	escaped_print(to, (const u8 *)m->undo->name, strlen(m->undo->name));
	fprintf(to, ": byte %" PRIu64 ": ", place->offset);
	escaped_print(to, place->was, place->was_n);
	fputs(" -> ", to);
	escaped_print(to, place->meant, place->meant_n);
	fputc('\n', to);
	cli_end_message();
}

/* Menders after the first mend only what is sure: their input was not counted. */
static void start_menders(struct undo *u, const struct mojibake_answer *answer)
{
	struct mender *m;
	unsigned int i;

	for (i = 0; i < MOJIBAKE_STEPS; i++) {
		m = &u->menders[i];
		m->undo = u;
		m->mender = (struct mojibake_mender){
			.least = i || answer->steps ? MISREAD_SURE : MISREAD_LIKELY,
			.give = send_mended, .tell = u->name ? list_place : NULL,
			.context = m,
		};
		mojibake_mend_start(answer->owner, &m->part,
				    answer->steps ? ~0u : answer->part_charsets, &m->mender);
	}
}

static void send_undone(void *context, const u8 *p, size_t n)
{
	send(context, 0, p, n);
}

/* Undo all of @in.  Return: 0 or a negative errno. */
static int undo_text(struct undo *u, const struct mojibake_answer *answer, struct input *in)
{
	static u8 buf[UNDO_SIZE];
	unsigned int i;
	ssize_t got;

	chain_start(&u->chain, answer->read_as, answer->steps, send_undone, u);
	if (answer->written)
		chain_decode(&u->chain, answer->written);
	u->mends = !answer->steps || answer->left;
	if (u->mends)
		start_menders(u, answer);
	do {
		got = input_fill(in, buf, sizeof(buf));
		if (answer->steps)
			chain_push(&u->chain, buf, got > 0 ? got : 0);
		else if (got > 0)
			send(u, 0, buf, got);
	} while (got > 0);
	for (i = 0; u->mends && i < MOJIBAKE_STEPS; i++)
		mojibake_part_push(&u->menders[i].part, NULL, 0);
	if (got < 0)
		return got;
	return chain_bad(&u->chain) ? -EILSEQ : 0;
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
	undo.last = undo.controls = 0;
	undo.name = NULL;
	err = undo_text(&undo, answer, in);
	mojibake_push(m, NULL, 0);
	mojibake_conclude(m, &still);
	if (err)
		return err;
	return (still.steps && !still.bad) || (!answer->steps && undo.controls);
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
	mojibake_conclude_legacy(m, text, n, &answer);
	if (!answer.steps || answer.bad || answer.left)
		return false;
	chain_start(&chain, answer.read_as, answer.steps, NULL, NULL);
	if (answer.written)
		chain_decode(&chain, answer.written);
	*length = chain_undo(&chain, text, n, to);
	return !chain_bad(&chain);
}
