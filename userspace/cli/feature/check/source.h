/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What the policy for source code forgives of what it has found.
 */
#ifndef CHECK_SOURCE_H
#define CHECK_SOURCE_H

#include <stdbool.h>
#include "base/types.h"
#include "feature/check/check.h"
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
 * @context: for @found.
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
	void *context;
	struct utf8check_error waiting[SOURCE_WAITING];
	size_t count;
	u32 closers[SOURCE_WAITING];
	size_t depth;
	bool broken;
	u64 forgiven;
};

/* The next error, with line and column.  Return: false to stop. */
bool source_take(void *source_errors, const struct utf8check_error *e);

/* The text has ended. */
void source_end(struct source_errors *s);

/* --- the errors of a file: gate.c */

/**
 * struct gate - the errors of a file under POLICY_SOURCE
 *
 * @in: the file.
 * @found: called with each error that is told, in order; false to stop.
 * @context: for @found.
 * @look: what the file looks like.
 * @source: its errors, some of which are forgiven.
 * @apart: where @look says that one finding stands for all errors: but not for these reasons.
 * @in_one: how many errors it stands for.
 * @first: the first of them.
 * @says: what it says.
 * @told: how many errors are neither forgiven nor known.
 * @known: some are in the baseline.
 */
struct gate {
	struct input *in;
	bool (*found)(void *context, const struct utf8check_error *e);
	void *context;
	struct look look;
	struct source_errors source;
	u64 apart;
	u64 in_one;
	struct utf8check_error first;
	char says[100];
	u64 told;
	bool known;
};

/*
 * Find them, as find_errors() does, or, if that is not NULL, in a @charset; the members up to
 * @look, and what is forgiven, are set.  Return: 0 or a negative errno.
 */
int gate_find_errors(struct gate *g, struct error_search *search, const char *charset, u8 *work);

/* Tell an error that is in no text: false to stop. */
bool gate_tell(struct gate *g, const struct utf8check_error *e);

#endif /* CHECK_SOURCE_H */
