// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A charset with one byte for each character: iconv is asked for each byte.
 */
#include <iconv.h>
#include <string.h>
#include "feature/detect/single_byte.h"
#include "utf8check.h"

/* The code point of one byte; 0 when it has none. */
static u32 decode_byte(iconv_t cd, u8 byte)
{
	char in = (char)byte, utf8[8];
	char *from = &in, *to = utf8;
	size_t left = 1, room = sizeof(utf8);
	u64 cp;

	if (iconv(cd, &from, &left, &to, &room) == (size_t)-1) {
		iconv(cd, NULL, NULL, NULL, NULL);
		return 0;
	}
	if (to == utf8 || utf8check_decode(NULL, utf8, to - utf8, true, &cp, NULL) != to - utf8)
		return 0;
	return cp;
}

bool single_byte_load(struct charset *set, const char *name)
{
	iconv_t cd = iconv_open("UTF-8", name);
	unsigned int byte;
	u32 cp;

	memset(set, 0, sizeof(*set));
	set->name = name;
	if (cd == (iconv_t)-1)
		return false;
	for (byte = 0x80; byte <= 0xff; byte++) {
		cp = decode_byte(cd, byte);
		if (!cp && byte < 0xa0)
			cp = byte;
		if (cp >= 0x80 && cp < CHARSET_END)
			set->byte[cp] = byte;
	}
	iconv_close(cd);
	return true;
}
