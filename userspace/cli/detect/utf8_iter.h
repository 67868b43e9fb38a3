/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The code points of UTF-8 (RFC 3629) that comes in pieces.
 */
#ifndef DETECT_UTF8_ITER_H
#define DETECT_UTF8_ITER_H

#include "core/u8c.h"

/**
 * struct utf8_iter - text being taken apart
 *
 * The callbacks come in the order of the text, and no call depends on how it
 * was split but for the length of ASCII runs.
 *
 * @ascii: called with runs of bytes below 80, never with none.
 * @point: called with each other code point and the length of its sequence.
 * @bad: called with each ill-formed maximal subpart; line and column are 0.
 * @context: for the callbacks.
 * @offset: of the next byte to be settled.
 * @carry: bytes taken, but not decided.
 * @carried: how many.
 */
struct utf8_iter {
	void (*ascii)(void *context, const u8 *p, size_t n);
	void (*point)(void *context, u32 cp, unsigned int length);
	void (*bad)(void *context, const struct u8c_error *e);
	void *context;
	u64 offset;
	u8 carry[U8C_SEQUENCE_MAX];
	size_t carried;
};

/**
 * utf8_iter_push() - take the next bytes apart
 * @s: its callbacks and context are set, the rest is zero at the start
 * @p: the bytes
 * @n: how many
 * @final: none follows
 */
void utf8_iter_push(struct utf8_iter *s, const u8 *p, size_t n, bool final);

#endif /* DETECT_UTF8_ITER_H */
