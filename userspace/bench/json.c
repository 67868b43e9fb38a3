// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The results, for programs: a JSON object in each line.
 */
#include <stdio.h>
#include <string.h>
#include "bench.h"
#include "base/say/escape.h"

static void put_string(const char *key, const char *s)
{
	printf("\"%s\":", key);
	json_print(stdout, (const u8 *)s, strlen(s));
}

void json_row(const struct result *results, size_t count)
{
	const struct result *r;

	for (r = results; r < results + count; r++) {
		putchar('{');
		put_string("job", job_name(r->job));
		printf(",\"size\":%zu,", r->size);
		put_string("text", r->text->name);
		putchar(',');
		put_string("family", family_name(r->text->family));
		printf(",\"tuned\":%s,", r->text->tuned ? "true" : "false");
		put_string("who", r->contender->name);
		printf(",\"ours\":%s,\"bytes\":%.1f,\"ns\":%.5g,\"ns_low\":%.5g,\"ns_high\":%.5g",
		       r->contender->ours ? "true" : "false", r->bytes,
		       r->median, r->low, r->high);
		if (r->clean)
			printf(",\"ns_clean\":%.5g", r->clean);
		puts("}");
	}
	fflush(stdout);
}

void json_absent(void)
{
	unsigned int i;

	for (i = 0; i < contender_count; i++) {
		if (!contenders[i].absent[0])
			continue;
		putchar('{');
		put_string("absent", contenders[i].name);
		putchar(',');
		put_string("reason", contenders[i].absent);
		puts("}");
	}
}
