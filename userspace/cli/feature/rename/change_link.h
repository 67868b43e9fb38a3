/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The target of a symbolic link, changed.
 */
#ifndef RENAME_CHANGE_LINK_H
#define RENAME_CHANGE_LINK_H

#include "base/types.h"

/**
 * change_link_open() - look at a symbolic link
 * @fd: its directory
 * @name: its name
 * @target: PATH_MAX bytes; set to its target, ended by a NUL
 * @why: set to the reason where it cannot be opened, or is none
 *
 * Return: a descriptor of the link; -1.
 */
int change_link_open(int fd, const char *name, char *target, const char **why);

/**
 * change_link() - put a new symbolic link in the place of one
 * @fd: the directory
 * @name: its name
 * @link: its descriptor, by change_link_open()
 * @inode: makes the name that the new link has at first
 * @target: what the new link points to
 *
 * The new link has the owner, the times and, where that is possible, the attributes of
 * the old one.  At any moment the name is that of one of them.  Whatever else has taken
 * the name in the meantime gets it back.
 *
 * Return: NULL, or the reason why it has the old target.
 */
const char *change_link(int fd, const char *name, int link, u64 inode, const char *target);

/*
 * The name that the new link has at first.  When change_link() was ended amid its work, it
 * may have left a link under it.
 */
#define CHANGE_LINK_NAME_MAX 64
void change_link_name(char name[CHANGE_LINK_NAME_MAX], u64 inode);

#endif /* RENAME_CHANGE_LINK_H */
