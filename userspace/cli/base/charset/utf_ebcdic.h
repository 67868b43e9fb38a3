/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * UTF-EBCDIC: Unicode Technical Report #16.
 */
#ifndef CHARSET_UTF_EBCDIC_H
#define CHARSET_UTF_EBCDIC_H

#include "base/types.h"

/* As utf_1_take(), of UTF-EBCDIC. */
int utf_ebcdic_take(const u8 *p, size_t n, u32 *cp);

#endif /* CHARSET_UTF_EBCDIC_H */
