// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The part of tests/peers/decoders that must be fast.
 *
 *	decoders generate SEED COUNT STRINGS
 *	decoders judge NAME SEED STRINGS DIR
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "decoders.h"

static const struct decider *const deciders[] = {
	&library_whole, &library_split, &device_whole, &device_split,
	&iconv_whole, NULL
};

void trouble(const char *what)
{
	fprintf(stderr, "decoders: %s: %s\n", what, strerror(errno));
	exit(2);
}

static void put32(FILE *f, uint32_t n)
{
	const uint8_t le[4] = { n, n >> 8, n >> 16, n >> 24 };

	fwrite(le, 1, 4, f);
}

/* Reads the next string.  Return: 1, or 0 at the end. */
static int get_string(FILE *f, uint8_t *p, size_t *n)
{
	uint8_t le[4];

	if (fread(le, 1, 4, f) != 4)
		return 0;
	*n = le[0] | le[1] << 8 | le[2] << 16 | (size_t)le[3] << 24;
	if (*n > STRING_MAX || fread(p, 1, *n, f) != *n) {
		errno = EIO;
		trouble("strings");
	}
	return 1;
}

static FILE *open_file(const char *path, const char *mode)
{
	FILE *f = fopen(path, mode);

	if (!f)
		trouble(path);
	return f;
}

static FILE *open_record(const char *dir, const char *name, const char *what)
{
	char path[4096];

	snprintf(path, sizeof(path), "%s/%s.%s", dir, name, what);
	return open_file(path, "wb");
}

static void close_file(FILE *f)
{
	int bad = ferror(f);

	if (fclose(f) || bad)
		trouble("write");
}

static void judge(const struct decider *d, uint64_t seed, FILE *strings,
		  const char *dir)
{
	FILE *verdict = open_record(dir, d->name, "verdict");
	FILE *offset = open_record(dir, d->name, "offset");
	FILE *output = open_record(dir, d->name, "output");
	static struct opinion o;
	uint8_t p[STRING_MAX];
	size_t n;

	d->start();
	while (get_string(strings, p, &n)) {
		/* Exactly @n bytes, so that a sanitizer sees a read after the end. */
		uint8_t *exact = malloc(n ? n : 1);

		if (!exact)
			trouble("memory");
		memcpy(exact, p, n);
		d->judge(exact, n, &seed, &o);
		free(exact);
		fputc(o.offset == NO_ERROR ? '1' : '0', verdict);
		put32(offset, o.offset);
		put32(output, o.length);
		fwrite(o.output, 1, o.length, output);
	}
	close_file(verdict);
	close_file(offset);
	close_file(output);
}

static const struct decider *find(const char *name)
{
	const struct decider *const *d = deciders;

	while (*d && strcmp((*d)->name, name))
		d++;
	return *d;
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
