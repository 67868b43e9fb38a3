/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What Windows makes of a code point that a code page lacks: its best fit.
 */
#ifndef U8C_NAME_BEST_FIT_H
#define U8C_NAME_BEST_FIT_H

#include "name/ucd_property.h"

/**
 * u8c_best_fit_find() - a row of a code point
 * @cp: the code point
 *
 * Return: its first row; NULL when no code page narrows it to what is printed in ASCII.
 */
const struct u8c_best_fit_row *u8c_best_fit_find(u64 cp);

/**
 * u8c_best_fit() - what a code page makes of a code point
 * @cp: the code point
 * @page: the bit of the code page; 0 for none
 * @pages: the bits of all code pages that narrow @cp to ASCII are added
 *
 * Return: a character of ASCII that is printed; @cp when this page narrows it to none.
 */
u64 u8c_best_fit(u64 cp, u16 page, u16 *pages);

#endif /* U8C_NAME_BEST_FIT_H */
