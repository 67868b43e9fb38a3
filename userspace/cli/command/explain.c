// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * utf8check explain: what the classes of names and the reasons of errors mean.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "base/say/message.h"
#include "command/commands.h"
#include "print/json.h"
#include "feature/check/check.h"
#include "feature/explain/explained.h"
#include "base/option/table.h"
#include "base/say/escape.h"
#include "utf8check.h"

static bool as_json;

/* Where the lines of texts begin and end. */
#define TEXT_INDENT 2
#define REFERENCE_INDENT 4

/* Print a text in lines that begin at @indent. */
static void print_indented(int indent, const char *text)
{
	print_filled(text, strlen(text), indent, 0);
	putchar('\n');
}

static void print_numbers(const struct explained *e)
{
	const char *gap = ": ";

	fputs(e->word, stdout);
	if (e->class != EXPLAINED_NO_NUMBER) {
		printf("%sclass %d", gap, e->class);
		gap = ", ";
	}
	if (e->reason != EXPLAINED_NO_NUMBER)
		printf("%sreason %d", gap, e->reason);
	putchar('\n');
}

static void print_example(const struct explained *e)
{
	if (!e->example)
		return;
	fputs("\n  Example: ", stdout);
	if (!e->example_length)
		fputs("no bytes", stdout);
	hex_print_words(stdout, e->example, e->example_length,
			e->example_length);
	putchar('\n');
}

/**
 * struct refusals - the ways to refuse that are printed
 *
 * @last: the last one; all zero where there is none.
 * @column: where its line ends.
 */
struct refusals {
	struct refusal last;
	int column;
};

/* Values of one option are joined, as far as a line goes: --policy=safe|strict. */
static void print_refusal(void *to, const struct refusal *r)
{
	struct refusals *printed = to;
	const struct refusal *last = &printed->last;

	if (last->command && !strcmp(last->command, r->command) &&
	    !strcmp(last->option, r->option) &&
	    printed->column + 1 + strlen(r->value) <= LINE_WIDTH) {
		printed->column += printf("|%s", r->value);
	} else {
		fputs(last->command ? "\n" : "\n  Refused by:\n", stdout);
		printed->column = printf("    %s %s=%s", r->command, r->option, r->value);
	}
	printed->last = *r;
}

static void print_refusals(const struct explained *e)
{
	struct refusals printed = { };

	refused_by(e, print_refusal, &printed);
	if (printed.last.command)
		putchar('\n');
}

static void print_long(const struct explained *e)
{
	static const char *gap = "";
	unsigned int i;

	fputs(gap, stdout);
	gap = "\n";
	print_numbers(e);
	print_indented(TEXT_INDENT, e->brief);
	putchar('\n');
	print_indented(TEXT_INDENT, e->text);
	print_example(e);
	print_refusals(e);
	if (*e->references)
		puts("\n  See:");
	for (i = 0; e->references[i]; i++)
		print_indented(REFERENCE_INDENT, e->references[i]);
}

static void put_refusal(void *json, const struct refusal *r)
{
	char text[200];

	snprintf(text, sizeof(text), "%s %s=%s", r->command, r->option, r->value);
	json_put(json, J_WORD(NULL, text));
}

static void print_explained_json(const struct explained *e)
{
	struct json j = json_begin(stdout);
	unsigned int i;

	json_put(&j, J_WORD("word", e->word),
		 J_KNOWN("class", e->class != EXPLAINED_NO_NUMBER, e->class),
		 J_KNOWN("reason", e->reason != EXPLAINED_NO_NUMBER, e->reason),
		 J_WORD("short", e->brief), J_WORD("long", e->text));
	if (e->example)
		json_put(&j, J_HEX("example_hex", e->example, e->example_length));
	else
		json_put(&j, J_WORD("example_hex", NULL));
	json_put(&j, J_OPEN("refused_by", "["));
	refused_by(e, put_refusal, &j);
	json_put(&j, J_CLOSE("]"), J_OPEN("references", "["));
	for (i = 0; e->references[i]; i++)
		json_put(&j, J_WORD(NULL, e->references[i]));
	json_put(&j, J_CLOSE("]"), J_END);
}

static void print_explained_number(int number)
{
	if (number == EXPLAINED_NO_NUMBER)
		printf("%6s ", "-");
	else
		printf("%6d ", number);
}

static void print_explained_row(const struct explained *e)
{
	print_explained_number(e->class);
	print_explained_number(e->reason);
	printf("%-23s %s\n", e->word, e->brief);
}

static int print_all(void)
{
	const struct explained *e;
	unsigned int i;

	if (!as_json)
		printf("%6s %6s %-23s %s\n", "class", "reason", "word", "what it is");
	for (i = 0; (e = explained_row(i)); i++)
		(as_json ? print_explained_json : print_explained_row)(e);
	return CLI_WELL;
}

