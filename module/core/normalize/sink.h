/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Where the bytes of a result go, of which there may be more than room.
 */
#ifndef U8C_NORMALIZE_SINK_H
#define U8C_NORMALIZE_SINK_H

#include "normalize/data.h"

/**
 * struct u8c_sink - where a result goes
 *
 * @out: room for it.
 * @room: bytes of it.
 * @made: bytes of the result; once there are more than @room, nothing is
 *	written any more.  Of 64 bits everywhere: a result can be longer than
 *	what an address reaches.
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

/*
 * @n bytes at @p of a text that ends at @end; for few bytes, of any number.
 * The bytes of the room after them change, too.
 */
static __always_inline void u8c_sink_copy(struct u8c_sink *s, const u8 *p,
					  size_t n, const u8 *end)
{
	if (n <= 64 && end - p >= 64 && s->made + 64 <= s->room)
		__builtin_memcpy(s->out + s->made, p, 64);
	else if (n && s->made + n <= s->room)
		memcpy(s->out + s->made, p, n);
	s->made += n;
}

/* Few bytes, of a table or of a buffer of the caller's. */
static __always_inline void u8c_sink_short(struct u8c_sink *s, const u8 *p,
					   size_t n)
{
	size_t i;

	if (likely(s->made + n <= s->room))
		for (i = 0; i < n; i++)
			s->out[s->made + i] = p[i];
	s->made += n;
}

/* The same for u8c_records, after whose end 16 bytes can be read. */
static __always_inline void u8c_sink_record(struct u8c_sink *s, const u8 *p,
					    size_t n)
{
	if (unlikely(n > 16 || s->made + 16 > s->room)) {
		u8c_sink_short(s, p, n);
		return;
	}
	__builtin_memcpy(s->out + s->made, p, 16);
	s->made += n;
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
