// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Normalizers of others that have a C interface for UTF-8.
 */
#include <stdlib.h>
#include <string.h>
#include "forms.h"

#ifdef WITH_UTF8PROC
#include <utf8proc.h>

static size_t utf8proc_make(const uint8_t *p, size_t n, uint8_t *out, int how)
{
	uint8_t *made;
	utf8proc_ssize_t length = utf8proc_map(p, n, &made,
					       UTF8PROC_STABLE | how);

	if (length < 0)
		return 0;
	memcpy(out, made, length);
	free(made);
	return length;
}

static size_t utf8proc_nfc(const uint8_t *p, size_t n, uint8_t *out)
{
	return utf8proc_make(p, n, out, UTF8PROC_COMPOSE);
}

static size_t utf8proc_nfd(const uint8_t *p, size_t n, uint8_t *out)
{
	return utf8proc_make(p, n, out, UTF8PROC_DECOMPOSE);
}

const struct normalizer bench_utf8proc = {
	"utf8proc", NULL, utf8proc_nfc, utf8proc_nfd, NULL,
};
#else
const struct normalizer bench_utf8proc = {
	.name = "utf8proc", .absent = "apt-get install libutf8proc-dev",
};
#endif

#ifdef WITH_GLIB
#include <glib.h>

static size_t glib_make(const uint8_t *p, size_t n, uint8_t *out,
			GNormalizeMode how)
{
	char *made = g_utf8_normalize((const char *)p, n, how);
	size_t length;

	if (!made)
		return 0;
	length = strlen(made);
	memcpy(out, made, length);
	g_free(made);
	return length;
}

static size_t glib_nfc(const uint8_t *p, size_t n, uint8_t *out)
{
	return glib_make(p, n, out, G_NORMALIZE_NFC);
}

static size_t glib_nfd(const uint8_t *p, size_t n, uint8_t *out)
{
	return glib_make(p, n, out, G_NORMALIZE_NFD);
}

const struct normalizer bench_glib = { "glib", NULL, glib_nfc, glib_nfd, NULL };
#else
const struct normalizer bench_glib = {
	.name = "glib", .absent = "apt-get install libglib2.0-dev",
};
#endif

#ifdef WITH_UNISTRING
#include <uninorm.h>

static size_t unistring_make(const uint8_t *p, size_t n, uint8_t *out,
			     uninorm_t how)
{
	size_t length = n * FORMS_GROWTH;
	uint8_t *made = u8_normalize(how, p, n, out, &length);

	if (made && made != out)
		free(made);
	return made ? length : 0;
}

static size_t unistring_nfc(const uint8_t *p, size_t n, uint8_t *out)
{
	return unistring_make(p, n, out, UNINORM_NFC);
}

static size_t unistring_nfd(const uint8_t *p, size_t n, uint8_t *out)
{
	return unistring_make(p, n, out, UNINORM_NFD);
}

const struct normalizer bench_unistring = {
	"libunistring", NULL, unistring_nfc, unistring_nfd, NULL,
};
#else
const struct normalizer bench_unistring = {
	.name = "libunistring", .absent = "apt-get install libunistring-dev",
};
#endif
