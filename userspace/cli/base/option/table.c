// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The options of a command: parsed, and listed for --help.
 */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include "base/say/escape.h"
#include "base/say/message.h"
#include "base/option/options.h"

#define OPTIONS_MAX 48

/* getopt's numbers of rows begin after all letters. */
#define FIRST_ROW 256

/* Where the text about an option begins in --help. */
#define HELP_COLUMN 23
#define HELP_WIDTH (LINE_WIDTH - HELP_COLUMN)

/* The command whose options are parsed, and all rows of its tables. */
static const struct cli_command *current;
static const struct cli_option *rows[OPTIONS_MAX];
static unsigned int row_count;

static const char *engine_name(unsigned int i)
{
	static const char *const names[] = {
		[UTF8CHECK_ENGINE_AUTO] = "auto",
		[UTF8CHECK_ENGINE_DEVICE] = "device",
		[UTF8CHECK_ENGINE_LIBRARY] = "library",
		[CLI_ENGINE_BOTH] = "both",
	};

	return i < ARRAY_SIZE(names) ? names[i] : NULL;
}

/* All known words, in lines of their own. */
static void print_known(const struct cli_option *o)
{
	unsigned int column = HELP_WIDTH;
	char word[64];

	for (unsigned int i = 0; o->known(i); i++) {
		snprintf(word, sizeof(word), "%s%s%s", o->known(i),
			 i || !o->choice ? "" : " (default)",
			 o->known(i + 1) ? "," : "");
		if (column + 1 + strlen(word) > HELP_WIDTH) {
			printf("\n%*s", HELP_COLUMN, "");
			column = 0;
		}
		column += printf("%s%s", column ? " " : "", word);
	}
}

/* The first line, and the lines that begin with a tab after it. */
static void print_doc(const char *doc, size_t column)
{
	size_t n = strcspn(doc, "\n");

	print_filled(doc, n, HELP_COLUMN, column);
	for (doc += n; doc[0] && doc[1] == '\t'; doc += n) {
		doc += 2;
		n = strcspn(doc, "\n");
		printf("\n%*s", HELP_COLUMN, "");
		print_filled(doc, n, HELP_COLUMN + 2, HELP_COLUMN + 2);
	}
}

static void print_option(const struct cli_option *o, const char *help)
{
	const char *value = o->argument ? o->argument : "";
	const char *equals = !o->argument ? "" : o->optional ? "[=" : "=";
	int width = o->letter ? printf("  -%c, --", o->letter) :
				printf("      --");

	width += printf("%s%s%s%s", o->name, equals, value, o->optional ? "]" : "");
	width += printf("  ");
	print_doc(help, width);
	if (o->lists)
		print_known(o);
	putchar('\n');
}

/* What --help says of a row; NULL: it does not list the row. */
static const char *help_of(const struct cli_option *o)
{
	return o->known == engine_name ? current->engine : o->doc;
}

static void print_help(void)
{
	fputs(current->usage, stdout);
	if (current->list)
		current->list();
	for (unsigned int i = 0; i < row_count; i++) {
		if (help_of(rows[i]))
			print_option(rows[i], help_of(rows[i]));
		/* A help may be longer than the buffer: say why it cannot be written. */
		cli_flush();
	}
	fputs(current->notes, stdout);
}

static const struct cli_option common_options[] = {
	{ "engine", .argument = "ENGINE",
	  .known = engine_name, .choice = &cli_engine_choice },
	{ "color", .argument = "WHEN",
	  .known = cli_when_name, .choice = &color_when,
	  .doc =
"colours: always, never, or auto (default): on a terminal, unless NO_COLOR is set" },
	{ "help", 'h', .doc = "this text", .print = print_help },
	{ }
};

static void add_rows(const struct cli_option *o)
{
	for (; o && o->name; o++) {
		/* A command with so many options needs a larger table. */
		if (row_count == OPTIONS_MAX - 1)
			abort();
		rows[row_count++] = o;
	}
}

