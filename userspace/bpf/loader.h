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
 *	-EINVAL		the guard has no set of rules
 *	-EBUSY		another process reads the events
 *	-EUCLEAN	loader_stranger() is in the way, and was left alone
 *	-ESTALE		a guard is enabled, and its files are elsewhere
 */

struct loader;

/**
 * struct loader_reader - takes events
 *
 * @found: called by loader_take() with each event; false: no more for now.
 * @context: for @found.
 */
struct loader_reader {
	bool (*found)(void *context, const struct guard_event *event);
	void *context;
};

/**
 * struct loader_plan - what a guard does
 *
 * @settings: its settings.
 * @rules: with GUARD_BY_RULES; the loader sets the rules' places of cgroups.
 * @cgroups: for each rule with GUARD_BY_CGROUP an open folder of cgroup2, else -1;
 *	without GUARD_BY_RULES the first one is that of the one rule.
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
 * @l: set
 * @plan: what it does
 * @verbose: libbpf and the verifier may speak on standard error
 * @reader: takes the events
 *
 * The program finds nothing until it is at all hooks.  Nothing is pinned: when the
 * process ends, in any way, the program goes.
 */
LOADER_CALL int loader_start(struct loader **l, const struct loader_plan *plan,
			     bool verbose, const struct loader_reader *reader);

/**
 * loader_enable() - start a guard that needs no process
 * @plan: what it does
 * @verbose: as of loader_start()
 *
 * It takes the place of the guard that is enabled; there is no moment without one.
 */
LOADER_CALL int loader_enable(const struct loader_plan *plan, bool verbose);

/**
 * loader_change() - other rules for a guard that loader_start() began
 * @l: the guard, with GUARD_BY_RULES
 * @plan: has the rules, and the limit; nothing else of it counts
 *
 * Each name is judged by the rules before or by those after, all of them.  After an error
 * the rules are those before.
 */
LOADER_CALL int loader_change(struct loader *l, const struct loader_plan *plan);

/**
 * loader_reload() - other rules for the enabled guard
 * @read: called with @plan and the settings of that guard; fills the rules and the
 *	limit; a negative errno ends the call, which returns it
 * @plan: for @read
 */
LOADER_CALL int loader_reload(int (*read)(struct loader_plan *plan,
					  const struct guard_settings *enabled),
			      struct loader_plan *plan);

/* Ends the enabled guard, of whatever version.  Return: 0, when nothing of it is left. */
LOADER_CALL int loader_disable(void);

/* The path that the last call with -EUCLEAN found: it is not a guard's. */
LOADER_CALL const char *loader_stranger(void);

/**
 * loader_open() - read the events of the enabled guard
 * @l: set
 * @reader: takes the events
 */
LOADER_CALL int loader_open(struct loader **l, const struct loader_reader *reader);

/* Is the guard that loader_open() opened still the enabled one? */
LOADER_CALL bool loader_is_enabled(const struct loader *l);

/* Becomes readable when there are events. */
LOADER_CALL int loader_fd(const struct loader *l);

/* Take all events that are there, or as many as the reader wants. */
LOADER_CALL void loader_take(struct loader *l);

/* The settings as they are in the kernel, with the counts. */
LOADER_CALL struct guard_settings *loader_settings(const struct loader *l);

/* Ends the guard that loader_start() began: it finds nothing, and leaves its hooks. */
LOADER_CALL void loader_detach(struct loader *l);

/* Free @l, which may be NULL. */
LOADER_CALL void loader_stop(struct loader *l);

/**
 * struct loader_guard - a guard in the kernel, of any process
 *
 * @settings: its settings.
 * @map: id of the map that holds them.
 * @rules: id of the map that holds its set of rules.
 * @links: hooks that it is attached to.
 */
struct loader_guard {
	struct guard_settings settings;
	__u32 map;
	__u32 rules;
	__u32 links;
};

/* Finds the guards that are in the kernel; @guards has room for @room.  Return: how many. */
LOADER_CALL int loader_list(struct loader_guard *guards, int room);

/* Reads the set of rules of a guard of loader_list(), which has GUARD_BY_RULES. */
LOADER_CALL int loader_rules(const struct loader_guard *g,
			     struct guard_rules *rules);

#endif /* LOADER_H */
