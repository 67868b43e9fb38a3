// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Writes module/core/name/ucd_property.c: what policies of text and names ask of
 * a code point, from the Unicode Character Database.
 *
 *   gen-property DIR VERSION > ucd_property.c
 *
 * DIR holds DerivedAge.txt (what has an age is assigned), PropList.txt,
 * DerivedCoreProperties.txt and UnicodeData.txt, and beside them
 * windows-best-fit.tsv.  A code point has one byte, in leaves of 16; equal leaves are
 * written once, and so are equal branches of 32.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "property_danger.h"

#define LEAF 16
#define BRANCH 32
#define MOST_ROWS 1024

static unsigned short properties[CODE_POINTS];

static FILE *open_file(const char *dir, const char *name)
{
	char path[4096];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	f = fopen(path, "r");
	if (!f) {
		fprintf(stderr, "gen-property: %s: %s\n", path, strerror(errno));
		exit(2);
	}
	return f;
}

/* A line "FIRST[..LAST] ; VALUE # ...", as UAX #44 section 4.2 describes. */
static bool parse(const char *line, unsigned int *first, unsigned int *last,
		  char *value)
{
	if (sscanf(line, "%x..%x ; %63[^ #;\n]", first, last, value) == 3)
		return true;
	if (sscanf(line, "%x ; %63[^ #;\n]", first, value) == 2) {
		*last = *first;
		return true;
	}
	return false;
}

/* Sets @bit of what has the property @value, or any value where that is NULL. */
static void read_property(const char *dir, const char *name, const char *value,
			  unsigned short bit)
{
	FILE *f = open_file(dir, name);
	unsigned int first, last;
	char line[1024], found[64];
	size_t lines = 0;

	while (fgets(line, sizeof(line), f)) {
		if (!parse(line, &first, &last, found) ||
		    (value && strcmp(found, value)))
			continue;
		if (first > last || last >= CODE_POINTS) {
			fprintf(stderr, "gen-property: %s: %s", name, line);
			exit(2);
		}
		for (; first <= last; first++)
			properties[first] |= bit;
		lines++;
	}
	fclose(f);
	if (!lines) {
		fprintf(stderr, "gen-property: %s: no %s\n", name,
			value ? value : "lines");
		exit(2);
	}
}

/* What holds by rule (Unicode sections 23.1, 23.5 and 23.7), and dangers. */
static unsigned short by_rule(unsigned int cp)
{
	unsigned int in_plane = cp & 0xffff;
	unsigned short danger;

	if (cp < 0x20 || (cp >= 0x7f && cp < 0xa0))
		return CONTROL;
	if (in_plane >= 0xfffe || (cp >= 0xfdd0 && cp < 0xfdf0))
		return NONCHARACTER;
	if ((cp >= 0xe000 && cp < 0xf900) || cp >= 0xf0000)
		return PRIVATE_USE;
	danger = has_best_fit_danger(cp) || parts_url(cp) ? OTHER_DANGER : 0;
	switch (danger_of(cp)) {
	case COMPAT:
	case COMPAT_DASH:
		return danger | COMPAT_DANGER;
	case TRANSLIT:
		return OTHER_DANGER;
	default:
		return danger;
	}
}

/* What needs no file; and white space of ASCII is no reason. */
static void set_by_size(void)
{
	unsigned int cp;

	properties[0xfffd] |= REPLACEMENT;
	for (cp = 0; cp < 0x80; cp++)
		properties[cp] &= ~WHITE_SPACE;
	for (cp = 0x10000; cp < CODE_POINTS; cp++)
		properties[cp] |= SUPPLEMENTARY;
}

/* Bytes, unless @wide. */
static void write_row(const unsigned short *row, unsigned int n, bool wide)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		if (row[i] > 0xff && !wide) {
			fprintf(stderr, "gen-property: too many rows for a byte\n");
			exit(2);
		}
	for (i = 0; i < n; i++)
		printf("%s0x%02x,", i % 8 ? " " : "\n\t", row[i]);
}

/*
 * Cuts @n numbers into rows of @size, writes those that differ between braces,
 * and puts in the place of each the number that it has there.  Return: how many
 * rows there were.
 */
static unsigned int write_rows(unsigned short *numbers, unsigned int n,
			       unsigned int size)
{
	static unsigned short rows[MOST_ROWS][BRANCH];
	const size_t bytes = size * sizeof(*numbers);
	unsigned int row, same, written = 0;

	for (row = 0; row < n / size; row++) {
		for (same = 0; same < written; same++)
			if (!memcmp(rows[same], numbers + row * size, bytes))
				break;
		if (same == MOST_ROWS) {
			fprintf(stderr, "gen-property: too many rows\n");
			exit(2);
		}
		if (same == written) {
			printf("%s", written ? "\n}, {" : "{");
			memcpy(rows[written++], numbers + row * size, bytes);
			write_row(rows[same], size, size == BRANCH);
		}
		numbers[row] = same;
	}
	printf("\n} };\n");
	return row;
}

