// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include <dlfcn.h>
#include <errno.h>
#include "base/file/late_library.h"

int late_library_load(const char *file, const char *const *names,
		      void **functions)
{
	void *library;

	if (*functions)
		return 0;
	library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
	if (!library)
		return -ELIBACC;
	/* The first function comes last: it says that all are there. */
	for (size_t i = 1; names[i]; i++) {
		functions[i] = dlsym(library, names[i]);
		if (!functions[i])
			return -ELIBACC;
	}
	*functions = dlsym(library, *names);
	return *functions ? 0 : -ELIBACC;
}
