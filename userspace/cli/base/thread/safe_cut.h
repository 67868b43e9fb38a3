/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Where a text can be cut, so that its parts are judged each for itself.
 */
#ifndef THREAD_SAFE_CUT_H
#define THREAD_SAFE_CUT_H

#include "base/types.h"
#include "utf8check.h"
#include "base/file/input.h"

/**
 * struct cut_rule - what a cut depends on
 *
 * @coding: how the text is written.
 * @forbid: the reasons that are errors, as of struct utf8check_config.
 * @allows: may the text be cut there, as far as the command is concerned; NULL:
 *	wherever a cut is safe.  @at is not 0, and less than @n.
 */
struct cut_rule {
	struct utf8check_coding coding;
	u64 forbid;
	bool (*allows)(const u8 *p, size_t n, size_t at);
};

/**
 * cut_rule_find() - the rule of a text
 * @r: filled, but for @allows
 * @config: what is done to the text
 * @in: the file
 * @start: its offset where the text begins
 *
 * Return: 0 or a negative errno.
 */
int cut_rule_find(struct cut_rule *r, const struct utf8check_config *config,
		  const struct input *in, u64 start);

/* Bytes around a place that cut_is_safe() looks at, on each side. */
#define CUT_SIGHT UTF8CHECK_SEQUENCE_MAX

/* Bytes of a unit of the encoding: 1, 2 or 4. */
unsigned int cut_unit(const struct cut_rule *r);

/**
 * cut_is_safe() - is a cut surely safe there?
 * @r: the rule
 * @p: a part of the text, from any of its units on
 * @n: how many bytes
 * @at: the place, where a unit begins; not 0
 *
 * The bytes that are not in the part do not matter.
 *
 * Return: false where the cut is not safe, or not known to be.
 */
bool cut_is_safe(const struct cut_rule *r, const u8 *p, size_t n, size_t at);

#endif /* THREAD_SAFE_CUT_H */
