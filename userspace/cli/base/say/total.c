// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Sums over files, printed.
 */
#include <inttypes.h>
#include <stdio.h>
#include "base/say/message.h"
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

/* What became of files; @ill: how many of @left make the exit status 1. */
static u64 changed, left, ill, failed;

int change_count(bool replaced, int status)
{
	if (status == CLI_TROUBLE)
		failed++;
	else if (replaced)
		changed++;
	else
		left++, ill += status == CLI_INVALID;
	return status;
}

void changes_print(bool dry_run)
{
	char of_these[60] = "";

	if (ill)
		snprintf(of_these, sizeof(of_these), " (to be looked at: %" PRIu64 ")", ill);
	cli_complain("files %s: %" PRIu64 ", left as they were: %" PRIu64 "%s, failed: %" PRIu64,
		     dry_run ? "to change" : "changed", changed, left, of_these, failed);
}
