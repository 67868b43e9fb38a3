/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What the guard's program in the kernel and the command share.
 */
#ifndef GUARD_H
#define GUARD_H

#include <linux/types.h>
#include <linux/utf8check.h>

/* The map of the settings; its name is how 'guard status' knows a guard. */
#define GUARD_SETTINGS ".data.utf8check"
#define GUARD_MAGIC 0x75386732	/* also the version of the struct */

/* Names are passed up to here; no filesystem of the kernel takes longer ones. */
#define GUARD_NAME_MAX 1024
#define GUARD_COMM 16

/* What is done, or was about to be. */
enum guard_act {
	GUARD_CREATE,
	GUARD_MKDIR,
	GUARD_MKNOD,
	GUARD_SYMLINK,
	GUARD_TARGET,	/* what a symbolic link points to */
	GUARD_LINK,
	GUARD_RENAME,
	GUARD_ACTS
};

#define GUARD_ENFORCE	(1U << 0)	/* refuse; else only report */
#define GUARD_TARGETS	(1U << 1)	/* judge targets of symbolic links too */
#define GUARD_BY_DEVICE	(1U << 2)	/* only on this filesystem */
#define GUARD_BY_UID	(1U << 3)	/* only what this user does */
#define GUARD_BY_CGROUP	(1U << 4)	/* only what is done in this cgroup */
#define GUARD_ASCII_PASSES (1U << 5)	/* no name of ASCII alone is refused */

/**
 * struct guard_settings - what a guard does, and what it has found
 *
 * Written by the command before the program runs, but for the counts.
 *
 * @magic: GUARD_MAGIC.
 * @flags: GUARD_ENFORCE and so on.
 * @pid: of the command.
 * @device: of the filesystem, as the kernel writes it (12 bits, 20 bits).
 * @uid: of the user.
 * @limit: events reported each second.
 * @answer: what a refused call gets, a negative errno; 0: -EINVAL for threads of
 *	the kernel's own, -EILSEQ for all others.
 * @pinned: it is held by bpffs, not by a process.
 * @policy: its name, a string.
 * @name: what is refused in names.
 * @path: what is refused in targets.
 * @found: names that were refused, or would have been.
 * @dropped: of them, how many were not reported.
 * @second: when the present second began, ns.
 * @reported: events in it.
 * @held: events whose outcome is open.
 * @told: of @dropped, how many a reader has printed that they were.
 */
struct guard_settings {
	__u32 magic;
	__u32 flags;
	__u32 pid;
	__u32 device;
	__u32 uid;
	__u32 limit;
	__s32 answer;
	__u32 pinned;
	char policy[16];
	struct utf8check_policy name;
	struct utf8check_policy path;
	__u64 found;
	__u64 dropped;
	__u64 second;
	__u64 reported;
	__u64 held;
	__u64 told;
};

/**
 * struct guard_event - one name that was refused, or would have been
 *
 * @inode: of the directory.
 * @device: of its filesystem, as in struct guard_settings.
 * @pid: the process.
 * @uid: its user.
 * @act: enum guard_act.
 * @class: enum utf8check_class; 0 where none could be found out.
 * @enforced: it was refused.
 * @length: bytes of @name.
 * @directory_length: bytes of @directory.
 * @comm: what the process calls itself, a string.
 * @directory: last component of the directory's path.
 * @name: the name, or the target; what is beyond its room is cut off.
 */
struct guard_event {
	__u64 inode;
	__u32 device;
	__u32 pid;
	__u32 uid;
	__u32 act;
	__u32 class;
	__u32 enforced;
	__u32 length;
	__u32 directory_length;
	char comm[GUARD_COMM];
	__u8 directory[256];
	__u8 name[GUARD_NAME_MAX];
};

#endif /* GUARD_H */
