// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Who takes part: our implementations, and what this machine has of others.
 *
 * Peers in libraries are opened by name while the program runs: it is built
 * without them and says which are absent.
 */
#include <stdio.h>
#include <string.h>
#include "bench.h"
#include "core/u8c.h"

struct contender contenders[CONTENDERS_MAX];
unsigned int contender_count;

static const struct {
	const char *name;
	void (*find)(struct contender *c);
} others[] = {
	{ "device", device_find },
	{ "tmpfs", tmpfs_find },
	{ "pipe", pipe_find },
	{ "DFA", dfa_find },
	{ "read", read_find },
	{ "memcpy", memcpy_find },
	{ "ICU", icu_find },
	{ "glib", glib_find },
	{ "iconv", iconv_find },
	{ "simdutf", simdutf_find },
	{ "find-and-copy", find_and_copy_find },
	{ "is_utf8", shim_find },
	{ "simdutf8", shim_find },
	{ "StringZilla", shim_find },
	{ "ICU4X", shim_find },
	{ "xxUTF", shim_find },
	{ "simd-normalizer", shim_find },
	{ "Rust", shim_find },
};

static bool is_wanted(const struct u8c_impl *const *wanted,
		      const struct u8c_impl *impl)
{
	if (!*wanted)
		return u8c_impl_usable(impl);
	for (; *wanted; wanted++)
		if (*wanted == impl)
			return true;
	return false;
}

void contenders_find(const struct u8c_impl *const *wanted)
{
	const struct u8c_impl *const *impl;
	struct contender *c = contenders;
	unsigned int i;

	for (impl = u8c_impls; *impl; impl++) {
		if (!is_wanted(wanted, *impl))
			continue;
		c->name = (*impl)->name;
		c->impl = *impl;
		c->ours = true;
		ours_find(c++);
	}
	for (i = 0; i < ARRAY_SIZE(others); i++) {
		c->name = others[i].name;
		others[i].find(c++);
	}
	contender_count = c - contenders;
}
