/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Descriptors that close themselves.
 */
#ifndef FILE_DESCRIPTOR_H
#define FILE_DESCRIPTOR_H

#include <unistd.h>

/* Closes the descriptor, unless it is negative: a call for it has failed. */
static inline void descriptor_close(const int *fd)
{
	if (*fd >= 0)
		close(*fd);
}

/* AUTO_CLOSE int fd: closed where the block ends, after the value that it returns is known. */
#define AUTO_CLOSE __attribute__((cleanup(descriptor_close)))

#endif /* FILE_DESCRIPTOR_H */
