// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * iconv of libc.
 */
#include <errno.h>
#include <iconv.h>
#include <stdio.h>
#include <string.h>
#include "bench.h"

static iconv_t from, to;

static size_t convert(iconv_t how, const u8 *p, size_t n, const struct work *w)
{
	char *in = (char *)p, *made = (char *)w->out;
	size_t left = w->room;

	if (iconv(how, &in, &n, &made, &left) == (size_t)-1)
		return 0;
	return w->room - left;
}

static size_t from_utf16(const u8 *p, size_t n, const struct work *w)
{
	return convert(from, p, n, w);
}

static size_t to_utf16(const u8 *p, size_t n, const struct work *w)
{
	return convert(to, p, n, w);
}

void iconv_find(struct contender *c)
{
	from = iconv_open("UTF-8", "UTF-16LE");
	to = iconv_open("UTF-16LE", "UTF-8");
	if (from == (iconv_t)-1 || to == (iconv_t)-1) {
		snprintf(c->absent, sizeof(c->absent), "UTF-16LE: %.80s",
			 strerror(errno));
		return;
	}
	c->run[UTF16_TO_UTF8] = from_utf16;
	c->run[UTF8_TO_UTF16] = to_utf16;
}
