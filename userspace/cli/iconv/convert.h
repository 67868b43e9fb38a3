/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Text in a charset that only iconv(3) knows, as UTF-8.
 *
 * It stands between a file and a stream: what the charset does not have is
 * dealt with here, and the stream gets well-formed UTF-8 only.
 */
#ifndef ICONV_CONVERT_H
#define ICONV_CONVERT_H

#include "utf8check.h"
#include "core/u8c.h"

struct legacy;

/**
 * enum legacy_choice - whose encoding a word names
 *
 * @LEGACY_NONE: nobody's; a message has listed what is known.
 * @LEGACY_CORE: the core's.
 * @LEGACY_ICONV: only iconv's.
 */
enum legacy_choice { LEGACY_NONE, LEGACY_CORE, LEGACY_ICONV };

/**
 * legacy_choose() - whose encoding is it?
 * @word: the value of --from; of the core's, set to the name that the core
 *	gives it: case, dashes and underscores do not matter
 */
enum legacy_choice legacy_choose(const char **word);

/**
 * legacy_open() - begin with a text
 * @name: a charset that legacy_choose() left to iconv
 * @config: what the stream is to do; its action is taken over: reject,
 *	replace, drop and escape are done here, and of escape only the
 *	stream's part is left, reject
 * @give: called with the UTF-8, never with nothing; not 0 stops
 * @context: for @give
 *
 * Return: NULL after a message: no memory, or the configuration makes no sense
 * with such a source.
 */
struct legacy *legacy_open(const char *name, struct utf8check_config *config,
			   int (*give)(void *context, const u8 *p, size_t n),
			   void *context);

/**
 * legacy_watch() - hear of every sequence that is not of the charset
 * @l: the text
 * @found: called with each, in order, as legacy_error() has it; false stops
 *	the text, and legacy_push() then returns -ECANCELED
 * @context: for @found
 */
void legacy_watch(struct legacy *l,
		  bool (*found)(void *context, const struct utf8check_error *e),
		  void *context);

/* NULL is allowed. */
void legacy_close(struct legacy *l);

/**
 * legacy_push() - convert the next bytes
 * @l: the text
 * @p: the bytes; no answer depends on how the text is split
 * @n: how many; none says that the text is at its end
 *
 * Return: 0; -EILSEQ when the action is reject and legacy_error() was set, now
 * or before; what @give returned.
 */
int legacy_push(struct legacy *l, const u8 *p, size_t n);

/**
 * legacy_error() - the first sequence that is not of the charset
 * @l: the text
 *
 * Its offset is in the source; its reason invalid-byte, or incomplete at the
 * end of the text.
 *
 * Return: NULL when there was none.
 */
const struct utf8check_error *legacy_error(const struct legacy *l);

/* How many sequences were not of the charset, and the bytes of the text. */
u64 legacy_errors(const struct legacy *l);
u64 legacy_bytes(const struct legacy *l);

/* Add what was wrong to the report of the stream behind it. */
void legacy_report(const struct legacy *l, struct utf8check_report *report);

#endif /* ICONV_CONVERT_H */
