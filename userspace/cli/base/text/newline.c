// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The ends of lines, changed in UTF-8, UTF-16 and UTF-32.
 */
#include "utf8check.h"
#include "base/text/newline.h"

const char *newline_name(unsigned int i)
{
	static const char *const names[] = { "lf", "crlf" };

	return i < ARRAY_SIZE(names) ? names[i] : NULL;
}

size_t newline_change(struct newline_state *s, const u8 *p, size_t n, u8 *to)
{
	static const u8 units[][3][4] = {
		[UTF8CHECK_ENCODING_UTF8] = { { 1 }, "\r", "\n" },
		[UTF8CHECK_ENCODING_UTF16LE] = { { 2 }, "\r\0", "\n\0" },
		[UTF8CHECK_ENCODING_UTF16BE] = { { 2 }, "\0\r", "\0\n" },
		[UTF8CHECK_ENCODING_UTF32LE] = { { 4 }, "\r\0\0\0", "\n\0\0\0" },
		[UTF8CHECK_ENCODING_UTF32BE] = { { 4 }, "\0\0\0\r", "\0\0\0\n" },
	};
	const u8 *cr = units[s->encoding][1], *lf = units[s->encoding][2], *end = p + n;
	const size_t width = units[s->encoding][0][0];
	u8 *at = to;
	bool ends;

	for (; p < end; p += width) {
		/* Most of a text; the rest is right for it too, but slow. */
		while (width == 1 && !s->held && p < end - 1 && *p != '\r' && *p != '\n')
			*at++ = *p++;
		ends = !memcmp(p, lf, width);
		if (ends ? s->want == NEWLINE_CRLF : s->held)
			at = mempcpy(at, cr, width);
		s->held = !memcmp(p, cr, width);
		if (!s->held)
			at = mempcpy(at, p, width);
	}
	if (!n && s->held)
		at = mempcpy(at, cr, width);
	return at - to;
}
