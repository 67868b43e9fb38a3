// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The slow reference: names that Windows does not have.
 */
#include "reference_windows.h"

static const char *const devices[] = {
	"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$",
	"COM0", "COM1", "COM2", "COM3", "COM4", "COM5", "COM6", "COM7", "COM8", "COM9",
	"LPT0", "LPT1", "LPT2", "LPT3", "LPT4", "LPT5", "LPT6", "LPT7", "LPT8", "LPT9",
	/* U+00B9, U+00B2, U+00B3 */
	"COM\xc2\xb9", "COM\xc2\xb2", "COM\xc2\xb3",
	"LPT\xc2\xb9", "LPT\xc2\xb2", "LPT\xc2\xb3",
};

static u8 upper(u8 b)
{
	return b >= 'a' && b <= 'z' ? b - 'a' + 'A' : b;
}

/* Are the first bytes the @word, but for case?  Return: how many, or 0. */
static size_t begins(const u8 *p, size_t n, const char *word)
{
	size_t i;

	for (i = 0; word[i]; i++)
		if (i == n || upper(p[i]) != (u8)word[i])
			return 0;
	return i;
}

static bool is_device(const u8 *p, size_t n)
{
	size_t base = 0, i;

	while (base < n && p[base] != '.' && p[base] != ':')
		base++;
	while (base && p[base - 1] == ' ')
		base--;
	for (i = 0; i < U8C_ARRAY_SIZE(devices); i++)
		if (base && begins(p, base, devices[i]) == base)
			return true;
	return false;
}

/* The short form of .git: alone, before dots and spaces, or before a stream. */
static bool is_short_git(const u8 *p, size_t n)
{
	size_t i = begins(p, n, "GIT~1");

	if (!i)
		return false;
	if (i < n && p[i] == ':')
		return true;
	for (; i < n; i++)
		if (p[i] != '.' && p[i] != ' ')
			return false;
	return true;
}

bool u8c_ref_windows_component(const u8 *p, size_t n)
{
	return is_device(p, n) || is_short_git(p, n);
}

bool u8c_ref_windows_byte(const u8 *p, size_t n, size_t at)
{
	static const char reserved[] = "<>:\"|?*";
	size_t i;

	for (i = 0; reserved[i]; i++)
		if (p[at] == (u8)reserved[i])
			return true;
	if (at + 1 < n || (p[at] != '.' && p[at] != ' '))
		return false;
	/* "." and ".." are what they are. */
	return p[at] == ' ' || n > 2 || (n == 2 && p[0] != '.');
}
