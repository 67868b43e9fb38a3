// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The options of a command: parsed, and listed for --help.
 */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include "option/table.h"
#include "parallel/thread_pool.h"
#include "print/color.h"

#define OPTIONS_MAX 32

/* getopt's numbers of rows begin after all letters. */
#define FIRST_ROW 256

/* Where the text about an option begins in --help. */
#define HELP_COLUMN 23
#define HELP_WIDTH (80 - HELP_COLUMN)

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

	return i < U8C_ARRAY_SIZE(names) ? names[i] : NULL;
}

/* All known words, in lines of their own. */
static void print_known(const struct cli_option *o)
{
	unsigned int i, column = HELP_WIDTH;
	char word[64];

	for (i = 0; o->known(i); i++) {
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

/* The first line follows the name; the other lines stand below it. */
static void print_row(const struct cli_option *o, const char *help)
{
	const char *value = o->argument ? o->argument : "";
	const char *equals = o->argument ? "=" : "";
	int width = o->letter ? printf("  -%c, --", o->letter) :
				printf("      --");

	width += printf("%s%s%s", o->name, equals, value);
	printf("%*s", width < HELP_COLUMN - 1 ? HELP_COLUMN - width : 2, "");
	for (; *help; help++)
		if (*help == '\n')
			printf("\n%*s", HELP_COLUMN, "");
		else
			putchar(*help);
	if (o->lists)
		print_known(o);
	putchar('\n');
}

static void print_help(void)
{
	unsigned int i;

	fputs(current->usage, stdout);
	if (current->list)
		current->list();
	for (i = 0; i < row_count; i++) {
		if (rows[i]->help)
			print_row(rows[i], rows[i]->help);
		else if (rows[i]->known == engine_name && current->engine)
			print_row(rows[i], current->engine);
	}
	fputs(current->notes, stdout);
}

static const struct cli_option common_options[] = {
	{ "engine", .argument = "ENGINE",
	  .known = engine_name, .choice = &cli_engine_choice },
	{ "color", .argument = "WHEN",
	  .known = color_when_name, .choice = &color_when,
	  .help =
"colours: always, never, or auto (default): on a\n"
"terminal, unless NO_COLOR is set" },
	{ "help", .help = "this text", .print = print_help },
	{ }
};

static void add_rows(const struct cli_option *o)
{
	for (; o && o->name && row_count < OPTIONS_MAX - 1; o++)
		rows[row_count++] = o;
}

static const struct cli_option *find_row(int opt)
{
	unsigned int i;

	if (opt >= FIRST_ROW)
		return rows[opt - FIRST_ROW];
	for (i = 0; i < row_count; i++)
		if (rows[i]->letter == opt)
			return rows[i];
	return NULL;
}

static bool choose(const struct cli_option *o, const char *word)
{
	char name[64];
	int number = o->number;

	if (o->known) {
		snprintf(name, sizeof(name), "--%s", o->name);
		number = cli_choose(name, word, o->known);
	}
	if (number >= 0)
		*o->choice = number;
	return number >= 0;
}

static bool take_row(const struct cli_option *o, const char *word)
{
	if (o->flag)
		*o->flag = true;
	if (o->word)
		*o->word = word;
	if (o->choice && !choose(o, word))
		return false;
	return !o->take || o->take(o->to, word);
}

/* Tell getopt what options there are. */
static void describe(struct option *names, char *letters, const char *order)
{
	unsigned int i;

	letters = stpcpy(letters, order);
	for (i = 0; i < row_count; i++) {
		names[i] = (struct option){
			.name = rows[i]->name,
			.has_arg = rows[i]->argument ? required_argument :
						       no_argument,
			.val = FIRST_ROW + i,
		};
		if (rows[i]->letter)
			*letters++ = rows[i]->letter;
		if (rows[i]->letter && rows[i]->argument)
			*letters++ = ':';
	}
}

int options_parse(const struct cli_command *command, int argc, char **argv,
		  const char *order)
{
	struct option names[OPTIONS_MAX] = { };
	char letters[2 * OPTIONS_MAX + 1] = "";
	const struct cli_option *o;
	int opt;

	current = command;
	row_count = 0;
	add_rows(command->options);
	add_rows(command->shared_options);
	add_rows(common_options);
	describe(names, letters, order);
	optind = 0;
	while ((opt = getopt_long(argc, argv, letters, names, NULL)) != -1) {
		o = find_row(opt);
		if (!o)
			return cli_try_help();
		if (!take_row(o, optarg))
			return CLI_TROUBLE;
		if (!o->print)
			continue;
		o->print();
		return CLI_WELL;
	}
	color_decide();
	return -1;
}

bool option_take_jobs(void *to, const char *word)
{
	unsigned int *jobs = to;
	u64 n;

	if (cli_number(word, 10, WORKERS_MAX, &n) && n) {
		*jobs = n;
		return true;
	}
	cli_complain("--jobs: '%s' is not a number from 1 to %d", word,
		     WORKERS_MAX);
	return false;
}

bool option_each_word(const char *words,
		      bool (*take)(void *to, const char *word), void *to)
{
	char *list = strdup(words), *rest = list, *word;
	bool good = list;

	while (good && (word = strsep(&rest, ",")))
		good = take(to, word);
	free(list);
	return good;
}
