// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Messages, in which all strings are escaped, and what a thread prints until its turn
 * comes.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
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

void message_print(FILE *to, const char *format, va_list args)
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

/* Where this thread prints; NULL for the two standard streams. */
static _Thread_local struct ordered_output *ordered;

void cli_print_on(struct ordered_output *s)
{
	ordered = s;
}

/* What messages are about; @file NULL: nothing particular. */
static struct {
	const char *file;
	unsigned int line;
} place;

void cli_set_place(const char *file, unsigned int line)
{
	place.file = file;
	place.line = line;
}

int cli_output_error;

void cli_flush(void)
{
	if (fflush(stdout) && !cli_output_error)
		cli_output_error = errno;
}

FILE *cli_begin_message(void)
{
	if (ordered) {
		ordered_output_part(ordered, ORDERED_DIAGNOSTIC, 0);
		return ordered->to;
	}
	progress_hide();
	cli_flush();
	return stderr;
}

void cli_end_message(void)
{
	if (ordered)
		ordered_output_part(ordered, ORDERED_RESULT, 0);
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
	print_complaint(strerror(-err), format, args);
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
int ordered_output_open(struct ordered_output *s)
{
	*s = (struct ordered_output){ };
	s->to = open_memstream(&s->text, &s->size);
	return s->to ? 0 : -ENOMEM;
}

void ordered_output_close(struct ordered_output *s)
{
	if (s->to)
		fclose(s->to);
	free(s->text);
	free(s->parts);
}

size_t ordered_output_length(const struct ordered_output *s)
{
	return ftello(s->to);
}

void ordered_output_part(struct ordered_output *s, enum ordered_output_kind kind, size_t item)
{
	void *parts = list_room(s->parts, s->count, sizeof(*s->parts));

	if (!parts) {
		s->lost = true;
		return;
	}
	s->parts = parts;
	s->parts[s->count++] = (struct ordered_output_part) {
		.start = ordered_output_length(s), .kind = kind, .item = item,
	};
}

void ordered_output_later(struct ordered_output *s, size_t item)
{
	ordered_output_part(s, ORDERED_LATER, item);
	ordered_output_part(s, ORDERED_RESULT, 0);
}

void ordered_output_back(struct ordered_output *s, size_t count, size_t length)
{
	s->count = count;
	fseeko(s->to, length, SEEK_SET);
}

/* Return: false when it is of no use to go on. */
static bool print_ordered(const char *p, size_t n, enum ordered_output_kind kind,
			  ordered_output_result_fn result, void *context)
{
	if (!n)
		return true;
	if (kind != ORDERED_DIAGNOSTIC)
		return result(context, p, n);
	cli_flush();
	fwrite(p, n, 1, stderr);
	return true;
}

int ordered_output_print(struct ordered_output *s, ordered_output_result_fn result, ordered_output_later_fn later,
		void *context)
{
	enum ordered_output_next next = ORDERED_GO_ON;
	enum ordered_output_kind kind = ORDERED_RESULT;
	size_t at = 0, i;
	int err = fflush(s->to) || ferror(s->to) || s->lost ? -ENOMEM : 0;

	if (err)
		next = ORDERED_STOP;
	for (i = 0; i < s->count && next; i++) {
		const struct ordered_output_part *part = &s->parts[i];

		if (next == ORDERED_GO_ON && !print_ordered(s->text + at, part->start - at,
						  kind, result, context))
			next = ORDERED_STOP;
		else if (part->kind == ORDERED_LATER)
			next = later(context, part->item);
		at = part->start;
		kind = part->kind;
	}
	if (next == ORDERED_GO_ON)
		print_ordered(s->text + at, s->size - at, kind, result, context);
	ordered_output_back(s, 0, 0);
	return err;
}
