/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Brute force: every input of a kind through every implementation that this
 * processor has, against the slow reference in kunit/.
 */
#ifndef PROVE_H
#define PROVE_H

#include "module/core/u8c.h"

/* Each part is done in so many pieces of about the same size. */
#define PIECES 64

/* The bytes in which a short text is put, so that vector registers are used. */
#define BLOCK 64

/* Each tries one piece.  Return: how many inputs went wrong. */
unsigned long prove_four(unsigned int piece);
unsigned long prove_three(unsigned int piece);
unsigned long prove_points(unsigned int piece);
unsigned long prove_pairs(unsigned int piece);

/* Says what went wrong with @n bytes at @p, but not too often. */
void prove_failed(const char *what, const struct u8c_impl *impl, const u8 *p, size_t n);

/* How many inputs went wrong so far. */
unsigned long prove_failures(void);

/* The implementations that this processor has, ended by NULL. */
extern const struct u8c_impl *prove_impls[];

#endif /* PROVE_H */
