// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A library that is loaded when it is first used.
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include "base/file/late_library.h"

/* @version ends the name, unless it is 0. */
static void *find_function(void *library, const char *name, int version)
{
	char text[64];

	if (!version)
		return dlsym(library, name);
	snprintf(text, sizeof(text), "%s_%d", name, version);
	return dlsym(library, text);
}

int late_library_load(const char *file, int version, const char *const *names,
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
		functions[i] = find_function(library, names[i], version);
		if (!functions[i])
			return -ELIBACC;
	}
	*functions = find_function(library, *names, version);
	return *functions ? 0 : -ELIBACC;
}
