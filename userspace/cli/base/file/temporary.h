/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A file that is written under no name, or under a name of its own, and then
 * gets the name of its target.
 */
#ifndef FILE_TEMPORARY_H
#define FILE_TEMPORARY_H

#include <stdbool.h>
#include <sys/resource.h>
#include <sys/stat.h>

/**
 * struct temporary - a file that waits for its name
 *
 * @fd: the file, or -1.
 * @folder: a descriptor of the folder; not owned.
 * @target: the name that it is to have there; not owned.
 * @inode: makes its temporary name: that of the target where there is one, else
 *	that of the folder.
 * @mode: what it is created with: no other user may use a file that replaces another
 *	one, until it has the mode of that one.
 * @waits: it is one of the files that wait for the caller's thread.
 * @name: the temporary name; NULL as long as the file has no name.
 */
struct temporary {
	int fd;
	int folder;
	const char *target;
	unsigned long long inode;
	mode_t mode;
	bool waits;
	char *name;
};

/* Each returns 0 or a negative errno. */

/**
 * temporary_open() - open a file in the folder of its target
 * @t: filled
 * @folder: a descriptor of that folder, O_PATH will do
 * @target: the name there; both must stay
 * @replaced: what stat(2) says of the file at @target; NULL where there is none
 * @may_wait: the caller is a thread of its own.  Then the file has no name, and
 *	waits for the caller's thread; -EAGAIN where there can be no such file,
 *	or no more of them
 */
int temporary_open(struct temporary *t, int folder, const char *target,
		   const struct stat *replaced, bool may_wait);

/* Take the name of the target, from the file that has it now. */
int temporary_replace(struct temporary *t);

/* Take the name of the target; -EEXIST where a file has it. */
int temporary_take_name(struct temporary *t);

/* Close the file; if it has not got the name of the target, it is gone. */
void temporary_close(struct temporary *t);

/* Name what a killed process may have left when it replaced a file. */
void temporary_name_left(const char *target, const struct stat *replaced);

static inline bool same_file(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Has that file, or symbolic link, this name in the folder? */
bool file_is_at(const struct stat *st, int folder, const char *name);

/* Allow many files that wait. */
void temporary_allow_many(void);

/* Allow so many descriptors, as far as root does. */
void descriptors_allow(rlim_t most);

/* --- the folders in which files got new names: a name is on disk when its folder is */

/* The folder of a file, to be freed; NULL when there is no memory. */
char *folder_of(const char *target);

/* For the caller's thread only.  Each returns 0, or a negative errno after a message. */

/* The file @target got its name.  Syncs the folder before, where that is another. */
int folder_sync_later(const char *target);

/* Sync the folder of the last file. */
int folder_sync_now(void);

#endif /* FILE_TEMPORARY_H */
