// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What a text says of its encoding.
 */
#include <assert.h>
#include <regex.h>
#include <strings.h>
#include "feature/detect/detect_private.h"

/* hunspell and emacs add to the names of encodings: microsoft-cp1251, latin-1-unix. */
static void strip_additions(char *name)
{
	static const char *const ends[] = { "-unix", "-dos", "-mac" };
	size_t i, n, m;

	if (!strncasecmp(name, "microsoft-", 10))
		memmove(name, name + 10, strlen(name + 10) + 1);
	for (i = 0; i < ARRAY_SIZE(ends); i++) {
		n = strlen(name);
		m = strlen(ends[i]);
		if (n > m && !strcasecmp(name + n - m, ends[i]))
			name[n - m] = '\0';
	}
}

#define LABEL "([A-Za-z0-9][A-Za-z0-9._:-]*)"
#define REST "[A-Z0-9-]+"

/* The last part in parentheses is the label. */
#define GROUPS_MAX 3
static const char *const declarations[] = {
	"^[ \t\r\n]*<\\?xml[^>]*encoding[ \t]*=[ \t]*[\"']" LABEL,
	"<meta[^>]*charset[ \t]*=[ \t]*[\"']?" LABEL,
	"^@charset \"" LABEL,
	/* Python, emacs, groff: in one of the first two lines */
	"^([^\n]*\n)?[^\n]*(#|-\\*-)[^\n]*coding[:=][ \t]*" LABEL,
	"(vim?|ex):[^\n]*(fileencoding|fenc)=([A-Za-z0-9][A-Za-z0-9._-]*)",
	"content-type:[^\n]*charset=[ \t]*[\"']?" LABEL,
	"\\\\usepackage[ \t]*\\[" LABEL "\\][ \t]*\\{inputenc\\}",
	"(^|\n)=encoding[ \t]+" LABEL,
	"(^|\n)[ \t]*scriptencoding[ \t]+" LABEL,
	/* hunspell, and patterns of hyphens */
	"^(#[^\n]*\n|[ \t\r]*\n)*SET[ \t]+" LABEL "[ \t\r]*\n",
	"^(ISO-?8859-" REST "|KOI8-" REST "|microsoft-cp" REST "|TIS" REST "|UTF-" REST ")[ \t\r]*\n",
};

/* Patterns are compiled once: for a small file that takes longer than all else. */
static bool matches(size_t i, const char *text, char *name)
{
	static regex_t compiled[ARRAY_SIZE(declarations)];
	static bool is_compiled[ARRAY_SIZE(declarations)];
	const regmatch_t *label;
	regmatch_t match[GROUPS_MAX + 1];
	size_t n;

	if (!is_compiled[i])
		is_compiled[i] = !regcomp(&compiled[i], declarations[i], REG_EXTENDED | REG_ICASE);
	if (!is_compiled[i] || regexec(&compiled[i], text, ARRAY_SIZE(match), match, 0))
		return false;
	assert(compiled[i].re_nsub <= GROUPS_MAX);
	label = &match[compiled[i].re_nsub];
	n = label->rm_eo - label->rm_so;
	if (n >= DECLARED_MAX)
		return false;
	memcpy(name, text + label->rm_so, n);
	name[n] = '\0';
	strip_additions(name);
	return true;
}

void declared_find(const u8 *p, size_t n, char *name)
{
	char text[HEAD_MAX + 1];
	size_t i, made = 0;

	/*
	 * Bytes outside ASCII may not be characters in the user's locale: they are made question
	 * marks.  Those of a mark, and NULs, are left out: they may be UTF-16's.
	 */
	i = mark_length(p, n);
	for (; i < n && made < sizeof(text) - 1; i++)
		if (p[i] && p[i] < 0xfe)
			text[made++] = p[i] < 0x80 ? (char)p[i] : '?';
	text[made] = '\0';
	for (i = 0; i < ARRAY_SIZE(declarations) && !matches(i, text, name); i++)
		;
}
