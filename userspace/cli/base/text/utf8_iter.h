/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The code points of UTF-8 (RFC 3629) that comes in pieces.
 */
#ifndef TEXT_UTF8_ITER_H
#define TEXT_UTF8_ITER_H

#include "base/types.h"
#include "utf8check.h"

/**
 * struct utf8_iter - finds the code points of a text
 *
 * The callbacks are called in the order of the text.  How the text is split
 * into pieces changes only the length of ASCII runs.
 *
 * @ascii: called with runs of bytes below 80 (hex), at least one byte.
 * @point: called with each other code point and the length of its sequence.
 * @bad: called with each ill-formed maximal subpart; line and column are 0.
 * @errors_only: only @bad matters from now on, and the byte after it, if it is ASCII:
 *	other well-formed text is reported in part or not at all.
 * @context: for the callbacks.
 * @offset: the offset of the next byte that is not decided.
 * @carry: bytes that are carried over.
 * @carried: how many.
 * @after_bad: the last sequence was ill-formed; in some texts so is the next.
 */
struct utf8_iter {
	void (*ascii)(void *context, const u8 *p, size_t n);
	void (*point)(void *context, u32 cp, unsigned int length);
	void (*bad)(void *context, const struct utf8check_error *e);
	void *context;
	bool errors_only;
	u64 offset;
	u8 carry[UTF8CHECK_SEQUENCE_MAX];
	size_t carried;
	bool after_bad;
};

/**
 * utf8_iter_push() - find the code points in the next bytes
 * @s: at the start, the callbacks and context are set and the rest is zero
 * @p: the bytes
 * @n: how many
 * @final: no bytes follow
 */
void utf8_iter_push(struct utf8_iter *s, const u8 *p, size_t n, bool final);

#endif /* TEXT_UTF8_ITER_H */
