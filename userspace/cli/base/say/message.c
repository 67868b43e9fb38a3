// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Messages, in which all strings are escaped, and ordered outputs.
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

static void begin_part(struct ordered_output *o, enum ordered_output_kind kind)
{
	void *parts = list_room(o->parts, o->count, sizeof(*o->parts));

	if (!parts) {
		o->lost = true;
		return;
	}
	o->parts = parts;
	o->parts[o->count++] = (struct ordered_output_part) {
		.start = ftello(o->to), .kind = kind,
	};
}

FILE *cli_begin_message(void)
{
	if (ordered) {
		begin_part(ordered, ORDERED_DIAGNOSTIC);
		return ordered->to;
	}
	progress_hide();
	cli_flush();
	end_result_line();
	return stderr;
}

void cli_end_message(void)
{
	if (ordered)
		begin_part(ordered, ORDERED_RESULT);
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

void cli_complain_why(const char *why, const char *format, ...)
{
	FILE *to = cli_begin_message();
	char *text;
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
	print_about(to, text ? text : format);
	free(text);
	if (why)
		fprintf(to, ": %s", why);
	fputc('\n', to);
	cli_end_message();
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

/*
 * An ordered output: one buffer has results and diagnostics, in the order in which they
 * were printed; the parts say where each begins.
 */
static ssize_t write_ordered(void *to, const char *p, size_t n)
{
	struct ordered_output *o = to;
	size_t room = o->room;
	char *text = o->text;

	if (n > room - o->size) {
		room = room > n ? 2 * room : room + n;
		text = realloc(text, room);
		if (!text)
			return 0;
		o->text = text;
		o->room = room;
	}
	memcpy(text + o->size, p, n);
	o->size += n;
	return n;
}

static int seek_ordered(void *to, off64_t *offset, int whence)
{
	struct ordered_output *o = to;

	if (whence == SEEK_SET && (size_t)*offset <= o->size)
		o->size = *offset;
	*offset = o->size;
	return 0;
}

/* Not open_memstream(): its stream reports no error where it cannot grow. */
int ordered_output_open(struct ordered_output *o)
{
	const cookie_io_functions_t memory = { .write = write_ordered, .seek = seek_ordered };

	*o = (struct ordered_output){ };
	o->to = fopencookie(o, "w", memory);
	return o->to ? 0 : -ENOMEM;
}

void ordered_output_close(struct ordered_output *o)
{
	if (o->to)
		fclose(o->to);
	free(o->text);
	free(o->parts);
}

struct ordered_mark ordered_output_mark(const struct ordered_output *o)
{
	return (struct ordered_mark){ .parts = o->count, .length = ftello(o->to) };
}

bool ordered_output_has_room(struct ordered_output *o, size_t n)
{
	o->is_full |= (size_t)ftello(o->to) + n > o->most;
	return !o->is_full;
}

void ordered_output_back(struct ordered_output *o, const struct ordered_mark *to)
{
	o->count = to->parts;
	fseeko(o->to, to->length, SEEK_SET);
}

void ordered_output_empty(struct ordered_output *o, size_t most)
{
	ordered_output_back(o, &(struct ordered_mark){ });
	o->most = most;
	o->is_full = false;
}

int ordered_output_end(struct ordered_output *o)
{
	return fflush(o->to) || ferror(o->to) || o->lost ? -ENOMEM : 0;
}

static bool print_results(const char *p, size_t n)
{
	cli_wrote(p, n);
	if (!fwrite(p, n, 1, stdout) && !cli_output_error)
		cli_output_error = errno;
	return !cli_output_failed();
}

static bool print_diagnostics(const char *p, size_t n)
{
	cli_flush();
	end_result_line();
	fwrite(p, n, 1, stderr);
	return true;
}

bool ordered_output_print(const struct ordered_output *o, const struct ordered_mark *from,
			  const struct ordered_mark *to, ordered_output_write_fn write)
{
	ordered_output_write_fn results = write ? write : print_results, print = results;
	size_t at = from->length, i, end;
	bool well = true;

	for (i = from->parts; i <= to->parts && well; i++) {
		end = i < to->parts ? o->parts[i].start : to->length;
		if (end > at) {
			progress_hide();
			well = print(o->text + at, end - at);
		}
		at = end;
		if (i < to->parts)
			print = o->parts[i].kind == ORDERED_RESULT ? results : print_diagnostics;
	}
	return well;
}
