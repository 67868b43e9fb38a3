// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The options that make a stream's configuration, as far as they do more than to choose one of
 * the core's words; and which two of them do not go together.
 */
#include <string.h>
#include "base/say/message.h"
#include "utf8check.h"
#include "base/charset/conversion.h"
#include "base/file/input.h"
#include "base/option/options.h"

/* An encoding, or a profile: then UTF-8 in that profile. */
static const char *target_name(unsigned int i)
{
	/* "auto" is not a target: the profiles take its place. */
	return i < UTF8CHECK_ENCODING_AUTO ? utf8check_encoding_name(i) :
			      utf8check_profile_name(i - UTF8CHECK_ENCODING_AUTO);
}

/* Frequent charsets, as candidates when a name is misspelt. */
static const char *common_charset(unsigned int i)
{
	static const char *const names[] = {
		"windows-1252", "windows-1251", "windows-1250", "iso-8859-1", "iso-8859-15",
		"latin1", "ascii", "utf-16", "utf-7", "shift_jis", "euc-jp", "iso-2022-jp",
		"euc-kr", "gb18030", "gbk", "big5", "koi8-r", "macintosh", "hz", "scsu",
		"bocu-1", "utf-1", "utf-ebcdic",
	};

	return i < ARRAY_SIZE(names) ? names[i] : NULL;
}

/* Neither the core nor a decoder knows the charset.  Return: false. */
static bool complain_of_charset(const char *option, const char *word,
				const char *(*name)(unsigned int i))
{
	cli_unknown(option, word, near_word(word, name) ?: near_word(word, common_charset), name,
		    ", and what 'iconv -l' lists");
	return false;
}

/* A word for UTF-8 with a byte order mark says what becomes of the mark, too. */
static void take_mark(struct utf8check_config *config, const char *word, u8 bom)
{
	const bool is_marked = near_same(word, CHARSET_WITH_MARK) || near_same(word, CHARSET_WITH_BOM);

	if (is_marked && !(config->flags & UTF8CHECK_FLAG_NO_OUTPUT) &&
	    (config->bom == UTF8CHECK_BOM_KEEP || config->bom == UTF8CHECK_BOM_STRIP))
		config->bom = bom;
}

bool config_know_source(struct utf8check_config *config, const char **charset,
			const char *word)
{
	int i = charset_core_number(word, UTF8CHECK_ENCODING_AUTO + 1);

	*charset = i < 0 ? charset_read(word) : NULL;
	config->from = i < 0 ? UTF8CHECK_ENCODING_UTF8 : i;
	take_mark(config, word, UTF8CHECK_BOM_STRIP);
	return i >= 0 || *charset;
}

bool config_set_source(struct utf8check_config *config, const char **charset,
		       const char *word)
{
	return config_know_source(config, charset, word) ||
	       complain_of_charset("--from", word, utf8check_encoding_name);
}

int config_source_by_mark(struct utf8check_config *config, const char **charset,
			  struct input *in)
{
	u8 head[CHARSET_MARK_MAX];
	const char *found;
	ssize_t n;

	if (config->from != UTF8CHECK_ENCODING_AUTO)
		return CLI_WELL;
	n = input_peek(in, head, sizeof(head));
	if (n < 0)
		return cli_trouble(n, in->name);
	found = charset_of_mark(head, n);
	if (!found)
		return CLI_WELL;
	*charset = found;
	config->from = UTF8CHECK_ENCODING_UTF8;
	if (converter_fits(found, config))
		return CLI_WELL;
	return cli_give_up("%s: is %s by its byte order mark", in->name, found);
}

bool config_set_target(struct utf8check_config *config, const char **charset,
		       const char *word)
{
	int i = charset_core_number(word, UTF8CHECK_ENCODING_AUTO);

	*charset = NULL;
	config->to = i < 0 ? UTF8CHECK_ENCODING_UTF8 : i;
	take_mark(config, word, UTF8CHECK_BOM_ADD);
	if (i >= 0)
		return true;
	i = near_find(word, utf8check_profile_name);
	if (i >= 0) {
		config->to_profile = i;
		return true;
	}
	*charset = charset_written(word);
	if (!*charset && charset_read(word))
		return cli_complain("--to=%s: can be read, but not written", word);
	return *charset || complain_of_charset("--to", word, target_name);
}

bool config_set_action(struct utf8check_config *config, const char **charset,
		       const char *word, const char *(*name)(unsigned int i))
{
	int i = near_find(word, utf8check_action_name);

	config->action = i < 0 ? UTF8CHECK_ACTION_REPLACE : i;
	*charset = i < 0 ? charset_read(word) : NULL;
	return i >= 0 || *charset || complain_of_charset("--on-error", word, name);
}

/* The reasons that --forbid takes. */
static const u8 forbiddable[] = {
	UTF8CHECK_REASON_CONTROL, UTF8CHECK_REASON_BIDI_CONTROL, UTF8CHECK_REASON_DEFAULT_IGNORABLE,
	UTF8CHECK_REASON_NONCHARACTER, UTF8CHECK_REASON_UNASSIGNED, UTF8CHECK_REASON_PRIVATE_USE,
	UTF8CHECK_REASON_WHITE_SPACE, UTF8CHECK_REASON_REPLACEMENT,
	UTF8CHECK_REASON_SUPPLEMENTARY, UTF8CHECK_REASON_MISPLACED_IGNORABLE,
};

static const char *forbid_name(unsigned int i)
{
	return i < ARRAY_SIZE(forbiddable) ?
	       utf8check_reason_name(forbiddable[i]) : NULL;
}

