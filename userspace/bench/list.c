// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Which implementations there are, which this CPU can run, and which is chosen.
 */
#include <stdio.h>
#include <stdlib.h>
#include "bench.h"
#include "core/u8c.h"

static const struct {
	u32 bit;
	const char *name;
} features[] = { U8C_CPU_NAMES };

/* What an implementation needs and this CPU, or the system, does not give. */
static void put_lacking_features(u32 lacking)
{
	const char *comma = "";
	size_t i;

	for (i = 0; i < ARRAY_SIZE(features); i++) {
		if (!(lacking & features[i].bit))
			continue;
		printf("%s%s", comma, features[i].name);
		comma = ", ";
	}
}

void list_impls(bool json)
{
	const struct u8c_impl *chosen, *const *impl;

	chosen = u8c_impl_find(getenv("UTF8CHECK_IMPL"));
	for (impl = u8c_impls; *impl; impl++) {
		u32 lacking = (*impl)->needs & ~u8c_cpu_features();

		if (json) {
			printf("{\"implementation\":\"%s\",\"usable\":%s,\"chosen\":%s,\"lacks\":\"",
			       (*impl)->name, lacking ? "false" : "true",
			       *impl == chosen ? "true" : "false");
			put_lacking_features(lacking);
			puts("\"}");
			continue;
		}
		printf("%-10s %s", (*impl)->name,
		       lacking ? "not here: lacks " :
		       *impl == chosen ? "chosen" : "usable");
		put_lacking_features(lacking);
		putchar('\n');
	}
}
