// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Libraries that are loaded when they are first used; and ICU, whose symbols end in its version.
 * Its libicui18n finds those of the libraries that it needs, too.
 */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include "base/file/late_library.h"
#include "base/say/character.h"
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
	size_t n = 0;

	if (*functions)
		return 0;
	library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
	while (names[n])
		n++;
	/* The first function comes last: it says that all are there. */
	while (library && n && (functions[n - 1] = find_function(library, names[n - 1], version)))
		n--;
	return n ? -ELIBACC : 0;
}

/* --- ICU */

/* The versions that are looked for, the newest first. */
#define NEWEST 99
#define OLDEST 60

#define UNICODE_NAME 0	/* U_UNICODE_CHAR_NAME */

struct icu icu;

static bool is_loaded;

static void load_icu(void)
{
	static const char *const names[] = { ICU(LATE_NAME) NULL };
	char file[64];

	for (int version = NEWEST; !is_loaded && version >= OLDEST; version--) {
		snprintf(file, sizeof(file), "libicui18n.so.%d", version);
		is_loaded = !late_library_load(file, version, names, (void **)&icu);
	}
}

static void name_by_icu(u32 point, char *name)
{
	int code = 0;

	icu.u_charName(point, UNICODE_NAME, name, CHARACTER_NAME_MAX, &code);
	if (ICU_FAILED(code))
		*name = '\0';
}

void icu_name_characters(void)
{
	character_more_names = name_by_icu;
}

bool icu_load(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, load_icu);
	return is_loaded;
}

bool icu_complain(const char *what)
{
	return cli_complain("%s needs ICU: libicui18n.so.%d to %d are not there; Debian 12 has it in the package libicu72, Debian 13 in libicu76",
			    what, OLDEST, NEWEST);
}

bool icu_need(const char *what)
{
	return icu_load() || icu_complain(what);
}
