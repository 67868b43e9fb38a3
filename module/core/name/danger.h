/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What a well-formed name becomes when it is normalized, stripped of what
 * cannot be seen, or transliterated.
 */
#ifndef U8C_NAME_DANGER_H
#define U8C_NAME_DANGER_H

#include "codec/names.h"

/**
 * u8c_danger() - does a code point become a dangerous character?
 * @cp: the code point
 *
 * Return: UTF8CHECK_COMPAT_DANGER when its canonical or compatibility decomposition
 * (NFD, NFKD) holds a slash, a backslash, a dot, a NUL, or one of the other
 * characters that the shell may treat specially (POSIX.1-2017, XCU 2.2, but
 * for blanks); else UTF8CHECK_TRANSLIT_DANGER when common transliteration writes it
 * with a slash or a backslash; else UTF8CHECK_CLASS_OK.  ASCII becomes nothing.
 */
enum utf8check_class u8c_danger(u64 cp);

/**
 * u8c_hides_dot() - does a component hide that it begins with a dot, or how
 * it goes on?
 * @p: the component's bytes
 * @n: how many
 *
 * Return: true when it holds a default-ignorable code point and, without
 * these, begins with a dot: it is taken for ".", "..", ".git" or another name
 * that tools hide or trust.  What is ill-formed is not ignorable.
 */
bool u8c_hides_dot(const u8 *p, size_t n);

#endif /* U8C_NAME_DANGER_H */
