/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A text in a big file, in ranges that are judged each for itself: file_ranges_plan() says
 * whether that pays, and file_ranges_run() has each range run.  There file_range_configure()
 * makes the configuration of its stream, and file_range_read() reads it to its end.
 */
#ifndef THREAD_FILE_RANGE_H
#define THREAD_FILE_RANGE_H

#include "base/file/input.h"
#include "base/thread/work.h"
#include "base/types.h"
#include "utf8check.h"

/**
 * struct file_ranges - the ranges of a file; offsets count from the start of the text
 *
 * @in: the file.
 * @start: its offset where the text begins.
 * @length: bytes from there to its end, when it was opened.
 * @count: how many shares of about the same length the text has.
 * @coding: how the text is written.
 * @unit: bytes of a unit of its encoding.
 * @forbid: the reasons that are errors, as of struct utf8check_config.
 * @context: of who shares the file; this and what follows is of file_ranges_run().
 * @size: bytes of memory for what is made of a range.
 * @share: the share in which the last range ends that was handed out.
 * @next: where that range ends.
 * @joined: where the text ends that was joined so far.
 * @err: what the last call about a range returned.
 */
struct file_ranges {
	struct input *in;
	off_t start;
	u64 length;
	u64 count;
	struct utf8check_coding coding;
	unsigned int unit;
	u64 forbid;
	void *context;
	size_t size;
	u64 share;
	u64 next;
	u64 joined;
	int err;
};

/**
 * struct file_range - a range: an item of work
 *
 * @file: the file.
 * @start: where its text begins.
 * @end: where it ends, if the file does not end before; the last one has no such end.
 * @at: how far it was read.
 */
struct file_range {
	struct file_ranges *file;
	u64 start;
	u64 end;
	u64 at;
};

/* Bytes of a range that are read at once. */
#define RANGE_READ (128 << 10)

/*
 * May threads share a file, and does that pay?  If not, one thread has to read the text from end
 * to end.  @engine: the engine that judges; NULL: this process.
 */
bool file_ranges_plan(struct file_ranges *p, struct input *in, const struct utf8check *engine,
		      const struct utf8check_config *config);

/* Would it be so of a file of @length bytes?  file_ranges_plan() asks this first. */
bool file_ranges_pay(off_t length, const struct utf8check *engine,
		     const struct utf8check_config *config);

/**
 * file_ranges_run() - share a file
 * @p: its ranges; @context and @size are set
 * @threads: among as many at most
 * @ops: @run, @join and @close; each gets the memory for what is made of a range, all zero at
 *	first, then used again.  @run returns 0, @join what file_range_joined() does.
 *
 * After that the file is read on from where the last range ended that was joined.
 *
 * Return: what the last @join gave to file_range_joined(); -ENOMEM where nothing was done.
 */
int file_ranges_run(struct file_ranges *p, unsigned int threads, const struct work_ops *ops);

/* A range is joined.  @err: 0, or something else to end it all.  Return: 0 or WORK_STOP. */
int file_range_joined(struct file_range *r, int err);

/*
 * Set @coding and @forbid: what is done to the text, and how it begins, says where it can be
 * cut.  Return: 0 or a negative errno.
 */
int file_ranges_find_coding(struct file_ranges *p, const struct utf8check_config *config);

/* The offset at which share @k begins; a unit of the text begins there, too. */
u64 file_ranges_share(const struct file_ranges *p, u64 k);

/*
 * Find the first place from @from on, where a unit begins, and before @to, where the text can
 * be cut; *cut is @to where there is none.  Return: 0 or a negative errno.
 */
int file_ranges_cut(const struct file_ranges *p, u64 from, u64 to, u64 *cut);

/* Change the configuration for the stream of a range that is not the first one. */
void file_range_configure(const struct file_range *r, struct utf8check_config *config);

/* The next bytes, 0 at the end; a negative errno. */
ssize_t file_range_read(struct file_range *r, u8 *buf, size_t room);

#endif /* THREAD_FILE_RANGE_H */
