// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Messages about files of any name.
 */
#include <string.h>
#include "cli.h"
#include "print/escape.h"
#include "scan/trouble.h"

void path_complain(const char *path, const char *why)
{
	FILE *to = cli_begin_message();

	fputs("utf8check: scan: ", to);
	escaped_print(to, (const u8 *)path, strlen(path));
	fprintf(to, ": %s\n", why);
	cli_end_message();
}

void name_complain(const char *folder, const char *name, const char *why)
{
	FILE *to = cli_begin_message();

	fputs("utf8check: scan: ", to);
	escaped_print(to, (const u8 *)folder, strlen(folder));
	fputs(": \"", to);
	escaped_print(to, (const u8 *)name, strlen(name));
	fprintf(to, "\" is left: %s\n", why);
	cli_end_message();
}
