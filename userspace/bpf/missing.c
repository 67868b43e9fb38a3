// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The guard's place in a command that was built without libbpf, bpftool or
 * clang: every call says so.
 */
#include <errno.h>
#include <stddef.h>
#include "loader.h"

int loader_start(struct loader **l, const struct guard_settings *settings,
		 int cgroup, bool verbose,
		 void (*found)(void *context, const struct guard_event *event),
		 void *context)
{
	(void)settings;
	(void)cgroup;
	(void)verbose;
	(void)found;
	(void)context;
	*l = NULL;
	return -EOPNOTSUPP;
}

int loader_fd(const struct loader *l)
{
	(void)l;
	return -1;
}

void loader_take(struct loader *l)
{
	(void)l;
}

const struct guard_settings *loader_settings(const struct loader *l)
{
	(void)l;
	return NULL;
}

void loader_stop(struct loader *l)
{
	(void)l;
}

int loader_list(struct loader_guard *guards, int room)
{
	(void)guards;
	(void)room;
	return -EOPNOTSUPP;
}
