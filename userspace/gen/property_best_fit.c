// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Which code points Windows narrows to which character of ASCII, from
 * windows-best-fit.tsv.
 *
 * Only characters that are printed are written: what becomes a control in code page
 * 437 is a picture of it, and nobody's name.  Where code pages differ, a code point has
 * several rows: U+250C is a dash in 1250 and a plus sign in 1252.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "property_danger.h"

#define ROWS_MAX 1024
#define PAGES_MAX 16

static struct row {
	unsigned int cp, ascii, pages;
} rows[ROWS_MAX];
static unsigned int row_count;
static char pages[PAGES_MAX][8];

static void fail(const char *what, const char *why)
{
	fprintf(stderr, "gen-property: %s: %s\n", what, why);
	exit(2);
}

bool has_best_fit_danger(unsigned int cp)
{
	unsigned int i;

	for (i = 0; i < row_count; i++)
		if (rows[i].cp == cp && is_special_ascii(rows[i].ascii))
			return true;
	return false;
}

/* The bit of a code page: one of those seen, or the next one. */
static unsigned int bit_of_page(const char *path, const char *name)
{
	unsigned int i;

	for (i = 0; i < PAGES_MAX && *pages[i]; i++)
		if (!strcmp(pages[i], name))
			return 1u << i;
	if (i == PAGES_MAX || strlen(name) >= sizeof(pages[i]))
		fail(path, name);
	memcpy(pages[i], name, strlen(name) + 1);
	return 1u << i;
}

static void add_row(const char *path, char *line)
{
	struct row *row = &rows[row_count];
	char names[256], *name;

	if (row_count == ROWS_MAX ||
	    sscanf(line, "%x\t%x\t%255s", &row->cp, &row->ascii, names) != 3 ||
	    row->cp < 0x80 || row->cp > 0xffff || row->ascii > 0x7f ||
	    (row_count && row->cp < row[-1].cp))
		fail(path, line);
	if (row->ascii < 0x20 || row->ascii == 0x7f)
		return;
	row->pages = 0;
	for (name = strtok(names, ","); name; name = strtok(NULL, ","))
		row->pages |= bit_of_page(path, name);
	row_count++;
}

void read_best_fit(const char *dir)
{
	char path[4096], line[1024];
	FILE *f;

	snprintf(path, sizeof(path), "%s/windows-best-fit.tsv", dir);
	f = fopen(path, "r");
	if (!f)
		fail(path, strerror(errno));
	while (fgets(line, sizeof(line), f))
		if (*line != '#')
			add_row(path, line);
	fclose(f);
	if (!row_count)
		fail(path, "no lines");
}

void write_best_fit(void)
{
	const struct row *row;

	printf("\nconst struct u8c_best_fit_row u8c_best_fit_rows[] = {\n");
	for (row = rows; row < rows + row_count; row++)
		printf("\t{ 0x%04x, 0x%04x, 0x%02x, %d, %d },\n", row->cp, row->pages, row->ascii,
		       has_best_fit_danger(row->cp), danger_of(row->cp) == TRANSLIT);
	printf("};\n\nconst u16 u8c_best_fit_count = %u;\n", row_count);
}
