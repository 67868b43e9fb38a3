/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The slow reference for a whole stream: every action, byte order marks,
 * forbidden code points, and each way to write the result.
 */
#ifndef U8C_REFERENCE_ACTION_H
#define U8C_REFERENCE_ACTION_H

#include "reference.h"
#include "reference_profile.h"

/* No text comes out longer: each byte as "\xhh" in UTF-32, and a mark. */
#define U8C_REF_OUT(n) (16 * (n) + 8)

/**
 * u8c_ref_stream() - what a stream makes of a whole text
 * @config: what it does; u8c_config_check() says U8C_CONFIG_OK
 * @p: the text
 * @n: bytes
 * @out: room for U8C_REF_OUT(@n) bytes
 * @r: what it must have counted at its end; line and column as with
 *	U8C_POSITION, whatever the flags
 *
 * Properties of code points are the core's word: they are tested by
 * themselves.
 */
void u8c_ref_stream(const struct u8c_config *config, const u8 *p, size_t n,
		    u8 *out, struct u8c_ref_result *r);

/**
 * u8c_ref_stream_differs() - has a stream that ended counted what it must?
 * @s: the stream
 * @want: what u8c_ref_stream() says
 *
 * Return: what it has counted otherwise, NULL when nothing.
 */
const char *u8c_ref_stream_differs(const struct u8c_stream *s,
				   const struct u8c_ref_result *want);

#endif /* U8C_REFERENCE_ACTION_H */
