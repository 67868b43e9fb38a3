// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A whole text through a stream.
 *
 * Output goes to the caller's room until the stream says that the room is full.  All later
 * output is only counted.
 */
#include "stream/convert.h"

/* Bytes of output that are counted at a time; any piece fits. */
#define UNSEEN (2 * U8C_PIECE_MAX)

/* Pushes the rest of the text, and then its end. */
static enum u8c_result go_on(struct u8c_stream *s, struct u8c_text *left, u8 *out,
			     size_t *room)
{
	enum u8c_result status;
	size_t n = left->n;

	if (!n)
		return u8c_stream_finish(s, out, room);
	status = u8c_stream_push(s, left->p, &n, out, room);
	*left = u8c_text(left->p + n, left->n - n);
	return status;
}

bool u8c_convert(struct u8c_stream *s, struct u8c_text text, struct u8c_sink *to)
{
	bool is_full = !to->out, at_end;
	enum u8c_result status;
	u8 unseen[UNSEEN];
	size_t room;

	to->made = 0;
	do {
		at_end = !text.n;
		room = is_full ? sizeof(unseen) : to->room - to->made;
		status = go_on(s, &text, is_full ? unseen : to->out + to->made, &room);
		to->made += room;
		is_full |= status == U8C_FULL;
	} while (status == U8C_FULL || (status == U8C_DONE && !at_end));
	/* Bytes that change meanwhile may take less room the second time. */
	if (is_full && to->out && to->made <= to->room)
		to->made = (u64)to->room + 1;
	return status == U8C_DONE;
}
