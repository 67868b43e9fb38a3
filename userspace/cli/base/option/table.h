/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The options of a command, as a table.
 *
 * The parser, --help and the completion of the shell all read the table, so an
 * option is written in one place.
 */
#ifndef OPTION_TABLE_H
#define OPTION_TABLE_H

#include <stdbool.h>
#include "base/types.h"

/**
 * struct cli_option - a row of the table
 *
 * The members from @flag on say what an option that is given does.  Each may be
 * absent; those that are set act in this order.
 *
 * @name: the long name.
 * @letter: the short name, or 0.
 * @argument: what --help calls the value; NULL where there is no value.
 * @optional: the value may be absent.
 * @doc: what it does, which gen/pages.py puts into the manual pages.  --help says the
 *	first line, and the lines after it that begin with a tab: "WORD: what it does".
 *	NULL: --help does not list the option.
 * @now: the name since version 2, whose row says all else; this one is taken with a sentence.
 * @needs: names of options, parted by spaces: one must be given too, if the command has any of
 *	them; or NULL.
 * @excludes: names of options with any of which this one is refused; or NULL.  Nor do two
 *	rows go together that set one @choice without @known.
 * @lists: --help lists the words of @known too, after @doc.
 * @flag: set to true.
 * @bits: @bit is set in it.
 * @bit: one bit, or more.
 * @word: set to the value.
 * @count: set to the number that the value is.
 * @choice: set to the number of the value among the words of @known; without
 *	@known to @number.
 * @known: the known words: a name for each number from 0, then NULL.
 * @number: for @choice.
 * @take: called with @to and the value, which is NULL where there is none;
 *	false after a message ends the command.
 * @each: as @take, but called with each word of the value, which commas part.
 * @to: for @take and @each.
 * @print: prints something, and the command ends well without doing its work.
 */
struct cli_option {
	const char *name;
	char letter;
	const char *argument;
	bool optional;
	const char *doc;
	const char *now;
	const char *needs;
	const char *excludes;
	bool lists;
	bool *flag;
	u32 *bits;
	u32 bit;
	const char **word;
	u64 *count;
	u8 *choice;
	const char *(*known)(unsigned int i);
	u8 number;
	bool (*take)(void *to, const char *word);
	bool (*each)(void *to, const char *word);
	void *to;
	void (*print)(void);
};

/* Tables of options that a command shares with others, at most. */
#define SHARED_OPTIONS 3

/**
 * struct cli_command - one word of the command line
 *
 * @name: the word; NULL for the command line before it.
 * @summary: half a line for the list of commands.
 * @usage: what --help prints before the options.
 * @list: prints more after @usage; or NULL.
 * @words: the words that its first argument may be, as @known of an option; NULL: it may be a file.
 * @only_words: so may be its other arguments, and they are no files.
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
	const char *(*words)(unsigned int i);
	bool only_words;
	const struct cli_option *options;
	const struct cli_option *shared_options[SHARED_OPTIONS];
	const char *engine;
	const char *notes;
	int (*run)(int count, char **words);
};

/*
 * Take the options of a command line; argv[0] is not looked at.  @order: "+" to stop at the first
 * word that is not an option, else "".  Afterwards getopt's optind is the number of the first word
 * that is not an option.  Return: -1 to continue, else the exit code.
 */
int options_parse(const struct cli_command *command, int argc, char **argv,
		  const char *order);

/* Do what a row says, as if its option were given.  Return: false after a message. */
bool option_take(const struct cli_option *option, const char *word);

/*
 * Return: what replaces a command of version 1, or "COMMAND --OPTION"; NULL if it is none.
 */
const char *old_word(const char *word);

/* Print what --help of the command prints. */
void options_print_help(const struct cli_command *command);

/* In place of words: the shell offers files. */
#define COMPLETE_FILES "/"

/**
 * options_complete() - print what a word may become, a line each
 * @command: the command before it
 * @is_first: no other word is between them
 * @word: what is typed so far.  Of an option with a value the values are printed, of
 *	options also a tab and what --help says first
 */
void options_complete(const struct cli_command *command, bool is_first, const char *word);

/* --- their values: value.c */

/* An option's take(): --quiet.  From now on results are printed nowhere. */
bool option_take_quiet(void *to, const char *word);

/* An option's take(): --jobs, into the unsigned int at @to. */
bool option_take_jobs(void *to, const char *word);

const char *cli_when_name(unsigned int i);

/*
 * The number that a word says: decimal digits, and nothing else.  Return: false, without a
 * message, when it is none, or larger than @most.
 */
bool cli_number(const char *word, u64 most, u64 *number);

/* As cli_number(), after which may stand K, M or G, for 1024 and its powers. */
bool cli_count(const char *word, u64 most, u64 *count);

/*
 * The number of a word that an option was given.  @name: the known words: a name for each number
 * from 0, then NULL.  Return: it, or -1 after a message that lists the known words.
 */
int cli_choose(const char *option, const char *word,
	       const char *(*name)(unsigned int));

/* The message of cli_choose(); @near: what may be meant, or NULL; @more follows its list. */
void cli_unknown(const char *option, const char *word, const char *near,
		 const char *(*name)(unsigned int), const char *more);

/* A shell completes a word: cli_unknown() says no message, but does as cli_list_known(). */
extern bool cli_lists_known;

/* Print the known words, a line each. */
void cli_list_known(const char *(*name)(unsigned int));

#endif /* OPTION_TABLE_H */
