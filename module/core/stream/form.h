/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What a stream does with a normalization form.  Private to the core.
 *
 * All calls but u8c_form_differs() and the last are for a stream that was lent its
 * work memory.
 */
#ifndef U8C_STREAM_FORM_H
#define U8C_STREAM_FORM_H

#include "normalize/verify.h"
#include "stream/output.h"

/**
 * u8c_form_drain() - give what is ready
 * @s: the stream
 * @o: its output
 *
 * Return: false when the output has no room for all of it.
 */
bool u8c_form_drain(struct u8c_stream *s, struct u8c_output *o);

/* Does the text, as far as it was compared, differ from its form? */
bool u8c_form_differs(const struct u8c_stream *s);

/**
 * u8c_form_resolve() - make the error of a text that differs
 * @s: a stream that u8c_form_differs()
 *
 * The text after it is compared anew, and may differ too.
 *
 * Return: false when there is no room for the record, or the stream is rejected.
 */
bool u8c_form_resolve(struct u8c_stream *s);

/**
 * u8c_form_flush() - give all that is held: the text is cut here
 * @s: the stream
 * @o: its output
 *
 * Return: false when the output has no room for all of it, or the text differs.
 */
bool u8c_form_flush(struct u8c_stream *s, struct u8c_output *o);

/**
 * u8c_form_put() - the next code point of the text
 * @s: the stream
 * @o: its output
 * @cp: the code point
 * @length: its bytes, which the stream has not counted yet
 *
 * Return: 1; 0 when the output is full or the text before differs; -1, and
 * nothing is changed, when the run of nonstarters is too long.
 */
int u8c_form_put(struct u8c_stream *s, struct u8c_output *o, u64 cp,
		 unsigned int length);

/**
 * u8c_form_run() - how far the form leaves text as it is
 * @s: the stream
 * @o: its output
 * @p: the text, well-formed by RFC 3629
 * @n: its bytes, not 0
 * @final: an error follows them, which ends the text
 *
 * Gives first what is held; the caller gives these bytes.
 *
 * Return: bytes; 0 also when that has no room, or the text before differs.
 */
size_t u8c_form_run(struct u8c_stream *s, struct u8c_output *o, const u8 *p,
		    size_t n, bool final);

/**
 * u8c_form_block() - give the form of a block of text
 * @s: the stream
 * @o: its output
 * @p: the text, well-formed by RFC 3629
 * @n: its bytes, not 0
 * @final: an error follows them, which ends the text
 *
 * Much faster than one code point after the other.  Gives first what is held.
 *
 * Return: bytes of the text; 0 when it must be put code point by code point.
 */
size_t u8c_form_block(struct u8c_stream *s, struct u8c_output *o, const u8 *p,
		      size_t n, bool final);

/* Does the stream's form leave the code point out?  No without one. */
bool u8c_form_leaves_out(const struct u8c_stream *s, u64 cp);

#endif /* U8C_STREAM_FORM_H */
