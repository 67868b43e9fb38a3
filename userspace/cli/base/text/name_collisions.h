/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Names in one directory that are the same under a normalization form.
 */
#ifndef TEXT_NAME_COLLISIONS_H
#define TEXT_NAME_COLLISIONS_H

#include <stdio.h>
#include "base/file/directory.h"

/* Which names are the same. */
enum collision_form {
	COLLISION_NFC,		/* names with the same NFC, and so the same NFD */
	COLLISION_NFKC,		/* also names with the same NFKC, and so the same NFKD */
	COLLISION_CASEFOLD,	/* also names with the same NFD after case folding */
	COLLISION_NFKC_CASEFOLD,	/* also names with the same NFKC_Casefold */
	COLLISION_CONFUSABLE,	/* also names that look the same, as skeleton_of() says */
	COLLISION_NONE,		/* no names */
	COLLISION_DEFAULT,	/* nothing was chosen */
};

/* "nfc", ..., "none"; NULL for any other number. */
const char *collision_form_name(unsigned int same);

/*
 * Called once with each pair of names that are the same: the earlier name @a, the
 * later name @b, and the first of the forms that joins them.
 */
typedef void (*name_collision_fn)(void *context, const struct directory_name *a,
				  const struct directory_name *b, const char *same);

/*
 * Find names that are the same; for COLLISION_CONFUSABLE skeleton_load() was called.  Ill-formed
 * names are left out: they are the same only when their bytes are, and no directory has the same
 * bytes twice.  Return: 0; -ENOMEM.
 */
int name_collisions_find(const struct directory *d, enum collision_form same,
			 name_collision_fn found, void *context);

/*
 * For two names with the same NFC, which look the same, print the bytes of the characters
 * that differ, as " (65 CC 81 -> C3 A9)"; of others, nothing.
 */
void name_print_difference(FILE *to, const char *a, const char *between, const char *b);

/* Load ICU.  Return: false after a message. */
bool skeleton_load(void);

/*
 * The skeleton of a well-formed name, to be freed; NULL without memory.  Names that look the same
 * have the same one.  It is of the name as it is displayed where it has bidi controls, and
 * without what is not displayed.  Any thread may call this, after skeleton_load().
 */
char *skeleton_of(const char *name, size_t n, size_t *length);

#endif /* TEXT_NAME_COLLISIONS_H */
