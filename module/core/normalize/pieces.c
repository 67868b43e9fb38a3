// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The form of a text, piece by piece.
 *
 * A piece ends where the text may be cut, so its form is that part of the whole form.
 */
#include "normalize/pieces.h"
#include "normalize/rewrite.h"

void u8c_pieces_init(struct u8c_pieces *s, const struct u8c_impl *impl,
		     enum utf8check_form form, struct u8c_text text)
{
	s->impl = impl;
	s->p = text.p;
	s->end = text.p + text.n;
	s->form = form;
	s->at = 0;
	s->made = 0;
}

/* Bytes of the next piece; 0 if it would be too long, and at the end. */
static size_t piece_length(const struct u8c_pieces *s)
{
	const size_t left = s->end - s->p;
	size_t n = U8C_PIECE_TEXT;

	if (left <= n)
		return left;
	/* Bytes that change meanwhile may all be continuations. */
	while (n && u8c_is_continuation(s->p[n]))
		n--;
	if (u8c_has_boundary_at(s->form, s->p + n, s->end))
		return n;
	return u8c_segment_start(s->form, s->p, 0, n);
}

bool u8c_pieces_next(struct u8c_pieces *s)
{
	struct u8c_sink to = u8c_sink(s->out, sizeof(s->out));
	const size_t n = piece_length(s);
	size_t at = 0;

	if (!n && s->p < s->end)
		return false;
	if (n && u8c_rewrite(&to, s->impl, s->form, u8c_text(s->p, n), &at) < n)
		return false;
	if (to.made > to.room)
		return false;
	s->p += n;
	s->at = 0;
	s->made = to.made;
	return true;
}
