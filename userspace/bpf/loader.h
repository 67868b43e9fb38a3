/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The guard's program: into the kernel and out of it, and what it says.
 */
#ifndef LOADER_H
#define LOADER_H

#include <stdbool.h>
#include "guard.h"

struct loader;

/**
 * loader_start() - bring the program into the kernel and to its hooks
 * @l: set
 * @settings: what it does
 * @cgroup: a folder of cgroup2, with GUARD_BY_CGROUP
 * @verbose: libbpf and the verifier may speak on standard error
 * @found: called by loader_take() with each event
 * @context: for @found
 *
 * Nothing is pinned: when the process ends, in any way, the program goes.
 *
 * Return: 0; -EOPNOTSUPP where it was left out when this command was built; -EPERM;
 * what else libbpf and the kernel say.
 */
int loader_start(struct loader **l, const struct guard_settings *settings,
		 int cgroup, bool verbose,
		 void (*found)(void *context, const struct guard_event *event),
		 void *context);

/* Becomes readable when there are events. */
int loader_fd(const struct loader *l);

/* Take all events that are there. */
void loader_take(struct loader *l);

/* The settings as they are in the kernel, with the counts. */
const struct guard_settings *loader_settings(const struct loader *l);

/* @l may be NULL. */
void loader_stop(struct loader *l);

/**
 * struct loader_guard - a guard that is in the kernel, whoever's it is
 *
 * @settings: its.
 * @map: id of the map of them.
 * @links: hooks that it is attached to.
 */
struct loader_guard {
	struct guard_settings settings;
	__u32 map;
	__u32 links;
};

/**
 * loader_list() - the guards that are in the kernel
 * @guards: room for them
 * @room: how many it holds
 *
 * Return: how many there are; -EOPNOTSUPP; -EPERM.
 */
int loader_list(struct loader_guard *guards, int room);

#endif /* LOADER_H */
