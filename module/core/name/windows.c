// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Names that Windows does not have, or takes for something else.
 */
#include "codec/point.h"
#include "name/danger.h"

/* In lower case; a hash sign is a digit, also one of the three raised ones. */
static const char *const devices[] = {
	"con", "prn", "aux", "nul", "com#", "lpt#", "conin$", "conout$",
};

/* The bytes of a digit at @p: 0 to 9, or U+00B9, U+00B2 or U+00B3; 0 if there is none. */
static size_t digit_length(const u8 *p, size_t n)
{
	if (n && p[0] - (u32)'0' < 10)
		return 1;
	if (n > 1 && p[0] == 0xc2 && (p[1] == 0xb9 || p[1] == 0xb2 || p[1] == 0xb3))
		return 2;
	return 0;
}

/* The bytes at @p that are @word, whatever their case; 0 where they are not. */
static size_t word_length(const u8 *p, size_t n, const char *word)
{
	size_t at = 0, length;

	for (; *word; word++) {
		if (*word == '#')
			length = digit_length(p + at, n - at);
		else
			length = at < n && u8c_lower_word(p[at]) == (u8)*word;
		if (!length)
			return 0;
		at += length;
	}
	return at;
}

/* A device's name ends where an extension or a stream begins, and spaces do not count. */
static bool is_end_of_device(const u8 *p, size_t n)
{
	while (n && *p == ' ')
		p++, n--;
	return !n || *p == '.' || *p == ':';
}

static bool is_end_of_name(const u8 *p, size_t n)
{
	if (n && *p == ':')
		return true;
	while (n && (*p == '.' || *p == ' '))
		p++, n--;
	return !n;
}

bool u8c_is_reserved(const u8 *p, size_t n)
{
	size_t i, length;

	for (i = 0; i < U8C_ARRAY_SIZE(devices); i++) {
		length = word_length(p, n, devices[i]);
		if (length && is_end_of_device(p + length, n - length))
			return true;
	}
	length = word_length(p, n, "git~1");
	return length && is_end_of_name(p + length, n - length);
}

bool u8c_is_reserved_byte(u8 b)
{
	switch (b) {
	case '<':
	case '>':
	case ':':
	case '"':
	case '|':
	case '?':
	case '*':
		return true;
	default:
		return false;
	}
}
