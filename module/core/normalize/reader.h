/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The form of a text, read in parts of any size.
 *
 * The reader takes linear time and runs of nonstarters of any length, and allocates nothing.
 */
#ifndef U8C_NORMALIZE_READER_H
#define U8C_NORMALIZE_READER_H

#include "normalize/canonical.h"
#include "impl/impl.h"

/* The most bytes of text whose form is made at once, and room for that form. */
#define U8C_READER_TEXT 128
#define U8C_READER_ROOM 400

/**
 * struct u8c_reader - a text whose form is read
 *
 * Owned by the caller.  It has pointers to the text.
 *
 * @impl: the implementation to use.
 * @p: the text after the part in @out, well-formed (RFC 3629); it may be cut there.
 * @end: where the text ends.
 * @form: enum utf8check_form; with UTF8CHECK_FORM_NONE the text itself is read.
 * @in_segment: @points is not at its end.
 * @at: how much of @out was taken.
 * @made: bytes in @out.
 * @out: a part of the form.
 * @points: a segment that is too long for @out, code point by code point.
 */
struct u8c_reader {
	const struct u8c_impl *impl;
	const u8 *p;
	const u8 *end;
	enum utf8check_form form;
	bool in_segment;
	u16 at;
	u16 made;
	u8 out[U8C_READER_ROOM];
	struct u8c_recompose points;
};

/* Starts to read the form of a text, which is well-formed (RFC 3629). */
void u8c_reader_init(struct u8c_reader *r, const struct u8c_impl *impl,
		     enum utf8check_form form, struct u8c_text text);

/* Makes the next part of the form when all of r->out was taken.  Return: false at its end. */
bool u8c_reader_fill(struct u8c_reader *r);

/**
 * u8c_reader_next() - read the next bytes of the form
 * @r: the reader
 * @out: where the bytes go
 * @room: how many there is room for
 *
 * Return: how many bytes were read: @room, or fewer at the end of the form.
 */
size_t u8c_reader_next(struct u8c_reader *r, u8 *out, size_t room);

/* Bytes of the part that were not taken yet. */
static inline size_t u8c_reader_left(const struct u8c_reader *r)
{
	return r->made - r->at;
}

#endif /* U8C_NORMALIZE_READER_H */
