/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The conversions of fs/nls of the kernel's source, with a prefix.
 */
#ifndef STOCK_NLS_H
#define STOCK_NLS_H

#include <linux/nls.h>

int stock_utf8_to_utf32(const u8 *s, int len, unicode_t *pu);
int stock_utf32_to_utf8(unicode_t u, u8 *s, int maxlen);
int stock_utf8s_to_utf16s(const u8 *s, int len, enum utf16_endian endian, wchar_t *pwcs,
			  int maxlen);
int stock_utf16s_to_utf8s(const wchar_t *pwcs, int len, enum utf16_endian endian, u8 *s,
			  int maxlen);

#endif /* STOCK_NLS_H */
