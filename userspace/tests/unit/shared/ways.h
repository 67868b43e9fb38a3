/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * All ways of the core to make or to check a normalization form.
 */
#ifndef TESTS_WAYS_H
#define TESTS_WAYS_H

#include "common.h"
#include "forms.h"

/* The most code points of a text that is tried. */
#define WAYS_MAX 1100

/*
 * Tries a text in all ways; its form must be @want.  If one way gives another
 * result, prints both and fails.
 */
void ways_try(enum utf8check_form form, const u32 *p, size_t n, const u32 *want,
	      size_t m);

/* The same; the form is made by the reference. */
void ways_try_reference(enum utf8check_form form, const u32 *p, size_t n);

/* Two texts must be equal under a form, or must not; and so must their hashes. */
void ways_compare(enum utf8check_form form, const u32 *a, size_t an, const u32 *b,
		  size_t bn, bool equal);

#endif /* TESTS_WAYS_H */
