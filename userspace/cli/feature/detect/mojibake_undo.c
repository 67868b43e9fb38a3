// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Mojibake undone: the text goes through a redecoder for each wrong step; the first
 * one undoes the last wrong step.  Where only places are misread, a mender replaces these;
 * what was misread several times takes as many menders, one after the other.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/text/utf8_iter.h"
#include "base/option/each_file.h"
#include "base/say/escape.h"
#include "base/say/message.h"
#include "feature/detect/mojibake_undo.h"

#define UNDO_SIZE 65536

/**
 * struct mender - mends the places of a text, once
 *
 * @mender: what is mended.
 * @undo: the text.
 * @next: gets what comes out; NULL: it is written.
 * @part: finds the places.
 */
struct mender {
	struct mojibake_mender mender;
	struct undo *undo;
	struct mender *next;
	struct mojibake_part part;
};

/**
 * struct undo - a text that is being undone
 *
 * @iter: finds the code points of the text.
 * @steps: a redecoder for each wrong step; the last wrong step comes first.
 * @begun: a code point of the text was seen.
 * @bad: ill-formed sequences, which the text did not have when it was examined.
 * @mender: the first mender; NULL where no places are mended.
 * @out: where the text goes; NULL: it stays in @buf, which has room for it.
 * @name: of the text, for messages.
 * @err: what output_write() returned.
 * @n: bytes in @buf.
 * @buf: output that is not yet written.
 */
struct undo {
	struct utf8_iter iter;
	struct redecoder steps[MOJIBAKE_STEPS];
	bool begun;
	u64 bad;
	struct mender *mender;
	struct output *out;
	const char *name;
	int err;
	size_t n;
	u8 buf[UNDO_SIZE];
};

static struct mender menders[MOJIBAKE_STEPS];

/* Text on its way out, through @m if it is not NULL. */
static void send(struct undo *u, struct mender *m, const u8 *p, size_t n)
{
	size_t part;

	for (; m && n; p += part, n -= part) {
		part = n < MOJIBAKE_PART_ROOM ? n : MOJIBAKE_PART_ROOM;
		mojibake_part_push(&m->part, p, part);
	}
	if (n && !u->err)
		u->err = output_write(u->out, p, n);
}

