// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * fs/unicode on the core, beside that of the kernel's source: each answer is the same,
 * for every text and version. fs/unicode of the kernel has the prefix stock_ here.
 *
 * A buffer is compared where the call succeeds; after an error nobody may read it.
 */
#include <limits.h>
#include <stdio.h>

#include "at_end.h"

#include <linux/unicode.h>

#include "core/u8c.h"
#include "stock_unicode.h"

#define POINTS 0x110000
#define TEXT_MAX 4096
#define FORM_MAX (TEXT_MAX * 4)
#define MANY(list) (sizeof(list) / sizeof((list)[0]))

static struct unicode_map *ours, *stock;
static unsigned long many = 1000000;	/* texts by chance, in the first version */
static unsigned long long seed = 1, texts;
static unsigned int passed, failed;
static unsigned int version;

static u32 chance(u32 below)
{
	seed = seed * 6364136223846793005ull + 1442695040888963407ull;
	return (seed >> 33) % below;
}

static void wrong(const char *what, const struct qstr *s)
{
	u32 i;

	if (failed++ >= 10)
		return;
	printf("not ok - %s, version %x:", what, version);
	for (i = 0; i < s->len && i < 64; i++)
		printf(" %02x", s->name[i]);
	putchar('\n');
}

static void try_make(const char *what, make_fn *mine, make_fn *theirs,
		     const struct qstr *s, size_t room)
{
	static unsigned char a[FORM_MAX], b[FORM_MAX];
	int i = mine(ours, s, a, room), j = theirs(stock, s, b, room);

	if (i != j || (i >= 0 && memcmp(a, b, i + 1)))
		wrong(what, s);
}

static void try_lengths(const struct qstr *text, enum utf8_normalization n, const char *s)
{
	const size_t lengths[] = { text->len, UINT_MAX, SIZE_MAX };
	size_t i;

	for (i = 0; i < MANY(lengths); i++)
		if (utf8nlen(ours, n, s, lengths[i]) != stock_utf8nlen(stock, n, s, lengths[i]))
			wrong("utf8nlen", text);
}

/* What the kernel's own tests call: a short text, byte by byte. */
static void try_cursor(const struct qstr *text)
{
	const enum utf8_normalization n = texts & 2 ? UTF8_NFDI : UTF8_NFDICF;
	const size_t len = texts & 4 ? UINT_MAX : text->len;	/* both end at a NUL */
	union cursor c, d;
	char copy[64];
	const char *s;
	int i, j;

	if (text->len >= sizeof(copy))
		return;
	memcpy(copy, text->name, text->len);
	copy[text->len] = 0;
	s = (char *)at_end(copy, text->len + 1);
	try_lengths(text, n, s);
	if (!utf8ncursor(&c, ours, n, s, SIZE_MAX))
		wrong("utf8ncursor, too long", text);
	i = utf8ncursor(&c, ours, n, s, len);
	j = stock_utf8ncursor(&d, stock, n, s, len);
	while (i == j && i >= 0) {
		i = utf8byte(&c);
		j = stock_utf8byte(&d);
		if (!i && !j)
			return;
	}
	if (i != j)
		wrong("utf8byte", text);
}

/* All that is asked of one text. */
static void try_text(const u8 *p, u32 n)
{
	struct qstr a = { .len = n, .name = at_end(p, n) }, b = a;
	int i, j;

	if (utf8_validate(ours, &a) != stock_utf8_validate(stock, &b))
		wrong("validate", &a);
	try_make("normalize", utf8_normalize, stock_utf8_normalize, &a, FORM_MAX);
	try_make("casefold", utf8_casefold, stock_utf8_casefold, &a, FORM_MAX);
	i = utf8_casefold_hash(ours, &texts, &a);
	j = stock_utf8_casefold_hash(stock, &texts, &b);
	if (i != j || a.hash != b.hash)
		wrong("hash", &a);
	if (texts++ % 3 == 0)
		try_cursor(&a);
}

static void try_compare(const char *what, compare_fn *mine, compare_fn *theirs,
			const struct qstr *a, const struct qstr *b)
{
	if (mine(ours, a, b) != theirs(stock, a, b)) {
		wrong(what, a);
		wrong("  with", b);
	}
}

static void try_pair(const struct qstr *a, const struct qstr *b)
{
	static unsigned char folded[FORM_MAX];
	struct qstr c = { .name = folded };
	int n;

	try_compare("strncmp", utf8_strncmp, stock_utf8_strncmp, a, b);
	try_compare("strncasecmp", utf8_strncasecmp, stock_utf8_strncasecmp, a, b);
	n = stock_utf8_casefold(stock, a, folded, sizeof(folded));
	if (n < 0)
		return;
	c.len = n;
	try_compare("strncasecmp_folded", utf8_strncasecmp_folded,
		    stock_utf8_strncasecmp_folded, &c, b);
}

