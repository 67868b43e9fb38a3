/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Load the guard's program, remove it, and read its events.
 *
 * A guard lives as long as the process that started it, or, enabled, as long as
 * its pins in bpffs, with no process at all.
 */
#ifndef LOADER_H
#define LOADER_H

#include <stdbool.h>
#include "guard.h"

/*
 * A command that was built without libbpf, bpftool or clang has none of these calls but
 * loader_prepare().
 */
#define LOADER_CALL __attribute__((weak))

/*
 * What calls that return an int say by a negative errno; any other one is libbpf's or the
 * kernel's.
 *
 *	-ELIBACC	libbpf is not installed
 *	-EOPNOTSUPP	the guard was left out when this command was built
 *	-ENOENT		no guard is enabled
 *	-EPROTO		the guard was enabled by another version of this command
 *	-EBUSY		another process reads the events
 *	-EUCLEAN	loader_stranger() is in the way, and was left alone
 *	-ESTALE		a guard is enabled, and its files are elsewhere
 */

struct guard_bpf;
struct ring_buffer;

/**
 * struct loader_home - the folder in bpffs of the guard that is enabled, locked: one command at
 *	a time changes what is in it
 *
 * @root: bpffs, or -1.
 * @fd: the folder, or -1.
 */
struct loader_home {
	int root;
	int fd;
};

/**
 * struct loader - a guard, and the reader of its events
 *
 * @settings: its settings as the kernel has them, with the counts.
 * @fd: becomes readable when there are events.
 * @found: of loader_take().
 * @context: of loader_take().
 * @program: of a guard that this process started; else NULL.
 * @ring: its events, in @events.
 * @events: the ring buffer, or -1.
 * @folder: the folder of the pins of the enabled guard, locked by the one reader; else -1.
 * @home: of a guard that is enabled or changed.
 */
struct loader {
	struct guard_settings *settings;
	int fd;
	bool (*found)(void *context, const struct guard_event *event);
	void *context;
	struct guard_bpf *program;
	struct ring_buffer *ring;
	int events;
	int folder;
	struct loader_home home;
};

/**
 * struct loader_plan - what a guard does
 *
 * @settings: its settings; the loader sets the ids of maps.
 * @rules: its rules; the loader sets their places of cgroups.
 * @cgroups: for each rule with GUARD_BY_CGROUP an open folder of cgroup2, else -1.
 */
struct loader_plan {
	struct guard_settings settings;
	struct guard_rules rules;
	int cgroups[GUARD_RULES_MAX];
};

/* Loads libbpf; before all other calls. */
int loader_prepare(void);

/**
 * loader_start() - bring the program into the kernel and to its hooks
 * @l: set; after an error there is nothing to stop
 * @plan: what it does
 * @verbose: libbpf and the verifier may speak on standard error
 *
 * The program finds nothing until it is at all hooks.  Nothing is pinned: when the
 * process ends, in any way, the program goes.
 */
LOADER_CALL int loader_start(struct loader *l, const struct loader_plan *plan, bool verbose);

/**
 * loader_enable() - start a guard that needs no process
 * @plan: what it does; it is pinned
 * @verbose: as of loader_start()
 *
 * It takes the place of the guard that is enabled; there is no moment without one.
 */
LOADER_CALL int loader_enable(const struct loader_plan *plan, bool verbose);

/**
 * loader_open() - find the enabled guard
 * @l: set; after an error there is nothing to stop
 * @change: to change its rules, and no other command changes them until loader_stop(); else to
 *	read its events
 */
LOADER_CALL int loader_open(struct loader *l, bool change);

/**
 * loader_change() - other rules for a guard
 * @l: the guard
 * @plan: has the rules, and the limit; nothing else of it counts
 *
 * Each name is judged by the rules before or by those after, all of them.  After an error
 * the rules are those before.
 */
LOADER_CALL int loader_change(struct loader *l, const struct loader_plan *plan);

/* Ends the enabled guard, of whatever version.  Return: 0, when nothing of it is left. */
LOADER_CALL int loader_disable(void);

/* The path that the last call with -EUCLEAN found: it is not a guard's. */
LOADER_CALL const char *loader_stranger(void);

/* Is the guard still there?  One that this process has started is. */
LOADER_CALL bool loader_is_there(const struct loader *l);

/* Call @found with each event that is there, until it returns false: no more for now. */
LOADER_CALL void loader_take(struct loader *l,
			     bool (*found)(void *context, const struct guard_event *event),
			     void *context);

/* Ends the guard that loader_start() began: it finds nothing, and leaves its hooks. */
LOADER_CALL void loader_detach(struct loader *l);

/* Releases all that @l holds. */
LOADER_CALL void loader_stop(struct loader *l);

/**
 * struct loader_guard - a guard in the kernel, of any process
 *
 * @settings: its settings.
 * @hooks: hooks that it is at.
 */
struct loader_guard {
	struct guard_settings settings;
	__u32 hooks;
};

/*
 * Finds the guards that are in the kernel; @guards has room for @room, which is GUARDS_LISTED.
 * Return: how many; @room + 1 for any number above @room; a negative errno.
 */
#define GUARDS_LISTED 64
LOADER_CALL int loader_list(struct loader_guard *guards, int room);

/* Reads the rules of a guard with these settings. */
LOADER_CALL int loader_rules(const struct guard_settings *s, struct guard_rules *rules);

#endif /* LOADER_H */
