// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The names in one folder.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "io/directory.h"

bool folder_is_dot(const char *name)
{
	return !strcmp(name, ".") || !strcmp(name, "..");
}

/* Adds the name and its NUL to the text. */
static int add(struct folder *f, size_t *used, size_t *size, const char *name)
{
	size_t n = strlen(name) + 1;
	char *text = f->text;

	if (*size - *used < n) {
		*size = 2 * (*size + n);
		text = realloc(f->text, *size);
	}
	if (!text)
		return -ENOMEM;
	f->text = text;
	memcpy(text + *used, name, n);
	*used += n;
	f->count++;
	return 0;
}

static int compare(const void *a, const void *b)
{
	const struct folder_name *x = a, *y = b;

	return strcmp(x->text, y->text);
}

/* The text stays where it is from now on. */
static int index_names(struct folder *f)
{
	const char *next = f->text;
	size_t i;

	f->names = calloc(f->count + 1, sizeof(*f->names));
	if (!f->names) {
		f->count = 0;
		return -ENOMEM;
	}
	for (i = 0; i < f->count; i++) {
		f->names[i].text = next;
		f->names[i].length = strlen(next);
		next += f->names[i].length + 1;
	}
	qsort(f->names, f->count, sizeof(*f->names), compare);
	return 0;
}

int folder_read(struct folder *f, DIR *dir)
{
	size_t used = 0, size = 0;
	struct dirent *entry;
	int err = 0, index_err;

	memset(f, 0, sizeof(*f));
	while (!err) {
		errno = 0;
		entry = readdir(dir);
		if (!entry) {
			err = -errno;
			break;
		}
		if (!folder_is_dot(entry->d_name))
			err = add(f, &used, &size, entry->d_name);
	}
	index_err = index_names(f);
	return err ? err : index_err;
}

void folder_free(struct folder *f)
{
	free(f->names);
	free(f->text);
}
