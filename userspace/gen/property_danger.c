// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Which code points become dangerous in a name, from UnicodeData.txt.
 *
 * Compat-danger is a code point above U+007F whose
 * full canonical or compatibility decomposition holds one of TARGETS, or begins with
 * a dash, where it begins a name.  (The decomposition of Hangul syllables, which is
 * arithmetic, holds none.)
 *
 * Translit-danger is one that is none of the first, but is a slash by its name, or
 * one of a few symbols that glibc's iconv or ICU's Latin-ASCII writes with a
 * slash or a backslash, or whose decomposition holds such a code point: U+00BD
 * holds U+2044.  tests/peers/transliterators.py holds this against them.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "property_danger.h"

#define LONGEST 18	/* code points of a mapping: U+FDFA has them */

/*
 * What may not appear in a name: what parts and ends it, the dot, and what
 * POSIX.1-2024, XCU 2.2 says must or may have to be quoted in the shell.  The
 * blanks of that list are left out: a no-break space is a blank as it stands.  So is
 * the dash, which is an option only where a name begins.
 */
static const char TARGETS[] = "/\\.\0" "|&;<>()$`\"'" "*?[]^!#~=%{,}";

/* Words of which the name of a slash is made: what it is, its size and kind. */
static const char *const nouns[] = { "SOLIDUS", "SLASH", "BACKSLASH", NULL };
static const char *const qualifiers[] = {
	"REVERSE", "BIG", "VERY", "HEAVY", "DOUBLE", "TRIPLE", "FRACTION",
	"DIVISION", "OPERATOR", "BINARY", "RELATION", "OCR", NULL
};

/* Those that have other names. */
static const char *const symbols[] = {
	"PLUS-MINUS SIGN",
	"DIVISION SIGN",
	"SET MINUS",
	"MATHEMATICAL RISING DIAGONAL",
	"MATHEMATICAL FALLING DIAGONAL",
	"BOX DRAWINGS LIGHT DIAGONAL UPPER RIGHT TO LOWER LEFT",
	"BOX DRAWINGS LIGHT DIAGONAL UPPER LEFT TO LOWER RIGHT",
	NULL
};

/**
 * struct mapping - Decomposition_Mapping, one step of it
 *
 * @count: how many code points, 0 where there is none.
 * @compat: it has a tag: it is no canonical one.
 * @to: the code points.
 */
struct mapping {
	unsigned int count;
	bool compat;
	unsigned int to[LONGEST];
};

static struct mapping *mappings[CODE_POINTS];
static bool is_slash[CODE_POINTS];
static unsigned int symbols_found;

static void fail(const char *what, const char *why)
{
	fprintf(stderr, "gen-property: %s: %s\n", what, why);
	exit(2);
}

static bool is_listed(const char *const *list, const char *word)
{
	while (*list && strcmp(*list, word))
		list++;
	return *list;
}

static bool names_slash(const char *name)
{
	char words[256], *rest = words, *word;
	bool slash = false;

	snprintf(words, sizeof(words), "%s", name);
	while ((word = strsep(&rest, " "))) {
		if (is_listed(nouns, word))
			slash = true;
		else if (!is_listed(qualifiers, word))
			return false;
	}
	return slash;
}

/* "<tag> 0031 2044", without the tag where it is canonical. */
static struct mapping *parse_mapping(const char *text)
{
	struct mapping *m = calloc(1, sizeof(*m));
	int used;

	if (!m)
		fail("memory", "none is left");
	m->compat = *text == '<';
	if (m->compat)
		text += strcspn(text, ">") + 1;
	while (m->count < LONGEST &&
	       sscanf(text, " %x%n", &m->to[m->count], &used) == 1) {
		if (m->to[m->count++] >= CODE_POINTS)
			fail(text, "no code point");
		text += used;
	}
	if (!m->count || *text)
		fail(text, "not understood as a mapping");
	return m;
}

/* Fields of a line: UAX #44 section 5.  0 is the code point, 1 its name. */
static void parse_line(char *line)
{
	char *fields[6], *rest = line, *end;
	unsigned long cp;
	unsigned int i;

	for (i = 0; i < 6; i++) {
		fields[i] = strsep(&rest, ";");
		if (!fields[i])
			fail(line, "too few fields");
	}
	cp = strtoul(fields[0], &end, 16);
	if (end == line || *end || cp >= CODE_POINTS)
		fail(line, "no code point");
	is_slash[cp] = names_slash(fields[1]) || is_listed(symbols, fields[1]);
	symbols_found += is_listed(symbols, fields[1]);
	if (*fields[5])
		mappings[cp] = parse_mapping(fields[5]);
}

static void read_data(const char *dir)
{
	char path[4096], line[1024];
	FILE *f;

	snprintf(path, sizeof(path), "%s/UnicodeData.txt", dir);
	f = fopen(path, "r");
	if (!f)
		fail(path, strerror(errno));
	while (fgets(line, sizeof(line), f))
		parse_line(line);
	fclose(f);
}

static bool is_target(unsigned int cp)
{
	return cp < 0x80 && memchr(TARGETS, cp, sizeof(TARGETS) - 1);
}

bool is_special_ascii(unsigned int c)
{
	return c == '-' || is_target(c);
}

static bool ends_host(unsigned int cp)
{
	return cp && cp < 0x80 && strchr("@:?#/", cp);
}

static bool is_named(unsigned int cp)
{
	return cp >= 0x80 && is_slash[cp];
}

/* Does the full decomposition hold what is @wanted (D65, D68)? */
static bool holds(unsigned int cp, bool compat, bool (*wanted)(unsigned int cp))
{
	const struct mapping *m = mappings[cp];
	unsigned int i;

	if (!m || (m->compat && !compat))
		return wanted(cp);
	for (i = 0; i < m->count; i++)
		if (holds(m->to[i], compat, wanted))
			return true;
	return false;
}

/* Does the full decomposition begin with a dash? */
static bool begins_with_dash(unsigned int cp)
{
	while (mappings[cp])
		cp = mappings[cp]->to[0];
	return cp == '-';
}

bool parts_url(unsigned int cp)
{
	return cp >= 0x80 && holds(cp, true, ends_host);
}

enum danger danger_of(unsigned int cp)
{
	if (cp < 0x80)
		return NO_DANGER;
	if (holds(cp, false, is_target) || holds(cp, true, is_target))
		return COMPAT;
	if (begins_with_dash(cp))
		return COMPAT_DASH;
	return holds(cp, true, is_named) ? TRANSLIT : NO_DANGER;
}

/* Every name that is spelled out here is there: names are unique. */
static void check_symbols(void)
{
	unsigned int wanted = 0;

	while (symbols[wanted])
		wanted++;
	if (symbols_found != wanted)
		fail("UnicodeData.txt", "a symbol is missing");
}

void read_dangers(const char *dir)
{
	read_data(dir);
	check_symbols();
}
