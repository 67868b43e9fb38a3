/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Sums over files.
 */
#ifndef SAY_TOTAL_H
#define SAY_TOTAL_H

#include <stdbool.h>
#include <stddef.h>
#include "base/types.h"

/**
 * struct total - a sum
 *
 * @name: of what; for JSON, _ stands for a space in it.
 * @number: how much.
 */
struct total {
	const char *name;
	u64 number;
};

/* Print @count sums as one line, of text or @json. */
void totals_print(bool json, const struct total *totals, size_t count);

#endif /* SAY_TOTAL_H */
