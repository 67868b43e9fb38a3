/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Normalization forms, exactly as the standard describes them, from the files of
 * the Unicode Character Database: slow, and without any code of the core.
 */
#ifndef TESTS_FORMS_H
#define TESTS_FORMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "core/codec/names.h"

/* The most code points that a code point becomes, in any form. */
#define FORMS_MAX 18

/* Reads data/ucd; run in userspace/. */
void forms_load(void);

/* The setup of a group of tests: random numbers, and these forms. */
int forms_setup(void **unused);

u8 forms_class(u32 cp);

/* Quick_Check of one of the four forms: 'Y', 'N' or 'M'. */
char forms_quick(enum utf8check_form form, u32 cp);

/* The form of a text; room for FORMS_MAX code points each.  Return: how many. */
size_t forms_make(enum utf8check_form form, const u32 *p, size_t n, u32 *out);

/* NFKC_Casefold of a code point, from DerivedNormalizationProps. */
size_t forms_casefold(u32 cp, u32 *out);

/* Full case folding of a code point (C and F of CaseFolding). */
size_t forms_fold(u32 cp, u32 *out);

/* The Stream-Safe Text Process (UAX15-D4); room for two code points each. */
size_t forms_stream_safe(const u32 *p, size_t n, u32 *out);

/* Well-formed UTF-8; room for four bytes each.  Return: bytes. */
size_t forms_encode(const u32 *p, size_t n, u8 *out);

/* Random code points; some form changes or reorders most of them. */
void forms_random(u32 *p, size_t n);

#endif /* TESTS_FORMS_H */
