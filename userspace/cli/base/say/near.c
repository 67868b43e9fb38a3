// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Words that are not known, but like one that is.
 */
#include <ctype.h>
#include <string.h>
#include "base/say/near.h"
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

const char *near_word(const char *word, const char *(*name)(unsigned int))
{
	/* One letter of three may be wrong. */
	unsigned int least = strlen(word) / 3 + 1, i, d;
	const char *near = NULL, *known;

	if (strlen(word) < 3 || strlen(word) > NEAR_MAX)
		return NULL;
	for (i = 0; (known = name(i)); i++) {
		if (strlen(known) > NEAR_MAX)
			continue;
		d = near_same(word, known) ? 0 : distance(word, known);
		if (d < least) {
			least = d;
			near = known;
		}
	}
	for (i = 0; !near && (known = name(i)); i++)
		near = strstr(known, word) ? known : NULL;
	return near;
}
