/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A file that lists renamings, before they are done.
 *
 * Each line is a JSON object.  The first says what the file is.  There is one for each
 * renaming, and one for each symbolic link whose target has a name that is renamed.  One
 * with their numbers follows, without which the plan is not complete.  After that, a run
 * that has done or undone them all adds a line with "done"; the last one counts.  A run
 * that begins to change links adds a line, too, and removes it at its end.
 */
#ifndef RENAME_RENAME_PLAN_H
#define RENAME_RENAME_PLAN_H

#include <limits.h>
#include <stdio.h>
#include <sys/types.h>
#include "base/types.h"

#define PLAN_FIRST "{\"plan\":\"utf8check scan --fix\",\"version\":1}\n"

#define PLAN_DONE "{\"done\":true}\n"
#define PLAN_UNDONE "{\"done\":false}\n"
#define PLAN_BEGUN "{\"begun\":true}\n"

/**
 * struct renaming - a name that is changed: a line of the plan, which owns its texts
 *
 * @folder: the absolute path of the directory, before any renaming.
 * @from: the name before.
 * @to: the name after.
 * @folder_inode: the number of its inode.
 * @inode: the number of the inode that has the name.
 * @is_folder: it is a directory.
 * @done: the name is the one that this run wants.
 */
struct renaming {
	char *folder;
	char *from;
	char *to;
	u64 folder_inode;
	u64 inode;
	bool is_folder;
	bool done;
};

/* In the place of the number of a renaming: the name is not changed. */
#define NOT_RENAMED SIZE_MAX

/**
 * struct link_change - a symbolic link whose target has names that are changed: a line
 *	of the plan, which owns its texts
 *
 * @folder: the absolute path of its directory, before any renaming.
 * @name: its name, before any renaming.
 * @target: what it points to, before any renaming.
 * @folder_inode: the number of the inode of the directory.
 * @inode: the number of the inode of the link that the plan saw.
 * @own: the renaming of the link itself, as a number from 0; or NOT_RENAMED.
 * @by: for each name in @target the renaming that changes it, likewise; owned.
 */
struct link_change {
	char *folder;
	char *name;
	char *target;
	u64 folder_inode;
	u64 inode;
	size_t own;
	size_t *by;
};

/* Most names in a target: each has a slash after it. */
#define TARGET_NAMES (PATH_MAX / 2)

/**
 * struct link_target - a target in the making, all zero at first
 *
 * @text: the bytes, ended by a NUL.
 * @n: how many.
 * @full: there was no room for all.
 */
struct link_target {
	char text[PATH_MAX];
	size_t n;
	bool full;
};

void link_target_add(struct link_target *t, const char *p, size_t n);

/* Bytes of the name, or of the slashes, with which the rest of a target begins. */
size_t link_target_part(const char *rest);

/**
 * struct plan_writer - a plan that is being written
 *
 * @to: the file; or NULL.
 * @name: its name.
 * @count: how many renamings it has.
 * @links: how many links it has.
 */
struct plan_writer {
	FILE *to;
	char name[4096];
	u64 count;
	u64 links;
};

/**
 * plan_create() - begin with a new file
 * @w: filled
 * @name: the file, which must not be there; NULL: a new name in this directory
 *
 * Return: false after a message.
 */
bool plan_create(struct plan_writer *w, const char *name);
void plan_add(struct plan_writer *w, const struct renaming *r);

/* Add a link, after the renamings; @new_target is for people. */
void plan_add_link(struct plan_writer *w, const struct link_change *l,
		   const char *new_target);

/*
 * End the plan, and wait until it is on the disk.  A plan without any renaming is
 * removed instead.  Return: false after a message; then the plan is removed.
 */
bool plan_finish(struct plan_writer *w);

/* Remove the file. */
void plan_abandon(struct plan_writer *w);

/**
 * struct rename_plan - a plan that was read
 *
 * @name: its file, as the user gave it.
 * @file: that file, locked.
 * @length: the bytes of all its whole lines but the one of @begun.
 * @renamings: in the order of the file.
 * @count: how many.
 * @links: the links whose targets are changed.
 * @link_count: how many.
 * @whole: its end was read.
 * @done: all of them were done, and none was undone.
 * @begun: a run that changed links did not come to its end.
 * @folders: the renamings of directories, for tsearch(3).
 */
struct rename_plan {
	const char *name;
	FILE *file;
	off_t length;
	struct renaming *renamings;
	size_t count;
	struct link_change *links;
	size_t link_count;
	bool whole;
	bool done;
	bool begun;
	void *folders;
};

/**
 * plan_read() - read and check a plan
 * @p: filled; to be freed by plan_free() in any case
 * @name: the file
 *
 * Return: false after a message.
 */
bool plan_read(struct rename_plan *p, const char *name);
void plan_free(struct rename_plan *p);

/**
 * plan_open_folder() - open a directory by its absolute path
 * @p: directories may have another name now by this plan; or NULL
 * @path: the path; no part of it may be a symbolic link
 *
 * Return: a descriptor; a negative errno.
 */
int plan_open_folder(const struct rename_plan *p, const char *path);

/*
 * Note PLAN_DONE, PLAN_UNDONE, PLAN_BEGUN or "" in the plan's file; each takes away a
 * PLAN_BEGUN before it, and "" does nothing else.  Return: 0; a negative errno.
 */
int plan_note(struct rename_plan *p, const char *line);

#endif /* RENAME_RENAME_PLAN_H */
