// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include "base/file/late_library.h"
#include "base/say/message.h"

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

int late_library_load_icu(const char *const *names, void **functions)
{
	char file[64];
	int version;

	for (version = ICU_NEWEST; version >= ICU_OLDEST; version--) {
		snprintf(file, sizeof(file), "libicui18n.so.%d", version);
		if (!late_library_load(file, version, names, functions))
			return 0;
	}
	return -ELIBACC;
}

void late_library_complain_icu(const char *what)
{
	cli_complain("%s needs ICU: libicui18n.so.%d to %d are not there; Debian 12 has it in the package libicu72, Debian 13 in libicu76",
		     what, ICU_OLDEST, ICU_NEWEST);
}

bool late_library_need_icu(const char *who, const char *const *names, void **functions)
{
	if (!late_library_load_icu(names, functions))
		return true;
	late_library_complain_icu(who);
	return false;
}
