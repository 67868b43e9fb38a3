// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * glib.  What it makes is memory of its own.
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
	void (*free)(void *p);
} g;

static size_t validate(const struct contender *c, const u8 *p, size_t n,
		       u8 *out, size_t room)
{
	(void)c, (void)out, (void)room;
	return g.validate((const char *)p, n, NULL);
}

static size_t repair(const struct contender *c, const u8 *p, size_t n, u8 *out,
		     size_t room)
{
	char *made = g.make_valid((const char *)p, n);
	size_t length = strlen(made);

	(void)c, (void)out, (void)room;
	g.free(made);
	return length;
}

static size_t from_utf16(const struct contender *c, const u8 *p, size_t n,
			 u8 *out, size_t room)
{
	long length = 0;

	(void)c, (void)out, (void)room;
	g.free(g.from_utf16((const u16 *)p, n / 2, NULL, &length, NULL));
	return length;
}

static size_t to_utf16(const struct contender *c, const u8 *p, size_t n,
		       u8 *out, size_t room)
{
	long length = 0;

	(void)c, (void)out, (void)room;
	g.free(g.to_utf16((const char *)p, n, NULL, &length, NULL));
	return 2 * length;
}

static size_t make(const u8 *p, size_t n, int mode)
{
	char *made = g.normalize((const char *)p, n, mode);
	size_t length = made ? strlen(made) : 0;

	g.free(made);
	return length;
}

static size_t nfc(const struct contender *c, const u8 *p, size_t n, u8 *out,
		  size_t room)
{
	(void)c, (void)out, (void)room;
	return make(p, n, GLIB_NFC);
}

static size_t nfd(const struct contender *c, const u8 *p, size_t n, u8 *out,
		  size_t room)
{
	(void)c, (void)out, (void)room;
	return make(p, n, GLIB_NFD);
}

void glib_find(struct contender *c)
{
	int version;
	void *library = peer_library(c, "libglib-2.0", 0, 0, &version);

	if (!library ||
	    !(g.free = peer_symbol(c, library, "g_free")) ||
	    !(g.validate = peer_symbol(c, library, "g_utf8_validate_len")) ||
	    !(g.make_valid = peer_symbol(c, library, "g_utf8_make_valid")) ||
	    !(g.from_utf16 = peer_symbol(c, library, "g_utf16_to_utf8")) ||
	    !(g.to_utf16 = peer_symbol(c, library, "g_utf8_to_utf16")) ||
	    !(g.normalize = peer_symbol(c, library, "g_utf8_normalize")))
		return;
	c->run[VALIDATE] = validate;
	c->run[REPAIR_VALID] = repair;
	c->run[REPAIR_RARE] = repair;
	c->run[REPAIR_SOME] = repair;
	c->run[REPAIR_MANY] = repair;
	c->run[UTF16_TO_UTF8] = from_utf16;
	c->run[UTF8_TO_UTF16] = to_utf16;
	c->run[NFC_TO_NFC] = nfc;
	c->run[NFD_TO_NFC] = nfc;
	c->run[NFC_TO_NFD] = nfd;
	c->run[NFD_TO_NFD] = nfd;
}
