/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What a stream makes of one sequence.  Private to the core.
 */
#ifndef U8C_STREAM_SEQUENCE_H
#define U8C_STREAM_SEQUENCE_H

#include "stream/stream.h"

/**
 * struct u8c_output - where a stream's output goes
 *
 * @next: the next free byte; NULL where nobody wants the output.
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
void u8c_gave(struct u8c_stream *s, struct u8c_output *o, size_t n);

/* An error is met now: is there a list, and no room in it? */
static inline bool u8c_list_stops(struct u8c_stream *s)
{
	s->unlisted = s->list && s->listed == s->list_room;
	return s->unlisted;
}

/*
 * Completes the record of an error at the stream's place, and counts it; the list
 * has room.
 */
void u8c_count_error(struct u8c_stream *s, struct utf8check_error *e);

/**
 * u8c_settle() - settle the sequence at the start of the input
 * @s: the stream
 * @o: its output
 * @p: the input
 * @n: its bytes, at least 1
 * @final: no byte can follow
 *
 * Return: how many bytes were settled; 0 when the output or the list of errors is
 * full, the text before differs from its form, or the stream is rejected; -1 when
 * the sequence is undecided.
 */
int u8c_settle(struct u8c_stream *s, struct u8c_output *o, const u8 *p,
	       size_t n, bool final);

/**
 * u8c_settle_start() - the text does not begin with a byte order mark
 * @s: the stream, not begun
 * @o: its output
 *
 * Return: false when the output is full or the stream is rejected.
 */
bool u8c_settle_start(struct u8c_stream *s, struct u8c_output *o);

#endif /* U8C_STREAM_SEQUENCE_H */
