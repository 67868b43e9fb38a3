// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The rows of explained.txt, which is part of the command, and what refuses them.
 *
 * A row is a word, the example in hexadecimal digits, and what it is in half a line.  Then
 * follow the text in lines that begin with a tab, other options that refuse it, and where
 * more is said of it.  An empty line ends the row.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/file/late_library.h"
#include "base/option/options.h"
#include "base/say/character.h"
#include "base/say/escape.h"
#include "base/say/message.h"
#include "base/text/script.h"
#include "utf8check.h"
#include "feature/explain/explained.h"

/* The rows point into the text, which is cut up for them: so it can be written to. */
extern char explained_text[];

__asm__(".pushsection .data\n"
	".global explained_text\n"
	"explained_text:\n"
	".incbin \"cli/feature/explain/explained.txt\"\n"
	".byte 0\n"
	".popsection\n");

static struct explained rows[UTF8CHECK_CLASSES + UTF8CHECK_REASONS];

static void begin_row(struct explained *e, char *line)
{
	char *example;

	e->word = strsep(&line, " ");
	e->class = near_find(e->word, utf8check_class_name);
	e->reason = near_find(e->word, utf8check_reason_name);
	if (*line == '[') {
		example = strsep(&line, "]") + 1;
		e->example = (u8 *)example;
		e->example_length = strlen(example);
		hex_decode((u8 *)example, example, &e->example_length);
		line++;
	}
	e->brief = line;
}

static void add_text(struct explained *e, char *line)
{
	char *end;

	if (!e->text) {
		e->text = line;
		return;
	}
	/* After a sentence there are two spaces, for which line feed and tab are room. */
	end = strchr(e->text, '\0');
	if (end[-1] == '.')
		*end++ = ' ';
	*end++ = ' ';
	memmove(end, line, strlen(line) + 1);
}

/* As "see RFC 3629; CWE-158".  An entry without room is an error of the source. */
static void add_member(struct explained *e, char *said)
{
	const char *name = strsep(&said, " ");
	struct refusal *r = e->more;
	const char **reference = e->references;

	if (!strcmp(name, "refused-by")) {
		while (r->command)
			r++;
		if (r == e->more + ARRAY_SIZE(e->more) - 1)
			abort();
		r->command = strsep(&said, " ");
		r->option = strsep(&said, "=");
		r->value = said;
		return;
	}
	while (*reference)
		reference++;
	while (said) {
		if (reference == e->references + ARRAY_SIZE(e->references) - 1)
			abort();
		*reference++ = strsep(&said, ";");
		said += !!said;
	}
}

static void read_rows(void)
{
	struct explained *e = NULL, *next = rows;
	char *rest = explained_text, *line;

	while ((line = strsep(&rest, "\n"))) {
		if (!*line) {
			e = NULL;
		} else if (!e && *line != '#') {
			e = next++;
			begin_row(e, line);
		} else if (*line == '\t') {
			add_text(e, line + 1);
		} else if (e) {
			add_member(e, line);
		}
	}
}

const struct explained *explained_row(unsigned int i)
{
	if (!rows->word)
		read_rows();
	return i < ARRAY_SIZE(rows) && rows[i].word ? &rows[i] : NULL;
}

const struct explained *explained_reason(unsigned int reason)
{
	const struct explained *e;
	unsigned int i;

	for (i = 0; (e = explained_row(i)); i++)
		if (e->reason == (int)reason)
			break;
	return e;
}

/* --- which options refuse it: the policies, the profiles and the options are asked */

static bool refuses_it(const struct explained *e, bool path, const struct utf8check_policy *policy)
{
	static struct utf8check *engine;
	/* The example between two letters: the dots are room for its bytes, five at most. */
	char name[] = "a.....a";
	size_t n = e->example_length;

	if (e->class != EXPLAINED_NO_NUMBER)
		return policy->refuse & BIT(e->class);
	assert(n < sizeof(name) - 2);
	memcpy(name + 1, e->example, n);
	name[1 + n] = 'a';
	return (engine || !utf8check_open(UTF8CHECK_ENGINE_LIBRARY, &engine)) &&
	       (path ? utf8check_path : utf8check_name)(engine, name, n + 2, policy, NULL, NULL, 0);
}

static void by_policies(const struct explained *e, bool path, refusal_fn say, void *to)
{
	struct refusal r = { .command = path ? "path" : "name", .option = "--policy" };
	struct utf8check_policy policy;
	unsigned int i;

	/* In a path a slash is not a finding. */
	if (path && e->class == UTF8CHECK_CLASS_SEPARATOR)
		return;
	for (i = 0; (r.value = utf8check_policy_name(i)); i++)
		if (!utf8check_policy_find(r.value, path, &policy) && refuses_it(e, path, &policy))
			say(to, &r);
	r.option = "--refuse";
	r.value = e->word;
	if (e->class != EXPLAINED_NO_NUMBER && policy_can_refuse(e->class))
		say(to, &r);
}

