// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The lines of NormalizationTest.txt.
 */
#include <stdio.h>
#include "lines.h"

static const char *parse(const char *s, struct lines_column *c)
{
	char *end;

	for (c->n = 0; *s != ';'; s = end + (*end == ' ')) {
		assert_true(c->n < LINES_COLUMN_MAX);
		c->at[c->n++] = strtoul(s, &end, 16);
		if (end == s)
			fail_msg("no code point: %s", s);
	}
	return s + 1;
}

void lines_each(void (*try)(const struct lines_line *line))
{
	FILE *f = fopen("data/ucd/NormalizationTest.txt", "r");
	struct lines_line line = { .part = 0 };
	unsigned int lines = 0, i;
	char text[2048];
	const char *s;

	assert_non_null(f);
	while (fgets(text, sizeof(text), f)) {
		if (sscanf(text, "@Part%u", &line.part) == 1 || *text == '#' ||
		    *text == '\n')
			continue;
		for (i = 0, s = text; i < LINES_COLUMNS; i++)
			s = parse(s, &line.c[i]);
		try(&line);
		lines++;
	}
	fclose(f);
	printf("# %u lines\n", lines);
	assert_true(lines > 20000);
}

/* The conformance clause in the head of NormalizationTest.txt. */
const struct lines_column *lines_form(const struct lines_line *line,
				      enum utf8check_form form, unsigned int column)
{
	switch (form) {
	case UTF8CHECK_NFC:
		return &line->c[column < 3 ? 1 : 3];
	case UTF8CHECK_NFD:
		return &line->c[column < 3 ? 2 : 4];
	case UTF8CHECK_NFKC:
		return &line->c[3];
	default:
		return &line->c[4];
	}
}
