/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What a text says of its encoding.
 */
#ifndef DETECT_DECLARED_H
#define DETECT_DECLARED_H

#include "base/types.h"

#define DECLARED_MAX 64

/**
 * declared_find() - the encoding that a text declares
 * @p: the start of the text
 * @n: how many bytes
 * @name: set to the label, of less than DECLARED_MAX bytes
 *
 * Declarations of XML, HTML, CSS, LaTeX, Perl, Python (PEP 263), emacs, vim, groff, gettext,
 * MIME, hunspell and its patterns for hyphens are known, after a mark and in UTF-16 too.
 *
 * Return: false if there is none.
 */
bool declared_find(const u8 *p, size_t n, char *name);

#endif /* DETECT_DECLARED_H */
