// SPDX-License-Identifier: GPL-2.0-only
/*
 * The lines of NormalizationTest.txt: the assembler puts the file into the
 * module, or the program, and it is read as the text that it is.
 */
#include "both.h"
#include "lines.h"

asm(".pushsection .rodata, \"a\"\n"
	"u8c_lines_begin:\n"
	".incbin \"" __stringify(U8C_LINES_FILE) "\"\n"
	"u8c_lines_end:\n"
	".popsection");

void u8c_line_start(struct u8c_line *line)
{
	line->next = u8c_lines_begin;
	line->part = 0;
}

static const u8 *after_line(const u8 *p)
{
	while (p < u8c_lines_end && *p != '\n')
		p++;
	return p < u8c_lines_end ? p + 1 : p;
}

/* Hexadecimal numbers up to a semicolon.  Return: what follows, or NULL. */
static const u8 *parse(struct u8c_line *line, unsigned int column, const u8 *p)
{
	size_t n = 0;
	u32 cp;

	while (*p != ';') {
		for (cp = 0; isxdigit(*p); p++)
			cp = cp * 16 + (isdigit(*p) ? *p - '0' :
					toupper(*p) - 'A' + 10);
		if ((*p != ' ' && *p != ';') || n + 4 > U8C_LINES_MAX)
			return NULL;
		if (!column && !n)
			line->first = cp;
		n += u8c_encode(&u8c_rfc3629, cp, line->p[column] + n);
		p += *p == ' ';
	}
	line->n[column] = n;
	return p + 1;
}

bool u8c_line_next(struct u8c_line *line)
{
	const u8 *p = line->next;
	unsigned int i;

	for (; p < u8c_lines_end && !isxdigit(*p); p = after_line(p))
		line->part += *p == '@';
	line->next = after_line(p);
	for (i = 0; i < U8C_LINES_COLUMNS && p && p < u8c_lines_end; i++)
		p = parse(line, i, p);
	return p && i == U8C_LINES_COLUMNS;
}

/* The conformance clause in the head of NormalizationTest.txt. */
unsigned int u8c_line_form(enum utf8check_form form, unsigned int column)
{
	switch (form) {
	case UTF8CHECK_FORM_NFC:
		return column < 3 ? 1 : 3;
	case UTF8CHECK_FORM_NFD:
		return column < 3 ? 2 : 4;
	case UTF8CHECK_FORM_NFKC:
		return 3;
	default:
		return 4;
	}
}

bool u8c_line_repeats(const struct u8c_line *line, unsigned int column)
{
	unsigned int i;

	for (i = 0; i < column; i++)
		if ((i < 3) == (column < 3) && line->n[i] == line->n[column] &&
		    !memcmp(line->p[i], line->p[column], line->n[i]))
			return true;
	return false;
}
