// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A text that is judged for itself.
 */
#include <errno.h>
#include "part/part_source.h"
#include "print/progress.h"

static ssize_t read_some(struct part_source *s, size_t n)
{
	int err;
	size_t got = input_read_at(s->in, s->work, n, s->offset, &err);

	progress_add(got);
	if (got == n)
		return n;
	return err ? err : -EIO;
}

ssize_t part_source_next(struct part_source *s, const u8 **p)
{
	ssize_t n = s->left;

	if (s->in && n > PART_CHUNK)
		n = PART_CHUNK;
	if (s->in && n)
		n = read_some(s, n);
	if (n < 0)
		return n;
	*p = s->in ? s->work : s->memory;
	s->offset += n;
	s->left -= n;
	return n;
}
