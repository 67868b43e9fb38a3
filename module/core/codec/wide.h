/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * UTF-16 and UTF-32, in either byte order (Unicode section 3.10).  Private to
 * the core: u8c_decode() and u8c_encode() come here.
 */
#ifndef U8C_CODEC_WIDE_H
#define U8C_CODEC_WIDE_H

#include "codec/decode.h"

int u8c_decode_utf16(const struct u8c_coding *c, struct u8c_text text,
		     bool final, u64 *cp, struct utf8check_error *e);
int u8c_decode_utf32(const struct u8c_coding *c, struct u8c_text text,
		     bool final, u64 *cp, struct utf8check_error *e);

/* @cp is one that the profile has and, in UTF-16, at most U+10FFFF. */
size_t u8c_encode_utf16(bool big, u64 cp, u8 *out);
size_t u8c_encode_utf32(bool big, u64 cp, u8 *out);

#endif /* U8C_CODEC_WIDE_H */
