/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * How texts are judged of files that another room has found and opened.
 */
#ifndef THREAD_TEXT_JUDGE_H
#define THREAD_TEXT_JUDGE_H

#include <stdbool.h>
#include "base/file/input.h"
#include "base/say/ordered_output.h"

/**
 * struct text_judge - calls about texts
 *
 * @all: judges in the caller's thread, and has what is found in all files.
 * @open: one that prints on an ordered output, for a thread; NULL without memory.
 * @judge: judges a file by @all or one of @open, and closes it; @may_leave: it may be
 *	left to the caller's thread.  Returns an exit code; BATCH_LATER or BATCH_FULL where
 *	it is left: then what was printed is to be taken back.
 * @join: adds what one has found to @all; then it has found nothing.
 * @close: frees one.
 */
struct text_judge {
	void *all;
	void *(*open)(void *all, struct ordered_output *to);
	int (*judge)(void *one, struct input *in, const char *path, bool may_leave);
	void (*join)(void *all, void *one);
	void (*close)(void *one);
};

#endif /* THREAD_TEXT_JUDGE_H */
