// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Messages, in which all strings are escaped.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/say/escape.h"
#include "base/say/message.h"

const char *cli_command_name;
char **cli_command_line;

/* Where this thread prints; NULL: on standard output and standard error. */
static _Thread_local struct ordered_output *ordered;

void cli_print_on(struct ordered_output *o)
{
	ordered = o;
}

struct cli_place cli_place;

int cli_output_error;

void cli_flush(void)
{
	if (fflush(stdout) && !cli_output_error)
		cli_output_error = errno;
}

/* Does the text that was written to the terminal end amid a line? */
static bool is_amid_line;

void cli_wrote(const void *p, size_t n)
{
	if (n)
		is_amid_line = ((const char *)p)[n - 1] != '\n';
}

static void end_result_line(void)
{
	if (is_amid_line && isatty(STDOUT_FILENO) && isatty(STDERR_FILENO))
		fputc('\n', stderr);
	is_amid_line = false;
}

const char *cli_strerror(int err)
{
	switch (-err) {
	case EILSEQ: return "the file system or a guard refuses this name (EILSEQ)";
	case CLI_TOO_MUCH: return "has more bytes than --max-bytes allows";
	case CLI_ENDLESS: return "has size 0 and no end in 64 MiB";
	case CLI_DAMAGED: return "cannot be decompressed";
	}
	return strerror(-err);
}

size_t ordered_output_length(struct ordered_output *o)
{
	fflush(o->to);
	return o->size;
}

bool ordered_output_has_room(struct ordered_output *o, size_t n)
{
	o->is_full |= ordered_output_length(o) + n > o->most;
	return !o->is_full;
}

/* What is printed from now on is a message; or a result again. */
static void switch_kind(struct ordered_output *o)
{
	size_t *list = list_room(o->switches, o->count, sizeof(*list));

	o->is_full |= !list;
	if (!list)
		return;
	o->switches = list;
	o->switches[o->count++] = ordered_output_length(o);
}

FILE *cli_begin_message(void)
{
	if (ordered) {
		if (!(ordered->count % 2))
			switch_kind(ordered);
		return ordered->to;
	}
	progress_hide();
	cli_flush();
	end_result_line();
	return stderr;
}

void cli_end_message(void)
{
	if (ordered && ordered->count % 2)
		switch_kind(ordered);
}

/* Does the message begin with a name that is empty?  The empty name is printed as ''. */
static bool is_about_nothing(const char *format, va_list args)
{
	return !strncmp(format, "%s", 2) && !*va_arg(args, const char *);
}

static void print_escaped(FILE *to, const char *text)
{
	escaped_print_part(to, (const u8 *)text, strlen(text));
}

/* Print the message, with the key in place of the option. */
static void print_about(FILE *to, const char *text)
{
	const char *rest = cli_place.key && !strncmp(text, "--", 2) ? strchr(text, ':') : NULL;

	if (rest)
		fputs(cli_place.key, to);
	print_escaped(to, rest ? rest : text);
}

bool cli_complain_why(const char *why, const char *format, ...)
{
	AUTO_FREE char *text = NULL;
	FILE *to = cli_begin_message();
	va_list args;
	bool empty;

	va_start(args, format);
	empty = is_about_nothing(format, args);
	va_end(args);
	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		text = NULL;
	va_end(args);
	fputs("utf8check: ", to);
	if (cli_command_name)
		fprintf(to, "%s: ", cli_command_name);
	if (cli_place.file) {
		print_escaped(to, cli_place.file);
		fprintf(to, ":%u: ", cli_place.line);
	}
	fputs(empty ? "''" : "", to);
	print_about(to, text ? text : "no memory for this message");
	if (why)
		fprintf(to, ": %s", why);
	fputc('\n', to);
	cli_end_message();
	return false;
}

int cli_failed(int err, const char *name)
{
	cli_complain_errno(err, "%s", name);
	return err;
}

int cli_trouble(int err, const char *name)
{
	cli_failed(err, name);
	return CLI_TROUBLE;
}

void print_filled(const char *text, size_t n, size_t indent, size_t column)
{
	const char *end = text + n;
	size_t word, gap = column < indent ? indent - column : 0;

	for (; text < end; text += word + gap) {
		word = strcspn(text, "\n ");
		if (column > indent && column + gap + word > LINE_WIDTH) {
			putchar('\n');
			column = 0;
			gap = indent;
		}
		column += printf("%*s%.*s", (int)gap, "", (int)word, text);
		gap = strspn(text + word, " ");
	}
}

int cli_try_help(void)
{
	fprintf(stderr, "Try 'utf8check %s%s--help' for more information.\n",
		cli_command_name ? cli_command_name : "",
		cli_command_name ? " " : "");
	return CLI_TROUBLE;
}

void file_print_name(const char *name)
{
	progress_hide();
	escaped_print(stdout, (const u8 *)name, strlen(name));
	putchar(':');
}
