/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What `scan --fix` does: better names, found in whole trees, and given by a plan.  Begin
 * at fix_trees(): it walks them with fix.c (names, by new_name.c) and fix_links.c; rename_plan.c
 * keeps what they find, and carry_out.c does it.
 */
#ifndef RENAME_RENAME_H
#define RENAME_RENAME_H

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/types.h>
#include "base/file/directory.h"
#include "base/text/name_collisions.h"
#include "base/types.h"
#include "print/json.h"
#include "utf8check.h"

/* --- which name a file should have: new_name.c */

/* More bytes than any name has, whatever it is converted into. */
#define NAME_ROOM 16384

/* A name in the making. */
struct name_text {
	u8 bytes[NAME_ROOM];
	size_t n;
};

/* Add bytes; false where there is no room. */
bool name_text_add(struct name_text *t, const void *p, size_t n);

#define READINGS_MAX 8

/**
 * struct readings - the readings chosen, in the order in which they are tried
 *
 * An ill-formed name is read by the first reading that can; mojibake is undone in well-formed names
 * only, and only where that is exact.
 *
 * @list: each, and the name of a charset.
 * @count: how many.
 * @undo: undoes mojibake in @n bytes at @text, into @to, which has room for 4 * @n; false where
 *	there is none, or not exactly.
 * @guess: the charset that @n bytes at @text are in by themselves; NULL: that is not sure.
 */
struct readings {
	struct name_reading {
		u8 kind;
		const char *charset;
	} list[READINGS_MAX];
	unsigned int count;
	bool (*undo)(const u8 *text, size_t n, u8 *to, size_t *length);
	const char *(*guess)(const u8 *text, size_t n);
};

/* Add a reading, a word of an option, to the struct readings at @to. */
bool readings_add(void *to, const char *word);

/* The longest text that replaces a character that is refused. */
#define INSTEAD_MAX 32

/**
 * struct name_rules - what makes a name a good one, besides name_judge()
 *
 * @readings: how a name is read.
 * @transliterate: it should be ASCII, as far as that is known; transliterate_load() was
 *	called.
 * @form: the normalization form it should have; or UTF8CHECK_FORM_NONE.
 * @instead: what replaces a character that the policy refuses.
 */
struct name_rules {
	struct readings readings;
	bool transliterate;
	u8 form;
	const char *instead;
};

/* Load ICU, for @transliterate.  Return: false after a message. */
bool transliterate_load(void);

/*
 * Find a better name than a file has.  The better one is good: for it, none is found; a NUL
 * follows it.  Return: false where there is none; *why is NULL where the name is good itself.
 */
bool new_name_find(const struct name_rules *rules, const char *name, struct name_text *to,
		   const char **why);

/*
 * --- a file that lists renamings, before they are done: rename_plan.c
 *
 * Each line is a JSON object.  The first says what the file is.  There is one for each
 * renaming, and one for each symbolic link whose target has a name that is renamed.  One
 * with their numbers follows, without which the plan is not complete.  After that, a run
 * that has done or undone them all adds a line with "done"; the last one counts.  A run
 * that begins to change links adds a line, too, and removes it at its end.
 */

#define PLAN_FIRST "{\"plan\":\"utf8check scan --fix\",\"version\":1}\n"

#define PLAN_DONE "{\"done\":true}\n"
#define PLAN_UNDONE "{\"done\":false}\n"
#define PLAN_BEGUN "{\"begun\":true}\n"

/* In the place of the number of a renaming: the name is not changed. */
#define NOT_RENAMED SIZE_MAX

/* Most names in a target: each has a slash after it. */
#define TARGET_NAMES (PATH_MAX / 2)

/**
 * struct change - a renaming, or a symbolic link whose target has names that are renamed: a line
 *	of the plan, which owns its texts
 *
 * @folder: the absolute path of the directory, before any renaming.
 * @from: the name, before any renaming.
 * @to: the name after; of a link its target after, for people.
 * @target: what the link points to, before any renaming; NULL: it is a renaming.
 * @folder_inode: the number of the inode of the directory.
 * @inode: the number of the inode that has the name.
 * @is_folder: it is a directory.
 * @by: for each name in @target the renaming that changes it, as a number from 0; or
 *	NOT_RENAMED; owned.
 * @device: of a name that is found: the device of the directory.
 * @number: of a name that is found: which line of the plan it is, from 0.
 * @done: of a plan that is carried out: the name is the one that this run wants.
 */
struct change {
	char *folder;
	char *from;
	char *to;
	char *target;
	u64 folder_inode;
	u64 inode;
	bool is_folder;
	size_t *by;
	dev_t device;
	size_t number;
	bool done;
};

/* Bytes of the name, or of the slashes, with which the rest of a target begins. */
size_t link_target_part(const char *rest);

/**
 * struct plan_writer - a plan that is being written
 *
 * @to: the file.
 * @name: its name, which must stay.
 * @made: the name, where none was given.
 */
struct plan_writer {
	FILE *to;
	const char *name;
	char made[64];
};

/*
 * Begin with a new file, @name, which must not be there; NULL: a new name in this directory.
 * Return: false after a message.
 */
bool plan_create(struct plan_writer *w, const char *name);

/* Add a line: all renamings, then the links. */
void plan_add(struct plan_writer *w, const struct change *c);

/*
 * End a plan of as many lines.  One with a renaming is on the disk then; any other is removed.
 * Return: false after a message; then the plan is removed, too.
 */
bool plan_finish(struct plan_writer *w, u64 renamings, u64 links);

