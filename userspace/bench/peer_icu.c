// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * ICU.  The names of all its symbols end in its version.
 *
 * Its normalizer of UTF-8 has a C++ interface only, with virtual calls.  They are
 * made here by the C++ ABI that all of Linux uses.  The symbols say which method
 * of the base class is which; the place of a method in the table of the base
 * class is its place in the table of every derived class.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "bench.h"

/* icu::StringPiece, which is passed by value. */
struct piece {
	const u8 *p;
	int n;
};

/* An icu::CheckedArrayByteSink; the real one is smaller. */
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
	u16 *(*from_utf32)(u16 *to, int room, int *length, const u32 *p, int n,
			   int *code);
	u32 *(*to_utf32)(u32 *to, int room, int *length, const u16 *p, int n,
			 int *code);
	void (*sink_init)(union sink *sink, u8 *out, int room);
	void (*sink_end)(union sink *sink);
	u8 *(*sink_rest)(union sink *sink, int least, int hint, u8 *scratch,
			 int scratch_room, int *room);
	void *(*nfc_instance)(int *code);
	void *(*nfd_instance)(int *code);
	void *(*nfkc_casefold_instance)(int *code);
	void *const *methods;
	const void *base_normalize;
	const void *base_check;
	void *forms[UTF8CHECK_FORM_NFKC_CASEFOLD + 1];
	unsigned int normalize;	/* places in the table of methods */
	unsigned int check;
} icu;

/* U_SENTINEL: no replacement, ill-formed text is an error. */
#define NO_REPLACEMENT (~(u32)0)

static size_t icu_from_utf16(const u8 *p, size_t n, const struct work *w)
{
	int code = 0, length = 0;

	icu.to_utf8(w->out, w->room, &length, (const u16 *)p, n / 2, &code);
	return FAILED(code) ? 0 : length;
}

static size_t icu_to_utf16(const u8 *p, size_t n, const struct work *w)
{
	int code = 0, length = 0;

	icu.from_utf8((u16 *)w->out, w->room / 2, &length, p, n, NO_REPLACEMENT, NULL,
		      &code);
	return FAILED(code) ? 0 : 2 * length;
}

/* Room for so many units of UTF-16; NULL where there is no memory. */
static u16 *units_for(size_t n)
{
	static u16 *units;
	static size_t room;

	if (room < n) {
		free(units);
		units = malloc(2 * n);
		room = units ? n : 0;
	}
	return units;
}

/* ICU works on UTF-16, so the text goes there and back; in the next two calls as well. */
static size_t icu_repair(const u8 *p, size_t n, const struct work *w)
{
	u16 *units = units_for(n);
	int code = 0, length = 0, made = 0;

	if (!units)
		return 0;
	icu.from_utf8(units, n, &length, p, n, 0xfffd, NULL, &code);
	icu.to_utf8(w->out, w->room, &made, units, length, &code);
	return FAILED(code) ? 0 : made;
}

static size_t icu_from_utf32(const u8 *p, size_t n, const struct work *w)
{
	u16 *units = units_for(n / 2);
	int code = 0, length = 0, made = 0;

	if (!units)
		return 0;
	icu.from_utf32(units, n / 2, &length, (const u32 *)p, n / 4, &code);
	icu.to_utf8(w->out, w->room, &made, units, length, &code);
	return FAILED(code) ? 0 : made;
}

static size_t icu_to_utf32(const u8 *p, size_t n, const struct work *w)
{
	u16 *units = units_for(n);
	int code = 0, length = 0, made = 0;

	if (!units)
		return 0;
	icu.from_utf8(units, n, &length, p, n, NO_REPLACEMENT, NULL, &code);
	icu.to_utf32((u32 *)w->out, w->room / 4, &made, units, length, &code);
	return FAILED(code) ? 0 : 4 * made;
}

static void *method(void *object, unsigned int place)
{
	return (*(void ***)object)[place];
}

static size_t icu_is_nfc(const u8 *p, size_t n, const struct work *w)
{
	bool (*fn)(const void *self, struct piece text, int *code) =
		method(icu.forms[UTF8CHECK_FORM_NFC], icu.check);
	int code = 0;

	return fn(icu.forms[UTF8CHECK_FORM_NFC], (struct piece){ p, n }, &code) && !FAILED(code);
}

