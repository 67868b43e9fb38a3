// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Sums over files, printed.
 */
#include <inttypes.h>
#include <stdio.h>
#include "base/say/progress.h"
#include "base/say/total.h"

void totals_print(bool json, const struct total *totals, size_t count)
{
	const char *c;
	size_t i;

	progress_hide();
	fputs(json ? "{\"total\":{" : "total: ", stdout);
	for (i = 0; i < count; i++) {
		fputs(!i ? "" : json ? "," : ", ", stdout);
		fputs(json ? "\"" : "", stdout);
		for (c = totals[i].name; *c; c++)
			putchar(json && *c == ' ' ? '_' : *c);
		printf(json ? "\":%" PRIu64 : ": %" PRIu64, totals[i].number);
	}
	puts(json ? "}}" : "");
}
