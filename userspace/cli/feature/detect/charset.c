// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A charset with one or two bytes for each character: iconv is asked for each.
 */
#include <errno.h>
#include <iconv.h>
#include <string.h>
#include "feature/detect/charset.h"
#include "utf8check.h"

/* The code point of bytes; 0 when they have none, 1 when another byte must follow. */
static u32 decode_bytes(iconv_t cd, const char *bytes, size_t n)
{
	char utf8[8], *from = (char *)bytes, *to = utf8;
	size_t room = sizeof(utf8);
	u64 cp;

	if (iconv(cd, &from, &n, &to, &room) == (size_t)-1) {
		cp = errno == EINVAL;
		iconv(cd, NULL, NULL, NULL, NULL);
		return cp;
	}
	if (to == utf8 || utf8check_decode(NULL, utf8, to - utf8, true, &cp, NULL) != to - utf8)
		return 0;
	return cp;
}

static void set_code(struct charset *set, u32 cp, u16 code)
{
	if (cp >= 0x80 && cp < CHARSET_END && !set->code[cp])
		set->code[cp] = code;
}

bool charset_load(struct charset *set, const char *name)
{
	iconv_t cd = iconv_open("UTF-8", name);
	unsigned int lead, trail;
	u32 cp;

	if (cd == (iconv_t)-1)
		return false;
	set->name = name;
	for (lead = 0x80; lead <= 0xff; lead++) {
		cp = decode_bytes(cd, (char[]){ (char)lead }, 1);
		set_code(set, cp ? cp : lead, lead);
		for (trail = 0x40; cp == 1 && trail <= 0xff; trail++)
			set_code(set, decode_bytes(cd, (char[]){ (char)lead, (char)trail }, 2),
				 lead << 8 | trail);
	}
	iconv_close(cd);
	/* glibc alone has DELTA and a point of private use for INCREMENT and the apple. */
	if (!strcmp(name, "MACINTOSH")) {
		set->code[0x394] = set->code[0xe01e] = 0;
		set->code[0x2206] = 0xc6;
		set->code[0xf8ff] = 0xf0;
	}
	return true;
}
