// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A big file in ranges.
 *
 * A range begins where the one before it ends, and ends at the first place in a share of the
 * file where a cut is surely safe (base/thread/safe_cut.c); a share without such a place
 * belongs to the range of the share before it.  The caller's thread looks for these places.
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
#include "base/say/progress.h"
#include "base/thread/file_range.h"
#include "base/thread/work.h"

/* What a thread has of a share, and its output, stay in the cache of a core. */
#define SHARE_SIZE (512 << 10)

/*
 * Sharing pays from this size on.  To start threads and to wait for the last
 * one takes a millisecond (measured); one thread checks 2 to 3 MiB in that
 * time.
 */
#define WORTH (8 << 20)

/* Bytes of a share in which a cut is looked for; in more that takes longer than to judge them. */
#define SEARCHED 65536u

/* Places that are looked at with one read(2); a multiple of each unit. */
#define CUT_WINDOW 4096u

/* For tests: the size of a share; every larger file is then shared. */
#define CHUNK_VARIABLE "UTF8CHECK_CHUNK"

static size_t asked_size(void)
{
	const char *word = getenv(CHUNK_VARIABLE);
	unsigned long size = word ? strtoul(word, NULL, 10) : 0;

	return size > SHARE_SIZE ? SHARE_SIZE : size & ~3ul;
}

bool file_ranges_are_worth(off_t length)
{
	size_t asked = asked_size();

	return length > (off_t)(asked ? asked : WORTH);
}

bool file_ranges_may_be(const struct utf8check *engine, const struct utf8check_config *config)
{
	return !(config->flags & UTF8CHECK_FLAG_UNESCAPE) &&
	       (!engine || !strcmp(utf8check_engine_name(engine), "library"));
}

bool file_ranges_plan(struct file_ranges *p, struct input *in, const struct utf8check *engine,
		      const struct utf8check_config *config)
{
	size_t asked = asked_size(), size = asked ? asked : SHARE_SIZE;

	if (!S_ISREG(in->stat.st_mode) || !file_ranges_are_worth(in->stat.st_size) ||
	    !file_ranges_may_be(engine, config) || input_has_holes(in))
		return false;
	*p = (struct file_ranges){ .in = in, .start = lseek(in->fd, 0, SEEK_CUR) };
	if (p->start < 0 || p->start >= in->stat.st_size)
		return false;
	p->length = in->stat.st_size - p->start;
	p->count = (p->length + size - 1) / size;
	return file_ranges_are_worth(p->length) &&
	       !cut_rule_find(&p->rule, config, in, p->start);
}

/* --- where a range begins and ends */

u64 file_ranges_share(const struct file_ranges *p, u64 k)
{
	/* length * k / count: k and count have 32 bits, so no product overflows. */
	u64 start = p->length / p->count * k + p->length % p->count * k / p->count;

	return k == p->count ? p->length : start - start % cut_unit(&p->rule);
}

/* As file_ranges_cut(), in no more than CUT_WINDOW bytes. */
static int look_in_window(const struct file_ranges *p, u64 from, u64 to, u64 *cut)
{
	const u64 begin = from < CUT_SIGHT ? 0 : from - CUT_SIGHT;
	u8 buf[CUT_WINDOW + 2 * CUT_SIGHT];
	u64 at;
	int err;
	size_t n = input_read_at(p->in, buf, from + CUT_WINDOW + CUT_SIGHT - begin,
				 p->start + (off_t)begin, &err);

	if (to > from + CUT_WINDOW)
		to = from + CUT_WINDOW;
	for (at = from ? from : cut_unit(&p->rule); !err && at < to; at += cut_unit(&p->rule))
		if (cut_is_safe(&p->rule, buf, n, at - begin)) {
			*cut = at;
			return 1;
		}
	return err;
}

int file_ranges_cut(const struct file_ranges *p, u64 from, u64 to, u64 *cut)
{
	int found = 0;

	for (; !found && from < to; from += CUT_WINDOW)
		found = look_in_window(p, from, to, cut);
	return found;
}

void file_range_configure(const struct file_range *r, struct utf8check_config *config)
{
	if (!r->is_later)
		return;
	config->from = r->file->rule.coding.encoding;
	config->bom = UTF8CHECK_BOM_KEEP;
}

ssize_t file_range_read(struct file_range *r, u8 *buf, size_t room)
{
	const struct file_ranges *p = r->file;
	size_t got;
	int err = 0;

	if (room > r->end - r->at)
		room = r->end - r->at;
	got = input_read_at(p->in, buf, room, p->start + (off_t)r->at, &err);
	progress_add(got);
	r->at += got;
	return got ? (ssize_t)got : err;
}

/* --- ranges as items of work */

/* What cannot be read here is not cut, and is met again by who reads it. */
static size_t next_range(void *ranges, void *range)
{
	struct file_ranges *p = ranges;
	struct file_range *r = range;
	int found = 0;
	u64 from, to;

	if (p->share == p->count)
		return 0;
	r->file = p;
	r->start = r->at = p->next;
	r->is_later = p->share;
	while (found <= 0 && ++p->share < p->count) {
		from = file_ranges_share(p, p->share);
		to = file_ranges_share(p, p->share + 1);
		found = file_ranges_cut(p, from, to < from + SEARCHED ? to : from + SEARCHED,
					&p->next);
	}
	r->end = found > 0 ? p->next : UINT64_MAX;
	return 1;
}

static void *make_memory(void *ranges, struct ordered_output *to)
{
	return calloc(1, ((struct file_ranges *)ranges)->ops->size);
}

static int run_range(void *own, void *range)
{
	struct file_range *r = range;

	r->file->ops->run(own, r);
	return 0;
}

static int join_range(void *own, void *range, int status)
{
	struct file_range *r = range;
	struct file_ranges *p = r->file;

	p->err = p->ops->join(own, r);
	p->joined = r->at;
	/* Not at its end, the file has ended. */
	return p->err || r->at < r->end ? WORK_STOP : 0;
}

int file_ranges_run(struct file_ranges *p, unsigned int threads, const struct range_ops *ops,
		    void *context)
{
	const struct work_ops range_ops = {
		.next = next_range,
		.open = make_memory,
		.close = ops->close,
		.run = run_range,
		.join = join_range,
	};
	/* To start a thread takes as long as one range does: give each thread two. */
	u64 busy = p->count / 2 + 1;
	const struct work w = {
		.ops = &range_ops,
		.source = p,
		.context = p,
		.threads = busy < threads ? busy : threads,
		.size = sizeof(struct file_range),
		.batch = 1,
	};
	int err;

	p->ops = ops;
	p->context = context;
	err = work_run(&w);
	if (err < 0)
		return err;
	input_seek(p->in, p->start + (off_t)p->joined);
	return p->err;
}
