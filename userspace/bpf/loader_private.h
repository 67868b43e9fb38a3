/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What the files of the loader share.
 */
#ifndef LOADER_PRIVATE_H
#define LOADER_PRIVATE_H

#include <stddef.h>
#include "loader.h"

struct guard_bpf;
struct ring_buffer;

/**
 * struct loader - a guard, and the reader of its events
 *
 * @program: of a guard that this process started; else NULL.
 * @ring: its events.
 * @settings: its settings, as the kernel has them.
 * @mapped: bytes of them that were mapped here by loader_open(), else 0.
 * @events: the ring buffer that loader_open() opened, else -1.
 * @folder: of the pins, by which only one reads; -1 with @program.
 * @reader: takes the events.
 */
struct loader {
	struct guard_bpf *program;
	struct ring_buffer *ring;
	struct guard_settings *settings;
	size_t mapped;
	int events;
	int folder;
	struct loader_reader reader;
};

/* With no program yet; NULL where there is no memory. */
struct loader *loader_new(const struct loader_reader *reader);

/* Into the kernel and to its hooks; a negative errno. */
int loader_attach(struct loader *l, const struct guard_settings *settings,
		  int cgroup, bool verbose);

/* Read what the ring buffer @fd gets; a negative errno. */
int loader_read(struct loader *l, int fd);

/*
 * Does a program have the map of this id?  A link loses its id before its hook is
 * free, a program after that.
 */
bool loader_has_programs(__u32 map);

void loader_keep_quiet(void);

#endif /* LOADER_PRIVATE_H */
