// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Runs the groups of tests that are linked into a program, or those that are named; a
 * suite of kunit/ is a group too.
 *
 *   unit_tests [GROUP...]
 *   unit_tests --list
 */
#include <stdio.h>
#include "common.h"

/* The linker knows where the section begins and ends. */
extern const struct unit_group *const __start_unit_groups[], *const __stop_unit_groups[];

static char **words;
static int visited, failed;

static bool is_wanted(const char *name)
{
	char **word;

	for (word = words; *word; word++)
		if (!strcmp(*word, name))
			return true;
	return !*words;
}

static void visit(const char *name, int (*run)(void), const struct kunit_suite *suite)
{
	if (*words && !strcmp(*words, "--list"))
		puts(name);
	else if (is_wanted(name))
		failed += run ? run() : suite_run(suite);
	else
		return;
	visited++;
}

int main(int argc, char **argv)
{
	const struct unit_group *const *group;
	const struct kunit_suite *suite;

	words = argv + 1;
	for (group = __start_unit_groups; group < __stop_unit_groups; group++)
		visit((*group)->name, (*group)->run, NULL);
	for (suite = suite_next(NULL); suite; suite = suite_next(suite))
		visit(suite_name(suite), NULL, suite);
	if (visited >= argc - 1)
		return !!failed;
	fprintf(stderr, "there is no such group; --list names them\n");
	return 2;
}
