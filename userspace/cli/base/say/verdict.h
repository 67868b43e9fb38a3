/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The verdict on a name, printed.
 */
#ifndef SAY_VERDICT_H
#define SAY_VERDICT_H

#include <stdbool.h>
#include <stdio.h>
#include "utf8check.h"
#include "base/types.h"

/**
 * verdict_print() - for people, on standard output
 * @p: the name
 * @len: bytes of it
 * @v: the verdict
 * @f: all its findings
 * @refuse: the classes that are refused, a bit for each
 */
void verdict_print(const u8 *p, size_t len, const struct utf8check_verdict *v,
		   const struct utf8check_finding *f, u64 refuse);

/*
 * All classes of a verdict: parted by spaces, or as strings parted by commas.
 */
void verdict_print_classes(FILE *to, const struct utf8check_verdict *v,
			   bool json);

/* Prints what verdict_print() prints, as one line of JSON. */
void verdict_print_json(const u8 *p, size_t len,
			const struct utf8check_verdict *v,
			const struct utf8check_finding *f);

#endif /* SAY_VERDICT_H */
