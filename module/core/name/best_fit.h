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

/* The next row of the same code point; NULL after the last one. */
const struct u8c_best_fit_row *u8c_best_fit_next(const struct u8c_best_fit_row *row);

#endif /* U8C_NAME_BEST_FIT_H */