static void take_command(const struct cli_command *command)
{
	current = command;
	row_count = 0;
	add_rows(command->options);
	for (unsigned int i = 0; i < SHARED_OPTIONS; i++)
		add_rows(command->shared_options[i]);
	add_rows(common_options);
}

void options_print_help(const struct cli_command *command)
{
	take_command(command);
	print_help();
}

/* The number of the row that getopt has found. */
static unsigned int find_row(int opt)
{
	unsigned int i = 0;

	if (opt >= FIRST_ROW)
		return opt - FIRST_ROW;
	while (rows[i]->letter != opt)
		i++;
	return i;
}

static bool row_knows(const struct cli_option *o, const char *value)
{
	return o->known && near_find(value, o->known) >= 0;
}

/* The only option that takes this word; NULL where there is none, or several. */
static const char *row_for(const char *value)
{
	const char *found = NULL;
	unsigned int count = 0;

	for (unsigned int i = 0; value && i < row_count; i++)
		if (row_knows(rows[i], value)) {
			found = rows[i]->name;
			count++;
		}
	return count == 1 ? found : NULL;
}

static bool set_choice(const struct cli_option *o, const char *word)
{
	const char *other;
	char name[64];
	int number;

	if (!o->known) {
		*o->choice = o->number;
		return true;
	}
	other = row_knows(o, word) ? NULL : row_for(word);
	if (other)
		return cli_complain("--%s: unknown value '%s'; did you mean '--%s'?", o->name, word, other);
	snprintf(name, sizeof(name), "--%s", o->name);
	number = cli_choose(name, word, o->known);
	if (number >= 0)
		*o->choice = number;
	return number >= 0;
}

static bool take_each(const struct cli_option *o, const char *words)
{
	AUTO_FREE char *list = strdup(words);
	char *rest = list, *word;
	bool good = list || !cli_failed(-ENOMEM, words);

	while ((word = strsep(&rest, ",")))
		good &= o->each(o->to, word);
	return good;
}

bool option_take(const struct cli_option *o, const char *word)
{
	if (o->flag)
		*o->flag = true;
	if (o->bits)
		*o->bits |= o->bit;
	if (o->word)
		*o->word = word;
	if (o->choice && !set_choice(o, word))
		return false;
	if (o->count && !cli_count(word, UINT64_MAX, o->count))
		return cli_complain("--%s: '%s' is not a number", o->name, word);
	return (!o->take || o->take(o->to, word)) && (!o->each || take_each(o, word));
}

/* List the options for getopt. */
static void describe(struct option *names, char *letters, const char *order)
{
	/* ":": getopt prints nothing, and returns ':' where a value is missing. */
	letters = stpcpy(letters, order);
	*letters++ = ':';
	for (unsigned int i = 0; i < row_count; i++) {
		names[i] = (struct option){
			.name = rows[i]->name,
			.has_arg = !rows[i]->argument ? no_argument :
				   rows[i]->optional ? optional_argument : required_argument,
			.val = FIRST_ROW + i,
		};
		if (rows[i]->letter)
			*letters++ = rows[i]->letter;
		if (rows[i]->letter && rows[i]->argument)
			*letters++ = ':';
	}
}

/* How many long options begin so. */
static unsigned int count_beginning(const char *word)
{
	size_t n = strcspn(word, "=");
	unsigned int count = 0;

	for (unsigned int i = 0; i < row_count; i++)
		if (!strncmp(rows[i]->name, word, n))
			count++;
	return count;
}

static const char *row_name(unsigned int i)
{
	return i < row_count ? rows[i]->name : NULL;
}

#define NOT_OF_PIECES \
"is no option any more; what 'filter' makes of pieces needs only cat(1), see utf8check-filter(1)"

