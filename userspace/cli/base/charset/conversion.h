/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Charsets that the core does not know: their names, and text in them.
 */
#ifndef CHARSET_CONVERSION_H
#define CHARSET_CONVERSION_H

#include "base/file/input.h"
#include "base/text/find_errors.h"
#include "base/types.h"
#include "utf8check.h"

struct converter;
struct encoder;
struct mixed;

/* --- names: those of the core, and those that decoders read and iconv(3) writes */

/*
 * The core's number of an encoding, one of the first @n; -1 when the word names none of them.
 * Case, dashes and underscores do not matter.
 */
int charset_core_number(const char *word, unsigned int n);

/*
 * The name by which a decoder reads, or iconv writes, the charset that a user calls @word; NULL:
 * it is not known.  Labels of the Encoding Standard are names too.  Case, dashes and underscores
 * do not matter.  The name stays in memory.
 */
const char *charset_read(const char *word);
const char *charset_written(const char *word);

/* Return: the charset of a text that begins so, by its mark; NULL where the core reads it. */
const char *charset_of_mark(const u8 *p, size_t n);

/* How many bytes charset_of_mark() wants. */
#define CHARSET_MARK_MAX 4

/* What Python, and editors, call UTF-8 with a byte order mark; for the core it is UTF-8. */
#define CHARSET_WITH_MARK "utf-8-sig"
#define CHARSET_WITH_BOM "utf-8-bom"

/* Are letters and digits of ASCII themselves in a charset?  In UTF-7 some marks are not. */
bool charset_has_ascii(const char *word);

/*
 * Are the control characters that binary_has_controls() counts themselves in a charset?
 * In VISCII some are letters; in others, some shift to another set.
 */
bool charset_has_controls(const char *word);

/*
 * How many bytes a letter takes in a charset that iconv writes; 0 for another.  *first: how
 * many the first one takes, with what comes before it.
 */
size_t charset_letter(const char *word, size_t *first);

/*
 * Does iconv write a byte order mark of its own before a text, and take it away from
 * what it reads, as in UTF-16 without a byte order?
 */
bool charset_has_own_mark(const char *word);

/*
 * --- text in a charset that the core does not know, as UTF-8
 *
 * The conversion is between a file and a stream.  It handles the bytes that are
 * not of the charset; the stream gets only well-formed UTF-8.
 */

/*
 * Do --from=CHARSET, or NULL for none, and the options go together?  Return: false after a
 * message, also where the library that reads it is missing.
 */
bool converter_fits(const char *name, const struct utf8check_config *config);

/**
 * converter_open() - begin with a text
 * @name: a charset that the core does not know
 * @config: what the stream is to do, which makes sense.  The conversion carries out
 *	its action: reject, replace, drop or escape.  Escape becomes reject in @config,
 *	so that the stream does not escape again
 * @give: called with the UTF-8, at least a byte; returns 0, or -ECANCELED to stop
 * @context: for @give
 *
 * Return: NULL after a message, when there is no memory.
 */
struct converter *converter_open(const char *name, struct utf8check_config *config,
			   int (*give)(void *context, const u8 *p, size_t n),
			   void *context);

/**
 * converter_watch() - report every sequence that is not of the charset
 * @c: the text
 * @found: called with each, in order: its offset counts bytes of the source, its reason is
 *	invalid-byte, or incomplete at the end of the text.  False stops the text, and
 *	converter_push() then returns -ECANCELED
 * @context: for @found
 */
void converter_watch(struct converter *c,
		  bool (*found)(void *context, const struct utf8check_error *e),
		  void *context);

/* NULL is allowed. */
void converter_close(struct converter *c);

/*
 * Convert the next bytes; none: the text is at its end.  No answer depends on how it is split.
 * Return: 0; -EILSEQ when the action is reject and there was an error, now or before; -ECANCELED
 * when @give has stopped it.
 */
int converter_push(struct converter *c, const u8 *p, size_t n);

/* The sequence that stopped the text, as of converter_watch(); or NULL. */
const struct utf8check_error *converter_error(const struct converter *c);

