/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The text of a message, in which all strings are escaped.
 */
#ifndef PRINT_MESSAGE_H
#define PRINT_MESSAGE_H

#include <stdarg.h>
#include <stdio.h>

/**
 * message_print() - print as vfprintf(3) does, but each string escaped
 * @to: where it is printed
 * @format: text, which is printed as it is; %s, which is printed as
 *	escaped_print_part() does; and d, u, x and f, with what may stand before
 *	them, but no "*"
 * @args: the arguments
 *
 * So whatever was typed or read cannot make a terminal obey, nor look like the
 * line of another message.
 */
void message_print(FILE *to, const char *format, va_list args);

#endif /* PRINT_MESSAGE_H */
