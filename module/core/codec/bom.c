// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * How texts say their encoding in the first bytes: U+FEFF in each of them
 * (Unicode section 2.13, Table 2-4; UTS #6 for SCSU; UTN #6 for BOCU-1).
 */
#include "codec/bom.h"

const struct u8c_signature u8c_signatures[] = {
	{ "UTF-8", 3, { 0xef, 0xbb, 0xbf } },
	{ "UTF-32LE", 4, { 0xff, 0xfe, 0x00, 0x00 } },
	{ "UTF-32BE", 4, { 0x00, 0x00, 0xfe, 0xff } },
	{ "UTF-16LE", 2, { 0xff, 0xfe } },
	{ "UTF-16BE", 2, { 0xfe, 0xff } },
	{ "UTF-7", 4, { 0x2b, 0x2f, 0x76, 0x38 } },
	{ "UTF-7", 4, { 0x2b, 0x2f, 0x76, 0x39 } },
	{ "UTF-7", 4, { 0x2b, 0x2f, 0x76, 0x2b } },
	{ "UTF-7", 4, { 0x2b, 0x2f, 0x76, 0x2f } },
	{ "UTF-1", 3, { 0xf7, 0x64, 0x4c } },
	{ "UTF-EBCDIC", 4, { 0xdd, 0x73, 0x66, 0x73 } },
	{ "SCSU", 3, { 0x0e, 0xfe, 0xff } },
	{ "BOCU-1", 3, { 0xfb, 0xee, 0x28 } },
	{ "GB18030", 4, { 0x84, 0x31, 0x95, 0x33 } },
	{ NULL, 0, { 0 } },
};

const struct u8c_signature *u8c_signature_of(const u8 *p, size_t n)
{
	const struct u8c_signature *s;

	for (s = u8c_signatures; s->length; s++)
		if (n >= s->length && !memcmp(p, s->bytes, s->length))
			return s;
	return NULL;
}

/* The signatures that a stream can read on from. */
static const struct {
	u8 encoding;
	u8 length;
	u8 bytes[4];
} marks[] = {
	{ UTF8CHECK_UTF32LE, 4, { 0xff, 0xfe, 0x00, 0x00 } },
	{ UTF8CHECK_UTF32BE, 4, { 0x00, 0x00, 0xfe, 0xff } },
	{ UTF8CHECK_UTF16LE, 2, { 0xff, 0xfe } },
	{ UTF8CHECK_UTF16BE, 2, { 0xfe, 0xff } },
};

int u8c_sniff(const u8 *p, size_t n, bool final)
{
	size_t i;

	for (i = 0; i < U8C_ARRAY_SIZE(marks); i++) {
		size_t known = n < marks[i].length ? n : marks[i].length;

		if (memcmp(p, marks[i].bytes, known))
			continue;
		if (known == marks[i].length)
			return marks[i].encoding;
		if (!final)
			return -1;
	}
	return UTF8CHECK_UTF8;
}
