// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * How texts say their encoding in the first bytes: U+FEFF in each of them
 * (Unicode section 2.13, Table 2-4; UTS #6 for SCSU; UTN #6 for BOCU-1).
 */
#include "codec/bom.h"

const struct u8c_signature u8c_signatures[] = {
	{ "UTF-8", 3, { 0xef, 0xbb, 0xbf }, 0 },
	{ "UTF-32LE", 4, { 0xff, 0xfe, 0x00, 0x00 }, UTF8CHECK_ENCODING_UTF32LE },
	{ "UTF-32BE", 4, { 0x00, 0x00, 0xfe, 0xff }, UTF8CHECK_ENCODING_UTF32BE },
	{ "UTF-16LE", 2, { 0xff, 0xfe }, UTF8CHECK_ENCODING_UTF16LE },
	{ "UTF-16BE", 2, { 0xfe, 0xff }, UTF8CHECK_ENCODING_UTF16BE },
	{ "UTF-7", 4, { 0x2b, 0x2f, 0x76, 0x38 }, 0 },
	{ "UTF-7", 4, { 0x2b, 0x2f, 0x76, 0x39 }, 0 },
	{ "UTF-7", 4, { 0x2b, 0x2f, 0x76, 0x2b }, 0 },
	{ "UTF-7", 4, { 0x2b, 0x2f, 0x76, 0x2f }, 0 },
	{ "UTF-1", 3, { 0xf7, 0x64, 0x4c }, 0 },
	{ "UTF-EBCDIC", 4, { 0xdd, 0x73, 0x66, 0x73 }, 0 },
	{ "SCSU", 3, { 0x0e, 0xfe, 0xff }, 0 },
	{ "BOCU-1", 3, { 0xfb, 0xee, 0x28 }, 0 },
	{ "GB18030", 4, { 0x84, 0x31, 0x95, 0x33 }, 0 },
	{ NULL, 0, { 0 }, 0 },
};

const struct u8c_signature *u8c_signature_of(const u8 *p, size_t n)
{
	for (const struct u8c_signature *s = u8c_signatures; s->length; s++)
		if (n >= s->length && !memcmp(p, s->bytes, s->length))
			return s;
	return NULL;
}

int u8c_sniff(const u8 *p, size_t n, bool final)
{
	for (const struct u8c_signature *s = u8c_signatures; s->length; s++) {
		size_t known = n < s->length ? n : s->length;

		if (!s->encoding || memcmp(p, s->bytes, known))
			continue;
		if (known == s->length)
			return s->encoding;
		if (!final)
			return -1;
	}
	return UTF8CHECK_ENCODING_UTF8;
}
