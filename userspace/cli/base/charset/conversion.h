/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Charsets that the core does not know: their names, and text in them.
 *
 * The names are in charset_name.c.  Text from a charset is made UTF-8 by converter.c, which uses a
 * decoder (decoder.h: single_byte.c, icu_decoder.c); text into a charset is made of UTF-8 by
 * encoder.c; UTF-8 that is partly in a charset is mended by mixed.c.
 */
#ifndef CHARSET_CONVERSION_H
#define CHARSET_CONVERSION_H

#include "base/file/input.h"
#include "base/text/find_errors.h"
#include "base/types.h"
#include "utf8check.h"

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

/* --- conversions of text: between a file and a stream, which has UTF-8 */

/* Takes @n bytes, at least one.  Return: 0; -ECANCELED to stop. */
typedef int give_fn(void *context, const u8 *p, size_t n);

/* Takes an error.  Return: false to stop. */
typedef bool found_fn(void *context, const struct utf8check_error *e);

/**
 * struct conversion - text on its way, as one of the functions below has opened it
 *
 * @push: as conversion_push().
 * @close: frees what the conversion holds.
 * @give: takes what is made.
 * @context: for @give.
 * @found: takes each error of a converter, in order; or NULL.  Set before the first byte.
 * @watcher: for @found.
 * @stopped: what conversion_push() returns from now on, where it is not 0.
 * @offset: the offset, in the text that is converted, of the next byte.
 * @place: line and column of the next code point.
 * @errors: how many sequences could not be converted.
 * @by_reason: these by enum utf8check_reason.
 * @first: the first of these.
 */
struct conversion {
	int (*push)(struct conversion *c, const u8 *p, size_t n);
	void (*close)(struct conversion *c);
	give_fn *give;
	void *context;
	found_fn *found;
	void *watcher;
	int stopped;
	u64 offset;
	struct utf8check_position place;
	u64 errors;
	u64 by_reason[UTF8CHECK_REASONS];
	struct utf8check_error first;
};

/*
 * Convert the next bytes; none: the text is at its end.  No answer depends on how it is split.
 * Return: 0; -EILSEQ when the text was stopped by what cannot be converted, now or before;
 * -ECANCELED when @give or @found has stopped it.
 */
int conversion_push(struct conversion *c, const u8 *p, size_t n);

/* NULL is allowed. */
void conversion_close(struct conversion *c);

/* What cannot be converted and has stopped the text; or NULL. */
const struct utf8check_error *conversion_error(const struct conversion *c);

/* Add the errors to the report of the stream. */
void conversion_report(const struct conversion *c, struct utf8check_report *report);

/* For the conversions: memory, all zero but for what @give takes, and the place; NULL without. */
void *conversion_new(size_t size, give_fn *give, void *context);

/* For the conversions: give bytes, if there are any.  Return: @stopped. */
int conversion_give(struct conversion *c, const void *p, size_t n);

/* For the conversions: the next @n bytes of the text, at @p, cannot be converted. */
void conversion_record(struct conversion *c, u8 reason, const u8 *p, size_t n);

/*
 * --- text in a charset that the core does not know, as UTF-8
 *
 * A converter handles the bytes that are not of the charset; the stream gets only well-formed
 * UTF-8.
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
 * @give: takes the UTF-8
 * @context: for @give
 *
 * The errors are the sequences that are not of the charset: invalid-byte, or incomplete at the
 * end of the text.
 *
 * Return: NULL after a message, when there is no memory.
 */
struct conversion *converter_open(const char *name, struct utf8check_config *config,
				  give_fn *give, void *context);

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
int converter_find_errors(struct error_search *search, const char *charset, found_fn *found,
			  struct input *in, u8 *work);

/*
 * --- UTF-8 on its way into a charset that only iconv(3) knows
 *
 * An encoder gets well-formed UTF-8 from the stream, which may be cut within a sequence, and
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
 * @give: takes the bytes
 * @context: for @give
 *
 * The errors are the code points that the charset does not have, with their places in the UTF-8;
 * the reason is out-of-range.  The end of the text also ends the charset's shift state, where a
 * code point has stopped the text too.
 *
 * Return: NULL after a message, when there is no memory.
 */
struct conversion *encoder_open(const char *name, u8 action, give_fn *give, void *context);

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
 * Begin with a text; @give takes the UTF-8.  The errors are what was ill-formed, without places.
 * Return: NULL after a message.
 */
struct conversion *mixed_open(const char *name, give_fn *give, void *context);

#endif /* CHARSET_CONVERSION_H */
