/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Files that are left as they are, because a filter would destroy them.
 */
#ifndef FILTER_LEFT_ALONE_H
#define FILTER_LEFT_ALONE_H

#include "base/types.h"

struct filter;

/**
 * enum left_alone - why a file is left
 *
 * @LEFT_NOT: it is not.
 * @LEFT_BINARY: it is not text.
 * @LEFT_WIDE: its byte order mark says that it is not the UTF-8 that it is read as.
 * @LEFT_BACKUP: a run before has kept it.
 * @LEFT_UTF8: it is the UTF-8 that it would be converted to.
 * @LEFT_ESCAPED: it is escaped already.
 * @LEFT_ILL_FORMED: it is not in the encoding that it would be converted from.
 * @LEFT_ERRORS: it has errors, and no option says to mend them.
 * @LEFT_AGAIN: a second run would convert again what the first has made.
 */
enum left_alone {
	LEFT_NOT,
	LEFT_BINARY,
	LEFT_WIDE,
	LEFT_BACKUP,
	LEFT_UTF8,
	LEFT_ESCAPED,
	LEFT_ILL_FORMED,
	LEFT_ERRORS,
	LEFT_AGAIN,
};

/*
 * Before a file is filtered: does what all of its bytes say set @left of the filter?  Only a
 * regular file is asked, and is read from its start.  Return: 0; a negative errno.
 */
int left_alone_before(struct filter *f);

/* As left_alone_before(), in place or not, only whether the file is binary. */
int left_alone_by_all(struct filter *f);

/* While a file is filtered in place: do these @n bytes say that it is binary? */
bool left_alone_by(const struct filter *f, const u8 *p, size_t n);

/* Say why the file is left.  Return: an exit code. */
int left_alone_say(const struct filter *f);

#endif /* FILTER_LEFT_ALONE_H */
