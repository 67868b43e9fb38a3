/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The names in one folder.
 */
#ifndef IO_DIRECTORY_H
#define IO_DIRECTORY_H

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>

/**
 * struct folder_name - one name
 *
 * @text: the bytes, ended by a NUL; owned by the folder.
 * @length: how many.
 */
struct folder_name {
	const char *text;
	size_t length;
};

/**
 * struct folder - all names but . and .., in the order of their bytes
 *
 * @names: the names.
 * @count: how many.
 * @text: their bytes.
 */
struct folder {
	struct folder_name *names;
	size_t count;
	char *text;
};

/**
 * folder_read() - read a folder to its end
 * @f: filled, as far as it could be read; to be freed in any case
 * @dir: the folder
 *
 * Return: 0 or a negative errno.
 */
int folder_read(struct folder *f, DIR *dir);
void folder_free(struct folder *f);

/* Is it . or ..? */
bool folder_is_dot(const char *name);

#endif /* IO_DIRECTORY_H */
