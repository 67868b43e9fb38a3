// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The guard's place in a command that was built without libbpf, bpftool or
 * clang: loader_prepare() says so.
 */
#include <errno.h>
#include "loader.h"

int loader_prepare(void)
{
	return -EOPNOTSUPP;
}
