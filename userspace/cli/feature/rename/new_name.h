/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Which name a file should have.
 */
#ifndef RENAME_NEW_NAME_H
#define RENAME_NEW_NAME_H

#include <stdbool.h>
#include "base/types.h"
#include "utf8check.h"

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

#define READINGS_MAX 8

/**
 * struct readings - the readings chosen, in the order in which they are tried
 *
 * @list: each, and for a charset the conversion by iconv, until the process ends.
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

/*
 * Ill-formed names are read by the first of them that can; mojibake is undone in
 * well-formed names only, and only where that is exact.
 *
 * readings_add() is for each word of an option: it goes into the struct readings at @to.
 */
bool readings_add(void *to, const char *word);

/* The longest text that replaces a character that is refused. */
#define INSTEAD_MAX 32

/**
 * struct name_rules - what makes a name a good one
 *
 * @engine: the engine that judges.
 * @policy: what is refused.
 * @readings: how a name is read.
 * @transliterate: it should be ASCII, as far as that is known; transliterate_load() was
 *	called.
 * @form: the normalization form it should have; or UTF8CHECK_FORM_NONE.
 * @instead: what replaces a character that the policy refuses.
 */
struct name_rules {
	struct utf8check *engine;
	struct utf8check_policy policy;
	struct readings readings;
	bool transliterate;
	u8 form;
	const char *instead;
};

/* Load ICU, for @transliterate.  Return: false after a message. */
bool transliterate_load(void);

/**
 * enum new_name - what was found
 *
 * @NEW_NAME_SAME: the name is good as it is.
 * @NEW_NAME_FOUND: there is a better one.
 * @NEW_NAME_NONE: it is not good, and there is none.
 */
enum new_name { NEW_NAME_SAME, NEW_NAME_FOUND, NEW_NAME_NONE };

/**
 * new_name_find() - which name a file should have
 * @rules: what makes a name a good one
 * @name: the name
 * @to: set to the new name
 * @why: for NEW_NAME_NONE set to the reason, a text
 *
 * A new name that was found is good: for it, NEW_NAME_SAME would be returned.
 */
enum new_name new_name_find(const struct name_rules *rules,
			    const struct name_text *name, struct name_text *to,
			    const char **why);

#endif /* RENAME_NEW_NAME_H */