bool (*explained_by_gate)(u32 point);

/* Where a text may be forbidden to have the character. */
static void by_reasons(const struct explained *e, refusal_fn say, void *to)
{
	const struct refusal gate = { "check", "--policy", "source" };
	struct refusal r = { .command = "check", .option = "--forbid" };
	long point = character_of(e->example, e->example_length);
	int i;

	if (explained_by_gate(point))
		say(to, &gate);
	for (i = 1; (r.value = utf8check_reason_name(i)); i++)
		if (config_can_forbid(i) && utf8check_forbidden(point, BIT(i)) == i)
			say(to, &r);
}

/* The profiles in which the example is ill-formed for this reason. */
static void by_profiles(const struct explained *e, refusal_fn say, void *to)
{
	struct refusal r = { .command = "check", .option = "--profile" };
	struct utf8check_error error;
	u8 i;

	for (i = 0; (r.value = utf8check_profile_name(i)) && e->example_length; i++) {
		const struct utf8check_coding coding = { .profile = i };

		if (!utf8check_decode(&coding, e->example, e->example_length, true, NULL, &error) &&
		    error.reason == e->reason)
			say(to, &r);
	}
}

void refused_by(const struct explained *e, refusal_fn say, void *to)
{
	const struct refusal forbid = { "check", "--forbid", e->word }, *r;
	const bool is_character = e->class == EXPLAINED_NO_NUMBER &&
				  e->reason == EXPLAINED_NO_NUMBER;

	if (is_character || e->class != EXPLAINED_NO_NUMBER) {
		by_policies(e, false, say, to);
		by_policies(e, true, say, to);
	}
	if (is_character)
		by_reasons(e, say, to);
	if (e->reason != EXPLAINED_NO_NUMBER) {
		by_profiles(e, say, to);
		if (config_can_forbid(e->reason))
			say(to, &forbid);
	}
	for (r = e->more; r->command; r++)
		say(to, r);
}

/* --- a character, in a row as a class or a reason has it */

static char character_text[1024];

__attribute__((format(printf, 1, 2)))
static void say_text(const char *format, ...)
{
	size_t n = strlen(character_text);
	va_list args;

	va_start(args, format);
	vsnprintf(character_text + n, sizeof(character_text) - n, format, args);
	va_end(args);
}

static void add_utf16(u32 point)
{
	const struct utf8check_coding coding = { .encoding = UTF8CHECK_ENCODING_UTF16BE };
	u8 units[UTF8CHECK_SEQUENCE_MAX];
	size_t n = utf8check_encode(&coding, point, units), i;

	say_text("UTF-16");
	for (i = 0; i < n; i += 2)
		say_text(" %02X%02X", units[i], units[i + 1]);
	say_text(".");
}

/* The forms that are not the character itself. */
static void add_all_forms(const struct explained *e)
{
	u8 made[256];
	unsigned int form;
	size_t n, i;
	u64 point;

	for (form = UTF8CHECK_FORM_NFC; utf8check_form_name(form); form++) {
		n = sizeof(made);
		if (utf8check_normalize(form, e->example, e->example_length, made, &n, NULL) ||
		    (n == e->example_length && !memcmp(made, e->example, n)))
			continue;
		say_text("  %s:", utf8check_form_name(form));
		for (i = 0; i < n; say_text(" U+%04X", (u32)point))
			i += utf8check_decode(NULL, made + i, n - i, true, &point, NULL);
		say_text(n ? "." : " nothing.");
	}
}

const struct explained *explained_character(u32 point)
{
	static const char categories[] =
		"CnLuLlLtLmLoMnMeMcNdNlNoZsZlZpCcCfCoCsPdPsPePcPoSmScSkSoPiPf";
	static char word[16], name[CHARACTER_NAME_MAX];
	static u8 utf8[UTF8CHECK_SEQUENCE_MAX];
	static struct explained row = {
		.word = word, .class = EXPLAINED_NO_NUMBER, .reason = EXPLAINED_NO_NUMBER,
		.brief = name, .text = character_text, .example = utf8,
	};
	const char *script = script_name(script_of(point));

	*character_text = '\0';
	if (icu_load()) {
		icu_name_characters();
		say_text("General category %.2s.  ", categories + 2 * icu.u_charType(point));
	}
	character_name(point, name);
	if (!*name)
		strcpy(name, *character_text ? "it has no name" :
					       "ICU, which is not there, has its name");
	snprintf(word, sizeof(word), "U+%04X", point);
	row.example_length = utf8check_encode(NULL, point, utf8);
	say_text("Script %s.  ", script ? script : "Unknown");
	add_utf16(point);
	add_all_forms(&row);
	return &row;
}
