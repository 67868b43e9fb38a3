// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Those we are compared with.  Libraries are opened while the program runs, which says what
 * is absent.
 *
 * The normalizer of ICU, and simdutf, are C++; they are called by the C++ ABI that all of
 * Linux uses.  The symbols say which method of ICU's base class is which; the place of a
 * method in the table of the base class is its place in the table of every derived class.
 */
#include <dlfcn.h>
#include <iconv.h>
#include <stdio.h>
#include <string.h>
#include "bench.h"

/* In a library; %d in a name stands for the library's version. */
struct symbol {
	const char *name;
	void *to;
};

/* Opens the newest NAME.so.VERSION, and finds all symbols.  Return: whether all is here. */
static bool open_library(struct contender *c, const char *name, int first, int last,
			 const struct symbol *symbols)
{
	void *library = NULL, *found;
	int version = last + 1;
	char full[160];

	while (!library && version-- > first) {
		snprintf(full, sizeof(full), "%s.so.%d", name, version);
		library = dlopen(full, RTLD_LAZY | RTLD_LOCAL);
	}
	for (; library && symbols->name; symbols++) {
		snprintf(full, sizeof(full), symbols->name, version);
		found = dlsym(library, full);
		memcpy(symbols->to, &found, sizeof(found));
		library = found ? library : NULL;
	}
	if (!library)
		snprintf(c->absent, sizeof(c->absent), "%s", dlerror());
	return library;
}

/* No contender that copies can be faster. */
static size_t copy(const u8 *p, size_t n, u8 *out, size_t room, const struct work *w)
{
	memcpy(out, p, n);
	__asm__ volatile("" : : "r"(out) : "memory");
	return 1;
}

/* icu::StringPiece, which is passed by value. */
struct piece {
	const u8 *p;
	int n;
};

/* A sink is an icu::CheckedArrayByteSink. */
static struct {
	void (*sink_init)(void *sink, u8 *out, int room);
	void (*sink_end)(void *sink);
	u8 *(*sink_rest)(void *sink, int least, int hint, u8 *scratch, int scratch_room, int *room);
	void *(*instance[CALLS])(int *code);
	void *forms[CALLS];
	void *const *methods;
	const void *base_normalize, *base_check;
	unsigned int normalize, check;	/* places in the table of methods */
} icu;

static void *method(void *object, unsigned int place)
{
	return (*(void ***)object)[place];
}

static size_t icu_is_nfc(const u8 *p, size_t n, u8 *out, size_t room, const struct work *w)
{
	bool (*fn)(const void *self, struct piece text, int *code) =
		method(icu.forms[TO_NFC], icu.check);
	int code = 0;	/* UErrorCode: success is zero and below */

	return fn(icu.forms[TO_NFC], (struct piece){ p, n }, &code) && code <= 0;
}

static size_t icu_normalize(const u8 *p, size_t n, u8 *out, size_t room, const struct work *w)
{
	void *form = icu.forms[w->call];
	void (*fn)(const void *self, u32 options, struct piece text, void *sink,
		   void *edits, int *code) = method(form, icu.normalize);
	_Alignas(16) char sink[128];	/* more than it has */
	int code = 0, left;
	u8 scratch, *end;

	icu.sink_init(sink, out, room);
	fn(form, 0, (struct piece){ p, n }, sink, NULL, &code);
	end = icu.sink_rest(sink, 1, 1, &scratch, 1, &left);
	icu.sink_end(sink);
	return code > 0 || end == &scratch ? 0 : end - out;
}

/* The place of a method in a table; every table begins with two other words. */
static unsigned int place_of(const void *fn)
{
	unsigned int i;

	for (i = 2; i < 32 && icu.methods[i] != fn; i++)
		;
	return i - 2;
}

