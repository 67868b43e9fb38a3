// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Names of charsets.
 */
#include <ctype.h>
#include <iconv.h>
#include <string.h>
#include <strings.h>
#include "base/types.h"
#include "base/say/message.h"
#include "utf8check.h"
#include "base/charset/conversion.h"
#include "base/charset/decoder.h"

/*
 * Labels of the Encoding Standard, and names that Python and Emacs have, which iconv does not
 * know or reads as another charset: in its SHIFT_JIS, a backslash is a yen sign.  CP932 and CP949
 * hold the charsets that their labels name.
 */
static const struct {
	const char *name;
	const char *labels[9];	/* the last is NULL */
} labels[] = {
	{ "UTF-8", { "unicode-1-1-utf-8", "unicode20utf8", "x-unicode20utf8", CHARSET_WITH_MARK,
		     CHARSET_WITH_BOM } },
	{ "ISO-8859-1", { "iso-latin-1" } },
	{ "ISO-8859-2", { "iso-latin-2" } },
	{ "ISO-8859-3", { "iso-latin-3" } },
	{ "ISO-8859-4", { "iso-latin-4" } },
	{ "ISO-8859-5", { "cyrillic-iso-8bit" } },
	{ "ISO-8859-6", { "csiso88596e", "csiso88596i", "iso-8859-6-e", "iso-8859-6-i" } },
	{ "ISO-8859-7", { "sun_eu_greek", "greek-iso-8bit" } },
	{ "ISO-8859-8", { "csiso88598e", "csiso88598i", "iso-8859-8-e", "iso-8859-8-i", "logical",
			  "visual", "hebrew-iso-8bit" } },
	{ "ISO-8859-15", { "csisolatin9", "l9", "latin-0", "iso-latin-9" } },
	{ "KOI8-R", { "koi", "cyrillic-koi8" } },
	{ "MACINTOSH", { "mac-roman" } },
	{ "MAC-CENTRALEUROPE", { "mac-latin2", "mac-centeuro" } },
	{ "MAC-CYRILLIC", { "mac-ukrainian" } },
	{ "GBK", { "chinese", "csiso58gb231280", "gb_2312-80", "iso-ir-58", "euc-china",
		   "chinese-iso-8bit" } },
	{ "BIG5", { "csbig5", "cn-big5", "chinese-big5" } },
	{ "CP932", { "shift_jis", "csshiftjis", "ms_kanji", "sjis", "x-sjis", "japanese-shift-jis" } },
	{ "EUC-JP", { "euc-japan", "japanese-iso-8bit" } },
	{ "EUC-JISX0213", { "euc-jis-2004", "euc-jisx0213" } },
	{ "SHIFT_JISX0213", { "shift-jis-2004", "sjis-2004", "shift-jisx0213" } },
	{ "HZ-GB-2312", { "hz" } },
	{ "UTF-1", { "iso-10646-utf-1", "csiso10646utf1" } },
	{ "SCSU", { "csscsu" } },
	{ "BOCU-1", { "csbocu1" } },
	{ "CP949", { "csksc56011987", "iso-ir-149", "korean", "ks_c_5601-1987", "ks_c_5601-1989",
		     "ksc5601", "euc-korea", "korean-iso-8bit" } },
};

static const char *name_of_label(const char *word)
{
	for (unsigned int i = 0; i < ARRAY_SIZE(labels); i++)
		for (const char *const *label = labels[i].labels; *label; label++)
			if (near_same(*label, word))
				return labels[i].name;
	return NULL;
}

int charset_core_number(const char *word, unsigned int n)
{
	const char *name = name_of_label(word);
	int i = near_find(name ? name : word, utf8check_encoding_name);

	return i < (int)n ? i : -1;
}

/*
 * Text after a second slash is an instruction for iconv, not part of a name.
 * iconv leaves out marks that no name has, and takes no name for the locale's charset.
 */
static bool is_charset_name(const char *word)
{
	const char *slash = strchr(word, '/');

	if (slash)
		slash = strchr(slash + 1, '/');
	return isalnum((unsigned char)*word) && (!slash || !slash[1]);
}

static bool is_read(const char *word)
{
	return is_charset_name(word) && decoder_knows(word);
}

static bool is_written(const char *word)
{
	iconv_t cd = is_charset_name(word) ? iconv_open(word, "UTF-8") : (iconv_t)-1;

	if (cd == (iconv_t)-1)
		return false;
	iconv_close(cd);
	return true;
}

/* "windows1252" is CP1252, "latin-1" LATIN1. */
static const char *find_plain(const char *word, bool (*known)(const char *word))
{
	size_t skip = !strncasecmp(word, "windows", 7) ? 7 : !strncasecmp(word, "dos", 3) ? 3 : 0;
	char text[64], *end = stpcpy(text, skip ? "CP" : "");

	if (strlen(word) >= sizeof(text))
		return NULL;
	for (word += skip; *word; word++)
		if (*word != '-' && *word != '_')
			*end++ = *word;
	*end = '\0';
	return known(text) ? strdup(text) : NULL;
}

static const char *find_charset(const char *word, bool (*known)(const char *word))
{
	const char *name = name_of_label(word);

	if (name)
		return known(name) ? name : NULL;
	if (known(word))
		return word;
	if (!strncasecmp(word, "x-", 2))
		return find_charset(word + 2, known);
	return find_plain(word, known);
}

const char *charset_read(const char *word)
{
	return find_charset(word, is_read);
}

const char *charset_of_mark(const u8 *p, size_t n)
{
	struct utf8check_signature s = { .size = sizeof(s), .buf = (uintptr_t)p, .len = n };
	const char *name;

	if (utf8check_signature(NULL, &s) || !s.length)
		return NULL;
	for (unsigned int i = 0; (name = utf8check_signature_name(i)); i++)
		if (!strcmp(name, s.name) && charset_core_number(name, UTF8CHECK_ENCODING_AUTO) < 0)
			return name;
	return NULL;
}

const char *charset_written(const char *word)
{
	return find_charset(word, is_written);
}

bool charset_has_ascii(const char *word)
{
	static const char ascii[] = "AZ az 09\n";

	return decoder_reads(word, ascii, ascii);
}

bool charset_has_controls(const char *word)
{
	static const char controls[] =
		"\1\2\3\4\5\6\a\v\16\17\20\21\22\23\24\25\26\27\30\31\32\34\35\36\37\177";

	return decoder_reads(word, controls, controls);
}

/* How many bytes one more letter takes. */
static size_t letter_length(iconv_t cd)
{
	char from[] = "A", to[64], *in = from, *out = to;
	size_t left = 1, room = sizeof(to);

	iconv(cd, &in, &left, &out, &room);
	return sizeof(to) - room;
}

size_t charset_letter(const char *word, size_t *first)
{
	iconv_t cd = iconv_open(word, "UTF-8");
	size_t next;

	if (cd == (iconv_t)-1)
		return 0;
	*first = letter_length(cd);
	next = letter_length(cd);
	iconv_close(cd);
	return next;
}

bool charset_has_own_mark(const char *word)
{
	size_t first, letter = charset_letter(word, &first);

	/* A mark is as long as a letter; with letters of one byte, a shift may come first. */
	return letter > 1 && first == 2 * letter;
}
