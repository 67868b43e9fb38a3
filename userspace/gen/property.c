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

#define BLOCK 64
#define PAGE 4096

/* The bits of u8c_property_reasons: white space and U+FFFD have those of dangers. */
static unsigned char reasons_of(unsigned int cp)
{
	unsigned short p = properties[cp];

	if (cp == '\t' || cp == '\n' || cp == '\r')
		return 0;
	return (p & (COMPAT_DANGER - 1)) | (p & WHITE_SPACE ? COMPAT_DANGER : 0) |
	       (p & REPLACEMENT ? OTHER_DANGER : 0);
}

static void write_words(const unsigned long long *words, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		printf("%s0x%016llx,", i % 3 ? " " : "\n\t", words[i]);
}

/* The number of a word among the @n written, with @tag; it is added where it is new. */
static unsigned int word_at(unsigned long long *words, unsigned short *tags, unsigned int *n,
			    unsigned long long word, unsigned short tag)
{
	unsigned int i;

	for (i = 0; i < *n; i++)
		if (words[i] == word && tags[i] == tag)
			return i;
	if (i == 256) {
		fprintf(stderr, "gen-property: too many blocks\n");
		exit(2);
	}
	words[i] = word;
	tags[i] = tag;
	*n += 1;
	return i;
}

/* The code points of each block below U+10000 that have a reason. */
static void write_blocks(void)
{
	unsigned short blocks[0x10000 / BLOCK], reasons[256];
	unsigned long long words[256], word;
	unsigned int cp, n = 0;
	unsigned short all;

	for (cp = 0; cp < 0x10000;) {
		word = 0;
		all = 0;
		do {
			word |= (unsigned long long)!!reasons_of(cp) << cp % BLOCK;
			all |= reasons_of(cp);
		} while (++cp % BLOCK);
		blocks[cp / BLOCK - 1] = word_at(words, reasons, &n, word, all);
	}
	printf("\nconst u8 u8c_property_blocks[] = {");
	write_row(blocks, 0x10000 / BLOCK, false);
	printf("\n};\n\nconst u64 u8c_property_points[] = {");
	write_words(words, n);
	printf("\n};\n\nconst u8 u8c_property_reasons[] = {");
	write_row(reasons, n, false);
	printf("\n};\n");
}

/* The blocks of each page above U+FFFF in which there is a code point with a reason. */
static void write_pages(void)
{
	unsigned short pages[CODE_POINTS / PAGE] = { 0 }, tags[256];
	unsigned long long words[256], word;
	unsigned int cp, n = 0;

	for (cp = 0x10000; cp < CODE_POINTS;) {
		word = 0;
		do
			word |= (unsigned long long)!!reasons_of(cp) << cp / BLOCK % 64;
		while (++cp % PAGE);
		pages[cp / PAGE - 1] = word_at(words, tags, &n, word, 0);
	}
	printf("\nconst u8 u8c_property_pages[] = {");
	write_row(pages, CODE_POINTS / PAGE, false);
	printf("\n};\n\nconst u64 u8c_property_page_blocks[] = {");
	write_words(words, n);
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
	write_blocks();
	write_pages();
	for (cp = 0; cp < CODE_POINTS; cp++)
		properties[cp] &= IN_BYTE;
	write_plain(properties);
	write_tables();
	write_best_fit();
	return 0;
}
