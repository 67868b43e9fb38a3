// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The rows of userspace/data/vectors: the assembler puts them into the module, or the
 * program, and they are read as the text that they are.
 */
#include "rows.h"

__asm__(".pushsection .rodata, \"a\"\n"
	".balign 8\n"
	"u8c_rows:\n"
	".incbin \"" U8C_ROWS_FILE "\"\n"
	".byte 0\n"
	".popsection");

bool u8c_row_next(struct u8c_row *row)
{
	row->p = row->p ? row->p + row->n + 1 : u8c_rows;
	for (row->n = 0; row->p[row->n] && row->p[row->n] != '\n'; row->n++)
		;
	return row->n;
}

/* Does the text at @p begin with a word?  Return: what follows, or NULL. */
static const u8 *after(const u8 *p, const char *word)
{
	while (*word)
		if (*p++ != (u8)*word++)
			return NULL;
	return p;
}

/* The value of a member, or NULL.  No word of a row has a quotation mark. */
static const u8 *find(const struct u8c_row *row, const char *key)
{
	const u8 *p, *value;

	for (p = row->p; p < row->p + row->n; p++) {
		value = *p == '"' ? after(p + 1, key) : NULL;
		value = value ? after(value, "\":") : NULL;
		if (value)
			return value;
	}
	return NULL;
}

bool u8c_row_has(const struct u8c_row *row, const char *key)
{
	return find(row, key);
}

bool u8c_row_is(const struct u8c_row *row, const char *key, const char *word)
{
	const u8 *p = find(row, key);

	p = p ? after(p + (*p == '"'), word) : NULL;
	return p && (*p == '"' || *p == ',' || *p == '}');
}

long long u8c_row_number(const struct u8c_row *row, const char *key)
{
	const u8 *p = find(row, key);
	long long number = 0, sign = 1;

	if (p && *p == '-') {
		sign = -1;
		p++;
	}
	if (!p || *p < '0' || *p > '9')
		return -1;
	for (; *p >= '0' && *p <= '9'; p++)
		number = number * 10 + *p - '0';
	return sign * number;
}

static int digit(u8 c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

size_t u8c_row_bytes(const struct u8c_row *row, const char *key, u8 *to)
{
	const u8 *p = find(row, key);
	size_t n = 0;

	if (p && *p++ == '"')
		for (; digit(*p) >= 0 && n < U8C_ROW_MAX; p += 2)
			to[n++] = digit(p[0]) << 4 | digit(p[1]);
	return n;
}

/* A code point of the Basic Multilingual Plane, "\u" and four digits. */
static size_t put_escaped(const u8 *p, u8 *to)
{
	const u32 cp = digit(p[2]) << 12 | digit(p[3]) << 8 | digit(p[4]) << 4 | digit(p[5]);
	const u8 bytes[] = { 0xe0 | cp >> 12, 0xc0 | cp >> 6, 0x80 | (cp >> 6 & 0x3f),
			     0x80 | (cp & 0x3f) };

	if (cp > 0x7ff) {
		to[0] = bytes[0];
		to[1] = bytes[2];
		to[2] = bytes[3];
		return 3;
	}
	to[0] = bytes[1];
	to[1] = bytes[3];
	return 2;
}

/* A word with its quotation marks.  Return: what follows. */
static const u8 *take_word(const u8 *p, u8 *to, size_t *n)
{
	for (p++; *p != '"'; p++) {
		if (*p == '\\' && p[1] == 'u') {
			*n += put_escaped(p, to + *n);
			p += 5;
		} else {
			p += *p == '\\';
			to[(*n)++] = *p;
		}
	}
	to[(*n)++] = 0;
	return p + 1;
}

size_t u8c_row_words(const struct u8c_row *row, const char *key, u8 *to)
{
	const u8 *p = find(row, key);
	size_t n = 0;

	for (p = p && *p == '[' ? p + 1 : p; p && *p == '"'; p += *p == ',' && p[1] == '"')
		p = take_word(p, to, &n);
	return n;
}

/* The number of a word. */
static unsigned int number_of(const u8 *word, u8c_word_fn name)
{
	const u8 *end;

	for (unsigned int i = 0; name(i); i++) {
		end = after(word, name(i));
		if (end && !*end)
			return i;
	}
	return 0;
}

unsigned int u8c_row_word(const struct u8c_row *row, const char *key, u8c_word_fn name)
{
	u8 word[64] = "";

	if (u8c_row_has(row, key))
		u8c_row_words(row, key, word);
	return number_of(word, name);
}

u64 u8c_row_bits(const struct u8c_row *row, const char *key, u8c_word_fn name)
{
	u8 words[1024];
	size_t n = u8c_row_words(row, key, words), at;
	u64 bits = 0;

	for (at = 0; at < n; at++)
		if (!at || !words[at - 1])
			bits |= 1ull << number_of(words + at, name);
	return bits;
}
