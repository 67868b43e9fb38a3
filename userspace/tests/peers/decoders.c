// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The part of tests/peers/decoders that must be fast.
 *
 *	decoders generate SEED COUNT STRINGS
 *	decoders judge NAME SEED STRINGS DIR
 */
#include <stdlib.h>
#include <string.h>
#include "decoders.h"

static FILE *open_record(const char *dir, const char *name, const char *what)
{
	char path[4096];

	snprintf(path, sizeof(path), "%s/%s.%s", dir, name, what);
	return open_file(path, "wb");
}

/*
 * Mostly text with errors of all kinds, one in 250 long enough for the loops that take
 * text in blocks and lanes; and bytes at the limits of the ranges of Table 3-7.
 */
static void generate(FILE *out, u64 seed, unsigned long count)
{
	static const struct u8c_coding utf8;
	struct u8c_chance chance = { seed };
	u8 p[STRING_MAX];

	while (count--) {
		size_t n, i;

		if (u8c_chance_below(&chance, 3)) {
			n = u8c_chance_below(&chance, 250) ? 24 + u8c_chance_below(&chance, 80) :
							     STRING_MAX;
			n = u8c_sample_coded_text(&chance, &utf8, p, n);
		} else {
			n = 1 + u8c_chance_below(&chance, 12);
			for (i = 0; i < n; i++)
				p[i] = u8c_edges[u8c_chance_below(&chance, U8C_EDGES)];
		}
		put_string(out, p, n);
	}
}

static void judge(const struct decider *d, u64 seed, FILE *strings,
		  const char *dir)
{
	FILE *verdict = open_record(dir, d->name, "verdict");
	FILE *offset = open_record(dir, d->name, "offset");
	FILE *output = open_record(dir, d->name, "output");
	struct u8c_chance chance = { seed };
	static struct opinion o;
	u8 p[STRING_MAX];
	size_t n;

	d->start();
	while (read_string(strings, p, &n)) {
		/* Exactly @n bytes, so that a sanitizer sees a read after the end. */
		u8 *exact = malloc(n ? n : 1);

		if (!exact)
			trouble("memory");
		memcpy(exact, p, n);
		d->judge(exact, n, &chance, &o);
		free(exact);
		fputc(o.offset == NO_ERROR ? '1' : '0', verdict);
		put32(offset, o.offset);
		put_string(output, o.output, o.length);
	}
	close_file(verdict);
	close_file(offset);
	close_file(output);
}

static void start_iconv(void)
{
	iconv_start("UTF-8", "UTF-32LE");
}

static void judge_iconv(const u8 *p, size_t n, struct u8c_chance *random, struct opinion *o)
{
	static u8 out[4 * STRING_MAX];
	size_t made = sizeof(out);

	(void)random;
	o->offset = iconv_convert(p, n, out, &made);
}

static const struct decider by_iconv = { "iconv", start_iconv, judge_iconv };

static const struct decider *find(const char *name)
{
	unsigned int i;

	for (i = 0; i < ENGINES; i++)
		if (!strcmp(engines[i].name, name))
			return &engines[i];
	return strcmp(by_iconv.name, name) ? NULL : &by_iconv;
}

int main(int argc, char **argv)
{
	FILE *f;

	if (argc == 5 && !strcmp(argv[1], "generate")) {
		f = open_file(argv[4], "wb");
		generate(f, strtoull(argv[2], NULL, 0),
			 strtoul(argv[3], NULL, 0));
		close_file(f);
		return 0;
	}
	if (argc == 6 && !strcmp(argv[1], "judge") && find(argv[2])) {
		f = open_file(argv[4], "rb");
		judge(find(argv[2]), strtoull(argv[3], NULL, 0), f, argv[5]);
		fclose(f);
		return 0;
	}
	fputs("decoders: called by tests/peers/decoders only\n", stderr);
	return 2;
}
