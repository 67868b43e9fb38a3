/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Text that a stream lets pass as it is, with or without its errors replaced: many
 * bytes at once.  Private to the core.
 */
#ifndef U8C_STREAM_PASS_H
#define U8C_STREAM_PASS_H

#include "stream/output.h"

/* Past text whose output was given; well-formed, where its place is asked. */
void u8c_move_past(struct u8c_stream *s, const u8 *p, size_t n);

/* Is all that is well-formed UTF-8 taken at once, whatever it becomes? */
bool u8c_takes_all(const struct u8c_stream *s);

/* Does what is well-formed pass as it is, whatever it is? */
bool u8c_passes(const struct u8c_stream *s);

/* Well-formed text, as far as it and the room go.  Return: how many bytes. */
size_t u8c_pass(struct u8c_stream *s, struct u8c_output *o, const u8 *p, size_t n);

/*
 * Can errors be replaced without a record?  After the first error, which has one, they
 * may only be counted.
 */
bool u8c_repairs(const struct u8c_stream *s, const struct u8c_output *o, size_t n);

/**
 * u8c_repair() - give text with its errors replaced
 * @s: a stream that u8c_repairs()
 * @o: its output
 * @p: the text, which u8c_passes()
 * @n: bytes
 *
 * Return: how many bytes were settled, 0 or more; whole sequences.
 */
size_t u8c_repair(struct u8c_stream *s, struct u8c_output *o, const u8 *p, size_t n);

/* Does nobody want more of errors than their number? */
bool u8c_only_counts(const struct u8c_stream *s, size_t n);

/*
 * Settles some text after an error, where u8c_only_counts(): there are often more of
 * them.  Return: how many bytes, 0 or more.
 */
size_t u8c_count_errors(struct u8c_stream *s, const u8 *p, size_t n);

#endif /* U8C_STREAM_PASS_H */
