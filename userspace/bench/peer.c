// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What all peers need: their library, if it is here, and a place for what they make.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include "bench.h"

static void *open_version(const char *name, int first, int last, int *version)
{
	char file[64];
	void *library = NULL;

	for (*version = last; !library && *version >= first; --*version) {
		snprintf(file, sizeof(file), "%s.so.%d", name, *version);
		library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
	}
	++*version;
	snprintf(file, sizeof(file), "%s.so", name);
	return library ? library : dlopen(file, RTLD_LAZY | RTLD_LOCAL);
}

bool peer_open(struct contender *c, const char *name, int first, int last,
	       const struct symbol *symbols)
{
	char full[160];
	int version;
	void *library = open_version(name, first, last, &version), *found;

	if (!library) {
		snprintf(c->absent, sizeof(c->absent), "there is no %s.so here",
			 name);
		return false;
	}
	for (; symbols->name; symbols++) {
		snprintf(full, sizeof(full), symbols->name, version);
		found = dlsym(library, full);
		if (!found) {
			snprintf(c->absent, sizeof(c->absent),
				 "its library lacks %.80s", full);
			return false;
		}
		memcpy(symbols->to, &found, sizeof(found));
	}
	return true;
}

size_t work_give(const struct work *w, const void *made, size_t n)
{
	if (w->compared && made)
		memcpy(w->out, made, n < w->room ? n : w->room);
	return n;
}
