// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Texts that are files, and what kind of text they are.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench.h"
#include "base/say/message.h"
#include "base/say/escape.h"

static bool is_all_ascii(const u8 *p, size_t n)
{
	u8 any = 0;

	while (n--)
		any |= *p++;
	return any < 0x80;
}

/* What a validator sees: how many blocks of 64 bytes are ASCII. */
enum family text_family(const u8 *p, size_t n)
{
	size_t at, length, blocks = 0, ascii = 0;

	for (at = 0; at < n; at += length, blocks++) {
		length = n - at < 64 ? n - at : 64;
		ascii += is_all_ascii(p + at, length);
	}
	if (ascii == blocks)
		return ASCII;
	return ascii > blocks / 10 ? MIXED : SCRIPT;
}

/* Return: 0 or a negative errno. */
static int read_text_file(struct text *t, const char *path)
{
	FILE *f = fopen(path, "rbe");
	int err;

	if (!f)
		return -errno;
	t->bytes = malloc(SIZE_LIMIT);
	if (!t->bytes) {
		fclose(f);
		return -ENOMEM;
	}
	errno = 0;
	t->length = fread(t->bytes, 1, SIZE_LIMIT, f);
	err = ferror(f) ? -errno : 0;
	fclose(f);
	return err;
}

/* The beginning of the file's name, escaped: it is printed in tables. */
static void name_text(struct text *t, const char *file)
{
	size_t n = *file ? 1 + strcspn(file + 1, ".") : 0;
	char *name = NULL;
	size_t size;
	FILE *f = open_memstream(&name, &size);

	if (f) {
		escaped_print_part(f, (const u8 *)file, n);
		fclose(f);
	}
	snprintf(t->name, sizeof(t->name), "%s", name ? name : "");
	free(name);
}

bool text_load(struct text *t, const char *path)
{
	const char *slash = strrchr(path, '/');
	int err = read_text_file(t, path);
	size_t good;

	if (err) {
		cli_complain_errno(err, "%s", path);
		return false;
	}
	good = utf8check_valid_up_to(t->bytes, t->length);
	/* The last sequence may be cut off. */
	if (!t->length || (good < t->length && t->length - good > 3) ||
	    (good < t->length && t->length < SIZE_LIMIT)) {
		cli_complain("%s: %s", path, t->length ? "not well-formed UTF-8" :
			     "nothing in it");
		return false;
	}
	t->length = good;
	slash = slash ? slash + 1 : path;
	name_text(t, slash);
	t->family = text_family(t->bytes, good);
	return true;
}
