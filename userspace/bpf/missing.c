// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What a command has in place of the loader, where it was built without libbpf, bpftool
 * or clang.
 */
#include <errno.h>
#include "loader.h"

int loader_prepare(void)
{
	return -EOPNOTSUPP;
}
