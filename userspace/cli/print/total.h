/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Sums over files.
 */
#ifndef PRINT_TOTAL_H
#define PRINT_TOTAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include "base/types.h"

/**
 * struct totals - what was found in all files and all folders; numbers alone
 *
 * @files: how many were read, as far as they could be.
 * @invalid: how many of them have an error.
 * @off: files that attributes leave out.
 * @recoded: files of which attributes say the charset.
 * @binary: how many of them are binary.
 * @bytes: how many they have.
 * @code_points: how many of their code points are well-formed.
 * @errors: how many were found; where one is enough, no more are looked for.
 * @folders: directories.
 * @names: names in them.
 * @refused: names that the policy refuses.
 * @same: pairs of names that are the same.
 * @targets: targets of symbolic links that the policy for paths refuses.
 * @denormal: names that are not in NFC.
 * @stand_ins: names with characters that character_turned_back() turns back.
 */
struct totals {
	u64 files;
	u64 invalid;
	u64 off;
	u64 recoded;
	u64 binary;
	u64 bytes;
	u64 code_points;
	u64 errors;
	u64 folders;
	u64 names;
	u64 refused;
	u64 same;
	u64 targets;
	u64 denormal;
	u64 stand_ins;
};

void totals_add(struct totals *to, const struct totals *from);

/* Print those of names, or of files, as a sentence without its end, which begins so. */
void totals_print_names(FILE *to, const char *folders, const struct totals *t);
void totals_print_files(FILE *to, const char *files, const struct totals *t);

/**
 * struct sum - a sum
 *
 * @name: of what; for JSON, _ stands for a space in it.
 * @number: how much.
 */
struct sum {
	const char *name;
	u64 number;
};

/* Print @count sums as one line, of text or @json. */
void sums_print(bool json, const struct sum *sums, size_t count);

/*
 * Files that are done in place: what became of one, @status being its exit code.  Only the
 * caller's thread may call it.  Return: @status.
 */
int change_count(bool replaced, int status);

/* Say on standard error what became of them; of a @dry_run, what would. */
void changes_print(bool dry_run);

/**
 * enum notice - why files were not judged as all others are
 *
 * @NOTICE_BINARY: they are binary.
 * @NOTICE_OFF: attributes of git leave them out.
 * @NOTICE_CHARSET: attributes of git say in which charset they are.
 */
enum notice { NOTICE_BINARY, NOTICE_OFF, NOTICE_CHARSET, NOTICES };

/* There is such a file; only the caller's thread may call it. */
void notice_count(enum notice what, const char *name);

/* How many there are, and the first of their names; NULL for none.  To be freed. */
char *notice_text(enum notice what);

/* Each notice is a line of standard error. */
void notices_print(void);

#endif /* PRINT_TOTAL_H */
