/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Whose a file is, who may use it, and what else is attached to it.
 */
#ifndef FILE_ATTRIBUTES_H
#define FILE_ATTRIBUTES_H

#include <sys/stat.h>

/**
 * attributes_copy() - give a file the owner, the mode, the ACL and all extended
 *	attributes of another one
 * @to: the file; all its bytes are written, because a write takes away the
 *	set-user-id bits and the capabilities
 * @from: the other file
 * @st: what fstat(2) said of @from
 * @name: for the message
 *
 * security.ima and security.evm are left out: they are digests of the other
 * file, and the kernel makes new ones.
 *
 * Return: 0, or a negative errno after a message that names what is not kept.
 */
int attributes_copy(int to, int from, const struct stat *st, const char *name);

/**
 * attributes_copy_link() - give a symbolic link the times of another one, and, as far as
 *	that is possible, its extended attributes
 * @to: a descriptor of the link, by O_PATH
 * @from: a descriptor of the other link
 * @st: what fstat(2) said of @from
 */
void attributes_copy_link(int to, int from, const struct stat *st);

#endif /* FILE_ATTRIBUTES_H */
