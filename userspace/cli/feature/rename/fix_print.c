// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What is printed of the names and links that should be changed.
 */
#include <stdlib.h>
#include <string.h>
#include "base/say/escape.h"
#include "feature/rename/mend.h"

void fix_print_start(const struct fix *fix, const struct folder *f, const char *name)
{
	if (fix->json) {
		json_print_member(stdout, '{', "folder", f->path);
		json_print_member(stdout, ',', "name", name);
		return;
	}
	escaped_print(stdout, (u8 *)f->path, f->length);
	fputs(": \"", stdout);
	escaped_print(stdout, (const u8 *)name, strlen(name));
	putchar('"');
}

void fix_print_left(struct fix *fix, const char *why)
{
	fix->left++;
	if (fix->json) {
		json_print_member(stdout, ',', "left", why);
		puts("}");
		return;
	}
	fputs(" is left: ", stdout);
	escaped_print(stdout, (const u8 *)why, strlen(why));
	putchar('\n');
}

char *fix_absolute_path(const struct fix *fix, const struct folder *f)
{
	const char *rest = f->path + fix->root_length;

	rest += strspn(rest, "/");
	return *rest ? path_join(fix->root, rest) : strdup(fix->root);
}
