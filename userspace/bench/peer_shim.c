// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Peers that no package has as a shared library in C: the user builds one, a few
 * lines around the peer, and names it libutf8check-bench-PEER.so.  bench/run builds
 * that of Rust where there is a compiler for it.
 *
 * Each call that it has does the jobs of a row here.  The manual says what a call
 * gets and returns.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include "bench.h"

static const struct {
	const char *symbol;
	enum job first;
	enum job last;
} calls[] = {
	{ "bench_validate", VALIDATE, VALIDATE },
	{ "bench_repair", REPAIR_VALID, REPAIR_ALL },
	{ "bench_utf16_utf8", UTF16_TO_UTF8, UTF16_TO_UTF8 },
	{ "bench_utf8_utf16", UTF8_TO_UTF16, UTF8_TO_UTF16 },
	{ "bench_utf32_utf8", UTF32_TO_UTF8, UTF32_TO_UTF8 },
	{ "bench_utf8_utf32", UTF8_TO_UTF32, UTF8_TO_UTF32 },
	{ "bench_is_nfc", IS_NFC, IS_NFC },
	{ "bench_nfc", NFC_TO_NFC, NFD_TO_NFC },
	{ "bench_nfd", NFC_TO_NFD, NFD_TO_NFD },
	{ "bench_nfkc_casefold", NFKC_CASEFOLD, NFKC_CASEFOLD },
};

static size_t shim_job(const u8 *p, size_t n, const struct work *w)
{
	return w->shim(p, n, w->out, w->room);
}

static bool take_calls(struct contender *c, void *library)
{
	bool any = false;
	unsigned int job;
	void *found;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(calls); i++) {
		found = dlsym(library, calls[i].symbol);
		for (job = calls[i].first; found && job <= calls[i].last; job++) {
			memcpy(&c->shim[job], &found, sizeof(found));
			c->run[job] = shim_job;
			any = true;
		}
	}
	return any;
}

void shim_find(struct contender *c)
{
	char file[64];
	void *library;

	snprintf(file, sizeof(file), "libutf8check-bench-%s.so", c->name);
	library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
	if (!library)
		snprintf(c->absent, sizeof(c->absent), "%s", dlerror());
	else if (!take_calls(c, library))
		snprintf(c->absent, sizeof(c->absent), "%s has no call of a job",
			 file);
}
