/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Where a result is written; it may be longer than the room.
 */
#ifndef U8C_NORMALIZE_SINK_H
#define U8C_NORMALIZE_SINK_H

#include "normalize/data.h"

/**
 * struct u8c_sink - where a result goes
 *
 * @out: room for it.
 * @room: bytes that @out has room for.
 * @made: bytes of the result; once there are more than @room, nothing is
 *	written any more.  64 bits on every machine: a result can be longer
 *	than memory.
 */
struct u8c_sink {
	u8 *out;
	size_t room;
	u64 made;
};

static inline struct u8c_sink u8c_sink(u8 *out, size_t room)
{
	return (struct u8c_sink){ .out = out, .room = room };
}

/* Writes @n bytes at @p. */
void u8c_sink_any(struct u8c_sink *s, const u8 *p, size_t n);

/*
 * Writes @n bytes at @p, any number but mostly few, of a text that ends at @end.  May also
 * overwrite bytes of the room after them.
 */
static __always_inline void u8c_sink_copy(struct u8c_sink *s, const u8 *p,
					  size_t n, const u8 *end)
{
	if (n > 64 || end - p < 64 || s->made + 64 > s->room) {
		u8c_sink_any(s, p, n);
		return;
	}
	__builtin_memcpy(s->out + s->made, p, 64);
	s->made += n;
}

/* Writes a few bytes of a table, or of the caller's buffer. */
static __always_inline void u8c_sink_short(struct u8c_sink *s, const u8 *p,
					   size_t n)
{
	size_t i;

	if (likely(s->made + n <= s->room))
		for (i = 0; i < n; i++)
			s->out[s->made + i] = p[i];
	s->made += n;
}

/*
 * As u8c_sink_copy(), and after that a mapping: u8c_records can be read for 16 bytes beyond
 * its end.
 */
static __always_inline void u8c_sink_both(struct u8c_sink *s, const u8 *p, size_t n,
					  const u8 *end, const struct u8c_mapping *m)
{
	if (unlikely(m->n > 16 || s->made + n + 64 > s->room)) {
		u8c_sink_any(s, p, n);
		u8c_sink_any(s, m->p, m->n);
		return;
	}
	if (n > 64 || end - p < 64) {
		u8c_sink_any(s, p, n);
	} else {
		__builtin_memcpy(s->out + s->made, p, 64);
		s->made += n;
	}
	__builtin_memcpy(s->out + s->made, m->p, 16);
	s->made += m->n;
}

static __always_inline void u8c_sink_point(struct u8c_sink *s, u32 cp)
{
	u8 bytes[4];

	if (likely(s->made + 4 <= s->room)) {
		s->made += u8c_put(cp, s->out + s->made);
		return;
	}
	u8c_sink_short(s, bytes, u8c_put(cp, bytes));
}

#endif /* U8C_NORMALIZE_SINK_H */
