/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What a name looks like: its skeleton, UTS #39 section 4, by ICU.
 */
#ifndef SCAN_SKELETON_H
#define SCAN_SKELETON_H

#include <stdbool.h>
#include "core/u8c.h"

/**
 * skeleton_load() - load ICU
 *
 * Return: false after a message.
 */
bool skeleton_load(void);

/**
 * skeleton_of() - the skeleton of a name
 * @name: the name, well-formed UTF-8
 * @n: bytes of it
 * @length: set to the bytes of the skeleton
 *
 * Names that look the same have the same skeleton.  The skeleton is of the name
 * as it is displayed where it has bidi controls, and without what is not
 * displayed.  Any thread may call this, after skeleton_load().
 *
 * Return: the skeleton, in UTF-8, to be freed; NULL without memory.
 */
char *skeleton_of(const char *name, size_t n, size_t *length);

#endif /* SCAN_SKELETON_H */
