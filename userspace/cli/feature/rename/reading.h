/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * How a name is read that is ill-formed, or that was misread before.
 */
#ifndef RENAME_READING_H
#define RENAME_READING_H

#include <stdbool.h>
#include "base/types.h"

/* More bytes than any name has, whatever it is converted into. */
#define NAME_ROOM 16384

/**
 * struct name_text - a name in the making
 *
 * @bytes: its bytes.
 * @n: how many.
 */
struct name_text {
	u8 bytes[NAME_ROOM];
	size_t n;
};

/* Add bytes; false where there is no room. */
bool name_text_add(struct name_text *t, const void *p, size_t n);

void name_text_copy(struct name_text *to, const struct name_text *t);

bool name_text_is_well_formed(const struct name_text *t);

#define READINGS_MAX 8

/**
 * struct readings - the readings chosen, in the order in which they are tried
 *
 * @list: each, and for a charset the conversion by iconv.
 * @count: how many.
 * @mojibake: look for mojibake.
 * @undo: undoes mojibake in @n bytes at @text, into @to, which has room for 4 * @n; false where
 *	there is none, or not exactly.
 */
struct readings {
	struct reading {
		u8 kind;
		void *charset;
	} list[READINGS_MAX];
	unsigned int count;
	bool mojibake;
	bool (*undo)(const u8 *text, size_t n, u8 *to, size_t *length);
};

/* An option's take(): a list of readings, into the struct readings at @to. */
bool readings_take(void *to, const char *words);

/**
 * readings_read() - read a name by the first reading that can
 * @r: the readings
 * @name: the name
 * @to: set to what was read
 *
 * Mojibake is undone in well-formed names only, and only where that is exact; all
 * other readings are for ill-formed names only.
 *
 * Return: false when no reading can.
 */
bool readings_read(const struct readings *r, const struct name_text *name,
		   struct name_text *to);
void readings_free(struct readings *r);

#endif /* RENAME_READING_H */
