// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Every error of a text of any length.
 *
 * The text is read in chunks.  An engine takes each buffer it is given for the
 * whole text, so its answer about the last few bytes of a chunk may be wrong:
 * bytes that follow may complete a sequence there, or lengthen its record.
 * No sequence that any decoder reads is longer than U8C_SEQUENCE_MAX, so an
 * error that near to the end of a chunk is not believed; the bytes from there
 * on are judged again at the head of the next chunk.
 *
 * After an error the engine is called again behind it.  It is then given only
 * a small window, which grows while all is well: otherwise a file of garbage,
 * with an error every other byte, would be copied to the device as many times
 * as it has errors.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "judge.h"

#define CHUNK (1 << 20)
#define WINDOW_MIN 64

static void pass(struct judge *j, const u8 *p, size_t n, u64 code_points)
{
	if (j->places)
		u8c_position_advance(&j->position, p, n);
	j->bytes += n;
	j->code_points += code_points;
}

static void report(struct judge *j, struct utf8check_error *e)
{
	e->offset = j->bytes;
	e->line = j->position.line;
	e->column = j->position.column;
	j->bytes += e->length;
	j->position.column++;
	j->errors++;
	j->stopped = !j->found(j->context, e);
}

/*
 * Judge @n bytes; @final says that none follows.  *left is how many bytes at
 * the end are to be judged again with what follows.
 */
static int judge_chunk(struct judge *j, const u8 *p, size_t n, bool final,
		       size_t *left)
{
	const u8 *end = p + n;
	size_t window = n, size, good;
	struct utf8check_error e;
	u64 code_points;
	bool last;
	int err;

	while (p < end && !j->stopped) {
		size = window < (size_t)(end - p) ? window : (size_t)(end - p);
		last = p + size == end;
		err = utf8check_validate(j->engine, p, size, j->profile,
					 &code_points, &e);
		if (err && err != -EILSEQ)
			return err;
		good = err ? e.offset : size;
		pass(j, p, good, code_points);
		p += good;
		if (!err) {
			window *= 2;
		} else if (size - good >= U8C_SEQUENCE_MAX || (last && final)) {
			report(j, &e);
			p += e.length;
			window = WINDOW_MIN;
		} else if (last) {
			break;
		}
	}
	*left = end - p;
	return 0;
}

/*
 * Zero bytes that nobody needs to read.  What is left from before is judged
 * with the first of them, the others are all well-formed.
 */
static int judge_zeros(struct judge *j, u8 *buf, size_t *left, u64 n)
{
	int err;

	memset(buf + *left, 0, U8C_SEQUENCE_MAX);
	err = judge_chunk(j, buf, *left + U8C_SEQUENCE_MAX, false, left);
	if (err)
		return err;
	n -= U8C_SEQUENCE_MAX;
	j->bytes += n;
	j->code_points += n;
	j->position.column += n;
	return 0;
}

static int judge_all(struct judge *j, struct input *in, u8 *buf)
{
	size_t left = 0, n;
	ssize_t got;
	off_t hole;
	int err;

	do {
		hole = input_skip_hole(in);
		if (hole) {
			err = judge_zeros(j, buf, &left, hole);
			if (err)
				return err;
		}
		got = input_read(in, buf + left, CHUNK);
		if (got < 0)
			return got;
		n = left + got;
		err = judge_chunk(j, buf, n, !got, &left);
		if (err)
			return err;
		memmove(buf, buf + n - left, left);
	} while (got && !j->stopped);
	return 0;
}

int judge_input(struct judge *j, struct input *in)
{
	u8 *buf = malloc(CHUNK + 2 * U8C_SEQUENCE_MAX);
	int err;

	if (!buf)
		return -ENOMEM;
	j->position.line = 1;
	j->position.column = 1;
	err = judge_all(j, in, buf);
	free(buf);
	return err;
}
