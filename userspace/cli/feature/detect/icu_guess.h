/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Guesses at the encoding of a text, by ICU, where it is installed.
 */
#ifndef DETECT_ICU_GUESS_H
#define DETECT_ICU_GUESS_H

#include "base/types.h"

/**
 * icu_guess() - the guess number @i of a text, the best first
 * @p: the text, or a part of it
 * @n: how many bytes
 * @i: from 0
 *
 * Only one thread may call this.
 *
 * Return: the name of an encoding, valid until the next call with 0; NULL if there are no
 * more guesses, or no ICU.
 */
const char *icu_guess(const u8 *p, size_t n, unsigned int i);

#endif /* DETECT_ICU_GUESS_H */
