// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A text that is judged for itself.
 */
#include "feature/part/part_source.h"
#include "base/say/progress.h"

int part_read_exactly(const struct input *in, u8 *to, u64 offset, size_t n)
{
	int err;

	if (input_read_at(in, to, n, offset, &err) == n)
		return 0;
	return err ? err : PART_SHORT;
}

static ssize_t read_source(struct part_source *s, size_t n)
{
	int err = part_read_exactly(s->in, s->work, s->offset, n);

	progress_add(n);
	return err ? err : (ssize_t)n;
}

ssize_t part_source_next(struct part_source *s, const u8 **p)
{
	ssize_t n = s->left;

	if (s->in && n > PART_CHUNK)
		n = PART_CHUNK;
	if (s->in && n)
		n = read_source(s, n);
	if (n < 0)
		return n;
	*p = s->in ? s->work : s->memory;
	s->offset += n;
	s->left -= n;
	return n;
}
