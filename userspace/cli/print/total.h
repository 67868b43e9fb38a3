/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Sums over files.
 */
#ifndef PRINT_TOTAL_H
#define PRINT_TOTAL_H

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

/*
 * Files that are done in place: what became of one, @status being its exit code.  Only the
 * caller's thread may call it.  Return: @status.
 */
int change_count(bool replaced, int status);

/* Say on standard error what became of them; of a @dry_run, what would. */
void changes_print(bool dry_run);

/*
 * A file is binary, and was not judged; only the caller's thread may call it.  Name the first
 * of them on one line of standard error, where there were any.
 */
void binary_count(const char *name);
void binaries_print(void);

#endif /* PRINT_TOTAL_H */
