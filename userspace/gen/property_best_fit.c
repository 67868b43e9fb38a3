// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Which code points Windows narrows to which character of ASCII, from
 * windows-best-fit.tsv.
 *
 * Only characters that are printed are written: what becomes a control in code page
 * 437 is a picture of it, and nobody's name.  Where code pages differ, a character that
 * is special goes before others: U+250C is a dash in 1250 and a plus sign in 1252.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "property_danger.h"

static unsigned char fits[CODE_POINTS];

static void fail(const char *what, const char *why)
{
	fprintf(stderr, "gen-property: %s: %s\n", what, why);
	exit(2);
}

bool has_best_fit_danger(unsigned int cp)
{
	return fits[cp] && is_special_ascii(fits[cp]);
}

void read_best_fit(const char *dir)
{
	char path[4096], line[1024];
	unsigned int cp, c, rows = 0;
	FILE *f;

	snprintf(path, sizeof(path), "%s/windows-best-fit.tsv", dir);
	f = fopen(path, "r");
	if (!f)
		fail(path, strerror(errno));
	while (fgets(line, sizeof(line), f)) {
		if (*line == '#')
			continue;
		if (sscanf(line, "%x\t%x\t", &cp, &c) != 2 || cp > 0xffff || c > 0x7f)
			fail(path, line);
		if (cp >= 0x80 && c >= 0x20 && c < 0x7f && !has_best_fit_danger(cp))
			fits[cp] = c;
		rows++;
	}
	fclose(f);
	if (!rows)
		fail(path, "no lines");
}

void write_best_fit(void)
{
	unsigned int cp, rows = 0;

	printf("\nconst struct u8c_best_fit_row u8c_best_fit_rows[] = {\n");
	for (cp = 0; cp < CODE_POINTS; cp++) {
		if (!fits[cp])
			continue;
		printf("\t{ 0x%04x, 0x%02x, %d, %d },\n", cp, fits[cp],
		       has_best_fit_danger(cp), danger_of(cp) == TRANSLIT);
		rows++;
	}
	printf("};\n\nconst u16 u8c_best_fit_count = %u;\n", rows);
}
