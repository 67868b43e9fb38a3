/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The folders in which files got new names.  A new name is on disk only when its
 * folder is.
 */
#ifndef FILE_FOLDER_SYNC_H
#define FILE_FOLDER_SYNC_H

/* The folder of a file, to be freed; NULL when there is no memory. */
char *folder_of(const char *target);

/* For the caller's thread only.  Each returns 0, or a negative errno after a message. */

/* The file @target got its name.  Syncs the folder before, where that is another. */
int folder_sync_later(const char *target);

/* Sync the folder of the last file. */
int folder_sync_now(void);

#endif /* FILE_FOLDER_SYNC_H */
