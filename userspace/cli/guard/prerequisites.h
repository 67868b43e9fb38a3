/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What a guard needs of the system.
 */
#ifndef GUARD_PREREQUISITES_H
#define GUARD_PREREQUISITES_H

#include <linux/types.h>
#include <stdbool.h>

/* Can a guard be started here?  Else false, after a message that says why. */
bool prerequisites_check(void);

/* The same, for what only root may do. */
bool prerequisites_is_root(void);

/**
 * device_of_path() - which filesystem is at a path
 * @path: the path
 * @device: its device as the kernel writes it, which stat() may not say
 *
 * Return: 0; a negative errno.
 */
int device_of_path(const char *path, __u32 *device);

/* Tell the service manager that the guard is at work, where there is one. */
void notify_ready(void);

#endif /* GUARD_PREREQUISITES_H */
