/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Text that is UTF-8 and, where it is ill-formed, in a charset that iconv(3) knows.
 */
#ifndef CHARSET_MIXED_H
#define CHARSET_MIXED_H

#include "base/types.h"
#include "utf8check.h"

struct mixed;

/*
 * Do --on-error=CHARSET and the options go together?  @name may be NULL for none; @from:
 * the charset of --from, or NULL.  Return: false after a message.
 */
bool mixed_fits(const char *name, const char *from, const struct utf8check_config *config);

/**
 * mixed_table() - the code points of the bytes from 80 on
 * @name: a charset
 * @table: 128 code points; 0 where the charset has none
 *
 * Return: true; false where the charset has more than single bytes, each for one code
 * point: then mixed_open() is for it.
 */
bool mixed_table(const char *name, u32 *table);

/**
 * mixed_open() - begin with a text
 * @name: the charset
 * @give: called with the UTF-8, at least a byte; a value other than 0 stops
 * @context: for @give
 *
 * Return: NULL after a message.
 */
struct mixed *mixed_open(const char *name, int (*give)(void *context, const u8 *p, size_t n),
			 void *context);

/* NULL is allowed. */
void mixed_close(struct mixed *m);

/* Convert the next bytes; none end the text.  Return: 0; what @give returned to stop. */
int mixed_push(struct mixed *m, const u8 *p, size_t n);

/* Add what was ill-formed to a report. */
void mixed_report(const struct mixed *m, struct utf8check_report *report);

#endif /* CHARSET_MIXED_H */
