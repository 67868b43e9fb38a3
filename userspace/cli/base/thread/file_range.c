// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A big file in ranges.
 *
 * Each range has a share of the file: from the first place in it where a cut is surely safe
 * (base/thread/safe_cut.c), to the next one after it.  Where there is no such place in a
 * share, its text goes to the range before.  Who has a range finds both its ends by reading
 * some bytes there; the next range begins where this one ends, unless the file has changed
 * meanwhile.  Then it is judged again, from there on.
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

/* Bytes of a share that are searched for a cut: more take longer than to judge them does. */
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
	*p = (struct file_ranges) {
		.in = in,
		.start = lseek(in->fd, 0, SEEK_CUR),
		.searched = SEARCHED,
	};
	if (p->start < 0 || p->start >= in->stat.st_size)
		return false;
	p->length = in->stat.st_size - p->start;
	p->count = (p->length + size - 1) / size;
	return file_ranges_are_worth(p->length) &&
	       !cut_rule_find(&p->rule, config, in, p->start);
}

/* --- where a range begins and ends */

/* The offset at which share @k begins; a unit of the text begins there, too. */
static u64 share_start(const struct file_ranges *p, u64 k)
{
	/* length * k / count: k and count have 32 bits, so no product overflows. */
	u64 start = p->length / p->count * k + p->length % p->count * k / p->count;

	return start - start % cut_unit(&p->rule);
}

/*
 * Look for a cut from @from on, and before @to, but in no more than CUT_WINDOW bytes; @from
 * is where a unit begins.  Return: 1 when *cut is set; 0 when there is none; a negative errno.
 */
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

/* As look_in_window(), from @from on. */
static int look_on(const struct file_ranges *p, u64 from, u64 to, u64 *cut)
{
	int found = 0;

	for (; !found && from < to; from += CUT_WINDOW)
		found = look_in_window(p, from, to, cut);
	return found;
}

/* As look_in_window(), in the share @k, as far as it is searched. */
static int look_in_share(const struct file_ranges *p, u64 k, u64 *cut)
{
	u64 from = share_start(p, k), to = share_start(p, k + 1);

	if (k + 1 == p->count)
		to = p->length;
	if (to - from > p->searched)
		to = from + p->searched;
	return look_on(p, from, to, cut);
}

int file_range_find(const struct file_ranges *p, struct file_range *r)
{
	u64 k = r->number;
	int found = k ? look_in_share(p, k, &r->start) : 1;

	r->end = p->length;
	if (found <= 0)
		r->start = p->length;
	r->at = r->start;
	if (found <= 0)
		return found;
	/* There may be very many shares, most of them empty. */
	if (p->searched == UINT64_MAX && k + 1 < p->count)
		found = look_on(p, share_start(p, k + 1), p->length, &r->end);
	else
		for (found = 0; !found && ++k < p->count; )
			found = look_in_share(p, k, &r->end);
	return found < 0 ? found : 0;
}

void file_range_configure(const struct file_ranges *p, const struct file_range *r,
			  struct utf8check_config *config)
{
	if (!r->number)
		return;
	config->from = p->rule.coding.encoding;
	config->bom = UTF8CHECK_BOM_KEEP;
}

ssize_t file_range_read(const struct file_ranges *p, struct file_range *r, u8 *buf, size_t room)
{
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

/**
 * struct range_worker - memory of a worker
 *
 * @p: the file.
 * @own: memory for what is made of a range.
 */
struct range_worker {
	struct file_ranges *p;
	u8 own[] __attribute__((aligned(16)));
};

static size_t next_range(void *ranges, void *range)
{
	struct file_ranges *p = ranges;

	((struct file_range *)range)->number = p->next;
	return p->next++ < p->count;
}

static void *make_range(void *ranges, struct ordered_output *to)
{
	struct file_ranges *p = ranges;
	struct range_worker *worker = calloc(1, sizeof(*worker) + p->ops->size);

	if (worker)
		worker->p = p;
	return worker;
}

static void drop_range(void *range_worker)
{
	struct range_worker *worker = range_worker;

	if (worker->p->ops->close)
		worker->p->ops->close(worker->own);
	free(worker);
}

static bool has_text(const struct file_range *r)
{
	return r->start < r->end;
}

static int run_range(void *range_worker, void *range)
{
	struct range_worker *worker = range_worker;
	const struct file_ranges *p = worker->p;
	struct file_range *r = range;

	/* What cannot be read here is not cut, and is met again by who reads it. */
	file_range_find(p, r);
	if (r->end == p->length && (r->again || r->start < p->length))
		r->end = UINT64_MAX;
	if (r->again)
		r->start = p->joined;
	if (r->end < r->start)
		r->end = r->start;
	r->at = r->start;
	if (has_text(r))
		p->ops->run(p->context, worker->own, r);
	return 0;
}

/* It begins where the text ends that was joined, or has no text. */
static bool range_follows(void *ranges, void *range)
{
	const struct file_ranges *p = ranges;
	struct file_range *r = range;
	bool follows = has_text(r) ? r->start == p->joined : r->number + 1 < p->count;

	/* An empty range at the end of what is joined has no text for good. */
	r->again = !follows;
	return follows || r->start == p->joined;
}

static int join_range(void *range_worker, void *range, int status)
{
	struct range_worker *worker = range_worker;
	struct file_ranges *p = worker->p;
	struct file_range *r = range;

	if (!has_text(r))
		return 0;
	p->err = p->ops->join(p->context, worker->own, r);
	p->joined = r->at;
	/* Not at its end, the file has ended. */
	return p->err || r->at < r->end ? WORK_STOP : 0;
}

int file_ranges_run(struct file_ranges *p, unsigned int threads, const struct range_ops *ops,
		    void *context)
{
	static const struct work_ops range_ops = {
		.next = next_range,
		.open = make_range,
		.close = drop_range,
		.run = run_range,
		.is_current = range_follows,
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
		.first = 1,
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
