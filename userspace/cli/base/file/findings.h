/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Who is told of each finding, besides what is printed: the report of HTML.
 */
#ifndef FILE_FINDINGS_H
#define FILE_FINDINGS_H

#include "base/file/input.h"
#include "base/file/tree_walk.h"
#include "utf8check.h"

/**
 * struct findings - calls from one thread, in the order of what is printed
 *
 * @is_target: is this file where the findings are written?
 * @error: an error was found in a file.
 * @file: a file came to its end; @utf8: it is read as UTF-8; @errors: how many it has.
 * @name: a name is refused; @target: it is the target of its symbolic link that is.
 * @pair: two names are the same under a form.
 */
struct findings {
	bool (*is_target)(const struct input *in);
	void (*error)(const char *file, const struct utf8check_error *e);
	void (*file)(struct input *in, bool utf8, u64 errors);
	void (*name)(const struct folder *f, const struct directory_name *name,
		     bool target, const struct utf8check_verdict *v);
	void (*pair)(const struct folder *f, const struct directory_name *a,
		     const struct directory_name *b, const char *same);
};

#endif /* FILE_FINDINGS_H */
