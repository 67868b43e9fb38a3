// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * glib.  It allocates the memory for its results.
 */
#include <string.h>
#include "bench.h"

/* GNormalizeMode */
enum { GLIB_NFD = 0, GLIB_NFC = 1 };

static struct {
	void *(*convert[JOBS])(const void *p, long n, long *read, long *written, void *error);
	int (*validate)(const char *p, size_t n, const char **end);
	char *(*make_valid)(const char *p, ssize_t n);
	char *(*normalize)(const char *p, ssize_t n, int mode);
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

/* Lengths are in units. */
static size_t glib_convert(const u8 *p, size_t n, const struct work *w)
{
	long length = 0;
	void *made = g.convert[w->job](p, n / unit_from(w->job), NULL, &length, NULL);

	return glib_result(w, made, unit_to(w->job) * length);
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
		{ "g_utf16_to_utf8", &g.convert[UTF16_TO_UTF8] },
		{ "g_utf8_to_utf16", &g.convert[UTF8_TO_UTF16] },
		{ "g_ucs4_to_utf8", &g.convert[UTF32_TO_UTF8] },
		{ "g_utf8_to_ucs4", &g.convert[UTF8_TO_UTF32] },
		{ "g_utf8_normalize", &g.normalize },
		{ }
	};
	static const job_fn fns[JOBS] = {
		[VALIDATE] = glib_validate,
		[REPAIR_VALID ... REPAIR_ALL] = glib_repair,
		[UTF16_TO_UTF8 ... UTF8_TO_UTF32] = glib_convert,
		/*
		 * Not NFC to NFC, which is measured with 2 MiB too: that takes minutes, since the
		 * rest of the text is moved for each character that is composed.
		 */
		[NFD_TO_NFC ... NFD_TO_NFD] = glib_normalize,
	};

	if (peer_open(c, "libglib-2.0", 0, 0, symbols))
		memcpy(c->run, fns, sizeof(fns));
}
