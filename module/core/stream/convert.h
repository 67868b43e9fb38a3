/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A whole text through a stream.
 */
#ifndef U8C_STREAM_CONVERT_H
#define U8C_STREAM_CONVERT_H

#include "normalize/sink.h"
#include "stream/stream.h"

/**
 * u8c_convert() - put a whole text in, take all output out
 * @s: a stream without a form, a list and patience, just initialized
 * @text: any bytes
 * @to: where the output goes, apart from @text; to->made becomes the bytes of the
 *	whole output, also where they are more than the room
 *
 * Return: false when the stream rejects the text.
 */
bool u8c_convert(struct u8c_stream *s, struct u8c_text text, struct u8c_sink *to);

#endif /* U8C_STREAM_CONVERT_H */
