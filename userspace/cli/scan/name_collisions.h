/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Names in one folder that are the same under a normalization form.
 */
#ifndef SCAN_NAME_COLLISIONS_H
#define SCAN_NAME_COLLISIONS_H

#include "io/directory.h"

/**
 * enum twins_same - which names are the same
 *
 * @TWINS_NFC: those of one NFC, and so of one NFD.
 * @TWINS_NFKC: also those of one NFKC, and so of one NFKD.
 * @TWINS_CASEFOLD: also those of one NFD after case folding.
 * @TWINS_NONE: none.
 */
enum twins_same {
	TWINS_NFC,
	TWINS_NFKC,
	TWINS_CASEFOLD,
	TWINS_NONE,
};

/* "nfc", "nfkc", "casefold", "none"; NULL for a number that is none of them. */
const char *twins_same_name(unsigned int same);

/**
 * twins_find() - find them
 * @f: the folder
 * @same: which are the same
 * @found: called with each name that is the same as one before it, that one
 *	first, and the form, once: the first one of nfc, nfkc, casefold
 * @context: for @found
 *
 * Names that are ill-formed are left out: to be the same they would have to
 * have the same bytes.
 *
 * Return: 0; -ENOMEM.
 */
int twins_find(const struct folder *f, enum twins_same same,
	       void (*found)(void *context, const struct folder_name *a,
			     const struct folder_name *b, const char *same),
	       void *context);

#endif /* SCAN_NAME_COLLISIONS_H */
