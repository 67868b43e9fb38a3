// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * All results of a run as one JSON object.
 */
#include "bench.h"

/* Names here need no escapes but for quotes and backslashes in a file's. */
static void put_string(FILE *f, const char *s)
{
	fputc('"', f);
	for (; *s; s++) {
		if (*s == '"' || *s == '\\')
			fputc('\\', f);
		if ((unsigned char)*s >= 0x20)
			fputc(*s, f);
	}
	fputc('"', f);
}

static void put_result(FILE *f, const struct run *run, size_t text,
		       size_t size, size_t i)
{
	static const char *const families[] = {
		[ASCII] = "ascii", [LIPSUM] = "script", [MIXED] = "markup",
	};
	const struct contender *c = &contenders[i];
	const struct result *r = result_at(text, size, i);

	fputs("{\"text\":", f);
	put_string(f, run->texts[text].name);
	fprintf(f, ",\"family\":\"%s\",\"size\":\"%s\",\"contender\":\"%s\"",
		families[run->texts[text].family], size_name(sizes[size]),
		kind_names[c->kind]);
	if (c->variant) {
		fputs(",\"compiler\":", f);
		put_string(f, c->variant->compiler);
		fputs(",\"flags\":", f);
		put_string(f, c->variant->flags);
		fprintf(f, ",\"kernel\":%s", c->variant->kernel ? "true" : "false");
	}
	fprintf(f, ",\"ns\":%.4g,\"ns_low\":%.4g,\"ns_high\":%.4g}", r->median,
		r->low, r->high);
}

void report_json(FILE *f, const struct run *run)
{
	const char *comma = "\n";
	size_t text, size, i;

	fprintf(f, "{\"cpu\":%d,\"rounds\":%u,\"results\":[", run->cpu,
		run->rounds);
	for (text = 0; text < run->text_count; text++)
		for (size = 0; size < size_count; size++)
			for (i = 0; i < contender_count; i++) {
				if (result_at(text, size, i)->median == 0)
					continue;
				fputs(comma, f);
				put_result(f, run, text, size, i);
				comma = ",\n";
			}
	fputs("\n]}\n", f);
}
