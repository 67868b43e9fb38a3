// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Where a result is written: any number of bytes.
 */
#include "normalize/sink.h"

/* Copies more than 64 bytes, 64 at a time. */
static void copy_blocks(u8 *to, const u8 *p, size_t n)
{
	u8 *last = to + n - 64;
	const u8 *rest = p + n - 64;

	for (; to < last; p += 64, to += 64)
		__builtin_memcpy(to, p, 64);
	__builtin_memcpy(last, rest, 64);
}

/*
 * memcpy() takes "rep movsb" for some KiB, which on Zen 3 and 4 is three to ten times as
 * slow where the two places are not aligned alike.
 */
void u8c_sink_any(struct u8c_sink *s, const u8 *p, size_t n)
{
	size_t made = s->made;
	u8 *to;

	s->made += n;
	/* Without room there may be no output, either. */
	if (!n || s->made > s->room)
		return;
	to = s->out + made;
	if (n > 1024 && ((unsigned long)to ^ (unsigned long)p) & 63)
		copy_blocks(to, p, n);
	else
		memcpy(to, p, n);
}
