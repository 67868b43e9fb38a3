/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Hexadecimal digits to bytes and back.
 */
#ifndef PRINT_HEX_H
#define PRINT_HEX_H

#include "core/u8c.h"

/**
 * hex_decode() - bytes from hexadecimal digits of either case
 * @to: room for half as many bytes; may be the text itself
 * @text: the digits, and nothing else
 * @n: how many digits; set to how many bytes
 *
 * Return: false when there is something else, or an odd number.
 */
bool hex_decode(u8 *to, const char *text, size_t *n);

/* Write each byte as \xhh: 4 characters for each, and a NUL after all. */
void hex_escape(char *to, const u8 *p, size_t n);

#endif /* PRINT_HEX_H */
