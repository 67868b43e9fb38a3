// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * iconv of libc.
 */
#include <errno.h>
#include <iconv.h>
#include <stdio.h>
#include <string.h>
#include "bench.h"

static iconv_t open_as[JOBS];

static size_t iconv_convert(const u8 *p, size_t n, const struct work *w)
{
	char *in = (char *)p, *made = (char *)w->out;
	size_t left = w->room;

	if (iconv(open_as[w->job], &in, &n, &made, &left) == (size_t)-1)
		return 0;
	return w->room - left;
}

static const struct {
	enum job job;
	const char *to;
	const char *from;
} conversions[] = {
	{ UTF16_TO_UTF8, "UTF-8", "UTF-16LE" },
	{ UTF8_TO_UTF16, "UTF-16LE", "UTF-8" },
	{ UTF32_TO_UTF8, "UTF-8", "UTF-32LE" },
	{ UTF8_TO_UTF32, "UTF-32LE", "UTF-8" },
};

void iconv_find(struct contender *c)
{
	enum job job;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(conversions); i++) {
		job = conversions[i].job;
		open_as[job] = iconv_open(conversions[i].to, conversions[i].from);
		if (open_as[job] != (iconv_t)-1)
			c->run[job] = iconv_convert;
		else
			snprintf(c->absent, sizeof(c->absent), "%s to %s: %.80s",
				 conversions[i].from, conversions[i].to,
				 strerror(errno));
	}
}