/* Is this the word of the row, or one of its numbers? */
static bool means(const char *word, const struct explained *e)
{
	u64 number;

	if (!cli_number(word, UTF8CHECK_CLASSES + UTF8CHECK_REASONS, &number))
		return !strcmp(word, e->word);
	return e->class == (int)number || e->reason == (int)number;
}

static const char *known_word(unsigned int i)
{
	const struct explained *e = explained_row(i);

	return e ? e->word : NULL;
}

static void say_row(const struct explained *e)
{
	(as_json ? print_explained_json : print_long)(e);
}

/* Each character, up to what is ill-formed: of that, the reason. */
static int explain_bytes(const u8 *p, size_t n)
{
	struct utf8check_error error;
	int length = 1;
	u64 point;

	for (; n && length && !cli_output_failed(); p += length, n -= length) {
		length = utf8check_decode(NULL, p, n, true, &point, &error);
		say_row(length ? explained_character(point) : explained_reason(error.reason));
	}
	return CLI_WELL;
}

/* U+XXXX as bytes, also that of a surrogate.  Return: how many; 0: it is something else. */
static size_t point_bytes(const char *word, u8 *to)
{
	const struct utf8check_coding wtf8 = { .profile = UTF8CHECK_PROFILE_WTF8 };
	char *end;
	u64 point;

	if (strncasecmp(word, "u+", 2) || !isxdigit((unsigned char)word[2]))
		return 0;
	point = strtoull(word + 2, &end, 16);
	return *end ? 0 : utf8check_encode(&wtf8, point, to);
}

static int complain_unknown(const char *word)
{
	const char *near[3];
	unsigned int count = near_words(word, known_word, near, ARRAY_SIZE(near)), i;
	char meant[200] = "";
	size_t n = 0;

	for (i = 0; i < count; i++)
		n += snprintf(meant + n, sizeof(meant) - n, "%s'%s'%s", i ? ", " : " (did you mean ",
			      near[i], i + 1 < count ? "" : "?)");
	return cli_give_up("class: unknown value '%s'%s; 'utf8check explain' lists all", word, meant);
}

static int explain_one(const char *word)
{
	u8 bytes[UTF8CHECK_SEQUENCE_MAX];
	const struct explained *e;
	size_t n = strlen(word);
	bool found = false;
	unsigned int i;

	for (i = 0; (e = explained_row(i)); i++) {
		if (!means(word, e))
			continue;
		say_row(e);
		found = true;
	}
	if (found)
		return CLI_WELL;
	/* One character, or text that is not ASCII at its end. */
	if (n == 1 || (n && word[n - 1] & 0x80))
		return explain_bytes((const u8 *)word, n);
	n = point_bytes(word, bytes);
	return n ? explain_bytes(bytes, n) : complain_unknown(word);
}

/* All words together as bytes in hexadecimal digits; false: they are something else. */
static bool explain_hex(int count, char **words)
{
	u8 bytes[256];
	size_t n = 0, more;
	int i;

	for (i = 0; i < count; i++, n += more) {
		more = strlen(words[i]);
		if (n + more > sizeof(bytes) || !hex_decode(bytes + n, words[i], &more))
			return false;
	}
	/* What is not above 99 may be two decimal digits, the number of a class. */
	return n && bytes[0] > 0x99 && explain_bytes(bytes, n) == CLI_WELL;
}

static int explain_run(int count, char **words)
{
	int status = CLI_WELL, i;

	explained_by_gate = gate_refuses;
	if (!count)
		return print_all();
	if (explain_hex(count, words))
		return CLI_WELL;
	for (i = 0; i < count && !cli_output_failed(); i++)
		status = cli_worse(status, explain_one(words[i]));
	return status;
}

static const struct cli_option options[] = {
	{ "json", .flag = &as_json,
	  .doc =
"print one JSON object a line\n"
"It has word, class and reason (the numbers, null where there is none), short, long, "
"example_hex (null where an example would be too long), refused_by (a list of commands, each "
"with one option; other commands that have that option refuse it too), references (a list of "
"strings)." },
	{ }
};

const struct cli_command explain_command = {
	.name = "explain",
	.words = known_word,
	.only_words = true,
	.summary = "say what a finding means",
	.options = options,
	.usage =
"Usage: utf8check explain [OPTION...] [CLASS|CHARACTER...]\n"
"Say what each CLASS is, what a careless reader makes of it, which options refuse\n"
"it, and which standard or CVE says more.  Without CLASS, list all.\n"
"\n"
"A class is what is found in a name or path, a reason is why a text has an error.\n"
"CLASS is the word or the number of one.  CHARACTER is a character, U+200B or its\n"
"bytes, E2 80 8B: its name, script, bytes and forms, and which options refuse it\n"
"between letters.  Of bytes that are no character the reason is explained.\n"
"\n",
	.notes =
"\n"
"Exit status: 0, or 2 where a CLASS is not known.\n",
	.run = explain_run,
};
