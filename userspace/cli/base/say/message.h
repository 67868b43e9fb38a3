/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Exit codes; messages, and what a thread prints, in order (message.c); words that are like a known
 * one (near.c); how far the work has come (progress.c).
 */
#ifndef SAY_MESSAGE_H
#define SAY_MESSAGE_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include "base/types.h"

/* Exit codes: the largest one that applies to any file is the command's. */
enum cli_exit {
	CLI_WELL = 0,
	CLI_INVALID = 1,
	CLI_TROUBLE = 2,
	CLI_DISAGREE = 3,
};

/* The worse of two exit codes. */
static inline int cli_worse(int a, int b)
{
	return a > b ? a : b;
}

/* The word of the command that runs, for messages; NULL before it is known. */
extern const char *cli_command_name;

/* All words of the command line. */
extern char **cli_command_line;

/*
 * Flush standard output, so that results come before messages about them.  When
 * that fails, cli_output_error keeps the errno.
 */
void cli_flush(void);
extern int cli_output_error;

/*
 * "utf8check: COMMAND: message" on standard error, then ": " and @why, unless that is NULL.
 * The message is made as by printf(3), and escaped as escaped_print_part() does: so text from
 * users or files cannot control a terminal, nor look like the line of another message.
 * @why is printed as it is.  A message that is printed in another way must be escaped too.
 * Return: false, which many callers return then.
 */
bool cli_complain_why(const char *why, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#define cli_complain(...) cli_complain_why(NULL, __VA_ARGS__)

/* As cli_complain(), then the meaning of a negative errno. */
#define cli_complain_errno(err, ...) cli_complain_why(cli_strerror(err), __VA_ARGS__)

/* Errors of our own: each is an errno that no call of the system has for a file. */
enum cli_errno {
	CLI_TOO_MUCH = EMSGSIZE,	/* more bytes come of it than --max-bytes allows */
	CLI_ENDLESS = EDOM,		/* its size is 0, and it has no end */
	CLI_DAMAGED = ECHILD,		/* it cannot be decompressed */
};

/*
 * What a negative errno means of a file.  EILSEQ is about its name: of texts it is no
 * trouble.
 */
const char *cli_strerror(int err);

/* Bytes that went to standard output, perhaps amid a line: a message then begins a new one. */
void cli_wrote(const void *p, size_t n);

/*
 * "utf8check: COMMAND: NAME: " and the meaning of a negative errno.  cli_failed() returns
 * @err, cli_trouble() CLI_TROUBLE.
 */
int cli_failed(int err, const char *name);
int cli_trouble(int err, const char *name);

/*
 * The stream for any other message of this thread, until cli_end_message(): its
 * ordered output, or standard error when it has none.
 */
FILE *cli_begin_message(void);
void cli_end_message(void);

struct ordered_output;

/*
 * From now on this thread prints messages on an ordered output, which may take its
 * results too; NULL: on standard error.
 */
void cli_print_on(struct ordered_output *o);

/*
 * The line that messages are about: they begin with "FILE:LINE: ".  @key is its key, which they
 * name where they would name an option: "--OPTION: " at their start.  NULL: none.
 */
extern struct cli_place {
	const char *file;
	unsigned int line;
	const char *key;
} cli_place;

/* Columns of a line that people read, at most. */
#define LINE_WIDTH 80

/*
 * Print a text in lines that begin at @indent, broken at spaces, the last without its end; @column
 * of the first line are printed already.
 */
void print_filled(const char *text, size_t n, size_t indent, size_t column);

/* "Try 'utf8check COMMAND --help'"; returns CLI_TROUBLE. */
int cli_try_help(void);

/* As cli_complain(), then CLI_TROUBLE, or what cli_try_help() does. */
#define cli_give_up(...) (cli_complain(__VA_ARGS__), CLI_TROUBLE)
#define cli_misused(...) (cli_complain(__VA_ARGS__), cli_try_help())

/* Has writing to standard output failed?  Then the caller stops. */
static inline bool cli_output_failed(void)
{
	return ferror(stdout) || cli_output_error;
}

/* Begin a line about a file: NAME: as escaped_print() prints it. */
void file_print_name(const char *name);

/* --- what a thread prints, kept until its turn comes */

/**
 * struct ordered_output - what a thread prints: results and messages, in order
 *
 * @to: the stream that both are printed to.
 * @text: what was printed, without what @to has in its buffer; owned.
 * @size: bytes of @text.
 * @room: bytes that are allocated.
 * @switches: offsets in @text where, in turn, a message begins and results go on; owned.
 * @count: how many; odd amid a message.
 * @most: bytes that may be printed.
 * @is_full: more were to be printed, or there was no memory for them: what follows is incomplete.
 */
struct ordered_output {
	FILE *to;
	char *text;
	size_t size;
	size_t room;
	size_t *switches;
	size_t count;
	size_t most;
	bool is_full;
};

/* Bytes that were printed so far, all of them to @text. */
size_t ordered_output_length(struct ordered_output *o);

/* Is there room for @n more bytes?  If not, @is_full is set. */
bool ordered_output_has_room(struct ordered_output *o, size_t n);

/* --- words that are not known, but like one that is */

/* Are two words the same but for case, dashes and underscores? */
bool near_same(const char *a, const char *b);

/*
 * The number of a word, as near_same() has it; -1 when it is not known.  @name: the known words, a
 * name for each number from 0, then NULL.
 */
int near_find(const char *word, const char *(*name)(unsigned int));

/*
 * What may be meant by a word that is not known.  @name: as of near_find().  @near: set to those
 * that differ least, and then to those that hold @word, @most in all.  Return: how many.
 */
unsigned int near_words(const char *word, const char *(*name)(unsigned int),
			const char **near, unsigned int most);

/* The first of near_words(); NULL where none is near. */
const char *near_word(const char *word, const char *(*name)(unsigned int));

/*
 * --- how far long work has come, on the last line of a terminal
 *
 * The line is on standard error.  It appears after a second, and goes before anything
 * else is printed, and at the end.
 */

/* The value of --progress: enum cli_when. */
extern u8 progress_when;

/*
 * Work begins.  @total: bytes; 0: not known; PROGRESS_NAMES: on names, whose number is not known.
 * "auto": there is a line only on a terminal, unless standard output is one too and gets a text.
 */
#define PROGRESS_NAMES UINT64_MAX
void progress_begin(u64 total, bool output_is_text);

/* Add bytes, or names, that were read.  Any thread may call this. */
void progress_add(u64 count);

/* Take the line away, if there is one: something else is printed. */
void progress_hide(void);

#endif /* SAY_MESSAGE_H */
