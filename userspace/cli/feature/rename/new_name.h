/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Which name a file should have.
 */
#ifndef RENAME_NEW_NAME_H
#define RENAME_NEW_NAME_H

#include "feature/rename/reading.h"
#include "utf8check.h"

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
