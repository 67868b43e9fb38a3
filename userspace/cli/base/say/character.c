// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A name is in the table of ucd_characters.c, or ICU has it.
 */
#include <stdlib.h>
#include <string.h>
#include "base/say/character.h"
#include "utf8check.h"

void (*character_more_names)(u32 point, char *name);

static int compare_points(const void *a, const void *b)
{
	const u32 *point = a;
	const struct character *row = b;

	return *point < row->point ? -1 : *point > row->point;
}

static const char *name_in_table(u32 point)
{
	const struct character *row = bsearch(&point, character_names, character_names_count,
					      sizeof(*row), compare_points);

	return row ? row->name : "";
}

/* What a name on Windows may not have; the last two, only at its end. */
static const char windows[] = "\"*:<>?\\| .";

/*
 * The character of ASCII for which SMB, macOS and Cygwin write a code point of private use,
 * as a name on Windows may not have it; 0: another code point.
 */
static u32 stood_for(u32 point)
{
	/* Services for Macintosh have ten of their own; else it is F000 and the character. */
	if (point >= 0xf020 && point <= 0xf029)
		return windows[point - 0xf020];
	return point > 0xf000 && point < 0xf080 ? point - 0xf000 : 0;
}

u32 character_turned_back(u32 point, bool last)
{
	u32 meant = stood_for(point);
	const size_t n = sizeof(windows) - 1 - (last ? 0 : 2);

	return meant && memchr(windows, meant, n) ? meant : 0;
}

void character_name(u32 point, char *name)
{
	name[0] = '\0';
	if (point >= 0xfe00 && point <= 0xfe0f)
		sprintf(name, "VARIATION SELECTOR-%u", point - 0xfe00 + 1);
	else if (point >= 0xe0100 && point <= 0xe01ef)
		sprintf(name, "VARIATION SELECTOR-%u", point - 0xe0100 + 17);
	else if (point >= 0xe0020 && point <= 0xe007e)
		snprintf(name, CHARACTER_NAME_MAX, "TAG %s", name_in_table(point - 0xe0000));
	else if (stood_for(point) && stood_for(point) < ' ')
		sprintf(name, "STAND-IN FOR U+%04X", stood_for(point));
	else if (stood_for(point))
		snprintf(name, CHARACTER_NAME_MAX, "STAND-IN FOR %s",
			 name_in_table(stood_for(point)));
	else
		snprintf(name, CHARACTER_NAME_MAX, "%s", name_in_table(point));
	if (!*name && character_more_names)
		character_more_names(point, name);
}

long character_of(const u8 *p, size_t n)
{
	u64 point = 0;

	return n && utf8check_decode(NULL, p, n, true, &point, NULL) == (int)n ? (long)point : -1;
}

void character_print(FILE *to, u32 point)
{
	char name[CHARACTER_NAME_MAX];

	character_name(point, name);
	fprintf(to, "U+%04X%s%s", point, *name ? " " : "", name);
}

/* Private use and noncharacters have no name, but are listed. */
static bool is_nameless(u32 point)
{
	return (point >= 0xe000 && point <= 0xf8ff) || point >= 0xf0000 ||
	       (point >= 0xfdd0 && point <= 0xfdef) || (point & 0xfffe) == 0xfffe;
}

/* Is a character printed as it is, and recognized at sight? */
static bool is_seen(u32 point)
{
	return point > 0x20 && point < 0x7f;
}

void character_print_unseen(FILE *to, long point)
{
	if (point < 0 || is_seen(point))
		return;
	fputs(" (", to);
	character_print(to, point);
	putc(')', to);
}

static bool is_listed(u32 point)
{
	char name[CHARACTER_NAME_MAX];

	if (point == ' ' || is_seen(point))
		return false;
	character_name(point, name);
	return *name || is_nameless(point);
}

unsigned int characters_listed(const u8 *p, size_t n, u32 listed[CHARACTERS_MAX])
{
	unsigned int count = 0, i;
	struct utf8check_error e;
	const u8 *end = p + n;
	u64 point = 0;
	int length;

	for (; p < end && count < CHARACTERS_MAX; p += length ? length : e.length) {
		length = utf8check_decode(NULL, p, end - p, true, &point, &e);
		for (i = 0; i < count && listed[i] != point; i++)
			;
		if (length && i == count && is_listed(point))
			listed[count++] = point;
	}
	return count;
}

void characters_print(FILE *to, const char *name)
{
	u32 listed[CHARACTERS_MAX];
	unsigned int count = characters_listed((const u8 *)name, strlen(name), listed), i;

	for (i = 0; i < count; i++) {
		fputs(i ? ", " : " (", to);
		character_print(to, listed[i]);
	}
	if (count)
		putc(')', to);
}
