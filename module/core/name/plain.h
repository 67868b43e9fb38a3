/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Names and paths in which nothing can be found.
 */
#ifndef U8C_NAME_PLAIN_H
#define U8C_NAME_PLAIN_H

#include "codec/names.h"

/**
 * u8c_is_plain() - is a name or path such that nothing can be found in it?
 * @p: the bytes
 * @n: how many
 * @path: it is a path
 * @policy: what is refused
 *
 * Takes less time than u8c_name(), which asks this first; by general registers alone.
 *
 * Return: true for well-formed bytes in which no class is found; false when
 * u8c_name() has to look.
 */
bool u8c_is_plain(const u8 *p, size_t n, bool path, const struct utf8check_policy *policy);

#endif /* U8C_NAME_PLAIN_H */