/* --- every code point, in every version --- */

/* A code point beside what it folds to, after a mark and before another one. */
static void try_folded(const u8 *text, u32 n)
{
	struct qstr s = { .name = text, .len = n }, a, b;
	char folded[32], p[64], q[64];
	const char *mark = "\u034f\u0323";	/* with, or without, what parts runs */

	if (stock_utf8_casefold(stock, &s, (u8 *)folded, sizeof(folded)) < 0 ||
	    !strncmp(folded, (const char *)text, n))
		return;
	a.name = (u8 *)p;
	a.len = sprintf(p, "\u00c9%.*s%sZ", (int)n, text, mark);
	b.name = (u8 *)q;
	b.len = sprintf(q, "\u00e9%s%sz", folded, mark + 2 * chance(2));
	try_pair(&a, &b);
	try_pair(&b, &a);
}

/* Alone, between letters, and between marks that change places. */
static void try_point(u32 cp)
{
	u8 p[32] = "Ax\xcc\x81";
	u32 n = u8c_put(cp, p + 4);

	try_folded(p + 4, n);
	try_text(p + 4, n);
	try_text(p, 4 + n);
	memcpy(p + 4 + n, "\xcc\xa3\xcd\x85z", 5);
	try_text(p + 4, n + 5);
	try_text(p, 4 + n + 5);
}

static void every_point(void)
{
	u32 cp;

	for (cp = 1; cp < POINTS; cp++)
		try_point(cp);
}

/* --- every string of some bytes --- */

static void every_string(void)
{
	u32 i;
	u8 p[8];

	for (i = 0; i < 1 << 24; i++) {
		p[0] = i >> 16;
		p[1] = i >> 8;
		p[2] = i;
		try_text(p, 3);
	}
	for (i = 0; i < 1 << 16; i++) {
		memcpy(p, "a\xcc\x81??\xcc\xa3z", 8);
		p[3] = i >> 8;
		p[4] = i;
		try_text(p, 8);
	}
}

/* --- by chance --- */

/* Code points that do something, of all kinds. */
static const u32 kinds[] = {
	'a', 'Z', ' ', '0', 0xe9, 0xc9, 0xdf, 0x130, 0x149, 0x1c5, 0x1f0, 0x300, 0x301,
	0x323, 0x334, 0x344, 0x345, 0x390, 0x3a3, 0x410, 0x5b0, 0x5d0, 0x5bf, 0x64b,
	0x670, 0x93c, 0x94d, 0xe38, 0xe48, 0xf71, 0xf73, 0xf74, 0xf80, 0xf81, 0x1100,
	0x1161, 0x11a8, 0x13a0, 0xab70, 0xad, 0x34f, 0x200b, 0x200d, 0x2065, 0xfeff,
	0xe0001, 0xe0002, 0xac00, 0xac01, 0xd7a3, 0x1e9e, 0x1f80, 0x1fb7, 0x1fbc, 0x2126,
	0x212b, 0x3042, 0x3099, 0xf951, 0xfb1d, 0xfb01, 0xfdfa, 0xff21, 0x10400, 0x1d15e,
	0x1e900, 0x2f868, 0x2f9bf, 0x4e00, 0x20000, 0x898, 0x1abf, 0x5c8, 0x1df6, 0xa7c0,
	0x16d6a, 0x1c89, 0x11f36, 0x113c5, 0x1e4ec, 0x10d50, 0x180b, 0x180f, 0x3164,
};

static u32 by_chance(u8 *p, u32 max)
{
	u32 n = 0, what;

	while (n + 4 <= max && chance(40)) {
		what = chance(100);
		if (what < 70)
			n += u8c_put(kinds[chance(MANY(kinds))], p + n);
		else if (what < 85)
			n += u8c_put('a' + chance(26), p + n);
		else if (what < 95)
			n += u8c_put(chance(POINTS), p + n);
		else
			p[n++] = what < 98 ? 0x80 | chance(0x80) : chance(0x100);
	}
	return n;
}

/* The same text with one thing changed, its decomposition, or what it begins with. */
static u32 like(const u8 *p, u32 n, u8 *q)
{
	struct qstr s = { .len = n, .name = p };
	int made = -1;

	if (chance(2))
		made = (chance(2) ? stock_utf8_normalize : stock_utf8_casefold)(
			stock, &s, q, FORM_MAX);
	if (made < 0) {
		memcpy(q, p, n);
		made = n;
	}
	if (made && !chance(3))
		q[chance(made)] ^= 1 << chance(8);
	return made && !chance(8) ? chance(made) : made;
}

