/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What Windows makes of a code point that a code page lacks: its best fit.
 */
#ifndef U8C_NAME_BEST_FIT_H
#define U8C_NAME_BEST_FIT_H

#include "name/ucd_property.h"

/**
 * u8c_best_fit_find() - the row of a code point
 * @cp: the code point
 *
 * Return: the row; NULL when no code page narrows it to ASCII, or to a letter or
 * digit.
 */
const struct u8c_best_fit_row *u8c_best_fit_find(u64 cp);

/**
 * u8c_best_fit() - the character that best fit makes of a code point
 * @cp: the code point
 *
 * Return: a character of ASCII that is printed and no letter or digit; 0 when there
 * is none.
 */
u8 u8c_best_fit(u64 cp);

#endif /* U8C_NAME_BEST_FIT_H */
