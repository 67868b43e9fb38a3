// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * prove PART PIECE: brute force, one piece of a part; scripts/suites/prove runs all.
 *
 * Without arguments: the names of the implementations.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "prove.h"

/* So many failures of a piece are shown. */
#define SHOWN 5

static const struct part {
	const char *name;
	unsigned long (*run)(unsigned int piece);
} parts[] = {
	{ "four", prove_four },
	{ "three", prove_three },
	{ "points", prove_points },
	{ "pairs", prove_pairs },
};

const struct u8c_impl *prove_impls[16];
static unsigned long failures;

unsigned long prove_failures(void)
{
	return failures;
}

void prove_failed(const char *what, const struct u8c_impl *impl, const u8 *p, size_t n)
{
	if (failures++ >= SHOWN)
		return;
	printf("FAIL %s, %s:", impl ? impl->name : "oracle", what);
	for (; n; n--)
		printf(" %02X", *p++);
	putchar('\n');
}

static void find_impls(void)
{
	const struct u8c_impl *const *impl;
	unsigned int n = 0;

	for (impl = u8c_impls; *impl; impl++)
		if (u8c_impl_usable(*impl))
			prove_impls[n++] = *impl;
}

static const struct part *find_part(const char *name)
{
	size_t i;

	for (i = 0; i < U8C_ARRAY_SIZE(parts); i++)
		if (!strcmp(parts[i].name, name))
			return &parts[i];
	return NULL;
}

int main(int argc, char **argv)
{
	const struct part *part = argc == 3 ? find_part(argv[1]) : NULL;
	unsigned int i;

	find_impls();
	if (argc == 1) {
		for (i = 0; prove_impls[i]; i++)
			printf("%s%s", i ? " " : "", prove_impls[i]->name);
		putchar('\n');
		return EXIT_SUCCESS;
	}
	if (!part || strtoul(argv[2], NULL, 10) >= PIECES) {
		fprintf(stderr, "usage: prove [four|three|points|pairs PIECE]\n");
		return 2;
	}
	return part->run(strtoul(argv[2], NULL, 10)) ? EXIT_FAILURE : EXIT_SUCCESS;
}
