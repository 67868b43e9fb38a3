/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The slow reference for protected names: every reading is written out, and every
 * short name is made.
 */
#ifndef U8C_REFERENCE_PROTECT_H
#define U8C_REFERENCE_PROTECT_H

#include "reference.h"

/**
 * u8c_ref_is_protected() - as u8c_is_protected()
 * @t: the protected names, of which only the text is used
 * @p: a component
 * @n: how many bytes
 *
 * One thread at a time.
 *
 * Return: true when the component is taken for a protected name.
 */
bool u8c_ref_is_protected(const struct u8c_protect *t, const u8 *p, size_t n);

#endif /* U8C_REFERENCE_PROTECT_H */
