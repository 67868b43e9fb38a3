/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The options that commands share.  Read table.h (a row), table.c (the parser), value.c, then the
 * tables: engine.c, files.c, name_policy.c, stream_config.c.
 */
#ifndef OPTION_OPTIONS_H
#define OPTION_OPTIONS_H

#include "base/file/file_list.h"
#include "base/file/output.h"
#include "base/option/table.h"
#include "utf8check.h"

/* --- the engine that does the work of a command */

/* Besides those of enum utf8check_engine: both at once, to be compared. */
#define CLI_ENGINE_BOTH (UTF8CHECK_ENGINE_LIBRARY + 1)

/* The value of --engine: enum utf8check_engine, or CLI_ENGINE_BOTH. */
extern u8 cli_engine_choice;

/* The engine of the command, after cli_open_engine(). */
extern struct utf8check *cli_engine;

/* Open the engine chosen, or say why not.  Returns CLI_WELL or CLI_TROUBLE. */
int cli_open_engine(void);

/* Open the engine @which, as cli_open_engine() opens the engine chosen. */
int cli_open(int which, struct utf8check **engine);

/* "engine NAME: " and the meaning of a negative errno.  Returns CLI_TROUBLE. */
int cli_engine_trouble(int err);

/* --- the options that make a stream's configuration */

/* What --help says of --from and --forbid, wherever they are. */
#define CONFIG_FROM_DOC \
"the encoding of FILE: utf-8 (default), utf-16le, utf-16be, utf-32le, utf-32be, or auto: by byte order " \
"mark, else utf-8"
#define CONFIG_FORBID_DOC \
"take these for errors too: control (but not tab, line feed, carriage return), bidi-control, " \
"default-ignorable, noncharacter, unassigned, private-use, white-space (not ASCII), " \
"replacement (U+FFFD), supplementary (above U+FFFF), misplaced-ignorable"

/*
 * Each is an option's take(), or its each(): sets something in the struct utf8check_config at
 * @to.  Return: true; false after a message, which lists the known values.
 */

/* --forbid: for each of its reasons. */
bool config_forbid(void *to, const char *word);

/* Does --forbid take this reason? */
bool config_can_forbid(unsigned int reason);

/*
 * The value of --from where it may be a charset that the core does not know: then *charset is set,
 * else to NULL.  The encoding is UTF-8 where a decoder makes UTF-8 of the text.  @word must stay.
 * Return: true; false after a message.
 */
bool config_set_source(struct utf8check_config *config, const char **charset,
		       const char *word);

/* As config_set_source(), but without a message. */
bool config_know_source(struct utf8check_config *config, const char **charset,
			const char *word);

/*
 * For --from=auto: the first bytes of the file, of which nothing was read, decide.  @config and
 * @charset are set as by config_set_source().  Return: an exit code; a message where it is not
 * CLI_WELL.
 */
int config_source_by_mark(struct utf8check_config *config, const char **charset,
			  struct input *in);

/*
 * The value of --to: an encoding, a profile, or a charset.  *charset is set to @word, which must
 * stay, where only iconv knows it, else to NULL.  Return: true; false after a message.
 */
bool config_set_target(struct utf8check_config *config, const char **charset,
		       const char *word);

/*
 * The value of --on-error: an action; or a charset, in which ill-formed bytes are read: then
 * *charset is set, and the action is replace.  @word must stay; a message names the words of
 * @name.  Return: true; false after a message.
 */
bool config_set_action(struct utf8check_config *config, const char **charset,
		       const char *word, const char *(*name)(unsigned int i));

/*
 * Do all options go together?  @from and @to: as config_set_source() and config_set_target() set
 * them.  Return: true; false after a message that names two that do not, and why.
 */
bool config_makes_sense(const struct utf8check_config *config, const char *from,
			const char *to);

/* --- the options that choose files */

#define INCLUDE_VCS_DOC \
"also what is in folders named .git, .hg, .svn, .bzr and CVS, and in bare repositories; " \
"without it, only where an argument names them\n" \
"A bare repository of Git is a folder with HEAD, objects and refs in it."

extern const struct cli_option file_options[];

/* --total, of a command that can sum up its files. */
extern const struct cli_option total_options[];
extern bool total_is_wanted;

/* What these options chose; of a command without them, nothing. */
extern struct file_choice file_choice;

/* May there be no file, or several? */
bool file_choice_is_open(int count);

/* Does --in-place or --dry-run have a file to work on?  If not, a message says so. */
bool file_choice_fits(const struct output_request *r, int count);

/* Is @name standard input, from which the names come?  Then a message says so. */
bool file_choice_refuses(const char *name);

/* As cli_trouble(), of a file that was to be opened; of a folder, what takes its files. */
int file_choice_trouble(int err, const char *name);

/* The bytes of the files named by @words; 0 where that is not known. */
u64 file_choice_bytes(char **words);

/*
 * Open each file that is named or chosen, and work on it; @run returns an exit code.  @words: as of
 * file_list_open().  Return: the worst exit code.
 */
int each_file(char **words, int (*run)(void *context, struct input *in),
	      void *context);

/* --- the options that make a policy for names or paths */

extern const struct cli_option policy_options[];

/* Was any of these options given? */
extern bool policy_is_given;

/* As if none of these options had been given. */
void policy_forget(void);

/* The name of the policy chosen, or "default". */
const char *policy_name(void);

/* Does --refuse take this class? */
bool policy_can_refuse(unsigned int class);

/* The policy, for names or paths, that all options make together. */
void policy_find(bool path, struct utf8check_policy *to);

/* --protect: names that no other name may be taken for. */
extern const struct cli_option protect_options[];

/* From now on name_judge() goes by the options that were given. */
void policy_decide(void);

/*
 * Judge a name or path by the engine of the command.  In @n the verdict, and the findings for which
 * it has room, are set, and also all that was asked.  Return: as utf8check_judge_name().
 */
int name_judge(bool path, const void *p, size_t len, struct utf8check_check_name *n);

#endif /* OPTION_OPTIONS_H */