/* The byte that a code point begins with (RFC 3629 section 3). */
static unsigned int first_byte(unsigned int cp)
{
	if (cp < 0x80)
		return cp;
	if (cp < 0x800)
		return 0xc0 | cp >> 6;
	return cp < 0x10000 ? 0xe0 | cp >> 12 : 0xf0 | cp >> 18;
}

static void write_bytes(void)
{
	unsigned short bytes[256] = { 0 };
	unsigned int cp;

	for (cp = 0; cp < CODE_POINTS; cp++)
		if (cp != '\t' && cp != '\n' && cp != '\r')
			bytes[first_byte(cp)] |= properties[cp];
	printf("\nconst u16 u8c_property_by_lead[256] = {");
	write_row(bytes, 256, true);
	printf("\n};\n");
}

/* The two bytes that a code point begins with, of which ASCII has one. */
static unsigned int second_byte(unsigned int cp)
{
	if (cp < 0x800)
		return cp & 63;
	return (cp < 0x10000 ? cp >> 6 : cp >> 12) & 63;
}

/* Dangers are not screened by two bytes: their bits are those of what has no room. */
static unsigned short second_bits(unsigned short p)
{
	return (p & (COMPAT_DANGER - 1)) | (p & WHITE_SPACE ? COMPAT_DANGER : 0) |
	       (p & (REPLACEMENT | SUPPLEMENTARY) ? OTHER_DANGER : 0);
}

/*
 * The same by the second byte too: a row for each byte that begins such a code point;
 * the controls of ASCII share one, whatever the next byte is.
 */
static void write_seconds(void)
{
	static unsigned short rows[256][64];
	unsigned short starts[256] = { 0 };
	unsigned int cp, byte, i, written = 1;

	for (cp = 0; cp < CODE_POINTS; cp++) {
		if (!properties[cp] || cp == '\t' || cp == '\n' || cp == '\r')
			continue;
		byte = first_byte(cp);
		if (!cp || (cp >= 0x80 && !starts[byte]))
			starts[byte] = 64 * written++;
		if (cp >= 0x80)
			rows[byte][second_byte(cp)] |= second_bits(properties[cp]);
		else
			starts[byte] = starts[0];
	}
	for (i = 0; i < 64; i++)
		rows[0][i] = properties[0];
	printf("\nconst u16 u8c_property_second_at[256] = {");
	write_row(starts, 256, true);
	printf("\n};\n\nconst u8 u8c_property_second[] = {\n\t/* no property */");
	write_row(rows['a'], 64, false);
	for (byte = 0; byte < 256; byte++)
		if (!byte || (byte >= 0x80 && starts[byte])) {
			printf("\n\t/* %02X */", byte);
			write_row(rows[byte], 64, false);
		}
	printf("\n};\n");
}

static void write_tables(void)
{
	unsigned int n;

	printf("\nconst u8 u8c_property_leaves[][%u] = { ", LEAF);
	n = write_rows(properties, CODE_POINTS, LEAF);
	printf("\nconst u16 u8c_property_branches[][%u] = { ", BRANCH);
	n = write_rows(properties, n, BRANCH);
	printf("\nconst u8 u8c_property_top[%u] = {", n);
	write_row(properties, n, false);
	printf("\n};\n");
}

int main(int argc, char **argv)
{
	unsigned int cp;

	if (argc != 3) {
		fprintf(stderr, "usage: gen-property DIR VERSION\n");
		return 2;
	}
	printf("// SPDX" "-License-Identifier: (GPL-2.0-only OR MIT) AND LicenseRef-Unicode-3.0\n"
	       "/*\n * Generated by userspace/gen/" "property.c from Unicode %s; do not edit.\n"
	       " * The checksums of its input are in userspace/data/ucd/SHA256SUMS.\n */\n"
	       "#include \"name/ucd_property.h\"\n", argv[2]);
	read_dangers(argv[1]);
	read_best_fit(argv[1]);
	/* What has an age is assigned. */
	read_property(argv[1], "DerivedAge.txt", NULL, UNASSIGNED);
	for (cp = 0; cp < CODE_POINTS; cp++)
		properties[cp] = (properties[cp] ^ UNASSIGNED) | by_rule(cp);
	read_property(argv[1], "DerivedCoreProperties.txt",
		      "Default_Ignorable_Code_Point", DEFAULT_IGNORABLE);
	read_property(argv[1], "PropList.txt", "Bidi_Control", BIDI_CONTROL);
	read_property(argv[1], "PropList.txt", "White_Space", WHITE_SPACE);
	set_by_size();
	write_bytes();
	write_seconds();
	for (cp = 0; cp < CODE_POINTS; cp++)
		properties[cp] &= IN_BYTE;
	write_plain(properties);
	write_tables();
	write_best_fit();
	return 0;
}
