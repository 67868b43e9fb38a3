/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * All ways of the core to make or to check a normalization form.
 */
#ifndef TESTS_WAYS_H
#define TESTS_WAYS_H

#include "common.h"
#include "forms.h"

/* Code points of a text that is tried. */
#define WAYS_MAX 1100

/*
 * Puts a text to all of them; its form must be @want.  Fails, and shows both,
 * when one of them says otherwise.
 */
void ways_try(enum utf8check_form form, const u32 *p, size_t n, const u32 *want,
	      size_t m);

/* The same, and the form is the reference's. */
void ways_try_reference(enum utf8check_form form, const u32 *p, size_t n);

/* Two texts must be equal, or not, under a form, and so must their hashes. */
void ways_compare(enum utf8check_form form, const u32 *a, size_t an, const u32 *b,
		  size_t bn, bool equal);

#endif /* TESTS_WAYS_H */
