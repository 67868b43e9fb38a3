// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The C library's opinion of UTF-16 and UTF-32, by iconv(3).
 */
#include <errno.h>
#include <iconv.h>
#include "profiles.h"

static iconv_t converter;

static void convert(const u8 *p, size_t n, struct answer *a)
{
	char *in = (char *)p, *out = (char *)a->bytes;
	size_t room = sizeof(a->bytes);

	iconv(converter, NULL, NULL, NULL, NULL);
	a->offset = NO_ERROR;
	if (iconv(converter, &in, &n, &out, &room) == (size_t)-1) {
		if (errno != EILSEQ && errno != EINVAL)
			trouble("iconv");
		a->offset = in - (char *)p;
	}
	a->many = sizeof(a->bytes) - room;
}

decoder_fn profiles_iconv_start(u8 from, u8 to)
{
	converter = iconv_open(u8c_encoding_name(to), u8c_encoding_name(from));
	if (converter == (iconv_t)-1)
		trouble("iconv_open");
	return convert;
}
