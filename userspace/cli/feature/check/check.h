/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Files that are checked, one or many.
 */
#ifndef CHECK_H
#define CHECK_H

#include "utf8check.h"
#include "feature/check/binary_names.h"
#include "feature/check/error_text.h"
#include "feature/check/records.h"
#include "base/file/binary.h"
#include "base/file/input.h"
#include "base/file/file_list.h"
#include "base/thread/text_judge.h"
#include "base/file/findings.h"
#include "base/text/find_errors.h"
#include "feature/check/source.h"

/* What is printed; those before STYLE_LIST are formats, which have names. */
enum check_style {
	STYLE_LINES, STYLE_GCC, STYLE_GITHUB, STYLE_SARIF, STYLE_JUNIT, STYLE_JSON, STYLE_LIST,
	STYLE_COUNT, STYLE_QUIET
};

/**
 * enum check_policy - what is an error, beside what the options say
 *
 * @POLICY_NONE: nothing.
 * @POLICY_SOURCE: what has no place in source code; a binary file is not judged.
 */
enum check_policy { POLICY_NONE, POLICY_SOURCE };

/* A file with a NUL in its first bytes is binary if it has more errors than that. */
#define BINARY_ERRORS 10

/**
 * struct check_totals - what was found in files
 *
 * @files: how many were read, as far as they could be.
 * @invalid: how many of them have an error.
 * @binary: how many of them are binary.
 * @bytes: how many they have.
 * @code_points: how many of their code points are well-formed.
 * @errors: how many were found; where one is enough, no more are looked for.
 */
struct check_totals {
	u64 files;
	u64 invalid;
	u64 binary;
	u64 bytes;
	u64 code_points;
	u64 errors;
};

/**
 * struct check - files that are checked by one thread
 *
 * @style: enum check_style: what is printed.
 * @only_invalid: no JSON for a file without an error.
 * @policy: enum check_policy.
 * @null: --null was given: a name of the list ends with NUL.
 * @max_errors: how many errors of a file are printed; the others are counted.
 * @limited: @max_errors comes of no option: standard output is a terminal.
 * @text: no file is binary.
 * @ignore_binary: nothing is printed about binary files.
 * @binaries: gets the names of binary files, in place of a line for each; or NULL.
 * @whole: lines with an error are printed, and no errors.
 * @around: so many bytes of its line are printed before an error and after it; or 0.
 * @rows: the table that errors are in, where it has a kind.
 * @config: what is well-formed.
 * @charset: the value of --from where a decoder reads it, or NULL.
 * @threads: how many may read at a time.
 * @out: where results go.
 * @full: says whether no more results are wanted now; or NULL.
 * @work: work memory, FIND_CHUNK bytes.
 * @brief: what a reason is, in half a line.
 * @findings: who is told what is found; or NULL.
 * @totals: of all files so far.
 * @all: gets the totals of a thread in the end; or NULL.
 * @name: the file at hand.
 * @shows: where the text of @around is; or NULL.
 * @begun: the start of its JSON is printed.
 * @shown: errors of it printed so far.
 * @bound: with more errors than that it is binary; -1: it is a text.
 * @seen: errors of it found so far, where one is enough for a text.
 * @held: errors of it that are held back, as it may be binary; else -1.
 * @errors: the errors that are held back.
 * @binary: it is binary, and so not invalid.
 * @source: its errors, under POLICY_SOURCE.
 */
struct check {
	u8 style;
	u8 policy;
	bool only_invalid;
	bool null;
	u64 max_errors;
	bool limited;
	bool text;
	bool ignore_binary;
	struct binary_names *binaries;
	bool whole;
	u64 around;
	struct records rows;
	struct utf8check_config config;
	const char *charset;
	unsigned int threads;
	FILE *out;
	bool (*full)(const struct check *c);
	u8 *work;
	const char *(*brief)(unsigned int reason);
	const struct findings *findings;
	struct check_totals totals;
	struct check *all;
	const char *name;
	struct error_text *shows;
	bool begun;
	u64 shown;
	int bound;
	int seen;
	int held;
	struct utf8check_error errors[BINARY_ERRORS];
	bool binary;
	struct source_errors source;
};

/* The words for enum check_policy, and for the styles that are formats. */
const char *check_policy_name(unsigned int i);
const char *check_format_name(unsigned int i);

/* Add what the policy says to the options. */
void check_take_policy(struct check *c);

/* Results go to standard output, on a terminal not too many of them. */
void check_limit(struct check *c);

/* Print the errors of a file that are known.  Return: an exit code. */
int check_print(struct check *c, const struct found_errors *f);

/**
 * check_many() - files, several at a time
 * @c: how they are checked
 * @names: their names
 *
 * What is printed does not depend on the number of threads.
 *
 * Return: an exit code.
 */
int check_many(struct check *c, struct file_list *names);

/* What is printed before and after all files: what binary files there were, and sums. */
void check_begin(struct check *c);
void check_end(struct check *c, int status);

/* How @c judges texts that somebody else has found. */
struct text_judge check_text_judge(struct check *c);

#endif /* CHECK_H */
