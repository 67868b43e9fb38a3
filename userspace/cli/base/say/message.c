// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The text of a message, in which all strings are escaped.
 */
#include <stdlib.h>
#include <string.h>
#include "base/say/cli.h"
#include "base/say/escape.h"

/* The arguments that are left; a va_list is no object that a function can change. */
struct arguments {
	va_list left;
};

static void print_number(FILE *to, const char *conversion, struct arguments *args)
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
		print_number(to, conversion, args);
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
