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
#include "base/say/list_room.h"
#include "base/say/message.h"
#include "base/say/ordered_output.h"
#include "base/say/progress.h"

const char *cli_command_name;
char **cli_command_line;

/* Where this thread prints; NULL: on standard output and standard error. */
static _Thread_local struct ordered_output *ordered;

void cli_print_on(struct ordered_output *o)
{
	ordered = o;
}

/* The line of a file that messages are about; @file NULL: none. */
static struct {
	const char *file;
	unsigned int line;
	const char *key;
} place;

void cli_set_place(const char *file, unsigned int line)
{
	place.file = file;
	place.line = line;
}

void cli_set_key(const char *key)
{
	place.key = key;
}

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

static void end_line(void)
{
	if (is_amid_line && isatty(STDOUT_FILENO) && isatty(STDERR_FILENO))
		fputc('\n', stderr);
	is_amid_line = false;
}

const char *cli_strerror(int err)
{
	switch (-err) {
	case EILSEQ: return "the file system or a guard refuses this name (EILSEQ)";
	case EMSGSIZE: return "has more bytes than --max-bytes allows";
	case EDOM: return "has size 0 and no end in 64 MiB";
	case ECHILD: return "cannot be decompressed";
	}
	return strerror(-err);
}

/* Begin a part; @item is for ORDERED_LATER. */
static void begin_part(struct ordered_output *o, enum ordered_output_kind kind, size_t item)
{
	void *parts = list_room(o->parts, o->count, sizeof(*o->parts));

	if (!parts) {
		o->lost = true;
		return;
	}
	o->parts = parts;
	o->parts[o->count++] = (struct ordered_output_part) {
		.start = ordered_output_length(o), .kind = kind, .item = item,
	};
}

FILE *cli_begin_message(void)
{
	if (ordered) {
		begin_part(ordered, ORDERED_DIAGNOSTIC, 0);
		return ordered->to;
	}
	progress_hide();
	cli_flush();
	end_line();
	return stderr;
}

void cli_end_message(void)
{
	if (ordered)
		begin_part(ordered, ORDERED_RESULT, 0);
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
	const char *rest = place.key && !strncmp(text, "--", 2) ? strchr(text, ':') : NULL;

	if (rest)
		fputs(place.key, to);
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
	if (place.file) {
		print_escaped(to, place.file);
		fprintf(to, ":%u: ", place.line);
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

size_t ordered_output_length(const struct ordered_output *o)
{
	return ftello(o->to);
}

void ordered_output_later(struct ordered_output *o, size_t item)
{
	begin_part(o, ORDERED_LATER, item);
	begin_part(o, ORDERED_RESULT, 0);
}

void ordered_output_back(struct ordered_output *o, size_t count, size_t length)
{
	o->count = count;
	fseeko(o->to, length, SEEK_SET);
}

/* Return: false to stop, as output fails. */
static bool print_ordered(const char *p, size_t n, enum ordered_output_kind kind,
			  ordered_output_result_fn result, void *context)
{
	if (!n)
		return true;
	if (kind == ORDERED_DIAGNOSTIC) {
		cli_flush();
		end_line();
		fwrite(p, n, 1, stderr);
		return true;
	}
	if (result)
		return result(context, p, n);
	progress_hide();
	cli_wrote(p, n);
	if (!fwrite(p, n, 1, stdout) && !cli_output_error)
		cli_output_error = errno;
	return !cli_output_failed();
}

int ordered_output_print(struct ordered_output *o, ordered_output_result_fn result,
			 ordered_output_later_fn later, void *context)
{
	enum ordered_output_next next = ORDERED_GO_ON;
	enum ordered_output_kind kind = ORDERED_RESULT;
	size_t at = 0, i;
	int err = fflush(o->to) || ferror(o->to) || o->lost ? -ENOMEM : 0;

	if (err)
		next = ORDERED_STOP;
	for (i = 0; i < o->count && next; i++) {
		const struct ordered_output_part *part = &o->parts[i];

		if (next == ORDERED_GO_ON && !print_ordered(o->text + at, part->start - at,
							    kind, result, context))
			next = ORDERED_STOP;
		else if (part->kind == ORDERED_LATER)
			next = later(context, part->item);
		at = part->start;
		kind = part->kind;
	}
	if (next == ORDERED_GO_ON)
		print_ordered(o->text + at, o->size - at, kind, result, context);
	ordered_output_back(o, 0, 0);
	return err;
}
