/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Where a rule of the guard holds, and how it answers, as a user writes it: values of
 * options, and of the configuration file.
 *
 * Each scope_take_*() is an option's take(): false after a message.
 */
#ifndef GUARD_SCOPE_H
#define GUARD_SCOPE_H

#include <stdbool.h>

/* A path: the device of its filesystem into the __u32 at @to. */
bool scope_take_mount(void *to, const char *path);

/* A folder of cgroup2, opened: the descriptor into the int at @to. */
bool scope_take_cgroup(void *to, const char *path);

/* A user, by name or number, into the __u32 at @to. */
bool scope_take_uid(void *to, const char *word);

/* Events of a user that are reported each second, unless something else is asked for. */
#define SCOPE_RATE 1000

/* Events a second, into the __u32 at @to. */
bool scope_take_rate(void *to, const char *word);

/* The name of an error: the negative errno into the __s32 at @to. */
bool scope_take_errno(void *to, const char *word);

/*
 * Does the path lead to a filesystem that is mounted?  No, where the path is not
 * there, or /etc/fstab has a filesystem for it that is not mounted yet, or autofs
 * mounts one when it is used.
 */
bool scope_is_mounted(const char *path);

#endif /* GUARD_SCOPE_H */
