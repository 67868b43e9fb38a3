/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What a stream makes of one sequence.  Private to the core.
 */
#ifndef U8C_STREAM_SEQUENCE_H
#define U8C_STREAM_SEQUENCE_H

#include "stream/output.h"

/**
 * u8c_settle() - settle the sequence at the start of the input
 * @s: the stream
 * @o: its output
 * @p: the input
 * @n: its bytes, at least 1
 * @final: no byte can follow
 *
 * Return: how many bytes were settled; 0 when the output or the list of errors is
 * full, the text before differs from its form, or the stream is rejected; U8C_UNDECIDED when
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
