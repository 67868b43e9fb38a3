/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What a stream gives: bytes of output, and records of errors.  Private to the core.
 */
#ifndef U8C_STREAM_OUTPUT_H
#define U8C_STREAM_OUTPUT_H

#include "stream/stream.h"

/**
 * struct u8c_output - where a stream's output goes
 *
 * @next: the next free byte; NULL without output.
 * @room: bytes free.
 */
struct u8c_output {
	u8 *next;
	size_t room;
};

/**
 * u8c_give() - give bytes, all or none
 * @s: the stream
 * @o: its output
 * @p: the bytes
 * @n: how many
 *
 * Return: true when they were given.
 */
bool u8c_give(struct u8c_stream *s, struct u8c_output *o, const u8 *p,
	      size_t n);

/* @n bytes were written at o->next, if that is not NULL. */
void u8c_output_advance(struct u8c_stream *s, struct u8c_output *o, size_t n);

#define U8C_WINDOW_MIN 64u

/* A whole window held no error. */
static inline void u8c_widen(struct u8c_stream *s)
{
	s->window = s->window < 1u << 30 ? 2 * s->window : ~0u;
}

/*
 * At an error: is there a list, and no room in it?  Then the next call examines the rest of
 * the input again.
 */
static inline bool u8c_list_stops(struct u8c_stream *s)
{
	s->unlisted = s->list && s->listed == s->list_room;
	if (s->unlisted)
		s->window = U8C_WINDOW_MIN;
	return s->unlisted;
}

/*
 * Completes the record of an error at the stream's place, and counts it; the list
 * has room.
 */
void u8c_count_error(struct u8c_stream *s, struct utf8check_error *e);

#endif /* U8C_STREAM_OUTPUT_H */
