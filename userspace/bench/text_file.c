// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Texts that are files, or are made of what every Debian has, and what kind of text
 * they are.
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

/*
 * What the system has of strangers' texts: in these languages the messages of its
 * programs, whose tables of numbers have no line of 20 bytes, and its manuals; then what
 * is in many languages, or near ASCII.
 */
#define MESSAGES(language) { "messages-" language, "cat /usr/share/locale/" language \
	"/LC_MESSAGES/*.mo | tr '\\0' '\\n' | grep -a '.\\{20\\}'" }
#define MANUALS(language) \
	{ "manuals-" language, "zcat -f /usr/share/man/" language "/man*/*" }

static const struct {
	const char *name, *command;
} found[] = {
	MESSAGES("ar"), MESSAGES("cs"), MESSAGES("de"), MESSAGES("el"), MESSAGES("fr"),
	MESSAGES("he"), MESSAGES("hi"), MESSAGES("ja"), MESSAGES("ko"), MESSAGES("pl"),
	MESSAGES("pt_BR"), MESSAGES("ru"), MESSAGES("th"), MESSAGES("vi"),
	MESSAGES("zh_CN"),
	MANUALS("de"), MANUALS("fr"), MANUALS("ja"), MANUALS("pl"), MANUALS("ru"),
	MANUALS("zh_CN"),
	{ "templates", "cat /var/lib/dpkg/info/*.templates" },
	{ "desktop", "cat /usr/share/applications/*.desktop /usr/share/mime/packages/*" },
	{ "locales", "cat /usr/share/i18n/locales/*" },
	{ "charmap", "zcat /usr/share/i18n/charmaps/UTF-8.gz" },
	{ "keyboard", "cat /usr/share/X11/locale/en_US.UTF-8/Compose" },
	{ "countries", "cat /usr/share/iso-codes/json/*" },
	{ "changelogs", "zcat -f /usr/share/doc/*/changelog*.gz" },
	{ "licences", "cat /usr/share/doc/*/copyright" },
	{ "packages", "apt-cache dumpavail" },
	{ "pages", "cat /usr/share/doc/*/*.html" },
};

/* Leave out what is ill-formed.  Return: how many bytes are left. */
static size_t keep_well_formed(u8 *p, size_t n)
{
	size_t at, good, kept = 0;

	for (at = 0; at < n; at += good + 1) {
		good = utf8check_valid_up_to(p + at, n - at);
		memmove(p + kept, p + at, good);
		kept += good;
	}
	return kept;
}

/* Return: false where the system has too little of the text for the smaller slices. */
static bool find_text(struct text *t, const char *name, const char *command)
{
	char line[256];
	FILE *f;

	snprintf(line, sizeof(line), "exec 2>/dev/null; LC_ALL=C; export LC_ALL; %s", command);
	f = popen(line, "re");
	if (!f)
		return false;
	t->bytes = malloc(TEXT_BYTES);
	if (!t->bytes)
		abort();
	t->length = keep_well_formed(t->bytes, fread(t->bytes, 1, TEXT_BYTES, f));
	pclose(f);
	snprintf(t->name, sizeof(t->name), "%s", name);
	t->family = FOUND;
	if (t->length >= 64 << 10)
		return true;
	free(t->bytes);
	return false;
}

size_t texts_find(struct text *texts)
{
	size_t i, n = 0;

	for (i = 0; i < ARRAY_SIZE(found); i++)
		n += find_text(&texts[n], found[i].name, found[i].command);
	return n;
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
