// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * glib.  It allocates the memory for its results.
 */
#include <string.h>
#include "bench.h"

/* GNormalizeMode */
enum { GLIB_NFD = 0, GLIB_NFC = 1 };

static struct {
	int (*validate)(const char *p, size_t n, const char **end);
	char *(*make_valid)(const char *p, ssize_t n);
	char *(*normalize)(const char *p, ssize_t n, int mode);
	char *(*from_utf16)(const u16 *p, long n, long *read, long *written,
			    void *error);
	u16 *(*to_utf16)(const char *p, long n, long *read, long *written,
			 void *error);
	char *(*from_utf32)(const u32 *p, long n, long *read, long *written,
			    void *error);
	u32 *(*to_utf32)(const char *p, long n, long *read, long *written,
			 void *error);
	void (*free)(void *p);
} g;

static size_t glib_validate(const u8 *p, size_t n, const struct work *w)
{
	return g.validate((const char *)p, n, NULL);
}

/* Gives the result, and frees it. */
static size_t glib_result(const struct work *w, void *made, size_t n)
{
	work_give(w, made, n);
	g.free(made);
	return n;
}

static size_t glib_repair(const u8 *p, size_t n, const struct work *w)
{
	char *made = g.make_valid((const char *)p, n);

	return glib_result(w, made, strlen(made));
}

static size_t glib_from_utf16(const u8 *p, size_t n, const struct work *w)
{
	long length = 0;
	char *made = g.from_utf16((const u16 *)p, n / 2, NULL, &length, NULL);

	return glib_result(w, made, length);
}

static size_t glib_to_utf16(const u8 *p, size_t n, const struct work *w)
{
	long length = 0;
	u16 *made = g.to_utf16((const char *)p, n, NULL, &length, NULL);

	return glib_result(w, made, 2 * length);
}

static size_t glib_from_utf32(const u8 *p, size_t n, const struct work *w)
{
	long length = 0;
	char *made = g.from_utf32((const u32 *)p, n / 4, NULL, &length, NULL);

	return glib_result(w, made, length);
}

static size_t glib_to_utf32(const u8 *p, size_t n, const struct work *w)
{
	long length = 0;
	u32 *made = g.to_utf32((const char *)p, n, NULL, &length, NULL);

	return glib_result(w, made, 4 * length);
}

static size_t glib_normalize(const u8 *p, size_t n, const struct work *w)
{
	char *made = g.normalize((const char *)p, n,
				 w->form == UTF8CHECK_FORM_NFC ? GLIB_NFC : GLIB_NFD);

	return glib_result(w, made, made ? strlen(made) : 0);
}

void glib_find(struct contender *c)
{
	const struct symbol symbols[] = {
		{ "g_free", &g.free },
		{ "g_utf8_validate_len", &g.validate },
		{ "g_utf8_make_valid", &g.make_valid },
		{ "g_utf16_to_utf8", &g.from_utf16 },
		{ "g_utf8_to_utf16", &g.to_utf16 },
		{ "g_ucs4_to_utf8", &g.from_utf32 },
		{ "g_utf8_to_ucs4", &g.to_utf32 },
		{ "g_utf8_normalize", &g.normalize },
		{ }
	};
	static const job_fn fns[JOBS] = {
		[VALIDATE] = glib_validate,
		[REPAIR_VALID ... REPAIR_ALL] = glib_repair,
		[UTF16_TO_UTF8] = glib_from_utf16,
		[UTF8_TO_UTF16] = glib_to_utf16,
		[UTF32_TO_UTF8] = glib_from_utf32,
		[UTF8_TO_UTF32] = glib_to_utf32,
		[NFC_TO_NFC ... NFD_TO_NFD] = glib_normalize,
	};

	if (peer_open(c, "libglib-2.0", 0, 0, symbols))
		memcpy(c->run, fns, sizeof(fns));
}
