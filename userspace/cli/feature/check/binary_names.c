// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The names of the binary files that a walk has found.
 *
 * Threads find them in any order, and the line is always the same one: so it has the
 * first names in the order of their bytes.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/file/binary.h"
#include "base/say/message.h"
#include "feature/check/binary_names.h"

void binary_names_add(struct binary_names *b, const char *name)
{
	size_t i;

	pthread_mutex_lock(&b->lock);
	b->count++;
	for (i = BINARY_NAMED; i && (!b->names[i - 1] || strcmp(name, b->names[i - 1]) < 0); i--)
		b->names[i] = b->names[i - 1];
	b->names[i] = strdup(name);
	free(b->names[BINARY_NAMED]);
	b->names[BINARY_NAMED] = NULL;
	pthread_mutex_unlock(&b->lock);
}

void binary_names_end(struct binary_names *b)
{
	char *list = NULL;
	size_t i, size;
	FILE *to;

	if (!b->count)
		return;
	to = open_memstream(&list, &size);
	for (i = 0; to && b->names[i]; i++)
		fprintf(to, "%s%s", i ? ", " : "", b->names[i]);
	if (to && b->count > BINARY_NAMED)
		fprintf(to, " and %" PRIu64 " more", b->count - BINARY_NAMED);
	if (to)
		fclose(to);
	cli_complain("binary: %" PRIu64 " not judged: %s; " BINARY_HINT,
		     b->count, list ? list : "");
	free(list);
	for (i = 0; b->names[i]; i++)
		free(b->names[i]);
}
