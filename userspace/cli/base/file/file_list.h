/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The names of the files that a command is to read.
 */
#ifndef FILE_FILE_LIST_H
#define FILE_FILE_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include "base/file/git.h"
#include "base/file/directory.h"

/* Patterns of names, as the shell has them. */
struct file_globs {
	const char **globs;
	size_t count;
};

/**
 * struct file_choice - which files a command works on, besides those it names
 *
 * @list: a file that lists names, each ended by NUL (the last one needs none); "-" is
 *	standard input; NULL: the command line names the files.
 * @git: enum git_files: those that git names.
 * @commit: git takes attributes from this commit; or NULL.
 * @recursive: for a folder, the files in it and below.
 * @one_file_system: no files in folders of other filesystems.
 * @include: patterns: only files whose name fits one, if there are any.
 * @exclude: patterns: no files and no folders whose name or path fits one.
 * @backup: the suffix of backups, which are left out; or NULL.
 * @output: not this file, where a folder has it, because the command writes it; or NULL.
 */
struct file_choice {
	const char *list;
	u8 git;
	const char *commit;
	bool recursive;
	bool one_file_system;
	struct file_globs include;
	struct file_globs exclude;
	const char *backup;
	const struct stat *output;
};

/**
 * struct file_name - a name of a list
 *
 * @text: the name.
 * @below: how many bytes of it name the folder in which a walk has found the file, 0
 *	for the present one; -1 where it is as the user gave it.
 * @charset: what attributes of git say that it is in; NAME_OFF: it is not to be read; or "".
 */
struct file_name {
	const char *text;
	ssize_t below;
	char charset[GIT_ATTRIBUTE_MAX];
};

#define NAME_OFF " "

/**
 * struct file_list - names, one after the other
 *
 * @next: the next of the command line.
 * @list_name: the name of the file that lists the names; NULL where the command
 *	line does.
 * @fd: that file, or what git says, or -1.
 * @git: the git that makes the list; or none.
 * @attributes: the git that says the attributes of its files.
 * @buf: bytes of the list; owned.
 * @size: how many bytes @buf has room for.
 * @at: where the next name begins in @buf.
 * @have: how many bytes were read into @buf.
 * @seen: no name ends before that.
 * @ended: the list has no more bytes.
 * @some: it has a name.
 * @excluded: a file that was named is left out.
 * @unfit: it has lines, or a name that cannot be, and a message has said so.
 * @err: 0, or the negative errno of reading the list.
 * @choice: which files else.
 * @walk: through a folder, where files of folders are asked for.
 * @tree: that folder.
 * @below: how many bytes of the path name it, without a slash after them.
 * @device: its filesystem.
 */
struct file_list {
	char **next;
	const char *list_name;
	int fd;
	struct tool git;
	struct tool attributes;
	char *buf;
	size_t size;
	size_t at;
	size_t have;
	size_t seen;
	bool ended;
	bool some;
	bool excluded;
	bool unfit;
	int err;
	const struct file_choice *choice;
	struct tree_walk walk;
	char *tree[2];
	size_t below;
	dev_t device;
};

/*
 * @words: the names on the command line, ended by NULL; where there are none, standard input is
 * the only file; with --recursive, the present folder.  @choice must stay.  Return: false after
 * a message.
 */
bool file_list_open(struct file_list *list, char **words,
		    const struct file_choice *choice);

/*
 * The next name; false when there is none.  The name stays valid until the next
 * call of file_list_next(), file_list_take() or file_list_ready().
 *
 * Before this call waits for the process that makes the list, it flushes
 * standard output.
 */
bool file_list_next(struct file_list *list, struct file_name *name);

/*
 * The names as items of work (base/thread/work.h), each of which begins with its struct
 * file_name: take the next one; can it be taken without waiting? free it.
 */
size_t file_list_take(void *context, void *item);
bool file_list_ready(void *context);
void file_name_free(void *item);

/*
 * May the file be read before its turn?  Not standard input, and what is not regular: so a
 * pipe that is named twice is read twice, a terminal is not read ahead, and a named pipe is
 * not opened before its turn.  Sets @st.
 */
bool file_name_is_regular(const struct file_name *name, struct stat *st);

/* Is there only one name? */
bool file_list_are_single(const struct file_list *list);

/* Return: false after a message when the list, or a folder, could not be read. */
bool file_list_close(struct file_list *list);

#endif /* FILE_FILE_LIST_H */
