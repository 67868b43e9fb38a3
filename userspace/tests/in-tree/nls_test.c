// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The conversions of fs/nls on the core, beside those of the kernel's source, which have
 * the prefix stock_ here: the same results, errors and output.
 */
#include <stdio.h>

#include "at_end.h"

#include "stock_nls.h"

#define UNITS 24
#define BYTES 64

static unsigned int passed, failed;
static unsigned long long seed = 1;

static u32 chance(u32 below)
{
	seed = seed * 6364136223846793005ull + 1442695040888963407ull;
	return (seed >> 33) % below;
}

static void wrong(const char *what, const void *p, size_t n)
{
	const u8 *b = p;
	size_t i;

	if (failed++ >= 10)
		return;
	printf("not ok - %s:", what);
	for (i = 0; i < n; i++)
		printf(" %02x", b[i]);
	putchar('\n');
}

static void try_bytes(const u8 *p, int n)
{
	wchar_t a[UNITS], b[UNITS];
	unicode_t u = 0, v = 0;
	int i, j, endian, room = chance(UNITS);

	if (n) {
		i = utf8_to_utf32(p, n, &u);
		j = stock_utf8_to_utf32(p, n, &v);
		if (i != j || u != v)
			wrong("utf8_to_utf32", p, n);
	}
	for (endian = 0; endian < 3; endian++) {
		memset(a, 0x55, sizeof(a));
		memset(b, 0x55, sizeof(b));
		i = utf8s_to_utf16s(p, n, endian, a, room);
		j = stock_utf8s_to_utf16s(p, n, endian, b, room);
		if (i != j || (i >= 0 && memcmp(a, b, sizeof(a))))
			wrong("utf8s_to_utf16s", p, n);
	}
}

static void try_units(const wchar_t *p, int n)
{
	u8 a[BYTES], b[BYTES];
	int i, j, endian, room = chance(BYTES);

	for (endian = 0; endian < 3; endian++) {
		i = utf16s_to_utf8s(p, n, endian, a, room);
		j = stock_utf16s_to_utf8s(p, n, endian, b, room);
		if (i != j || memcmp(a, b, i))
			wrong("utf16s_to_utf8s", p, n * sizeof(*p));
	}
}

/* Callers give six bytes, whatever is left before the NUL, after which no page is. */
static void try_bound(const u8 *p, int n)
{
	unicode_t u = 0, v = 0;
	u8 text[BYTES];
	const u8 *s;
	int i, j;

	memcpy(text, p, n);
	text[n] = 0;
	s = at_end(text, n + 1);
	i = utf8_to_utf32(s, 6, &u);
	j = stock_utf8_to_utf32(s, 6, &v);
	if (i != j || u != v)
		wrong("utf8_to_utf32, six bytes", p, n);
}

static void every_string(void)
{
	u8 p[4] = "";
	u32 i;

	for (i = 0; i < 1 << 24; i++) {
		p[0] = i >> 16;
		p[1] = i >> 8;
		p[2] = i;
		try_bytes(p, 1 + i % 3);
		try_bytes(p, 3);
		try_bound(p, 1 + i % 3);
		try_bound(p, 3);
	}
}

static void every_code_point(void)
{
	u8 a[8], b[8];
	int i, j, room;
	u32 cp;

	for (cp = 0; cp < 0x120000; cp++) {
		for (room = 0; room < 6; room++) {
			i = utf32_to_utf8(cp, a, room);
			j = stock_utf32_to_utf8(cp, b, room);
			if (i != j || (i > 0 && memcmp(a, b, i)))
				wrong("utf32_to_utf8", &cp, sizeof(cp));
		}
	}
}

/* One byte of every lead, continuation and what is neither. */
static void bytes_by_chance(u32 many)
{
	u8 p[20];
	u32 i, n;

	while (many--) {
		n = chance(sizeof(p) + 1);
		for (i = 0; i < n; i++)
			p[i] = chance(3) ? 0x80 | chance(0x80) : chance(0x100);
		try_bytes(p, n);
	}
}

static void units_by_chance(u32 many)
{
	wchar_t p[12];
	u32 i, n, what;

	while (many--) {
		n = chance(13);
		for (i = 0; i < n; i++) {
			what = chance(10);
			p[i] = what < 3 ? 0xd800 | chance(0x400) :
			       what < 6 ? 0xdc00 | chance(0x400) :
			       what < 8 ? chance(0x80) : chance(0x10000);
			if (!chance(8))
				p[i] = p[i] << 8 | p[i] >> 8;
		}
		try_units(p, n);
	}
}

static void done(const char *what)
{
	static unsigned int before;

	passed += failed == before;
	printf("%s - %s\n", failed == before ? "ok" : "not ok", what);
	before = failed;
}

int main(void)
{
	u32 i;
	wchar_t unit;

	every_string();
	done("every string of up to three bytes");
	bytes_by_chance(5000000);
	done("bytes by chance");
	every_code_point();
	done("every code point, with room for none of its bytes to all");
	for (i = 0; i < 0x10000; i++) {
		unit = i;
		try_units(&unit, 1);
	}
	units_by_chance(5000000);
	done("every unit, and units by chance");
	printf("%u passed, %u failed, 0 skipped\n", passed, failed);
	return failed != 0;
}
