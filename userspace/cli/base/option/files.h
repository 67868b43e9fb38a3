/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The options that choose files; the same for all commands that read many.
 */
#ifndef OPTION_FILES_H
#define OPTION_FILES_H

#include "base/file/file_list.h"
#include "base/file/output.h"
#include "base/option/table.h"

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

/* May the number of files be another one than one? */
bool file_choice_is_open(int count);

/* Do the options go together that say where the output of these files goes? */
bool file_choice_fits(const struct output_request *r, int count);

/* Is @name standard input, from which the names come?  Then a message says so. */
bool file_choice_is_list(const char *name);

/* As cli_trouble(), of a file that was to be opened; of a folder, what takes its files. */
int file_choice_trouble(int err, const char *name);

/* The bytes of the files named by @words; 0 where that is not known. */
u64 file_choice_bytes(char **words);

/**
 * each_file() - open each file that is named or chosen, and work on it
 * @words: as of file_list_open()
 * @run: works on an open file; returns an exit code
 * @context: for @run
 *
 * Return: the worst exit code.
 */
int each_file(char **words, int (*run)(void *context, struct input *in),
	      void *context);

#endif /* OPTION_FILES_H */
