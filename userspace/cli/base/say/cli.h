/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What all commands of utf8check share: exit codes, messages, the engine, and
 * the values of options.
 */
#ifndef SAY_CLI_H
#define SAY_CLI_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include "utf8check.h"
#include "core/u8c.h"

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

/* utf8check_engine, and both at once where a command compares them. */
#define CLI_ENGINE_BOTH (UTF8CHECK_ENGINE_LIBRARY + 1)

/* The value of --engine: enum utf8check_engine, or CLI_ENGINE_BOTH. */
extern u8 cli_engine_choice;

/* The value of --color, and of --progress. */
enum cli_when { CLI_AUTO, CLI_ALWAYS, CLI_NEVER };

const char *cli_when_name(unsigned int i);

/* The engine of the command, after cli_open_engine(). */
extern struct utf8check *cli_engine;

struct cli_option;

/* Tables of options that a command shares with others, at most. */
#define SHARED_OPTIONS 3

/**
 * struct cli_command - one word of the command line
 *
 * @name: the word; NULL for the command line before it.
 * @summary: half a line for the list of commands.
 * @usage: what --help prints before the options.
 * @list: prints more after @usage; or NULL.
 * @options: the options, ended by an empty one; or NULL.
 * @shared_options: options that other commands have too, as @options: some tables.
 * @engine: what --help says of --engine; NULL: --help does not list it.
 * @notes: what --help prints after the options.
 * @run: does the work.  @words are the arguments that are no options, @count of
 *	them and a NULL.  Returns an exit code.
 */
struct cli_command {
	const char *name;
	const char *summary;
	const char *usage;
	void (*list)(void);
	const struct cli_option *options;
	const struct cli_option *shared_options[SHARED_OPTIONS];
	const char *engine;
	const char *notes;
	int (*run)(int count, char **words);
};

extern const struct cli_command check_command;
extern const struct cli_command filter_command;
extern const struct cli_command name_command;
extern const struct cli_command path_command;
extern const struct cli_command scan_command;
extern const struct cli_command detect_command;
extern const struct cli_command stats_command;
extern const struct cli_command merge_command;
extern const struct cli_command resync_command;
extern const struct cli_command compare_command;
extern const struct cli_command explain_command;
extern const struct cli_command module_command;
extern const struct cli_command guard_command;
extern const struct cli_command conformance_command;
extern const struct cli_command bench_command;

/* The word of the command that runs, for messages; NULL before it is known. */
extern const char *cli_command_name;

/*
 * Flush standard output, so that results come before messages about them.  When
 * that fails, cli_output_error keeps the errno.
 */
void cli_flush(void);
extern int cli_output_error;

/**
 * message_print() - print as vfprintf(3) does, but each string escaped
 * @to: where it is printed
 * @format: text, which is printed as it is; %s, which is printed as
 *	escaped_print_part() does; and d, u, x and f, with what may stand before
 *	them, but no "*"
 * @args: the arguments
 *
 * So whatever was typed or read cannot make a terminal obey, nor look like the
 * line of another message.
 */
void message_print(FILE *to, const char *format, va_list args);

/*
 * "utf8check: COMMAND: message" on standard error.  Strings are escaped, see
 * message_print(); a message that is printed in another way must escape them too.
 */
void cli_complain(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

/* As cli_complain(), then ": " and the meaning of a negative errno. */
void cli_complain_errno(int err, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* The same, of a file, or of the engine.  Returns @err, or CLI_TROUBLE. */
int cli_failed(int err, const char *name);
int cli_trouble(int err, const char *name);
int cli_engine_trouble(int err);

/*
 * The stream for any other message of this thread, until cli_end_message(): its
 * ordered output, or standard error when it has none.
 */
FILE *cli_begin_message(void);
void cli_end_message(void);

struct ordered_output;

/*
 * From now on the messages of this thread go on an ordered output, which may take its
 * results too; NULL: to standard error.
 */
void cli_print_on(struct ordered_output *s);

/*
 * From now on messages begin with "FILE:LINE: ", because they are about that line;
 * NULL: no more.  @file is not copied.
 */
void cli_set_place(const char *file, unsigned int line);

/* "Try 'utf8check COMMAND --help'"; returns CLI_TROUBLE. */
int cli_try_help(void);

/* Open the engine chosen, or say why not.  Returns CLI_WELL or CLI_TROUBLE. */
int cli_open_engine(void);

/**
 * cli_number() - the number that a word says
 * @word: digits, and nothing else; in base 16 they may follow "0x"
 * @base: 10 or 16
 * @most: the largest number that is allowed
 * @number: set
 *
 * Return: false, without a message, when it is none, or larger.
 */
bool cli_number(const char *word, int base, u64 most, u64 *number);

/* Open the engine @which, as cli_open_engine() opens the engine chosen. */
int cli_open(int which, struct utf8check **engine);

/**
 * cli_choose() - the number of a word that an option was given
 * @option: the option, for the message
 * @word: the value given
 * @name: the known words: a name for each number from 0, then NULL
 *
 * Return: the number, or -1 after a message that lists the known words.
 */
int cli_choose(const char *option, const char *word,
	       const char *(*name)(unsigned int));

/* That message; @more follows the list. */
void cli_unknown(const char *option, const char *word,
		 const char *(*name)(unsigned int), const char *more);

/* Has writing to standard output failed?  Then it is of no use to go on. */
static inline bool cli_output_failed(void)
{
	return ferror(stdout);
}

#endif /* SAY_CLI_H */
