/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What the guard's program in the kernel and the command share.  Read in the kernel: rules.h,
 * who.h, guard.bpf.c, report.h; in the command: loader.h, loader.c, home.c, pins.c.
 */
#ifndef GUARD_H
#define GUARD_H

#include <linux/types.h>
#include <linux/utf8check.h>

/* The map of the settings; its name is how 'guard status' knows a guard. */
#define GUARD_SETTINGS ".data.utf8check"
#define GUARD_MAGIC 0x75386735	/* its last byte is the version of the structs and their numbers */

/* Names are passed up to here; no filesystem of the kernel takes longer ones. */
#define GUARD_NAME_MAX 1024
#define GUARD_COMM 16

/* Most rules of a configuration file; most bytes of a rule's name, with its NUL. */
#define GUARD_RULES_MAX 16
#define GUARD_TITLE 32
#define GUARD_PATH 256

/* What is done, or was about to be. */
enum guard_act {
	GUARD_CREATE,
	GUARD_MKDIR,
	GUARD_MKNOD,
	GUARD_SYMLINK,
	GUARD_TARGET,	/* what a symbolic link points to */
	GUARD_LINK,
	GUARD_RENAME,
};

/* What became of a bad name. */
enum guard_outcome {
	GUARD_NOTICED,
	GUARD_REFUSED,
	GUARD_PASSED,	/* an overlay has it already, and may have it in a layer */
};

/* Flags of a rule. */
#define GUARD_ENFORCE	(1U << 0)	/* refuse; else only report */
#define GUARD_TARGETS	(1U << 1)	/* judge targets of symbolic links too */
#define GUARD_BY_DEVICE	(1U << 2)	/* only on this filesystem */
#define GUARD_BY_UID	(1U << 3)	/* only what this user does */
#define GUARD_BY_CGROUP	(1U << 4)	/* only what is done in this cgroup */
#define GUARD_EXEMPT	(1U << 5)	/* what it applies to is not judged */
#define GUARD_WAITS	(1U << 6)	/* its cgroup or filesystem is not there: no use */
#define GUARD_ASCII_PASSES (1U << 7)	/* no name of ASCII alone is refused */
#define GUARD_PORTABLE_PASSES (1U << 8)	/* no name that ascii_is_portable() takes is refused */

/**
 * struct guard_rule - what is refused, and where
 *
 * @flags: GUARD_ENFORCE and so on.
 * @device: of the filesystem, as the kernel writes it (12 bits, 20 bits).
 * @uid: of the user.
 * @cgroup: place of the cgroup in the map of cgroups.
 * @answer: what a refused call gets, a negative errno; 0: -EINVAL for threads of
 *	the kernel's own, for others -EPERM for what is UTF-8, else -EILSEQ.
 * @reserved: 0.
 * @title: its name in the configuration file, a string; empty without one.
 * @policy: the policy's name, a string.
 * @name: what is refused in names.
 * @path: what is refused in targets.
 */
struct guard_rule {
	__u32 flags;
	__u32 device;
	__u32 uid;
	__u32 cgroup;
	__s32 answer;
	__u32 reserved;
	char title[GUARD_TITLE];
	char policy[16];
	struct utf8check_policy name;
	struct utf8check_policy path;
};

/**
 * struct guard_rules - a set of rules: the first one that applies judges a name
 *
 * A set in the kernel does not change: another one takes its place as a whole.
 *
 * @count: rules.
 * @flags: GUARD_ASCII_PASSES and GUARD_PORTABLE_PASSES, where all rules have it;
 *	GUARD_BY_UID, where one has it.
 * @half: 0 or 1: which half of the map of cgroups the set uses.
 * @reserved: 0.
 * @rules: the rules, in their order.
 */
struct guard_rules {
	__u32 count;
	__u32 flags;
	__u32 half;
	__u32 reserved;
	struct guard_rule rules[GUARD_RULES_MAX];
};

/**
 * struct guard_settings - what a guard does, and what it has found
 *
 * Written by the command before the program runs, but for @limit, @passes, @on and the counts.
 *
 * @magic: GUARD_MAGIC.
 * @pid: of the command.
 * @limit: events of one user that are reported each second.
 * @passes: the flags of the set of rules.
 * @rules: id of the map that holds the set of rules.
 * @cgroups: id of the map of their cgroups.
 * @events: id of the ring buffer.
 * @pinned: it is held by bpffs, not by a process.
 * @on: 0: it finds nothing, whatever hooks it is at.
 * @enforce: a rule of the file without an action refuses.
 * @reserved: 0.
 * @config: absolute path of the configuration file, a string; empty where the set is the one
 *	rule that options made.
 * @found: names that were refused, or would have been, or that an overlay let pass.
 * @dropped: how many of these were not reported.
 * @held: events whose outcome is open.
 * @printed: how many of @dropped a reader has printed.
 */
struct guard_settings {
	__u32 magic;
	__u32 pid;
	__u32 limit;
	__u32 passes;
	__u32 rules;
	__u32 cgroups;
	__u32 events;
	__u8 pinned;
	__u8 on;
	__u8 enforce;
	__u8 reserved;
	char config[GUARD_PATH];
	__u64 found;
	__u64 dropped;
	__u64 held;
	__u64 printed;
};

/**
 * struct guard_event - one bad name
 *
 * @inode: of the directory.
 * @device: of its filesystem, as in struct guard_rule.
 * @pid: the process.
 * @uid: its user.
 * @act: enum guard_act.
 * @class: enum utf8check_class; 0 where none could be found out.
 * @outcome: enum guard_outcome.
 * @length: bytes of @name.
 * @directory_length: bytes of @directory.
 * @lost: events of this user that were not reported, since the last one that was.
 * @reserved: 0.
 * @comm: what the process calls itself, a string.
 * @rule: the name of the rule that judged it, a string; empty without one.
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
	__u32 outcome;
	__u32 length;
	__u32 directory_length;
	__u32 lost;
	__u32 reserved;
	char comm[GUARD_COMM];
	char rule[GUARD_TITLE];
	__u8 directory[256];
	__u8 name[GUARD_NAME_MAX];
};

#endif /* GUARD_H */
