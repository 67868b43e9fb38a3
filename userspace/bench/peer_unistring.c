// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * libunistring.
 */
#include <stdlib.h>
#include "bench.h"

static struct {
	const u8 *(*check)(const u8 *p, size_t n);
	u8 *(*normalize)(const void *form, const u8 *p, size_t n, u8 *out,
			 size_t *length);
	u8 *(*from_utf16)(const u16 *p, size_t n, u8 *out, size_t *length);
	u16 *(*to_utf16)(const u8 *p, size_t n, u16 *out, size_t *length);
	const void *nfc;
	const void *nfd;
} u;

static size_t validate(const struct contender *c, const u8 *p, size_t n,
		       u8 *out, size_t room)
{
	(void)c, (void)out, (void)room;
	return !u.check(p, n);
}

/* It takes memory of its own where the room is not enough. */
static size_t given(void *made, void *out, size_t length)
{
	if (made != out)
		free(made);
	return made ? length : 0;
}

static size_t from_utf16(const struct contender *c, const u8 *p, size_t n,
			 u8 *out, size_t room)
{
	u8 *made = u.from_utf16((const u16 *)p, n / 2, out, &room);

	(void)c;
	return given(made, out, room);
}

static size_t to_utf16(const struct contender *c, const u8 *p, size_t n,
		       u8 *out, size_t room)
{
	u16 *made;

	(void)c;
	room /= 2;
	made = u.to_utf16(p, n, (u16 *)out, &room);
	return given(made, out, 2 * room);
}

static size_t nfc(const struct contender *c, const u8 *p, size_t n, u8 *out,
		  size_t room)
{
	u8 *made = u.normalize(u.nfc, p, n, out, &room);

	(void)c;
	return given(made, out, room);
}

static size_t nfd(const struct contender *c, const u8 *p, size_t n, u8 *out,
		  size_t room)
{
	u8 *made = u.normalize(u.nfd, p, n, out, &room);

	(void)c;
	return given(made, out, room);
}

void unistring_find(struct contender *c)
{
	int version;
	void *library = peer_library(c, "libunistring", 2, 5, &version);

	if (!library ||
	    !(u.check = peer_symbol(c, library, "u8_check")) ||
	    !(u.normalize = peer_symbol(c, library, "u8_normalize")) ||
	    !(u.from_utf16 = peer_symbol(c, library, "u16_to_u8")) ||
	    !(u.to_utf16 = peer_symbol(c, library, "u8_to_u16")) ||
	    !(u.nfc = peer_symbol(c, library, "uninorm_nfc")) ||
	    !(u.nfd = peer_symbol(c, library, "uninorm_nfd")))
		return;
	c->run[VALIDATE] = validate;
	c->run[UTF16_TO_UTF8] = from_utf16;
	c->run[UTF8_TO_UTF16] = to_utf16;
	c->run[NFC_TO_NFC] = nfc;
	c->run[NFD_TO_NFC] = nfc;
	c->run[NFC_TO_NFD] = nfd;
	c->run[NFD_TO_NFD] = nfd;
}