static void send_mended(void *context, const u8 *p, size_t n)
{
	struct mender *m = context;

	send(m->undo, m->next, p, n);
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

/* After the first mender only what is sure is mended: nobody has counted that. */
static void start_menders(struct undo *u, const struct mojibake_answer *answer)
{
	struct mender *m;
	unsigned int i;

	for (i = 0; i < MOJIBAKE_STEPS; i++) {
		m = &menders[i];
		m->undo = u;
		m->next = i + 1 < MOJIBAKE_STEPS ? m + 1 : NULL;
		m->mender = (struct mojibake_mender){
			.charsets = answer->steps ? ~0u : answer->part_charsets,
			.least = i || answer->steps ? MISREAD_SURE : MISREAD_LIKELY,
			.give = send_mended, .tell = list_place, .context = m,
		};
		mojibake_mend_start(answer->owner, &m->part, &m->mender);
	}
	u->mender = menders;
}

static void finish_menders(struct undo *u)
{
	struct mender *m;

	for (m = u->mender; m; m = m->next)
		mojibake_part_push(&m->part, NULL, 0);
}

static void flush(struct undo *u)
{
	if (!u->out)
		return;
	send(u, u->mender, u->buf, u->n);
	u->n = 0;
}

static void write_point(void *context, u32 cp)
{
	struct undo *u = context;

	if (sizeof(u->buf) - u->n < UTF8CHECK_SEQUENCE_MAX)
		flush(u);
	u->n += utf8check_encode(NULL, cp, u->buf + u->n);
}

static void next_step(void *context, u32 cp)
{
	redecoder_feed(context, cp);
}

static void undo_point(void *context, u32 cp, unsigned int length)
{
	struct undo *u = context;

	/* A byte order mark is not part of the text: it stays as it is. */
	if (!u->begun && cp == 0xfeff)
		write_point(u, cp);
	else
		redecoder_feed(&u->steps[0], cp);
	u->begun = true;
}

static void undo_ascii(void *context, const u8 *p, size_t n)
{
	while (n--)
		undo_point(context, *p++, 1);
}

static void undo_bad(void *context, const struct utf8check_error *e)
{
	struct undo *u = context;

	u->bad++;
}

static void start_undo(struct undo *u, const struct mojibake_answer *answer)
{
	unsigned int i;

	memset(u, 0, offsetof(struct undo, buf));
	u->iter = (struct utf8_iter){
		.ascii = undo_ascii,
		.point = undo_point,
		.bad = undo_bad,
		.context = u,
	};
	for (i = 0; i < answer->steps; i++)
		redecoder_start(&u->steps[i], answer->read_as[answer->steps - 1 - i],
				i + 1 < answer->steps ? next_step : write_point,
				i + 1 < answer->steps ? (void *)&u->steps[i + 1] : u);
}

static int finish_undo(struct undo *u)
{
	unsigned int i;

	for (i = 0; i < MOJIBAKE_STEPS && u->steps[i].charset; i++) {
		redecoder_finish(&u->steps[i]);
		u->bad += u->steps[i].bad;
	}
	flush(u);
	finish_menders(u);
	if (u->err)
		return 1;
	return u->bad ? -EILSEQ : 0;
}

int mojibake_undo_write(const struct mojibake_answer *answer, struct input *in,
	       struct output *out)
{
	static struct undo u;
	static u8 buf[UNDO_SIZE];
	ssize_t got;

	start_undo(&u, answer);
	u.out = out;
	u.name = in->name;
	if (!answer->steps || answer->left)
		start_menders(&u, answer);
	do {
		got = input_fill(in, buf, sizeof(buf));
		if (got < 0)
			return got;
		if (answer->steps)
			utf8_iter_push(&u.iter, buf, got, !got);
		else
			send(&u, u.mender, buf, got);
	} while (got && !u.err);
	return finish_undo(&u);
}

int mojibake_undo_text(const struct mojibake_answer *answer, const u8 *text,
		       size_t n, u8 *to, size_t *length)
{
	static struct undo u;
	int err;

	/* Each step makes one byte of a code point: the text gets no longer. */
	if (n > sizeof(u.buf) - UTF8CHECK_SEQUENCE_MAX)
		return -ENOBUFS;
	start_undo(&u, answer);
	utf8_iter_push(&u.iter, text, n, true);
	err = finish_undo(&u);
	if (err)
		return err;
	memcpy(to, u.buf, u.n);
	*length = u.n;
	return 0;
}

static int open_temporary(void)
{
	const char *folder = getenv("TMPDIR");
	int fd = open(folder && *folder ? folder : "/tmp",
		      O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

	return fd < 0 ? -errno : fd;
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
	int fd, err;

	*start_at = lseek(in->fd, 0, SEEK_CUR);
	if (*start_at >= 0)
		return 0;
	*start_at = 0;
	fd = open_temporary();
	if (fd < 0)
		return fd;
	err = copy_input(in, fd);
	if (!err && lseek(fd, 0, SEEK_SET) < 0)
		err = -errno;
	if (err) {
		close(fd);
		return err;
	}
	input_close(in);
	in->fd = fd;
	return 0;
}

bool mojibake_undo_exactly(const u8 *text, size_t n, u8 *to, size_t *length)
{
	static struct mojibake *m;
	struct mojibake_answer answer;
	size_t at = 0;
	u64 cp = 0;

	if (!m)
		m = mojibake_new();
	if (!m)
		return false;
	mojibake_start(m);
	while (at < n) {
		at += utf8check_decode(NULL, text + at, n - at, true, &cp, NULL);
		mojibake_feed(m, cp);
	}
	mojibake_finish(m, &answer);
	return answer.steps && !answer.bad && !answer.left &&
	       !mojibake_undo_text(&answer, text, n, to, length);
}
