/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Normalization forms by the slow reference, for code points of 32 bits.
 */
#ifndef TESTS_FORMS_H
#define TESTS_FORMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "kunit/reference_form.h"

/* The most code points that a code point becomes, in any form. */
#define FORMS_MAX U8C_REF_MAPPING
/* The most code points of a text for forms_try(). */
#define FORMS_TEXT 1100

/* The setup of a group of tests, run in userspace/: random numbers, and a file of data/ucd. */
int forms_setup(void **unused);

u8 forms_class(u32 cp);

/* Quick_Check of one of the four forms: 'Y', 'N' or 'M'. */
char forms_quick(enum utf8check_form form, u32 cp);

/* The form of a text; room for FORMS_MAX code points each.  Return: how many. */
size_t forms_make(enum utf8check_form form, const u32 *p, size_t n, u32 *out);

/* Well-formed UTF-8; room for four bytes each.  Return: bytes. */
size_t forms_encode(const u32 *p, size_t n, u8 *out);

/* Random code points; some form changes or reorders most of them. */
void forms_random(u32 *p, size_t n);

/* Puts a text to each call, with each implementation; fails where the reference says other. */
void forms_try(enum utf8check_form form, const u32 *p, size_t n);

#endif /* TESTS_FORMS_H */
