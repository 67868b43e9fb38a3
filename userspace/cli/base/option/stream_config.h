/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The options that make a stream's configuration.
 */
#ifndef OPTION_STREAM_CONFIG_H
#define OPTION_STREAM_CONFIG_H

#include <stdbool.h>
#include "utf8check.h"

struct input;

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

/* The names of the forms but none, from 0; then NULL. */
const char *config_asked_form_name(unsigned int i);

/* --normalized: a form that the text must be in. */
bool config_take_normalized(void *to, const char *word);

/**
 * config_set_source() - the value of --from where it may be a charset that the core does not know
 * @config: the encoding is set; it is UTF-8 where a decoder makes UTF-8 of the text
 * @charset: set where a decoder reads it, else to NULL
 * @word: the value; must stay
 *
 * Return: true; false after a message.
 */
bool config_set_source(struct utf8check_config *config, const char **charset,
		       const char *word);

/* As config_set_source(), but without a message. */
bool config_know_source(struct utf8check_config *config, const char **charset,
			const char *word);

/**
 * config_source_by_mark() - what --from=auto means for a file, by its first bytes
 * @config: what config_set_source() has set; changed as it does
 * @charset: set where a decoder reads what the mark says, else as it was
 * @in: the file, of which nothing was read
 *
 * Return: an exit code, after a message where it is not CLI_WELL.
 */
int config_source_by_mark(struct utf8check_config *config, const char **charset,
			  struct input *in);

/**
 * config_set_target() - the value of --to: an encoding, a profile, or a charset
 * @config: the encoding or profile is set; UTF-8 where iconv writes the charset
 * @charset: set to @word where only iconv knows it, else to NULL
 * @word: the value; must stay
 *
 * Return: true; false after a message.
 */
bool config_set_target(struct utf8check_config *config, const char **charset,
		       const char *word);

/**
 * config_set_action() - the value of --on-error: an action, or a charset
 * @config: the action is set; it is replace where it is a charset
 * @charset: set to the charset in which ill-formed bytes are read, else to NULL
 * @word: the value; must stay
 * @name: the words that a message names
 *
 * Return: true; false after a message.
 */
bool config_set_action(struct utf8check_config *config, const char **charset,
		       const char *word, const char *(*name)(unsigned int i));

/**
 * config_makes_sense() - do the options go together?
 * @config: the configuration, all options set
 * @from: the charset of --from where a decoder reads it, else NULL
 * @to: the charset of --to where only iconv knows it, else NULL
 *
 * Return: true; false after a message that names two that do not, and why.
 */
bool config_makes_sense(const struct utf8check_config *config, const char *from,
			const char *to);

#endif /* OPTION_STREAM_CONFIG_H */
