/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Names in one folder that are the same under a normalization form.
 */
#ifndef SCAN_NAME_COLLISIONS_H
#define SCAN_NAME_COLLISIONS_H

#include "io/directory.h"

/**
 * enum collision_form - which names are the same
 *
 * @COLLISION_NFC: those of one NFC, and so of one NFD.
 * @COLLISION_NFKC: also those of one NFKC, and so of one NFKD.
 * @COLLISION_CASEFOLD: also those of one NFD after case folding.
 * @COLLISION_NONE: none.
 */
enum collision_form {
	COLLISION_NFC,
	COLLISION_NFKC,
	COLLISION_CASEFOLD,
	COLLISION_NONE,
};

/* "nfc", "nfkc", "casefold", "none"; NULL for a number that is none of them. */
const char *collision_form_name(unsigned int same);

/**
 * name_collisions_find() - find them
 * @d: the folder
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
int name_collisions_find(const struct directory *d, enum collision_form same,
	       void (*found)(void *context, const struct directory_name *a,
			     const struct directory_name *b, const char *same),
	       void *context);

#endif /* SCAN_NAME_COLLISIONS_H */