bool config_can_forbid(unsigned int reason)
{
	for (unsigned int i = 0; i < ARRAY_SIZE(forbiddable); i++)
		if (forbiddable[i] == reason)
			return true;
	return false;
}

bool config_forbid(void *to, const char *word)
{
	struct utf8check_config *config = to;
	int i;

	/* This reason needs a form, and a filter learns of it too late. */
	if (!strcmp(word, utf8check_reason_name(UTF8CHECK_REASON_NOT_NORMALIZED)))
		return cli_complain("--forbid=%s: 'check --normalized=FORM' asks whether a text is in a form, 'filter --form=FORM' makes it so",
				    word);
	i = cli_choose("--forbid", word, forbid_name);
	if (i >= 0)
		config->forbid |= (u64)1 << forbiddable[i];
	return i >= 0;
}

/*
 * --- which two options do not go together
 *
 * The core only says that a configuration makes no sense.  So each pair of the
 * options given is put to the core, with the defaults for all other options.
 * The message names the first pair that the core refuses.
 */

/* The options that may not go with another option. */
enum { PROFILE, TO_PROFILE, FROM, TO, ON_ERROR, UNESCAPE, FORM, STREAM_SAFE, ITEMS };

#define AT(member) .at = offsetof(struct utf8check_config, member)

/* What each sets in the configuration: a flag; or a number, at an offset, that has a name. */
static const struct {
	const char *option;
	size_t at;
	const char *(*value_name)(unsigned int i);
	u32 flag;
} items[ITEMS] = {
	[PROFILE] = { "--profile=", AT(profile), utf8check_profile_name },
	[TO_PROFILE] = { "--to-profile=", AT(to_profile), utf8check_profile_name },
	[FROM] = { "--from=", AT(from), utf8check_encoding_name },
	[TO] = { "--to=", AT(to), utf8check_encoding_name },
	[ON_ERROR] = { "--on-error=", AT(action), utf8check_action_name },
	[UNESCAPE] = { "--unescape", .flag = UTF8CHECK_FLAG_UNESCAPE },
	[FORM] = { "--form=", AT(form), utf8check_form_name },
	[STREAM_SAFE] = { "--stream-safe", .flag = UTF8CHECK_FLAG_STREAM_SAFE },
};

/*
 * The first row with the bits of both options says why they do not go together.
 */
static const struct {
	unsigned int items;
	const char *why;
} conflicts[] = {
	{ BIT(PROFILE) | BIT(FROM) | BIT(TO_PROFILE) | BIT(TO),
	  "cesu8 and mutf8 are ways to write UTF-8 only, and ucs2 has no UTF-32" },
	{ BIT(ON_ERROR) | BIT(UNESCAPE), "the one undoes the other" },
	{ BIT(ON_ERROR) | BIT(FROM) | BIT(TO),
	  "ill-formed bytes can pass only when the encoding does not change" },
	{ BIT(UNESCAPE) | BIT(FROM) | BIT(TO), "only UTF-8 is unescaped, and into UTF-8" },
	{ BIT(ON_ERROR) | BIT(FORM) | BIT(STREAM_SAFE),
	  "what is escaped comes back byte for byte, a form changes it" },
	{ BIT(UNESCAPE) | BIT(FORM) | BIT(STREAM_SAFE),
	  "what was escaped comes back byte for byte, a form changes it" },
	{ BIT(TO_PROFILE) | BIT(FORM) | BIT(STREAM_SAFE),
	  "a form may make code points that ucs2 does not have" },
	{ ~0u, "this combination is not supported" },
};

static u8 value_of(const struct utf8check_config *c, size_t item)
{
	return ((const u8 *)c)[items[item].at];
}

/* Copy what an option sets. */
static void copy_item(struct utf8check_config *to, const struct utf8check_config *from, size_t item)
{
	if (items[item].value_name)
		((u8 *)to)[items[item].at] = value_of(from, item);
	to->flags |= from->flags & items[item].flag;
}

/* What "auto" finds may be any encoding: it takes what each of them takes. */
static bool fits_encodings(const struct utf8check_config *config)
{
	struct utf8check_config c = *config;
	bool fits = !utf8check_config_check(config);

	if (config->from == UTF8CHECK_ENCODING_AUTO)
		for (c.from = 0; c.from < UTF8CHECK_ENCODING_AUTO; c.from++)
			fits &= !utf8check_config_check(&c);
	return fits;
}

static const char *value_word(const struct utf8check_config *c, size_t item)
{
	return items[item].value_name ? items[item].value_name(value_of(c, item)) : "";
}

static void complain_of_conflict(const struct utf8check_config *config, size_t a, size_t b)
{
	const u64 both = BIT(a) | BIT(b);
	unsigned int i = 0;

	while ((conflicts[i].items & both) != both)
		i++;
	cli_complain("%s%s and %s%s do not go together: %s",
		     items[a].option, value_word(config, a), items[b].option, value_word(config, b),
		     conflicts[i].why);
}

bool config_makes_sense(const struct utf8check_config *config, const char *from,
			const char *to)
{
	if (fits_encodings(config))
		return converter_fits(from, config) && encoder_fits(to, config);
	for (size_t a = 0; a < ITEMS; a++)
		for (size_t b = a + 1; b < ITEMS; b++) {
			/* Whether there is output is a matter of the command, not of an option. */
			struct utf8check_config both = {
				.size = sizeof(both),
				.flags = config->flags & UTF8CHECK_FLAG_NO_OUTPUT,
			};

			copy_item(&both, config, a);
			copy_item(&both, config, b);
			if (!fits_encodings(&both)) {
				complain_of_conflict(config, a, b);
				return false;
			}
		}
	return cli_complain("these options make no sense together");
}