static void icu_find(struct contender *c)
{
	static const struct symbol symbols[] = {
		{ "_ZN6icu_%d20CheckedArrayByteSinkC1EPci", &icu.sink_init },
		{ "_ZN6icu_%d20CheckedArrayByteSinkD1Ev", &icu.sink_end },
		{ "_ZN6icu_%d20CheckedArrayByteSink15GetAppendBufferEiiPciPi", &icu.sink_rest },
		{ "_ZN6icu_%d11Normalizer214getNFCInstanceER10UErrorCode", &icu.instance[TO_NFC] },
		{ "_ZN6icu_%d11Normalizer214getNFDInstanceER10UErrorCode", &icu.instance[TO_NFD] },
		{ "_ZN6icu_%d11Normalizer223getNFKCCasefoldInstanceER10UErrorCode",
		  &icu.instance[TO_NFKC_CASEFOLD] },
		{ "_ZTVN6icu_%d11Normalizer2E", &icu.methods },
		{ "_ZNK6icu_%d11Normalizer213normalizeUTF8EjNS_11StringPieceERNS_8ByteSinkEPNS_5EditsER10UErrorCode", &icu.base_normalize },
		{ "_ZNK6icu_%d11Normalizer216isNormalizedUTF8ENS_11StringPieceER10UErrorCode", &icu.base_check },
		{ }
	};
	int call, code = 0;

	if (!open_library(c, "libicuuc", 60, 99, symbols))
		return;
	icu.normalize = place_of(icu.base_normalize);
	icu.check = place_of(icu.base_check);
	for (call = TO_NFC; call <= TO_NFKC_CASEFOLD; call++) {
		icu.forms[call] = icu.instance[call](&code);
		c->run[call] = icu_normalize;
	}
	c->run[IS_NFC] = icu_is_nfc;
	if (code > 0 || icu.normalize == 30 || icu.check == 30) {
		memset(c->run, 0, sizeof(c->run));
		snprintf(c->absent, sizeof(c->absent), "its classes look otherwise");
	}
}

static int (*glib_is_valid)(const u8 *p, size_t n, const char **end);

static size_t glib_validate(const u8 *p, size_t n, u8 *out, size_t room, const struct work *w)
{
	return glib_is_valid(p, n, NULL);
}

static void glib_find(struct contender *c)
{
	static const struct symbol symbols[] = { { "g_utf8_validate_len", &glib_is_valid }, { } };

	if (open_library(c, "libglib-2.0", 0, 0, symbols))
		c->run[VALIDATE] = glib_validate;
}

static iconv_t descriptors[CALLS];

static size_t iconv_convert(const u8 *p, size_t n, u8 *out, size_t room, const struct work *w)
{
	char *in = (char *)p, *made = (char *)out;
	size_t left = room;

	return iconv(descriptors[w->call], &in, &n, &made, &left) == (size_t)-1 ? 0 : room - left;
}

static void iconv_find(struct contender *c)
{
	static const char *const names[CALLS][2] = {
		[UTF16_TO_UTF8] = { "UTF-8", "UTF-16LE" }, [UTF8_TO_UTF16] = { "UTF-16LE", "UTF-8" },
		[UTF32_TO_UTF8] = { "UTF-8", "UTF-32LE" }, [UTF8_TO_UTF32] = { "UTF-32LE", "UTF-8" },
	};
	int call;

	for (call = UTF16_TO_UTF8; call <= UTF8_TO_UTF32; call++) {
		descriptors[call] = iconv_open(names[call][0], names[call][1]);
		if (descriptors[call] != (iconv_t)-1)
			c->run[call] = iconv_convert;
	}
}

/* simdutf::result */
struct found {
	int error;
	size_t count;
};

static struct {
	size_t (*convert[CALLS])(const void *p, size_t n, void *out);
	bool (*validate)(const u8 *p, size_t n);
	job_fn count;
	struct found (*find)(const u8 *p, size_t n);
} simdutf;

static size_t simdutf_validate(const u8 *p, size_t n, u8 *out, size_t room, const struct work *w)
{
	return simdutf.validate(p, n);
}

/* So much of @n bytes that at most @most are validated at once, and no sequence is cut. */
static size_t window_of(const u8 *p, size_t n, size_t most)
{
	size_t back = 0;

	if (n <= most)
		return n;
	while (back < 4 && u8c_is_continuation(p[most - back]))
		back++;
	return most - back % 4;
}

/* simdutf has no call for this: find an error, copy up to it, go on after it. */
static size_t repair_by(size_t most, const u8 *p, size_t n, u8 *out)
{
	struct utf8check_error e;
	struct found r;
	u8 *to = out;
	u64 cp;

	for (; n; p += r.count, n -= r.count) {
		r = simdutf.find(p, window_of(p, n, most));
		to = mempcpy(to, p, r.count);
		if (!r.error)
			continue;
		u8c_decode(&u8c_rfc3629, u8c_text(p + r.count, n - r.count), true, &cp, &e);
		to = mempcpy(to, "\xef\xbf\xbd", 3);
		r.count += e.length;
	}
	return to - out;
}

