/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Judge the names in whole trees, and the texts of files.
 */
#ifndef SCAN_JUDGE_H
#define SCAN_JUDGE_H

#include "base/file/input.h"
#include "base/say/message.h"
#include "utf8check.h"
#include "base/types.h"
#include "print/print.h"

/**
 * struct text_judge - how the texts of files are judged
 *
 * @all: judges in the caller's thread, and has what is found in all files.
 * @open: make one that prints on an ordered output, for a thread; NULL without memory.  It is
 *	freed by free().
 * @judge: judge a file by @all or one of @open, and close it.  Returns an exit code, after
 *	@found is set; or WORK_LATER.
 */
struct text_judge {
	void *all;
	void *(*open)(void *all, struct ordered_output *to);
	int (*judge)(void *one, struct input *in, const char *path, struct totals *found);
};

/**
 * struct scan_rules - how names are judged, besides name_judge(); a target of a link is a path
 *
 * @same: enum collision_form: which names are the same.
 * @all: print what is found in names that are not refused, too.
 * @style: enum print_style.
 * @content: how the texts of regular files are judged; or NULL.
 * @html: the sink that makes a page; or without @ops.
 */
struct scan_rules {
	u8 same;
	bool all;
	u8 style;
	const struct text_judge *content;
	struct sink html;
};

/*
 * Judge the names in whole trees, and print on standard output; what is seen in names is added
 * to @sums.  While the caller's thread reads directories, @threads judge; what is printed does
 * not depend on their number.  Return: an exit code.
 */
int judge_trees(const struct scan_rules *rules, char **trees, unsigned int threads,
		struct totals *sums);

#endif /* SCAN_JUDGE_H */
