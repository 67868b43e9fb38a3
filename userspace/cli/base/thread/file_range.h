/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A text in a big file, in ranges that are judged each for itself.
 */
#ifndef THREAD_FILE_RANGE_H
#define THREAD_FILE_RANGE_H

#include "base/file/input.h"
#include "base/thread/safe_cut.h"
#include "base/thread/work.h"
#include "utf8check.h"

/**
 * struct file_ranges - the ranges of a file; offsets count from the start of the text
 *
 * @in: the file.
 * @start: its offset where the text begins.
 * @length: bytes from there to its end, when it was opened.
 * @count: how many ranges.
 * @searched: bytes of a share in which a cut is looked for, at most.
 * @rule: where it can be cut.
 * @next: the next one to be handed out.
 * @joined: where the text ends that was joined so far.
 */
struct file_ranges {
	struct input *in;
	off_t start;
	u64 length;
	u64 count;
	u64 searched;
	struct cut_rule rule;
	u64 next;
	u64 joined;
};

/**
 * struct file_range - a range: an item of work
 *
 * @number: which one, from 0.
 * @start: where its text begins.
 * @end: where it ends, if the file does not end before; the last one has no such end.
 * @at: how far it was read.
 * @again: it begins where the text ends that was joined.
 */
struct file_range {
	u64 number;
	u64 start;
	u64 end;
	u64 at;
	bool again;
};

/* Bytes of a range that are read at once. */
#define RANGE_READ (128 << 10)

/**
 * file_ranges_plan() - may threads share a file, and does that pay?
 * @p: filled
 * @in: the file
 * @engine: the engine that judges; NULL: this process
 * @config: what is done to the text
 *
 * Return: false where one thread has to read the text from end to end.
 */
bool file_ranges_plan(struct file_ranges *p, struct input *in, const struct utf8check *engine,
		      const struct utf8check_config *config);

/* Is a file of @length bytes big enough to share?  file_ranges_plan() asks this first. */
bool file_ranges_are_worth(off_t length);

/* May a text be cut at all, with this engine and this configuration? */
bool file_ranges_may_be(const struct utf8check *engine, const struct utf8check_config *config);

/*
 * The work of at most @threads that share a file.  Its items are ranges, which each worker
 * takes one at a time.
 */
struct work file_ranges_work(struct file_ranges *p, unsigned int threads,
			     const struct work_ops *ops, void *context);

/*
 * As @next and @is_current of struct work_ops: each range begins where the text ends that was
 * joined, or has no text.
 */
size_t file_ranges_next(void *ranges, void *range);
bool file_range_follows(void *ranges, void *range);

/**
 * file_range_find() - find a range by its number
 * @p: the file
 * @r: the range; one without a text starts and ends at the end of the file
 *
 * Return: 0; a negative errno when the file cannot be read.
 */
int file_range_find(const struct file_ranges *p, struct file_range *r);

/* In @run of struct work_ops: find the range. */
void file_range_begin(const struct file_ranges *p, struct file_range *r);

/* Has it a text?  Where not, @start and @end are the same, and there is nothing to join. */
static inline bool file_range_has_text(const struct file_range *r)
{
	return r->start < r->end;
}

/* Change the configuration for a stream that does not begin where the text does. */
void file_range_configure(const struct file_ranges *p, const struct file_range *r,
			  struct utf8check_config *config);

/* The next bytes, 0 at the end; a negative errno. */
ssize_t file_range_read(const struct file_ranges *p, struct file_range *r, u8 *buf, size_t room);

/*
 * In @join, when it was read to its end, or as far as it can be: that is the end of the
 * text that was joined.  Return: has the file ended there?
 */
bool file_range_end(struct file_ranges *p, const struct file_range *r);

#endif /* THREAD_FILE_RANGE_H */
