// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The names of the files that a command is to read.
 *
 * A list is read as it is needed: it may be of any length, and may come from a
 * command that is still finding names.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "cli.h"
#include "names.h"

static bool open_list(struct names *n)
{
	n->list = strcmp(n->list_name, "-") ? fopen(n->list_name, "re") : stdin;
	if (n->list)
		return true;
	cli_complain_errno(-errno, "%s", n->list_name);
	return false;
}

bool names_open(struct names *n, char **words, const char *list_name)
{
	static char dash[] = "-";
	static char *standard_input[] = { dash, NULL };

	*n = (struct names){ .next = words, .list_name = list_name };
	if (!list_name) {
		if (!*words)
			n->next = standard_input;
		return true;
	}
	if (!*words)
		return open_list(n);
	cli_complain("'%s': --files0-from names the files, and no others can be named",
		     *words);
	return false;
}

static const char *next_of_list(struct names *n)
{
	errno = 0;
	if (getdelim(&n->name, &n->size, '\0', n->list) >= 0)
		return n->name;
	if (!feof(n->list))
		n->err = errno ? -errno : -EIO;
	return NULL;
}

const char *names_next(struct names *n)
{
	if (n->list)
		return n->err || feof(n->list) ? NULL : next_of_list(n);
	return *n->next ? *n->next++ : NULL;
}

bool names_are_single(const struct names *n)
{
	return !n->list && n->next[0] && !n->next[1];
}

bool names_close(struct names *n)
{
	if (n->list && n->list != stdin)
		fclose(n->list);
	free(n->name);
	if (n->err)
		cli_complain_errno(n->err, "%s", n->list_name);
	return !n->err;
}