static size_t icu_normalize(const u8 *p, size_t n, const struct work *w)
{
	void *form = icu.forms[w->form];
	void (*fn)(const void *self, u32 options, struct piece text,
		   union sink *sink, void *edits, int *code) =
		method(form, icu.normalize);
	union sink sink;
	int code = 0, left;
	u8 scratch, *end;

	icu.sink_init(&sink, w->out, w->room);
	fn(form, 0, (struct piece){ p, n }, &sink, NULL, &code);
	end = icu.sink_rest(&sink, 1, 1, &scratch, 1, &left);
	icu.sink_end(&sink);
	return FAILED(code) || end == &scratch ? 0 : end - w->out;
}

/* The place of a method in a table; every table begins with two other words. */
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

/* Called when all symbols are found. */
static bool forms_found(struct contender *c)
{
	int code = 0;

	icu.forms[UTF8CHECK_FORM_NFC] = icu.nfc_instance(&code);
	icu.forms[UTF8CHECK_FORM_NFD] = icu.nfd_instance(&code);
	icu.forms[UTF8CHECK_FORM_NFKC_CASEFOLD] = icu.nfkc_casefold_instance(&code);
	icu.normalize = place_of(c, icu.methods, icu.base_normalize);
	icu.check = place_of(c, icu.methods, icu.base_check);
	return icu.forms[UTF8CHECK_FORM_NFC] && icu.forms[UTF8CHECK_FORM_NFD] &&
	       icu.forms[UTF8CHECK_FORM_NFKC_CASEFOLD] && icu.normalize && icu.check;
}

void icu_find(struct contender *c)
{
	const struct symbol symbols[] = {
		{ "u_strFromUTF8WithSub_%d", &icu.from_utf8 },
		{ "u_strToUTF8_%d", &icu.to_utf8 },
		{ "u_strFromUTF32_%d", &icu.from_utf32 },
		{ "u_strToUTF32_%d", &icu.to_utf32 },
		{ "_ZN6icu_%d20CheckedArrayByteSinkC1EPci", &icu.sink_init },
		{ "_ZN6icu_%d20CheckedArrayByteSinkD1Ev", &icu.sink_end },
		{ "_ZN6icu_%d20CheckedArrayByteSink15GetAppendBufferEiiPciPi", &icu.sink_rest },
		{ "_ZN6icu_%d11Normalizer214getNFCInstanceER10UErrorCode", &icu.nfc_instance },
		{ "_ZN6icu_%d11Normalizer214getNFDInstanceER10UErrorCode", &icu.nfd_instance },
		{ "_ZN6icu_%d11Normalizer223getNFKCCasefoldInstanceER10UErrorCode", &icu.nfkc_casefold_instance },
		{ "_ZTVN6icu_%d11Normalizer2E", &icu.methods },
		{ "_ZNK6icu_%d11Normalizer213normalizeUTF8EjNS_11StringPieceERNS_8ByteSinkEPNS_5EditsER10UErrorCode", &icu.base_normalize },
		{ "_ZNK6icu_%d11Normalizer216isNormalizedUTF8ENS_11StringPieceER10UErrorCode", &icu.base_check },
		{ }
	};
	static const job_fn fns[JOBS] = {
		[REPAIR_VALID ... REPAIR_ALL] = icu_repair,
		[UTF16_TO_UTF8] = icu_from_utf16,
		[UTF8_TO_UTF16] = icu_to_utf16,
		[UTF32_TO_UTF8] = icu_from_utf32,
		[UTF8_TO_UTF32] = icu_to_utf32,
		[IS_NFC] = icu_is_nfc,
		[STREAM_NFC] = icu_is_nfc,
		[NFC_TO_NFC ... NFKC_CASEFOLD] = icu_normalize,
	};

	if (peer_open(c, "libicuuc", 60, 99, symbols) && forms_found(c))
		memcpy(c->run, fns, sizeof(fns));
}
