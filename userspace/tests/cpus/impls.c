// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Prints the implementation that the library chooses, a colon, and all
 * implementations that it uses when the environment names them: "ssse3: ssse3
 * scalar".
 */
#include <stdio.h>
#include <stdlib.h>
#include "core/u8c.h"
#include "utf8check.h"

/* Prints @before and the implementation in use, if the implementation has that name. */
static bool print_forced(const char *name, const char *before,
			 const char *after)
{
	struct utf8check *library;

	setenv("UTF8CHECK_IMPL", name, 1);
	if (utf8check_open(UTF8CHECK_ENGINE_LIBRARY, &library))
		return false;
	printf("%s%s%s", before, u8c_impl_find(name)->name, after);
	utf8check_close(library);
	return true;
}

int main(void)
{
	const struct u8c_impl *const *impl;

	if (!print_forced("auto", "", ":"))
		return EXIT_FAILURE;
	for (impl = u8c_impls; *impl; impl++)
		print_forced((*impl)->name, " ", "");
	putchar('\n');
	return EXIT_SUCCESS;
}
