// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The guard's place in a command that was built without libbpf, bpftool or
 * clang: loader_prepare() says so.
 */
#include <errno.h>
#include <stddef.h>
#include "loader.h"

int loader_prepare(void)
{
	return -EOPNOTSUPP;
}

int loader_start(struct loader **l, const struct guard_settings *settings,
		 int cgroup, bool verbose, const struct loader_reader *reader)
{
	*l = NULL;
	return -EOPNOTSUPP;
}

int loader_enable(const struct guard_settings *settings, int cgroup,
		  bool verbose)
{
	return -EOPNOTSUPP;
}

int loader_disable(void)
{
	return -EOPNOTSUPP;
}

int loader_open(struct loader **l, const struct loader_reader *reader)
{
	*l = NULL;
	return -EOPNOTSUPP;
}

bool loader_is_enabled(const struct loader *l)
{
	return false;
}

int loader_fd(const struct loader *l)
{
	return -1;
}

void loader_take(struct loader *l)
{
}

struct guard_settings *loader_settings(const struct loader *l)
{
	return NULL;
}

void loader_detach(struct loader *l)
{
}

void loader_stop(struct loader *l)
{
}

int loader_list(struct loader_guard *guards, int room)
{
	return -EOPNOTSUPP;
}
