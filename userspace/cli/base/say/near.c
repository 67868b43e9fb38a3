// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Words that are known, and words that are like one that is.
 */
#include <ctype.h>
#include <string.h>
#include "base/say/message.h"
#include "base/types.h"

/* Longer words are not compared. */
#define NEAR_MAX 40

bool near_same(const char *a, const char *b)
{
	for (;; a++, b++) {
		a += strspn(a, "-_");
		b += strspn(b, "-_");
		if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
			return false;
		if (!*a)
			return true;
	}
}

int near_find(const char *word, const char *(*name)(unsigned int))
{
	unsigned int i = 0;

	while (name(i) && !near_same(name(i), word))
		i++;
	return name(i) ? (int)i : -1;
}

/*
 * How many letters are to be changed, added, left out, or swapped with the next, to
 * make @b of @a: the optimal string alignment distance, row by row.
 */
static unsigned int distance(const char *a, const char *b)
{
	unsigned int rows[NEAR_MAX + 1][NEAR_MAX + 1], i, j, least;
	unsigned int m = strlen(a), n = strlen(b);

	for (i = 0; i <= m; i++)
		for (j = 0; j <= n; j++) {
			if (!i || !j) {
				rows[i][j] = i + j;
				continue;
			}
			least = rows[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
			if (rows[i - 1][j] + 1 < least)
				least = rows[i - 1][j] + 1;
			if (rows[i][j - 1] + 1 < least)
				least = rows[i][j - 1] + 1;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
			    rows[i - 2][j - 2] + 1 < least)
				least = rows[i - 2][j - 2] + 1;
			rows[i][j] = least;
		}
	return rows[m][n];
}

/* NEAR_MAX, which is never near, where @known is too long. */
static unsigned int edits_between(const char *word, const char *known)
{
	if (strlen(known) > NEAR_MAX)
		return NEAR_MAX;
	return near_same(word, known) ? 0 : distance(word, known);
}

unsigned int near_words(const char *word, const char *(*name)(unsigned int),
			const char **near, unsigned int most)
{
	/* One letter of three may be wrong. */
	unsigned int limit = strlen(word) / 3 + 1, found = 0;
	const char *known;

	if (strlen(word) < 3 || strlen(word) > NEAR_MAX)
		return 0;
	for (unsigned int d = 0; d < limit; d++)
		for (unsigned int i = 0; found < most && (known = name(i)); i++)
			if (edits_between(word, known) == d)
				near[found++] = known;
	for (unsigned int i = 0; found < most && (known = name(i)); i++)
		if (strstr(known, word) && edits_between(word, known) >= limit)
			near[found++] = known;
	return found;
}

const char *near_word(const char *word, const char *(*name)(unsigned int))
{
	const char *near;

	return near_words(word, name, &near, 1) ? near : NULL;
}
