// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * ICU.  All its symbols end in its version.
 *
 * Its normalizer of UTF-8 speaks C++ only, by virtual calls.  They are made
 * here by the C++ ABI that all of Linux uses: the place of a method in the
 * table of the base class, where its symbol says which it is, is its place in
 * every derived one.
 */
#include <stdio.h>
#include <stdlib.h>
#include "bench.h"

/* icu::StringPiece, which is passed by value. */
struct piece {
	const u8 *p;
	int n;
};

/* An icu::CheckedArrayByteSink, which is smaller. */
union sink {
	long double align;
	char bytes[128];
};

/* UErrorCode: zero and below is success. */
#define FAILED(code) ((code) > 0)

static struct {
	u16 *(*from_utf8)(u16 *to, int room, int *length, const u8 *p, int n,
			  u32 instead, int *count, int *code);
	u8 *(*to_utf8)(u8 *to, int room, int *length, const u16 *p, int n,
		       int *code);
	void (*sink_init)(union sink *sink, u8 *out, int room);
	void (*sink_end)(union sink *sink);
	u8 *(*sink_rest)(union sink *sink, int least, int hint, u8 *scratch,
			 int scratch_room, int *room);
	void *nfc;
	void *nfd;
	unsigned int normalize;	/* places in the table of methods */
	unsigned int check;
} icu;

/* U_SENTINEL: no replacement, ill-formed text is an error. */
#define NO_REPLACEMENT (~(u32)0)

static size_t from_utf16(const struct contender *c, const u8 *p, size_t n,
			 u8 *out, size_t room)
{
	int code = 0, length = 0;

	(void)c;
	icu.to_utf8(out, room, &length, (const u16 *)p, n / 2, &code);
	return FAILED(code) ? 0 : length;
}

static size_t to_utf16(const struct contender *c, const u8 *p, size_t n,
		       u8 *out, size_t room)
{
	int code = 0, length = 0;

	(void)c;
	icu.from_utf8((u16 *)out, room / 2, &length, p, n, NO_REPLACEMENT, NULL,
		      &code);
	return FAILED(code) ? 0 : 2 * length;
}

/* There and back by UTF-16, which is ICU's own form of a text. */
static size_t repair(const struct contender *c, const u8 *p, size_t n, u8 *out,
		     size_t room)
{
	static u16 *units;
	static size_t units_room;
	int code = 0, length = 0, made = 0;

	(void)c;
	if (units_room < n) {
		free(units);
		units = malloc(2 * n);
		units_room = units ? n : 0;
	}
	if (!units)
		return 0;
	icu.from_utf8(units, n, &length, p, n, 0xfffd, NULL, &code);
	icu.to_utf8(out, room, &made, units, length, &code);
	return FAILED(code) ? 0 : made;
}

static void *method(void *object, unsigned int place)
{
	return (*(void ***)object)[place];
}

static size_t is_nfc(const struct contender *c, const u8 *p, size_t n, u8 *out,
		     size_t room)
{
	bool (*fn)(const void *self, struct piece text, int *code) =
		method(icu.nfc, icu.check);
	int code = 0;

	(void)c, (void)out, (void)room;
	return fn(icu.nfc, (struct piece){ p, n }, &code) && !FAILED(code);
}

static size_t make(void *form, const u8 *p, size_t n, u8 *out, size_t room)
{
	void (*fn)(const void *self, u32 options, struct piece text,
		   union sink *sink, void *edits, int *code) =
		method(form, icu.normalize);
	union sink sink;
	int code = 0, left;
	u8 scratch, *end;

	icu.sink_init(&sink, out, room);
	fn(form, 0, (struct piece){ p, n }, &sink, NULL, &code);
	end = icu.sink_rest(&sink, 1, 1, &scratch, 1, &left);
	icu.sink_end(&sink);
	return FAILED(code) || end == &scratch ? 0 : end - out;
}

static size_t nfc(const struct contender *c, const u8 *p, size_t n, u8 *out,
		  size_t room)
{
	(void)c;
	return make(icu.nfc, p, n, out, room);
}

static size_t nfd(const struct contender *c, const u8 *p, size_t n, u8 *out,
		  size_t room)
{
	(void)c;
	return make(icu.nfd, p, n, out, room);
}

/* A symbol; %d in its name stands for the version. */
static void *symbol(struct contender *c, void *library, const char *format,
		    int version)
{
	char name[160];

	snprintf(name, sizeof(name), format, version);
	return peer_symbol(c, library, name);
}

/* The place of a method behind the two words that every table begins with. */
static unsigned int place_of(struct contender *c, void *const *table,
			     const void *fn)
{
	unsigned int i;

	for (i = 2; i < 32; i++)
		if (table[i] == fn)
			return i - 2;
	snprintf(c->absent, sizeof(c->absent), "its classes look otherwise");
	return 0;
}

static bool find_forms(struct contender *c, void *library, int v)
{
	void *(*instance)(int *code);
	void *const *table;
	void *fn;
	int code = 0;

	instance = symbol(c, library, "_ZN6icu_%d11Normalizer214getNFCInstanceER10UErrorCode", v);
	icu.nfc = instance ? instance(&code) : NULL;
	instance = symbol(c, library, "_ZN6icu_%d11Normalizer214getNFDInstanceER10UErrorCode", v);
	icu.nfd = instance ? instance(&code) : NULL;
	table = symbol(c, library, "_ZTVN6icu_%d11Normalizer2E", v);
	if (!icu.nfc || !icu.nfd || !table)
		return false;
	fn = symbol(c, library, "_ZNK6icu_%d11Normalizer213normalizeUTF8EjNS_11StringPieceERNS_8ByteSinkEPNS_5EditsER10UErrorCode", v);
	icu.normalize = fn ? place_of(c, table, fn) : 0;
	fn = symbol(c, library, "_ZNK6icu_%d11Normalizer216isNormalizedUTF8ENS_11StringPieceER10UErrorCode", v);
	icu.check = fn ? place_of(c, table, fn) : 0;
	return icu.normalize && icu.check;
}

void icu_find(struct contender *c)
{
	int v;
	void *library = peer_library(c, "libicuuc", 60, 99, &v);

	if (!library ||
	    !(icu.from_utf8 = symbol(c, library, "u_strFromUTF8WithSub_%d", v)) ||
	    !(icu.to_utf8 = symbol(c, library, "u_strToUTF8_%d", v)) ||
	    !(icu.sink_init = symbol(c, library, "_ZN6icu_%d20CheckedArrayByteSinkC1EPci", v)) ||
	    !(icu.sink_end = symbol(c, library, "_ZN6icu_%d20CheckedArrayByteSinkD1Ev", v)) ||
	    !(icu.sink_rest = symbol(c, library, "_ZN6icu_%d20CheckedArrayByteSink15GetAppendBufferEiiPciPi", v)) ||
	    !find_forms(c, library, v))
		return;
	c->run[REPAIR_VALID] = repair;
	c->run[REPAIR_RARE] = repair;
	c->run[REPAIR_SOME] = repair;
	c->run[REPAIR_MANY] = repair;
	c->run[UTF16_TO_UTF8] = from_utf16;
	c->run[UTF8_TO_UTF16] = to_utf16;
	c->run[IS_NFC] = is_nfc;
	c->run[NFC_TO_NFC] = nfc;
	c->run[NFD_TO_NFC] = nfc;
	c->run[NFC_TO_NFD] = nfd;
	c->run[NFD_TO_NFD] = nfd;
}