/**
 * struct rename_plan - a plan that was read
 *
 * @name: its file, as the user gave it.
 * @file: that file, locked.
 * @length: the bytes of all its whole lines but the one of @begun.
 * @changes: in the order of the file.
 * @count: how many are renamings.
 * @links: how many links are after the renamings.
 * @whole: its end was read.
 * @done: all renamings were done, and none was undone.
 * @begun: a run that changed links did not come to its end.
 * @by_name: the renamings by folder and name, for tsearch(3).
 */
struct rename_plan {
	const char *name;
	FILE *file;
	off_t length;
	struct change *changes;
	size_t count;
	size_t links;
	bool whole;
	bool done;
	bool begun;
	void *by_name;
};

/* Read and check a plan, to be freed in any case.  Return: false after a message. */
bool plan_read(struct rename_plan *p, const char *name);
void plan_free(struct rename_plan *p);

/* The renaming of what was @folder/@name before; or NULL. */
const struct change *plan_find(const struct rename_plan *p, const char *folder, const char *name);

/* In place of an errno: another folder has the path now. */
enum { OTHER_FOLDER = ESTALE };

/**
 * plan_open_folder() - open a directory of the plan
 * @p: directories may have another name now by this plan, after a run that was ended, or where
 *	something could not be renamed
 * @path: its absolute path before that; no part of it may be a symbolic link
 * @inode: the number of its inode
 *
 * Return: a descriptor; a negative errno; -OTHER_FOLDER.
 */
int plan_open_folder(const struct rename_plan *p, const char *path, u64 inode);

/*
 * Note PLAN_DONE, PLAN_UNDONE, PLAN_BEGUN or "" in the plan's file; each takes away a
 * PLAN_BEGUN before it, and "" does nothing else.  Return: 0; a negative errno.
 */
int plan_note(struct rename_plan *p, const char *line);

/* --- names in trees: fix.c, fix_links.c; a plan that is carried out: carry_out.c, fix_trees.c */

/**
 * struct fix - what is done with the names of trees
 *
 * @rules: what makes a name a good one.
 * @same: which names are the same: no new name is the same as another one there.
 * @numbers: where two names are the same already, one gets a number.
 * @json: print JSON.
 * @plan: gets each renaming, where its file is open.
 * @found: how many names should be changed, and can.
 * @links: how many links have targets in which these names are.
 * @left: how many names and targets should be changed, and cannot.
 * @has_links: there are symbolic links.
 * @renamed: the names that should be changed, and can, for tsearch(3).
 * @status: exit code so far.
 * @root: the absolute path of the current tree; owned.
 * @root_length: bytes of the path by which the tree was named.
 */
struct fix {
	struct name_rules rules;
	enum collision_form same;
	bool numbers;
	bool json;
	struct plan_writer plan;
	u64 found;
	u64 links;
	u64 left;
	bool has_links;
	void *renamed;
	int status;
	char *root;
	size_t root_length;
};

/* The renaming of a name in a directory; or NULL. */
const struct change *renamed_names_find(const struct fix *f, const struct stat *folder,
					  const char *name);

/* Is a name like this changed in any directory? */
bool renamed_names_has(const struct fix *f, const char *name);

/* Find better names in a directory; print and plan them. */
void fix_folder(struct fix *f, const struct folder *folder);

/* Find the links of a directory, after the better names of all trees. */
void fix_links(struct fix *f, const struct folder *folder);

/*
 * Note a change in a directory, of which @from, @to and the members of a link are set: it goes into
 * the plan, where there is one.  Return: 0; -ENOENT when the file is gone; another negative errno.
 */
int fix_note(struct fix *f, const struct folder *folder, struct change *c);

/**
 * struct fix_line - what becomes of a name, or of the target of a link, printed
 *
 * @name: the name.
 * @target: what the link of this name points to; or NULL.
 * @to: the new name or target; NULL: the old one is left.
 * @wanted: the new name without a number; or NULL.
 * @why: why the old one is left; NULL where that is @same.
 * @same: the form under which the name is the same as @other; or NULL.
 * @other: another name of the directory.
 */
struct fix_line {
	const char *name;
	const char *target;
	const char *to;
	const char *wanted;
	const char *why;
	const char *same;
	const char *other;
};

/* Print a line, and count it where the name or the target is left. */
void fix_print(struct fix *f, const struct folder *folder, const struct fix_line *line);

/**
 * struct carried_out - what became of a plan
 *
 * @renamed: names that were changed.
 * @links: links whose targets were changed.
 * @left: names and links that should have been changed, and were not.
 * @ended: the signal that ended it before all was done; or 0.
 * @status: an exit code.
 */
struct carried_out {
	u64 renamed;
	u64 links;
	u64 left;
	int ended;
	int status;
};

/*
 * Do what is not done of a plan, or undo what was done.  What is already done is seen from the
 * names that are there.  So a plan may be carried out again, also after a run that was killed at
 * any moment.
 */
struct carried_out carry_out(const char *name, bool undo);

/**
 * fix_trees() - find better names in trees, and give them
 * @fix: what makes a name a good one, and how it is printed
 * @trees: the trees, ended by NULL
 * @plan: the file for the plan; NULL: a new one, where one is needed
 * @yes: rename; else only print, and write the plan where @plan names one
 *
 * Return: an exit code.
 */
int fix_trees(struct fix *fix, char **trees, const char *plan, bool yes);

/* Do the rest of a plan, or undo what was done of it.  Return: an exit code. */
int fix_by_plan(const char *plan, bool undo);

#endif /* RENAME_RENAME_H */
