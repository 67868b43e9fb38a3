// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Messages, in which all strings are escaped, and what a thread prints until its turn
 * comes.
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

/* The arguments that are left; a va_list is no object that a function can change. */
struct arguments {
	va_list left;
};

static void print_argument(FILE *to, const char *conversion, struct arguments *args)
{
	if (strstr(conversion, "ll"))
		fprintf(to, conversion, va_arg(args->left, unsigned long long));
	else if (strchr(conversion, 'l'))
		fprintf(to, conversion, va_arg(args->left, unsigned long));
	else if (strchr(conversion, 'z'))
		fprintf(to, conversion, va_arg(args->left, size_t));
	else
		fprintf(to, conversion, va_arg(args->left, unsigned int));
}

/* @text follows '%'; return what follows the conversion. */
static const char *print_conversion(FILE *to, const char *text,
				    struct arguments *args)
{
	size_t n = strspn(text, "-+ #.0123456789lz") + 1;
	char conversion[16];
	const char *s;

	snprintf(conversion, sizeof(conversion), "%%%.*s", (int)n, text);
	switch (text[n - 1]) {
	case 's':
		s = va_arg(args->left, const char *);
		escaped_print_part(to, (const u8 *)s, strlen(s));
		break;
	case 'd':
	case 'u':
	case 'x':
		print_argument(to, conversion, args);
		break;
	case 'f':
		fprintf(to, conversion, va_arg(args->left, double));
		break;
	case '%':
		fputc('%', to);
		break;
	default:
		/* The message is wrong, and no argument can be taken any more. */
		abort();
	}
	return text + n;
}

static const char *first_text(va_list args)
{
	va_list own;
	const char *s;

	va_copy(own, args);
	s = va_arg(own, const char *);
	va_end(own);
	return s;
}

/*
 * Print as vfprintf(3) does, but each string as escaped_print_part() does.  So whatever was
 * typed or read cannot make a terminal obey, nor look like the line of another message.
 * @format: text, which is printed as it is; %s; and d, u, x and f, with what may stand
 * before them, but no "*".
 */
static void message_print(FILE *to, const char *format, va_list args)
{
	struct arguments own;
	size_t n;

	va_copy(own.left, args);
	/* What a message is about comes first, and is seen also when it is empty. */
	if (!strncmp(format, "%s", 2) && !*first_text(args))
		fputs("''", to);
	while (*format) {
		n = strcspn(format, "%");
		fwrite(format, 1, n, to);
		format += n;
		if (*format)
			format = print_conversion(to, format + 1, &own);
	}
	va_end(own.left);
}

const char *cli_command_name;
char **cli_command_line;

/* Where this thread prints; NULL for the two standard streams. */
static _Thread_local struct ordered_output *ordered;

void cli_print_on(struct ordered_output *o)
{
	ordered = o;
}

/* What messages are about; @file NULL: nothing particular. */
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

/* Is a line of the terminal begun, of a text that was written there? */
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
	case ECHILD: return "cannot be decompressed";
	}
	return strerror(-err);
}

/* Begin a part of this kind; @item: of ORDERED_LATER. */
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

/* The message, with the key in place of the option. */
static void print_about_key(FILE *to, const char *format, va_list args)
{
	char *text = NULL, *rest;
	size_t size;
	FILE *memory = open_memstream(&text, &size);

	if (memory)
		message_print(memory, format, args);
	if (!memory || fclose(memory) || !text)
		return;
	rest = strncmp(text, "--", 2) ? NULL : strchr(text, ':');
	fprintf(to, "%s%s", rest ? place.key : "", rest ? rest : text);
	free(text);
}

/* @why follows the message, after a colon; or NULL. */
static void print_complaint(const char *why, const char *format, va_list args)
{
	FILE *to = cli_begin_message();

	fputs("utf8check: ", to);
	if (cli_command_name)
		fprintf(to, "%s: ", cli_command_name);
	if (place.file) {
		escaped_print_part(to, (const u8 *)place.file,
				   strlen(place.file));
		fprintf(to, ":%u: ", place.line);
	}
	if (place.key)
		print_about_key(to, format, args);
	else
		message_print(to, format, args);
	if (why)
		fprintf(to, ": %s", why);
	fputc('\n', to);
	cli_end_message();
}

void cli_complain(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_complaint(NULL, format, args);
	va_end(args);
}

void cli_complain_errno(int err, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print_complaint(cli_strerror(err), format, args);
	va_end(args);
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

int cli_try_help(void)
{
	fprintf(stderr, "Try 'utf8check %s%s--help' for more information.\n",
		cli_command_name ? cli_command_name : "",
		cli_command_name ? " " : "");
	return CLI_TROUBLE;
}

void file_print_json(const char *name)
{
	progress_hide();
	json_print_member(stdout, '{', "file", name);
}

void file_print_name(const char *name)
{
	progress_hide();
	escaped_print(stdout, (const u8 *)name, strlen(name));
	putchar(':');
}

/*
 * What a thread prints: results and diagnostics are in one buffer, in the order in which
 * they were printed; the parts say where results end and diagnostics begin.
 */
int ordered_output_open(struct ordered_output *o)
{
	*o = (struct ordered_output){ };
	o->to = open_memstream(&o->text, &o->size);
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

/* Return: false when it is of no use to go on. */
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
