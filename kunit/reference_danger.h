/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The slow reference for well-formed names that other programs make dangerous:
 * linear searches through lists that were made independently of the core's table.
 */
#ifndef U8C_REFERENCE_DANGER_H
#define U8C_REFERENCE_DANGER_H

#include "reference.h"

/**
 * u8c_ref_point_danger() - is a code point of a class, wherever it stands?
 * @cp: the code point
 * @class: UTF8CHECK_CLASS_COMPAT_DANGER, UTF8CHECK_CLASS_TRANSLIT_DANGER or
 *	UTF8CHECK_CLASS_URL_DANGER, UTF8CHECK_CLASS_BESTFIT_DANGER
 *
 * Return: true when it is in the class's list.
 */
bool u8c_ref_point_danger(u64 cp, unsigned int class);

/**
 * u8c_ref_is_dash() - is a code point a dash, or does its decomposition begin with one?
 * @cp: the code point
 *
 * Above ASCII such a code point is a UTF8CHECK_CLASS_COMPAT_DANGER where it begins a component.
 *
 * Return: true when it is.
 */
bool u8c_ref_is_dash(u64 cp);

/**
 * u8c_ref_ignorable_danger() - as u8c_hides_dot(), by writing out the rest
 * @p: a component
 * @n: how many bytes
 *
 * Return: true when something is left out and the rest begins with a dot.
 */
bool u8c_ref_ignorable_danger(const u8 *p, size_t n);

#endif /* U8C_REFERENCE_DANGER_H */
