// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The C library's opinion: iconv(3) to UTF-32 stops at what is ill-formed.
 */
#include <errno.h>
#include <iconv.h>
#include "decoders.h"

static iconv_t converter;

static void start(void)
{
	converter = iconv_open("UTF-32LE", "UTF-8");
	if (converter == (iconv_t)-1)
		trouble("iconv");
}

static void judge(const u8 *p, size_t n, struct u8c_chance *random, struct opinion *o)
{
	static char out[4 * STRING_MAX];
	char *in = (char *)p, *to = out;
	size_t room = sizeof(out);

	(void)random;
	iconv(converter, NULL, NULL, NULL, NULL);
	if (iconv(converter, &in, &n, &to, &room) != (size_t)-1)
		o->offset = NO_ERROR;
	else if (errno == EILSEQ || errno == EINVAL)
		o->offset = in - (char *)p;
	else
		trouble("iconv");
}

const struct decider decoders_iconv = {
	.name = "iconv", .start = start, .judge = judge,
};
