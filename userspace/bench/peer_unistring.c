// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * libunistring.
 */
#include <stdlib.h>
#include <string.h>
#include "bench.h"

static struct {
	const u8 *(*check)(const u8 *p, size_t n);
	u8 *(*normalize)(const void *form, const u8 *p, size_t n, u8 *out,
			 size_t *length);
	u8 *(*from_utf16)(const u16 *p, size_t n, u8 *out, size_t *length);
	u16 *(*to_utf16)(const u8 *p, size_t n, u16 *out, size_t *length);
	u8 *(*from_utf32)(const u32 *p, size_t n, u8 *out, size_t *length);
	u32 *(*to_utf32)(const u8 *p, size_t n, u32 *out, size_t *length);
	const void *nfc;
	const void *nfd;
} u;

static size_t unistring_validate(const u8 *p, size_t n, const struct work *w)
{
	return !u.check(p, n);
}

/* libunistring allocates memory where the room is not enough. */
static size_t unistring_result(const struct work *w, void *made, size_t length)
{
	if (made != w->out) {
		work_give(w, made, length);
		free(made);
	}
	return made ? length : 0;
}

static size_t unistring_from_utf16(const u8 *p, size_t n, const struct work *w)
{
	size_t length = w->room;
	u8 *made = u.from_utf16((const u16 *)p, n / 2, w->out, &length);

	return unistring_result(w, made, length);
}

static size_t unistring_to_utf16(const u8 *p, size_t n, const struct work *w)
{
	size_t length = w->room / 2;
	u16 *made = u.to_utf16(p, n, (u16 *)w->out, &length);

	return unistring_result(w, made, 2 * length);
}

static size_t unistring_from_utf32(const u8 *p, size_t n, const struct work *w)
{
	size_t length = w->room;
	u8 *made = u.from_utf32((const u32 *)p, n / 4, w->out, &length);

	return unistring_result(w, made, length);
}

static size_t unistring_to_utf32(const u8 *p, size_t n, const struct work *w)
{
	size_t length = w->room / 4;
	u32 *made = u.to_utf32(p, n, (u32 *)w->out, &length);

	return unistring_result(w, made, 4 * length);
}

static size_t unistring_normalize(const u8 *p, size_t n, const struct work *w)
{
	size_t length = w->room;
	u8 *made =
		u.normalize(w->form == UTF8CHECK_FORM_NFC ? u.nfc : u.nfd, p, n, w->out, &length);

	return unistring_result(w, made, length);
}

void unistring_find(struct contender *c)
{
	const struct symbol symbols[] = {
		{ "u8_check", &u.check },
		{ "u8_normalize", &u.normalize },
		{ "u16_to_u8", &u.from_utf16 },
		{ "u8_to_u16", &u.to_utf16 },
		{ "u32_to_u8", &u.from_utf32 },
		{ "u8_to_u32", &u.to_utf32 },
		{ "uninorm_nfc", &u.nfc },
		{ "uninorm_nfd", &u.nfd },
		{ }
	};
	static const job_fn fns[JOBS] = {
		[VALIDATE] = unistring_validate,
		[UTF16_TO_UTF8] = unistring_from_utf16,
		[UTF8_TO_UTF16] = unistring_to_utf16,
		[UTF32_TO_UTF8] = unistring_from_utf32,
		[UTF8_TO_UTF32] = unistring_to_utf32,
		[NFC_TO_NFC ... NFD_TO_NFD] = unistring_normalize,
	};

	if (peer_open(c, "libunistring", 2, 5, symbols))
		memcpy(c->run, fns, sizeof(fns));
}
