// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Writes utf8tables.c: decompositions, full case folding and default-ignorable code
 * points, from the Unicode Character Database.
 *
 *   mkutf8tables DIR VERSION > utf8tables.c
 *
 * DIR holds UnicodeData.txt, CaseFolding.txt and DerivedNormalizationProps.txt.
 * core/normalize/ucd_normalization.h describes the tables.
 */
#include <stdio.h>
#include "normalization.h"

int main(int argc, char **argv)
{
	if (argc != 3) {
		fprintf(stderr, "usage: mkutf8tables DIR VERSION\n");
		return 2;
	}
	decomposed_only = true;
	ucd_read(argv[1]);
	make_lookups();
	printf("/* This file is generated code, do not edit. */\n"
	       "/* By mkutf8tables from Unicode %s, whose checksums are in README.utf8data. */\n"
	       "#include \"normalize/ucd_normalization.h\"\n", argv[2]);
	write_lookups();
	return 0;
}
