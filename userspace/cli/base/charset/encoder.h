/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * UTF-8 on its way into a charset that only iconv(3) knows.
 *
 * The encoder is between a stream, which makes well-formed UTF-8, and a file.  It
 * handles the code points that the charset does not have.
 */
#ifndef CHARSET_ENCODER_H
#define CHARSET_ENCODER_H

#include "utf8check.h"
#include "base/types.h"

struct encoder;

/**
 * encoder_fits() - do --to=CHARSET and the options go together?
 * @name: a charset that only iconv knows, or NULL for none
 * @config: what the other options ask for
 *
 * Return: false after a message.
 */
bool encoder_fits(const char *name, const struct utf8check_config *config);

/**
 * encoder_adjust_bom() - one byte order mark where iconv writes its own
 * @name: a charset that only iconv knows, or NULL for none
 * @config: its @bom "keep" and "add" become "strip" in this charset
 */
void encoder_adjust_bom(const char *name, struct utf8check_config *config);

/**
 * encoder_open() - begin with a text
 * @name: a charset that iconv can write
 * @action: enum utf8check_action: what is done with a code point that the charset
 *	does not have.  Replace: U+FFFD, or "?" where the charset does not have
 *	that; escape: each byte of its UTF-8 as \xHH; shortest: as reject
 * @give: called with the bytes, at least one; a value other than 0 stops
 * @context: for @give
 *
 * Return: NULL after a message, when there is no memory.
 */
struct encoder *encoder_open(const char *name, u8 action,
			     int (*give)(void *context, const u8 *p, size_t n),
			     void *context);

/* NULL is allowed. */
void encoder_close(struct encoder *e);

/**
 * encoder_push() - encode the next bytes
 * @e: the text
 * @p: well-formed UTF-8, which may be cut within a sequence
 * @n: how many bytes
 *
 * Return: 0; -EILSEQ when the text was stopped by a code point that the charset
 * does not have, now or before; the value that @give returned to stop.
 */
int encoder_push(struct encoder *e, const u8 *p, size_t n);

/*
 * End the text, and the charset's shift state, also where a code point has stopped
 * the text.  Return: as encoder_push().
 */
int encoder_finish(struct encoder *e);

/**
 * encoder_error() - the code point that stopped the text
 * @e: the text
 *
 * Its place is that in the UTF-8, its reason is out-of-range.
 *
 * Return: NULL when none has stopped it.
 */
const struct utf8check_error *encoder_error(const struct encoder *e);

/* Add what the charset does not have to the report of the stream. */
void encoder_report(const struct encoder *e, struct utf8check_report *report);

#endif /* CHARSET_ENCODER_H */
