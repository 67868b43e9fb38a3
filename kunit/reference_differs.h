/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Compares what a stream has counted with what it must have counted.
 */
#ifndef U8C_REFERENCE_DIFFERS_H
#define U8C_REFERENCE_DIFFERS_H

#include "reference_action.h"

/**
 * u8c_ref_stream_differs() - has a stream that ended counted what it must?
 * @s: the stream
 * @want: what u8c_ref_stream() says
 *
 * Return: the name of a count that differs, or NULL.
 */
const char *u8c_ref_stream_differs(const struct u8c_stream *s,
				   const struct u8c_ref_result *want);

#endif /* U8C_REFERENCE_DIFFERS_H */