/* Add the errors to the report of the stream that got the UTF-8. */
void converter_report(const struct converter *c, struct utf8check_report *report);

/**
 * converter_find_errors() - as find_errors(), of a file in such a charset
 * @search: what is asked.  The stream reads U+FFFD for each sequence that is not of the
 *	charset; that counts as an error, and as no code point
 * @charset: a charset that the core does not know
 * @found: called with each such sequence, with its place in the file and the @context of
 *	@search; false stops.  In order with what @search finds, but where a form waits
 * @in: the file
 * @work: FIND_CHUNK bytes, any content
 */
int converter_find_errors(struct error_search *search, const char *charset,
			  bool (*found)(void *context, const struct utf8check_error *e),
			  struct input *in, u8 *work);

/*
 * --- UTF-8 on its way into a charset that only iconv(3) knows
 *
 * The encoder is between a stream, which makes well-formed UTF-8, and a file.  It
 * handles the code points that the charset does not have.
 */

/* Do --to=CHARSET, or NULL for none, and the options go together?  False after a message. */
bool encoder_fits(const char *name, const struct utf8check_config *config);

/* One byte order mark where iconv writes its own: @bom "keep" and "add" become "strip". */
void encoder_adjust_bom(const char *name, struct utf8check_config *config);

/**
 * encoder_open() - begin with a text
 * @name: a charset that iconv can write
 * @action: enum utf8check_action: what is done with a code point that the charset
 *	does not have.  Replace: U+FFFD, or "?" where the charset does not have
 *	that; escape: each byte of its UTF-8 as \xHH; shortest: as reject
 * @give: called with the bytes, at least one; returns 0, or -ECANCELED to stop
 * @context: for @give
 *
 * Return: NULL after a message, when there is no memory.
 */
struct encoder *encoder_open(const char *name, u8 action,
			     int (*give)(void *context, const u8 *p, size_t n),
			     void *context);

/* NULL is allowed. */
void encoder_close(struct encoder *e);

/*
 * Encode the next bytes of well-formed UTF-8, which may be cut within a sequence.  Return: 0;
 * -EILSEQ when the text was stopped by a code point that the charset does not have, now or
 * before; -ECANCELED when @give has stopped it.
 */
int encoder_push(struct encoder *e, const u8 *p, size_t n);

/*
 * End the text, and the charset's shift state, also where a code point has stopped
 * the text.  Return: as encoder_push().
 */
int encoder_finish(struct encoder *e);

/*
 * The code point that stopped the text, or NULL.  Its place is that in the UTF-8, its reason is
 * out-of-range.
 */
const struct utf8check_error *encoder_error(const struct encoder *e);

/* Add what the charset does not have to the report of the stream. */
void encoder_report(const struct encoder *e, struct utf8check_report *report);

/* --- text that is UTF-8 and, where it is ill-formed, in a charset that iconv(3) knows */

/*
 * Do --on-error=CHARSET and the options go together?  @name may be NULL for none; @from:
 * the charset of --from, or NULL.  Return: false after a message.
 */
bool mixed_fits(const char *name, const char *from, const struct utf8check_config *config);

/*
 * The 128 code points of the bytes from 80 on, 0 where the charset has none.  Return: false where
 * it has more than single bytes, each for one code point: then mixed_open() is for it.
 */
bool mixed_table(const char *name, u32 *table);

/*
 * Begin with a text; @give is called with the UTF-8, at least a byte, and returns 0, or -ECANCELED
 * to stop.  Return: NULL after a message.
 */
struct mixed *mixed_open(const char *name, int (*give)(void *context, const u8 *p, size_t n),
			 void *context);

/* NULL is allowed. */
void mixed_close(struct mixed *m);

/* Convert the next bytes; none end the text.  Return: 0; -ECANCELED when @give stops. */
int mixed_push(struct mixed *m, const u8 *p, size_t n);

/* Add what was ill-formed to a report. */
void mixed_report(const struct mixed *m, struct utf8check_report *report);

#endif /* CHARSET_CONVERSION_H */
