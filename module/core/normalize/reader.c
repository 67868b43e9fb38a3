// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The form of a text, read in parts of any size.
 *
 * The text is taken piece by piece.  A segment that is too long for a piece is
 * written to the buffer of the piece, as many code points at a time as have room.
 */
#include "normalize/reader.h"

void u8c_reader_init(struct u8c_reader *r, const struct u8c_impl *impl,
		     enum utf8check_form form, struct u8c_text text)
{
	u8c_pieces_init(&r->pieces, impl, form, text);
	r->in_segment = false;
}

/* Without a form the text is a piece as it is. */
static void copy_piece(struct u8c_pieces *s)
{
	const size_t left = s->end - s->p, n = left < sizeof(s->out) ? left : sizeof(s->out);

	memcpy(s->out, s->p, n);
	s->p += n;
	s->at = 0;
	s->made = n;
}

static void begin_segment(struct u8c_reader *r)
{
	struct u8c_pieces *s = &r->pieces;
	const size_t n = u8c_segment_end(s->form, s->p, s->end - s->p);

	u8c_recompose_init(&r->points, s->form, s->p, n);
	s->p += n;
	r->in_segment = true;
}

/* As many code points of a long segment as have room. */
static void fill_points(struct u8c_reader *r)
{
	struct u8c_pieces *s = &r->pieces;
	u32 cp;

	s->at = 0;
	s->made = 0;
	while (s->made + 4u <= sizeof(s->out)) {
		cp = u8c_recompose_next(&r->points);
		if (cp == U8C_END) {
			r->in_segment = false;
			break;
		}
		s->made += u8c_put(cp, s->out + s->made);
	}
}

bool u8c_reader_fill(struct u8c_reader *r)
{
	struct u8c_pieces *s = &r->pieces;

	while (!u8c_pieces_left(s)) {
		if (r->in_segment)
			fill_points(r);
		else if (s->p == s->end)
			return false;
		else if (!s->form)
			copy_piece(s);
		else if (!u8c_pieces_next(s))
			begin_segment(r);
	}
	return true;
}

size_t u8c_reader_next(struct u8c_reader *r, u8 *out, size_t room)
{
	struct u8c_pieces *s = &r->pieces;
	size_t made = 0, n;

	while (made < room && u8c_reader_fill(r)) {
		n = u8c_pieces_left(s);
		if (n > room - made)
			n = room - made;
		memcpy(out + made, s->out + s->at, n);
		s->at += n;
		made += n;
	}
	return made;
}
