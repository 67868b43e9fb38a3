// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Names of charsets.
 */
#include <ctype.h>
#include <iconv.h>
#include <string.h>
#include "base/types.h"
#include "utf8check.h"
#include "base/charset/charset_name.h"

/* Are two names the same but for case, dashes and underscores? */
static bool same_encoding(const char *a, const char *b)
{
	for (;; a++, b++) {
		a += strspn(a, "-_");
		b += strspn(b, "-_");
		if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
			return false;
		if (!*a)
			return true;
	}
}

int charset_core_number(const char *word, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n && utf8check_encoding_name(i); i++)
		if (same_encoding(word, utf8check_encoding_name(i)))
			return i;
	return -1;
}

/*
 * What follows a second slash is an instruction for iconv, and no part of a name.
 * iconv leaves out marks that no name has, and takes no name for the locale's charset.
 */
static bool is_charset_name(const char *word)
{
	const char *slash = strchr(word, '/');

	if (slash)
		slash = strchr(slash + 1, '/');
	return isalnum((unsigned char)*word) && (!slash || !slash[1]);
}

static bool iconv_knows(const char *to, const char *from)
{
	iconv_t cd = iconv_open(to, from);

	if (cd == (iconv_t)-1)
		return false;
	iconv_close(cd);
	return true;
}

bool charset_is_read(const char *word)
{
	return is_charset_name(word) && iconv_knows("UTF-8", word);
}

bool charset_is_written(const char *word)
{
	return is_charset_name(word) && iconv_knows(word, "UTF-8");
}

static bool has_all_of(const char *word, char *from)
{
	char to[64], *in = from, *out = to;
	size_t left = strlen(from), room = sizeof(to);
	iconv_t cd = iconv_open("UTF-8", word);

	if (cd == (iconv_t)-1)
		return false;
	iconv(cd, &in, &left, &out, &room);
	iconv_close(cd);
	return sizeof(to) - room == strlen(from) && !memcmp(from, to, strlen(from));
}

bool charset_has_ascii(const char *word)
{
	char from[] = "AZ az 09\n";

	return has_all_of(word, from);
}

bool charset_has_controls(const char *word)
{
	char from[] = "\1\2\3\4\5\6\a\v\16\17\20\21\22\23\24\25\26\27\30\31\32\34\35\36\37\177";

	return has_all_of(word, from);
}

/* How many bytes one more letter takes. */
static size_t letter(iconv_t cd)
{
	char from[] = "A", to[64], *in = from, *out = to;
	size_t left = 1, room = sizeof(to);

	iconv(cd, &in, &left, &out, &room);
	return sizeof(to) - room;
}

bool charset_has_own_mark(const char *word)
{
	iconv_t cd = iconv_open(word, "UTF-8");
	size_t first, second;

	if (cd == (iconv_t)-1)
		return false;
	first = letter(cd);
	second = letter(cd);
	iconv_close(cd);
	/* A mark is as long as a letter; with letters of one byte, a shift may come first. */
	return second > 1 && first == 2 * second;
}
