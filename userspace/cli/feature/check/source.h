/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What the policy for source code forgives of what it has found.
 */
#ifndef CHECK_SOURCE_H
#define CHECK_SOURCE_H

#include <stdbool.h>
#include "base/types.h"
#include "utf8check.h"

/* The reasons that the policy forbids, besides ill-formed sequences. */
#define SOURCE_FORBIDS (BIT(UTF8CHECK_REASON_CONTROL) | BIT(UTF8CHECK_REASON_BIDI_CONTROL) | \
			BIT(UTF8CHECK_REASON_PRIVATE_USE) | BIT(UTF8CHECK_REASON_WHITE_SPACE) | \
			BIT(UTF8CHECK_REASON_MISPLACED_IGNORABLE) | \
			BIT(UTF8CHECK_REASON_NONCHARACTER))

/* A bidi control counts as not closed if more errors follow before the one that closes it. */
#define SOURCE_WAITING 64

/**
 * struct source_errors - the errors of a text
 *
 * @forgives: reasons that are not always an error, a bit for each.
 * @found: called with each error that is not forgiven, in order; false to stop.
 * @writes: does the text around this error make it what a language writes?
 * @context: for both.
 * @waiting: errors that wait for what follows them in their line.
 * @count: how many of them.
 * @closers: the code points that close the bidi controls that are open.
 * @depth: how many are open.
 * @broken: the bidi controls that wait are not balanced.
 * @forgiven: how many errors were forgiven.
 */
struct source_errors {
	u64 forgives;
	bool (*found)(void *context, const struct utf8check_error *e);
	bool (*writes)(void *context, const struct utf8check_error *e);
	void *context;
	struct utf8check_error waiting[SOURCE_WAITING];
	size_t count;
	u32 closers[SOURCE_WAITING];
	size_t depth;
	bool broken;
	u64 forgiven;
};

/* Bytes of a text before and after a code point that decide whether a language writes it there. */
#define SOURCE_AROUND 16

/* Does a language write the code point that is @at in these @n bytes of UTF-8? */
bool source_language_writes(u32 cp, const u8 *p, size_t at, size_t n);

/* The next error, with line and column.  Return: false to stop. */
bool source_take(void *source_errors, const struct utf8check_error *e);

/* The text has ended. */
void source_end(struct source_errors *s);

#endif /* CHECK_SOURCE_H */
