/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What a well-formed name becomes when it is normalized, stripped of what
 * cannot be seen, transliterated, or narrowed to a code page.
 */
#ifndef U8C_NAME_DANGER_H
#define U8C_NAME_DANGER_H

#include "codec/names.h"

/**
 * u8c_dangers() - what does a code point become?
 * @cp: the code point
 * @begins: it begins a component
 *
 * Return: one bit for each class that holds.  UTF8CHECK_CLASS_COMPAT_DANGER: its canonical or
 * compatibility decomposition (NFD, NFKD) holds a slash, a backslash, a dot, a NUL, or one of
 * the other characters that the shell may treat specially (POSIX.1-2024, XCU 2.2, but for
 * blanks), or where @begins, begins with a dash.  UTF8CHECK_CLASS_TRANSLIT_DANGER: that does
 * not hold, but common transliteration writes it with a slash or a backslash.
 * UTF8CHECK_CLASS_URL_DANGER: NFKC makes a @ : ? # or slash of it;
 * UTF8CHECK_CLASS_BESTFIT_DANGER: a code page of Windows narrows it to one of these characters
 * or to a dash.  ASCII has no danger.
 */
u64 u8c_dangers(u64 cp, bool begins);

/**
 * u8c_becomes_dash() - does the decomposition of a code point begin with a dash?
 * @cp: the code point
 *
 * Return: whether it does; false for a dash itself.
 */
bool u8c_becomes_dash(u64 cp);

/**
 * u8c_hides_dot() - does a component that begins with a dot hide that, or its rest?
 * @p: the component's bytes
 * @n: how many
 *
 * Return: true when it holds a default-ignorable code point and, without
 * these, begins with a dot: it is taken for ".", "..", ".git" or another name
 * that tools hide or trust.  What is ill-formed is not ignorable.
 */
bool u8c_hides_dot(const u8 *p, size_t n);

#endif /* U8C_NAME_DANGER_H */
