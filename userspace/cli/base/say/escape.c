// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Bytes of unknown content, printed; and colours.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/say/escape.h"
#include "utf8check.h"

char *number_put(char *to, u64 n)
{
	char *end = to + 1;

	for (u64 limit = 10; n >= limit && end < to + NUMBER_ROOM - 1; limit *= 10)
		end++;
	*end = '\0';
	for (to = end; n > 9; n /= 10)
		*--to = '0' + n % 10;
	*--to = '0' + n;
	return end;
}

void number_print(FILE *to, u64 n)
{
	char digits[NUMBER_ROOM];

	number_put(digits, n);
	text_print(to, digits);
}

static char *put_byte(char *to, u8 byte, const char *digits)
{
	*to++ = digits[byte >> 4];
	*to++ = digits[byte & 15];
	*to = '\0';
	return to;
}

char *hex_put(char *to, const u8 *p, size_t n)
{
	for (; n; n--)
		to = put_byte(to, *p++, "0123456789abcdef");
	return to;
}

char *hex_put_words(char *to, const u8 *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		to = put_byte(text_put(to, i ? " " : ""), p[i], "0123456789ABCDEF");
	return to;
}

void hex_print_words(FILE *to, const u8 *p, size_t n, size_t most)
{
	char word[3];

	for (size_t i = 0; i < n && i < most; i++) {
		hex_put_words(word, p + i, 1);
		text_print(to, i ? " " : "");
		text_print(to, word);
	}
	text_print(to, n > most ? " ..." : "");
}

static int digit(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char *at = c ? strchr(digits, tolower((unsigned char)c)) : NULL;

	return at ? at - digits : -1;
}

bool hex_decode(u8 *to, const char *text, size_t *n)
{
	const size_t length = *n;

	*n = 0;
	for (size_t i = 0; i < length; i++) {
		int high = digit(text[i]), low;

		if (text[i] == ' ')
			continue;
		low = ++i < length ? digit(text[i]) : -1;
		if (high < 0 || low < 0)
			return false;
		to[(*n)++] = high << 4 | low;
	}
	return true;
}

void hex_escape(char *to, const u8 *p, size_t n)
{
	for (; n; n--, p++, to += 4)
		snprintf(to, 5, "\\x%02x", *p);
	*to = '\0';
}

/*
 * Characters that a terminal may obey: C0, DEL, C1, ends of lines, bidi
 * controls; and what XML has no way to say.
 */
static bool is_control(u32 cp)
{
	return cp < 0x20 || (cp >= 0x7f && cp < 0xa0) || cp == 0x61c ||
	       cp == 0x200e || cp == 0x200f || (cp >= 0x2028 && cp <= 0x202e) ||
	       (cp >= 0x2066 && cp <= 0x2069) || cp == 0xfffe || cp == 0xffff;
}

static void escape_bytes(FILE *to, const u8 *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		fprintf(to, "\\x%02X", p[i]);
}

/* How many bytes from @p on are printed as they are: ASCII but controls, backslash and @quote. */
static size_t plain_length(const u8 *p, const u8 *end, u8 quote)
{
	const u8 *start = p;

	while (p < end && *p >= ' ' && *p < 0x7f && *p != '\\' && *p != quote)
		p++;
	return p - start;
}

/* The inside of a JSON string, or of a name for people.  Return: does it say what the bytes say? */
static bool print_string(FILE *to, const u8 *p, size_t n, bool json)
{
	const u8 *end = p + n, quote = json ? '"' : '\\';
	bool exact = true, good;
	struct utf8check_error e;
	u64 cp = 0;
	int length;

	for (; p < end; p += length) {
		length = plain_length(p, end, quote);
		if (length) {
			fwrite_unlocked(p, length, 1, to);
			continue;
		}
		length = utf8check_decode(NULL, p, end - p, true, &cp, &e);
		good = length;
		exact &= good;
		length = good ? length : e.length;
		if (good && !is_control(cp)) {
			if (cp == '\\' || cp == quote)
				putc_unlocked('\\', to);
			fwrite_unlocked(p, length, 1, to);
		} else if (!json) {
			escape_bytes(to, p, length);
		} else if (good) {
			fprintf(to, "\\u%04x", (unsigned int)cp);
		} else {
			text_print(to, "\\ufffd");
		}
	}
	return exact;
}

void escaped_print_part(FILE *to, const u8 *p, size_t n)
{
	print_string(to, p, n, false);
}

void escaped_print(FILE *to, const u8 *p, size_t n)
{
	if (!n)
		fputs("''", to);
	escaped_print_part(to, p, n);
}

void xml_print(FILE *to, const char *p, size_t n)
{
	static const char special[] = { '&', '<', '>', '"' };
	static const char *const names[] = { "amp", "lt", "gt", "quot" };
	const char *from = p, *end = p + n, *found;

	for (; p < end; p++) {
		found = memchr(special, *p, sizeof(special));
		if (!found)
			continue;
		escaped_print_part(to, (const u8 *)from, p - from);
		fprintf(to, "&%s;", names[found - special]);
		from = p + 1;
	}
	escaped_print_part(to, (const u8 *)from, end - from);
}

bool json_print(FILE *to, const u8 *p, size_t n)
{
	bool exact;

	putc_unlocked('"', to);
	exact = print_string(to, p, n, true);
	putc_unlocked('"', to);
	return exact;
}

/* --- colours, as grep has them for the name and the place */

u8 color_when;

static bool has_colors;

static bool terminal_has_colors(void)
{
	const char *terminal = getenv("TERM"), *none = getenv("NO_COLOR");

	return isatty(STDOUT_FILENO) && isatty(STDERR_FILENO) && terminal && *terminal &&
	       strcmp(terminal, "dumb") && !(none && *none);
}

void color_decide(void)
{
	has_colors = color_when == CLI_ALWAYS ||
		(color_when == CLI_AUTO && terminal_has_colors());
}

const char *color_code(enum color color)
{
	static const char *const codes[] = {
		[COLOR_NAME] = "\033[35m",
		[COLOR_PLACE] = "\033[32m",
		[COLOR_BAD] = "\033[1;31m",
		[COLOR_GOOD] = "\033[32m",
		[COLOR_NONE] = "\033[m",
	};

	return has_colors ? codes[color] : "";
}

void color_print_name(FILE *to, const void *p, size_t n)
{
	text_print(to, color_code(COLOR_NAME));
	escaped_print(to, p, n);
	text_print(to, color_code(COLOR_NONE));
}