/* Words of version 1.0: the next version says what replaces them, the one after it drops this. */
static const struct {
	const char *word;
	const char *instead;
} old_words[] = {
	{ "bench", "is no command any more; 'make bench' in the source tree measures" },
	{ "compare", "is no command any more; 'cmp' does that for UTF-8, whose bytes have the order of code points" },
	{ "resync", "is no command any more; utf8check_resync() of the library finds where a text can be cut" },
	{ "filter --part", "is no option any more; utf8check-filter(1) has recipes for pieces of UTF-8, but none is known to be exact for UTF-16, UTF-32, NFKC, NFKD and case folding" },
	{ "stats --part", "is no option any more; 'stats --json' of each piece, cut after line ends, is what 'merge' adds up" },
	{ "merge --output", NOT_OF_PIECES },
	{ "merge -o", NOT_OF_PIECES },
	{ "merge --summary", NOT_OF_PIECES },
	{ "merge --break-links", NOT_OF_PIECES },
};

const char *old_word(const char *word)
{
	for (size_t i = 0; i < ARRAY_SIZE(old_words); i++)
		if (!strcmp(old_words[i].word, word))
			return old_words[i].instead;
	return NULL;
}

/* Was that an option, which is refused with what replaces it? */
static bool refuse_old(const char *word)
{
	int n = strcspn(word, "=");
	char key[64];
	const char *instead;

	snprintf(key, sizeof(key), "%s %.*s", cli_command_name ? cli_command_name : "", n, word);
	instead = old_word(key);
	if (instead)
		cli_complain("%.*s: %s", n, word, instead);
	return instead;
}

static void refuse_unknown(const char *word)
{
	AUTO_FREE char *name = strndup(word + 2, strcspn(word + 2, "="));
	const char *value = strchr(word, '='), *near = row_for(value ? value + 1 : NULL);

	if (!near && name)
		near = near_word(name, row_name);
	if (near)
		cli_complain("unrecognized option '%s'; did you mean '--%s'?", word, near);
	else
		cli_complain("unrecognized option '%s'", word);
}

/*
 * What getopt would print, but escaped.  optopt is the letter of a short option, the number of a
 * row of ours whose value is wrong, and 0 where a long option is unknown or ambiguous.
 */
static int refuse_option(int opt, const char *word)
{
	char letter[] = { '-', optopt < FIRST_ROW ? optopt : 0, 0 };

	if (opt == '?' && optopt < FIRST_ROW && refuse_old(optopt ? letter : word))
		return CLI_TROUBLE;
	if (opt == ':' && optopt >= FIRST_ROW)
		cli_complain("option '--%s' requires an argument", rows[find_row(optopt)]->name);
	else if (opt == ':')
		cli_complain("option requires an argument -- '%s'", letter + 1);
	else if (optopt >= FIRST_ROW)
		cli_complain("option '--%s' doesn't allow an argument",
			     rows[find_row(optopt)]->name);
	else if (optopt)
		cli_complain("invalid option -- '%s'", letter + 1);
	else if (count_beginning(word + 2) > 1)
		cli_complain("option '%s' is ambiguous", word);
	else
		refuse_unknown(word);
	return cli_try_help();
}

static bool is_named(const struct cli_option *o, const char *name, size_t n)
{
	return !strncmp(o->name, name, n) && !o->name[n];
}

/* The first of the rows given whose name is one of @names, which are parted by spaces. */
static const struct cli_option *given_row(u64 given, const char *names)
{
	size_t n;

	for (unsigned int i = 0; names && i < row_count; i++)
		for (const char *at = names; given & BIT(i) && *at; at += n + (at[n] == ' ')) {
			n = strcspn(at, " ");
			if (is_named(rows[i], at, n))
				return rows[i];
		}
	return NULL;
}

/* "in-place output" is "--in-place or --output".  Return: false. */
static bool complain_of_need(const struct cli_option *o)
{
	char needed[128] = "--";
	char *to = needed + 2;

	for (const char *from = o->needs; *from && to < needed + sizeof(needed) - 8; from++)
		to = *from == ' ' ? stpcpy(to, " or --") : stpncpy(to, from, 1);
	return cli_complain("--%s needs %s", o->name, needed);
}

