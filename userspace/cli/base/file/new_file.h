/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A file that gets its name when it is whole: what output.c does with the regular file that an
 * output makes.  It has the members @fd, @folder and @temporary of the output.
 */
#ifndef FILE_NEW_FILE_H
#define FILE_NEW_FILE_H

#include "base/file/output.h"

/* The name that a new file, or a link, has first which is to replace the one of that inode. */
void temporary_name(char name[TEMPORARY_NAME_MAX], u64 inode, unsigned int number);

/* Is there no file yet that the new one replaces? */
static inline bool new_file_is_first(const struct output *out)
{
	return !out->was.st_mode;
}

/* Name in a message what a killed process may have left when it replaced the file @replaced. */
void new_file_left_over(const char *target, const struct stat *replaced);

/*
 * Make @fd in @folder; no other user may use a file that replaces another one, until it has the
 * mode of that one.  Return: 0; a negative errno; -EAGAIN: there can be no file that waits for the
 * caller's thread, or no more of them.
 */
int new_file_open(struct output *out);

/*
 * Give the file the name of the target, in place of the file that it replaces.  Return: 0; a negative
 * errno; -EEXIST: another file has got the name of one that replaces none.
 */
int new_file_take_name(struct output *out);

/* Close the file, if it is open; if it has not got the name of the target, it is gone. */
void new_file_close(struct output *out);

#endif /* FILE_NEW_FILE_H */