static size_t simdutf_repair(const u8 *p, size_t n, u8 *out, size_t room, const struct work *w)
{
	return repair_by(n, p, n, out);
}

/* An error is found sooner so, and what is copied is in the first level cache. */
static size_t repair_windows(const u8 *p, size_t n, u8 *out, size_t room, const struct work *w)
{
	return repair_by(512, p, n, out);
}

static size_t simdutf_convert(const u8 *p, size_t n, u8 *out, size_t room, const struct work *w)
{
	size_t from = w->call == UTF16_TO_UTF8 ? 2 : w->call == UTF32_TO_UTF8 ? 4 : 1;
	size_t to = w->call == UTF8_TO_UTF16 ? 2 : w->call == UTF8_TO_UTF32 ? 4 : 1;

	return to * simdutf.convert[w->call](p, n / from, out);
}

static void simdutf_find(struct contender *c)
{
	static const struct symbol symbols[] = {
		{ "_ZN7simdutf13validate_utf8EPKcm", &simdutf.validate },
		{ "_ZN7simdutf10count_utf8EPKcm", &simdutf.count },
		{ "_ZN7simdutf25validate_utf8_with_errorsEPKcm", &simdutf.find },
		{ "_ZN7simdutf23convert_utf16le_to_utf8EPKDsmPc", &simdutf.convert[UTF16_TO_UTF8] },
		{ "_ZN7simdutf23convert_utf8_to_utf16leEPKcmPDs", &simdutf.convert[UTF8_TO_UTF16] },
		{ "_ZN7simdutf21convert_utf32_to_utf8EPKDimPc", &simdutf.convert[UTF32_TO_UTF8] },
		{ "_ZN7simdutf21convert_utf8_to_utf32EPKcmPDi", &simdutf.convert[UTF8_TO_UTF32] },
		{ }
	};
	static const job_fn run[CALLS] = {
		[VALIDATE] = simdutf_validate, [REPAIR] = simdutf_repair,
		[UTF16_TO_UTF8 ... UTF8_TO_UTF32] = simdutf_convert,
	};

	if (!open_library(c, "libsimdutf", 1, 60, symbols))
		return;
	memcpy(c->run, run, sizeof(run));
	c->run[COUNT] = simdutf.count;
}

static void windows_find(struct contender *c)
{
	c->run[REPAIR] = simdutf.find ? repair_windows : NULL;
}

/*
 * What no package has as a shared library in C: you build libutf8check-bench-PEER.so, a few
 * lines around the peer, with some of these functions, each a job_fn.
 */
static void shim_find(struct contender *c)
{
	static const char *const symbols[CALLS] = {
		[VALIDATE] = "bench_validate", [IS_NFC] = "bench_is_nfc", [REPAIR] = "bench_repair",
		[UTF16_TO_UTF8] = "bench_utf16_utf8", [UTF8_TO_UTF16] = "bench_utf8_utf16",
		[UTF32_TO_UTF8] = "bench_utf32_utf8", [UTF8_TO_UTF32] = "bench_utf8_utf32",
		[TO_NFC] = "bench_nfc", [TO_NFD] = "bench_nfd",
		[TO_NFKC_CASEFOLD] = "bench_nfkc_casefold",
	};
	char file[64];
	void *library, *found;
	int call;

	snprintf(file, sizeof(file), "libutf8check-bench-%s.so", c->name);
	library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);
	if (!library)
		snprintf(c->absent, sizeof(c->absent), "%s", dlerror());
	for (call = 0; library && call < CALLS; call++) {
		found = symbols[call] ? dlsym(library, symbols[call]) : NULL;
		memcpy(&c->run[call], &found, sizeof(found));
	}
}

size_t peers_find(struct contender *c)
{
	static const struct {
		const char *name;
		void (*find)(struct contender *c);
	} peers[] = {
		{ "ICU", icu_find }, { "glib", glib_find },
		{ "iconv", iconv_find }, { "simdutf", simdutf_find }, { "find-and-copy", windows_find },
		{ "is_utf8", shim_find },
		{ "simdutf8", shim_find }, { "StringZilla", shim_find }, { "ICU4X", shim_find },
		{ "xxUTF", shim_find }, { "simd-normalizer", shim_find }, { "Rust", shim_find },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(peers); i++) {
		c[i].name = peers[i].name;
		peers[i].find(&c[i]);
	}
	c[i] = (struct contender){ .name = "memcpy", .run[VALIDATE] = copy };
	return i + 1;
}