/* A row before @o that sets the same @choice, each to its number. */
static const struct cli_option *other_choice(u64 given, const struct cli_option *o)
{
	for (unsigned int i = 0; o->choice && !o->known && rows[i] != o; i++)
		if (given & BIT(i) && rows[i]->choice == o->choice && !rows[i]->known)
			return rows[i];
	return NULL;
}

static bool fits(u64 given, const struct cli_option *o)
{
	const struct cli_option *other = given_row(given, o->excludes);

	if (given_row(~(u64)0, o->needs) && !given_row(given, o->needs))
		return complain_of_need(o);
	if (!other)
		other = other_choice(given, o);
	return !other || cli_complain("--%s and --%s exclude each other", other->name, o->name);
}

/* Each option that was given must fit the others. */
static bool options_go_together(u64 given)
{
	for (unsigned int i = 0; i < row_count; i++)
		if (given & BIT(i) && !fits(given, rows[i]))
			return false;
	return true;
}

/* The number of the row that is meant; of an old name, with a sentence. */
static unsigned int meant_row(int opt)
{
	unsigned int i = find_row(opt);
	const struct cli_option *o = rows[i];

	if (!o->now)
		return i;
	cli_complain("--%s is --%s now", o->name, o->now);
	for (i = 0; strcmp(rows[i]->name, o->now); i++)
		;
	return i;
}

int options_parse(const struct cli_command *command, int argc, char **argv,
		  const char *order)
{
	struct option names[OPTIONS_MAX] = { };
	char letters[2 * OPTIONS_MAX + 3] = "";
	const struct cli_option *o;
	unsigned int i;
	u64 given = 0;
	int opt;

	take_command(command);
	describe(names, letters, order);
	optind = 0;
	while ((opt = getopt_long(argc, argv, letters, names, NULL)) != -1) {
		if (opt == '?' || opt == ':')
			return refuse_option(opt, argv[optind - 1]);
		i = meant_row(opt);
		o = rows[i];
		if (!option_take(o, optarg))
			return CLI_TROUBLE;
		given |= BIT(i);
		if (!o->print)
			continue;
		o->print();
		return CLI_WELL;
	}
	if (!options_go_together(given))
		return cli_try_help();
	color_decide();
	return -1;
}

/* --- the completion of a shell */

/* Does the option take a file, which the shell knows? */
static bool takes_file(const struct cli_option *o)
{
	static const char *const files[] = { "FILE", "OUT", "REPORT", "F", "PATH" };
	unsigned int i = 0;

	while (i < ARRAY_SIZE(files) && strcmp(o->argument, files[i]))
		i++;
	return i < ARRAY_SIZE(files);
}

/*
 * @word is --NAME=VALUE.  No option has the value "?/": each prints the words that it knows;
 * others complain on standard error, which the shell drops.
 */
static void complete_value(const char *word)
{
	for (unsigned int i = 0; i < row_count; i++) {
		if (!rows[i]->argument || !is_named(rows[i], word + 2, strcspn(word + 2, "=")))
			continue;
		if (takes_file(rows[i]))
			puts(COMPLETE_FILES);
		else
			option_take(rows[i], "?/");
	}
}

static void complete_option(void)
{
	for (unsigned int i = 0; i < row_count; i++) {
		const char *help = help_of(rows[i]);
		bool has_value = rows[i]->argument && !rows[i]->optional;

		if (help)
			printf("--%s%s\t%.*s\n", rows[i]->name, has_value ? "=" : "",
			       (int)strcspn(help, "\n"), help);
	}
}

void options_complete(const struct cli_command *command, bool is_first, const char *word)
{
	cli_lists_known = true;
	take_command(command);
	if (!strncmp(word, "--", 2) && strchr(word, '='))
		complete_value(word);
	else if (*word == '-')
		complete_option();
	else if (command->words && (is_first || command->only_words))
		cli_list_known(command->words);
	else
		puts(COMPLETE_FILES);
}
