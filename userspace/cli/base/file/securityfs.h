/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What the kernel's security modules say of themselves.
 */
#ifndef FILE_SECURITYFS_H
#define FILE_SECURITYFS_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * Read a file of securityfs as a string, which is cut off where it is longer.  Return: the number
 * of bytes read; a negative errno.
 */
ssize_t securityfs_read(const char *name, char *text, size_t size);

/* Is the kernel locked down in this way: "[integrity]", "[confidentiality]"? */
bool securityfs_is_locked_down(const char *state);

#endif /* FILE_SECURITYFS_H */