static void chances(unsigned long count)
{
	static u8 p[FORM_MAX], q[FORM_MAX];
	struct qstr a = { .name = p }, b = { .name = q };

	while (count--) {
		a.len = by_chance(p, 200);
		try_text(p, a.len);
		try_make("room of normalize", utf8_normalize, stock_utf8_normalize, &a,
			 chance(100));
		try_make("room of casefold", utf8_casefold, stock_utf8_casefold, &a,
			 chance(100));
		b.len = like(p, a.len, q);
		try_pair(&a, &b);
		try_pair(&b, &a);
	}
}

static void many_chances(void)
{
	chances(many);
}

/* --- long runs of nonstarters, which are put in order --- */

static void long_runs(void)
{
	static const u32 marks[] = { 0x301, 0x323, 0x334, 0x5b0, 0x345, 0x94d };
	static u8 p[TEXT_MAX];
	u32 n, turn;

	for (turn = 0; turn < 300; turn++) {
		for (n = u8c_put('a', p); n + 4 < TEXT_MAX && chance(2000);)
			n += u8c_put(marks[chance(MANY(marks) - turn % 2)], p + n);
		try_text(p, n);
	}
}

/*
 * With the newest version, what 12.1 knows stays what it was, and the rest has the
 * form that the library makes, which is compared with the standard's own tests.
 */
static bool try_newest(const struct unicode_map *map, const struct qstr *s,
		       enum utf8check_form form)
{
	bool folds = form == UTF8CHECK_FORM_NFD_CASEFOLD;
	struct u8c_sink sink;
	u8 a[64], b[64];
	int i, j;

	i = (folds ? utf8_casefold : utf8_normalize)(map, s, a, sizeof(a));
	j = (folds ? stock_utf8_casefold : stock_utf8_normalize)(stock, s, b, sizeof(b));
	if (i == j && !memcmp(a, b, i))
		return false;
	sink = u8c_sink(b, sizeof(b));
	u8c_normalize(&u8c_impl_scalar, form, u8c_text(s->name, s->len), &sink, NULL);
	if (i && (i != (int)sink.made || memcmp(a, b, i)))
		wrong("newest", s);
	return true;
}

static void newest(void)
{
	struct unicode_map *map = utf8_load(UNICODE_AGE(18, 0, 0));
	u8 p[8];
	struct qstr s = { .name = p };
	unsigned int changed = 0;
	u32 cp;

	for (cp = 1; cp < POINTS; cp++) {
		if (cp - 0xd800 < 0x800)
			continue;
		s.len = u8c_put(cp, p);
		changed += try_newest(map, &s, UTF8CHECK_FORM_NFD);
		changed += try_newest(map, &s, UTF8CHECK_FORM_NFD_CASEFOLD);
	}
	if (!changed)
		wrong("newest is not newer", &s);
	printf("# %u forms differ in the newest version\n", changed);
	utf8_unload(map);
}

/* Says how a part went. */
static void part(const char *what, void (*run)(void))
{
	unsigned int before = failed;

	run();
	passed += failed == before;
	printf("%s - %s, %llu texts so far\n", failed == before ? "ok" : "not ok", what, texts);
	fflush(stdout);
}

/* Versions that one of both does not have are no test. */
static int load(unsigned int v)
{
	version = v;
	ours = utf8_load(v);
	stock = stock_utf8_load(v);
	return !IS_ERR(ours) && !IS_ERR(stock);
}

static void unload(void)
{
	utf8_unload(ours);
	stock_utf8_unload(stock);
}

static void every_version(void)
{
	unsigned int newest = UNICODE_AGE(12, 1, 0), major, minor, loaded = 0;

	for (major = 0; major < 13; major++) {
		for (minor = 0; minor < 4; minor++) {
			if (UNICODE_AGE(major, minor, 0) > newest)
				continue;
			if (!load(UNICODE_AGE(major, minor, 0))) {
				if (IS_ERR(ours) != IS_ERR(stock))
					failed++, printf("not ok - only one has %u.%u\n", major, minor);
				if (!IS_ERR(ours))
					utf8_unload(ours);
				if (!IS_ERR(stock))
					stock_utf8_unload(stock);
				continue;
			}
			loaded++;
			every_point();
			chances(20000);
			unload();
		}
	}
	printf("# %u versions\n", loaded);
}

int main(int argc, char **argv)
{
	if (argc > 1)
		many = strtoul(argv[1], NULL, 10);
	if (argc > 2)
		seed = strtoull(argv[2], NULL, 10);
	if (!load(UNICODE_AGE(12, 1, 0)))
		return puts("not ok - 12.1 does not load"), 1;
	part("every string of three bytes, and of two between marks", every_string);
	part("texts by chance", many_chances);
	part("long runs of nonstarters", long_runs);
	part("the newest version", newest);
	unload();
	part("every version", every_version);
	printf("%u passed, %u failed, 0 skipped\n", passed, failed);
	return failed != 0;
}
