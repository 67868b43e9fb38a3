/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Runs of well-formed text that a stream reads or writes as UTF-16 or UTF-32.
 * Private to the core.
 */
#ifndef U8C_STREAM_TRANSCODE_H
#define U8C_STREAM_TRANSCODE_H

#include "stream/output.h"

/* Is it UTF-16 or UTF-32 with at least all code points of Unicode? */
bool u8c_is_wide(const struct u8c_coding *c);

/* Does the coding write all code points of RFC 3629 as RFC 3629 does? */
bool u8c_shares_table_3_7(const struct u8c_coding *c);

/* Is the source read in runs, when the text has begun? */
bool u8c_can_transcode_from(const struct u8c_stream *s);

/**
 * u8c_transcode_from() - settle a run of UTF-16 or UTF-32
 * @s: a stream that u8c_can_transcode_from()
 * @o: its output
 * @p: the input, at the start of a code point
 * @n: bytes
 *
 * Return: bytes settled, 0 or more.  The sequence after them must be settled singly, unless
 * the run was cut for its length.
 */
size_t u8c_transcode_from(struct u8c_stream *s, struct u8c_output *o,
			  const u8 *p, size_t n);

/**
 * u8c_transcode_to() - give a run of UTF-8 as UTF-16 or UTF-32, and count it
 * @s: the stream
 * @o: its output
 * @p: the input, at the start of a sequence
 * @n: bytes
 *
 * Return: how many bytes of @p are well-formed and had room.
 */
size_t u8c_transcode_to(struct u8c_stream *s, struct u8c_output *o,
			const u8 *p, size_t n);

#endif /* U8C_STREAM_TRANSCODE_H */
