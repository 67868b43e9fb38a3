/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The form of a text, piece by piece, in a small buffer.
 */
#ifndef U8C_NORMALIZE_PIECES_H
#define U8C_NORMALIZE_PIECES_H

#include "normalize/data.h"
#include "impl/impl.h"

/* The most bytes of text that become a piece, and of its form. */
#define U8C_PIECE_TEXT 128
#define U8C_PIECE_ROOM 400

/**
 * struct u8c_pieces - a text of which a piece was given its form
 *
 * @impl: the implementation to use.
 * @p: the text after the piece, well-formed (RFC 3629); it may be cut there.
 * @end: where the text ends.
 * @form: enum utf8check_form; u8c_pieces_next() takes all but UTF8CHECK_FORM_NONE.
 * @at: how much of @out was taken.
 * @made: bytes in @out.
 * @out: the piece in the form.
 */
struct u8c_pieces {
	const struct u8c_impl *impl;
	const u8 *p;
	const u8 *end;
	enum utf8check_form form;
	u16 at;
	u16 made;
	u8 out[U8C_PIECE_ROOM];
};

void u8c_pieces_init(struct u8c_pieces *s, const struct u8c_impl *impl,
		     enum utf8check_form form, struct u8c_text text);

/**
 * u8c_pieces_next() - give the next piece its form
 * @s: the text, of which all of @out was taken
 *
 * At the end of the text a piece is empty.
 *
 * Return: false, and nothing changes, where the text cannot be cut for long, or its
 * form has no room in @out.
 */
bool u8c_pieces_next(struct u8c_pieces *s);

/* Bytes of the piece that were not taken yet. */
static inline size_t u8c_pieces_left(const struct u8c_pieces *s)
{
	return s->made - s->at;
}

#endif /* U8C_NORMALIZE_PIECES_H */
