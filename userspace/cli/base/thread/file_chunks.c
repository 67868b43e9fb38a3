// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A big file in chunks.
 *
 * Every byte is read once, by the thread that has its chunk.  The text is not
 * cut where two chunks meet, but at the first place of the later chunk where a
 * cut is surely safe (base/thread/safe_cut.c): the bytes before that place belong to
 * the text of the chunk before.  So a file that changes while it is read is judged
 * by the bytes that were read.
 *
 * One thread reads the whole file where the above is not enough or not known:
 * - what is not a regular file, or cannot be read at any place;
 * - a file with holes, which are stepped over faster than a thread can read
 *   them;
 * - text that is unescaped, because a backslash belongs to the characters after
 *   it;
 * - text that comes through iconv, and text that goes to the device.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/thread/file_chunks.h"
#include "base/say/progress.h"

/* A chunk and its output stay in the cache of a core. */
#define FILE_CHUNK_SIZE (512 << 10)

/*
 * Sharing pays from this size on.  To start threads and to wait for the last
 * one takes a millisecond (measured); one thread checks 2 to 3 MiB in that
 * time.
 */
#define WORTH (8 << 20)

/* Bytes of a chunk that are searched for a place for a cut. */
#define SEARCHED 65536u

/* For tests: the size of a chunk; every larger file is then shared. */
#define CHUNK_VARIABLE "UTF8CHECK_CHUNK"

static size_t asked_size(void)
{
	const char *word = getenv(CHUNK_VARIABLE);
	unsigned long size = word ? strtoul(word, NULL, 10) : 0;

	return size > FILE_CHUNK_SIZE ? FILE_CHUNK_SIZE : size & ~3ul;
}

bool file_chunks_are_worth(off_t length)
{
	size_t asked = asked_size();

	return length > (off_t)(asked ? asked : WORTH);
}

bool file_chunks_may_be(const struct utf8check *engine,
		   const struct utf8check_config *config)
{
	return !(config->flags & UTF8CHECK_FLAG_UNESCAPE) &&
	       (!engine || !strcmp(utf8check_engine_name(engine), "library"));
}

bool file_chunks_plan(struct file_chunks *p, struct input *in,
		 const struct utf8check *engine,
		 const struct utf8check_config *config)
{
	size_t asked = asked_size();

	if (!S_ISREG(in->stat.st_mode) || !file_chunks_are_worth(in->stat.st_size) ||
	    !file_chunks_may_be(engine, config) || input_has_holes(in))
		return false;
	*p = (struct file_chunks) {
		.in = in,
		.start = lseek(in->fd, 0, SEEK_CUR),
		.size = asked ? asked : FILE_CHUNK_SIZE,
	};
	if (p->start < 0 || p->start >= in->stat.st_size)
		return false;
	p->length = in->stat.st_size - p->start;
	return file_chunks_are_worth(p->length) &&
	       !cut_rule_find(&p->rule, config, in, p->start);
}

/* To start a thread takes as long as one chunk does: give each thread two. */
unsigned int file_chunks_threads(const struct file_chunks *p, unsigned int most)
{
	u64 busy = p->length / p->size / 2 + 1;

	return busy < most ? busy : most;
}

void file_chunks_configure(const struct file_chunks *p, struct utf8check_config *config)
{
	config->from = p->rule.coding.encoding;
	config->bom = UTF8CHECK_BOM_KEEP;
}

size_t file_chunks_read(const struct file_chunks *p, u64 i, u8 *buf, int *err)
{
	size_t got = input_read_at(p->in, buf, p->size,
				   p->start + (off_t)(i * p->size), err);

	progress_add(got);
	return got;
}

size_t file_chunks_cut(const struct file_chunks *p, const u8 *buf, size_t n)
{
	size_t unit = cut_unit(&p->rule), end = n < SEARCHED ? n : SEARCHED, at;

	for (at = unit; at + unit <= end; at += unit)
		if (cut_is_safe(&p->rule, buf, n, at))
			return at;
	return n;
}
