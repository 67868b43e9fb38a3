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
	void *(*convert[JOBS])(const void *p, size_t n, void *out, size_t *length);
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

/* Lengths are in units. */
static size_t unistring_convert(const u8 *p, size_t n, const struct work *w)
{
	size_t unit = unit_to(w->job), length = w->room / unit;
	void *made = u.convert[w->job](p, n / unit_from(w->job), w->out, &length);

	return unistring_result(w, made, unit * length);
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
		{ "u16_to_u8", &u.convert[UTF16_TO_UTF8] },
		{ "u8_to_u16", &u.convert[UTF8_TO_UTF16] },
		{ "u32_to_u8", &u.convert[UTF32_TO_UTF8] },
		{ "u8_to_u32", &u.convert[UTF8_TO_UTF32] },
		{ "uninorm_nfc", &u.nfc },
		{ "uninorm_nfd", &u.nfd },
		{ }
	};
	static const job_fn fns[JOBS] = {
		[VALIDATE] = unistring_validate,
		[UTF16_TO_UTF8 ... UTF8_TO_UTF32] = unistring_convert,
		[NFC_TO_NFC ... NFD_TO_NFD] = unistring_normalize,
	};

	if (peer_open(c, "libunistring", 2, 5, symbols))
		memcpy(c->run, fns, sizeof(fns));
}
