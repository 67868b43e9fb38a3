// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Hexadecimal digits to bytes and back.
 */
#include <stdio.h>
#include "print/hex.h"

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

bool hex_decode(u8 *to, const char *text, size_t *n)
{
	size_t i;

	if (*n % 2)
		return false;
	for (i = 0; i < *n; i += 2) {
		int high = digit(text[i]), low = digit(text[i + 1]);

		if (high < 0 || low < 0)
			return false;
		to[i / 2] = high << 4 | low;
	}
	*n /= 2;
	return true;
}

void hex_escape(char *to, const u8 *p, size_t n)
{
	for (; n; n--, p++, to += 4)
		snprintf(to, 5, "\\x%02x", *p);
	*to = '\0';
}
