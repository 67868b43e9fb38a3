/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The form of a text, read in parts of any size.
 *
 * The reader takes linear time and runs of nonstarters of any length, and allocates
 * nothing.
 */
#ifndef U8C_NORMALIZE_READER_H
#define U8C_NORMALIZE_READER_H

#include "normalize/pieces.h"
#include "normalize/recompose.h"

/**
 * struct u8c_reader - a text whose form is read
 *
 * Owned by the caller.  It has pointers to the text.
 *
 * @pieces: the text, and the part of its form that is read next.
 * @points: a segment that is too long for a piece, code point by code point.
 * @in_segment: @points is not at its end.
 */
struct u8c_reader {
	struct u8c_pieces pieces;
	struct u8c_recompose points;
	bool in_segment;
};

/**
 * u8c_reader_init() - start to read the form of a text
 * @r: the reader; any content
 * @impl: the implementation to use
 * @form: enum utf8check_form; with UTF8CHECK_FORM_NONE the text itself is read
 * @text: well-formed (RFC 3629)
 */
void u8c_reader_init(struct u8c_reader *r, const struct u8c_impl *impl,
		     enum utf8check_form form, struct u8c_text text);

/**
 * u8c_reader_fill() - have bytes of the form at hand
 * @r: the reader
 *
 * Makes the next part of the form when all bytes of r->pieces were taken.
 *
 * Return: false at the end of the form.
 */
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

#endif /* U8C_NORMALIZE_READER_H */
