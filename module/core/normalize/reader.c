// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The form of a text, read in parts of any size.
 *
 * A part ends where the text may be cut, so its form is that part of the whole form.  A segment
 * that is too long for that is read code point by code point, as many at a time as have room.
 */
#include "normalize/reader.h"
#include "normalize/rewrite.h"

void u8c_reader_init(struct u8c_reader *r, const struct u8c_impl *impl,
		     enum utf8check_form form, struct u8c_text text)
{
	r->impl = impl;
	r->p = text.p;
	r->end = text.p + text.n;
	r->form = form;
	r->in_segment = false;
	r->at = 0;
	r->made = 0;
}

/* Bytes of the next part; 0 if it would be too long. */
static size_t part_length(const struct u8c_reader *r)
{
	const size_t left = r->end - r->p;
	size_t n = U8C_READER_TEXT;

	if (left <= n)
		return left;
	/* Bytes that change meanwhile may all be continuations. */
	while (n && u8c_is_continuation(r->p[n]))
		n--;
	if (u8c_has_boundary_at(r->form, r->p + n, r->end))
		return n;
	return u8c_segment_start(r->form, r->p, 0, n);
}

/*
 * Return: false, and nothing changes, where the next part would be too long, or its form has
 * no room.
 */
static bool make_part(struct u8c_reader *r)
{
	struct u8c_sink to = u8c_sink(r->out, sizeof(r->out));
	size_t n = part_length(r), at = 0;

	n = u8c_rewrite(&to, r->impl, r->form, u8c_text(r->p, n), &at);
	if (!n || to.made > to.room)
		return false;
	r->p += n;
	r->made = to.made;
	return true;
}

/* Without a form a part is the text as it is. */
static void copy_part(struct u8c_reader *r)
{
	const size_t left = r->end - r->p, n = left < sizeof(r->out) ? left : sizeof(r->out);

	memcpy(r->out, r->p, n);
	r->p += n;
	r->made = n;
}

static void begin_segment(struct u8c_reader *r)
{
	const size_t n = u8c_segment_end(r->form, r->p, r->end - r->p);

	u8c_recompose_init(&r->points, r->form, r->p, n);
	r->p += n;
	r->in_segment = true;
}

/* As many code points of a long segment as have room. */
static void fill_points(struct u8c_reader *r)
{
	u32 cp;

	while (r->made + 4u <= sizeof(r->out)) {
		cp = u8c_recompose_next(&r->points);
		if (cp == U8C_END) {
			r->in_segment = false;
			break;
		}
		r->made += u8c_put(cp, r->out + r->made);
	}
}

bool u8c_reader_fill(struct u8c_reader *r)
{
	while (!u8c_reader_left(r)) {
		r->at = 0;
		r->made = 0;
		if (r->in_segment)
			fill_points(r);
		else if (r->p == r->end)
			return false;
		else if (!r->form)
			copy_part(r);
		else if (!make_part(r))
			begin_segment(r);
	}
	return true;
}

size_t u8c_reader_next(struct u8c_reader *r, u8 *out, size_t room)
{
	size_t made = 0, n;

	while (made < room && u8c_reader_fill(r)) {
		n = u8c_reader_left(r);
		if (n > room - made)
			n = room - made;
		memcpy(out + made, r->out + r->at, n);
		r->at += n;
		made += n;
	}
	return made;
}
